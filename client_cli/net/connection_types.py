"""Connection states and request errors, for modules that do not need the connection itself.

They are not in `connection.py`, because `connection.py` imports all messages, which is slow.
"""

import time
from enum import Enum
from typing import TYPE_CHECKING

from protocol.texts import _

if TYPE_CHECKING:
    from protocol.from_server import Refused


def now_ms() -> int:
    """Return the milliseconds of the monotonic clock that all sessions of this client use."""
    return time.monotonic_ns() // 1_000_000


class ConnectionState(Enum):
    """State of a connection: open, down and reconnecting (`DOWN`), or closed for good (`GONE`)."""

    UP = "up"
    DOWN = "down"
    GONE = "gone"


class ConnectionLost(Exception):
    """The connection is down, or went down before the answer to a request came. In the second case
    it is unknown whether the server has carried the request out."""


class RequestRefused(Exception):
    """The server refused a request, which changed nothing. `refused.error` is a sentence for
    people, `refused.code` a code for programs."""

    def __init__(self, refused: "Refused") -> None:
        super().__init__(_(refused.error))
        self.refused = refused
