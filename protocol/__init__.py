"""What servers and clients say to each other: one version, two unions of messages."""

SUBPROTOCOL = "crown-patience.v1"
VERSION = 1
"""The only version so far; `hello` names the versions a client speaks."""

DEFAULT_PORT = 8765
PATH = "/ws"
