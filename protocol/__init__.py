"""The messages between servers and clients as pydantic models, and constants of the websocket
connection such as its path.

This package may import `engine` and pydantic, but never `server`, `client_cli` or `client_web`.
Begin with `message.py` (what all messages share), then `from_client.py` (all requests) and
`from_server.py` (everything that a server sends). `docs/protocol.md` explains how a client and a
server talk to each other. In the docstrings "you" is the client and the person who uses it.
"""

SUBPROTOCOL = "crown-patience.v1"
"""The websocket subprotocol that a client asks for in its handshake."""
VERSION = 1
"""The only version of the wire format so far. `hello` lists the versions that a client speaks."""

DEFAULT_PORT = 8765
PATH = "/ws"
