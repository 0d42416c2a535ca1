"""Why a connection was closed. A client that may come back sees it in the code."""

from enum import IntEnum


class Close(IntEnum):
    """Close codes of the server; those from 4000 are ours, the rest are the protocol's."""

    RESTART = 1012
    """The server stops; come back and resume."""
    UNSUPPORTED = 1003
    """A binary frame: the protocol is text."""
    POLICY = 1008
    """Too much nonsense on one connection, far too many frames, or no hello in time."""
    TAKEN_OVER = 4000
    """The seat was resumed on another connection; do not come back by yourself."""
    RESYNC = 4001
    """Too slow a reader; resume to see where things stand."""
    VERSION = 4002
    """No protocol version in common."""
    KICKED = 4003
    """The host has sent this seat away."""
    BANNED = 4004
    """Whoever runs the server lets them use it no more; a notice has said until when, and why."""


MAY_RETURN = frozenset({1000, 1001, 1006, 1011, Close.RESTART, Close.RESYNC})
"""After these a client reconnects by itself."""
