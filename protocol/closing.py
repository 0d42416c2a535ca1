"""Close codes of the websocket: why the server closed it, and whether a client may reconnect."""

from enum import IntEnum


class Close(IntEnum):
    """The codes with which the server closes a websocket. Codes from 4000 are defined by Crown
    Patience; the others are defined by RFC 6455."""

    RESTART = 1012
    """The server stops. The client should connect again and send `resume`."""
    UNSUPPORTED = 1003
    """The client sent a binary frame; the protocol uses text frames only."""
    POLICY = 1008
    """The client sent too many invalid messages, far too many messages at all, or no `hello` in
    time."""
    TAKEN_OVER = 4000
    """Another connection has sent `resume` for the seat. The client should connect again only if a
    person asks for it."""
    RESYNC = 4001
    """The client reads too slowly. It should connect again and send `resume` to get the present
    state."""
    VERSION = 4002
    """Client and server have no protocol version in common."""
    KICKED = 4003
    """The host removed this seat from the room."""
    BANNED = 4004
    """The operator of the server has banned this account or address. A notice or refusal sent
    before has said until when, and why."""


MAY_RETURN = frozenset({1000, 1001, 1006, 1011, Close.RESTART, Close.RESYNC})
"""The close codes after which a client connects again by itself."""
