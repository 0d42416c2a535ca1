"""Close codes of the websocket: why the server closed it, and whether a client may reconnect."""

from enum import IntEnum


class Close(IntEnum):
    """The codes with which the server closes a websocket. Codes from 4000 are defined by Crown
    Patience; the others are defined by RFC 6455."""

    RESTART = 1012
    """The server stops. Reconnect and resume."""
    UNSUPPORTED = 1003
    """The client sent a binary frame; the protocol uses text frames only."""
    POLICY = 1008
    """Too many invalid messages, far too many frames, or no `hello` in time."""
    TAKEN_OVER = 4000
    """The seat was resumed on another connection. Reconnect only if a person asks for it."""
    RESYNC = 4001
    """The client reads too slowly. Reconnect and resume to get the present state."""
    VERSION = 4002
    """Client and server have no protocol version in common."""
    KICKED = 4003
    """The host removed this seat from the room."""
    BANNED = 4004
    """The operator of the server has banned this account or address. A notice or refusal sent
    before has said until when, and why."""


MAY_RETURN = frozenset({1000, 1001, 1006, 1011, Close.RESTART, Close.RESYNC})
"""After these codes a client reconnects by itself."""
