"""Connection states and request errors, for modules that do not need the connection itself.

They are not in `connection.py`, because importing `connection.py` is slow: it imports all messages.
"""

import time
from enum import Enum
from typing import TYPE_CHECKING

from protocol.texts import _

if TYPE_CHECKING:
    from protocol.from_server import Refused


def now_ms() -> int:
    """Return the present time in milliseconds of the computer's monotonic clock. The client
    computes the time of every race from this clock."""
    return time.monotonic_ns() // 1_000_000


class ConnectionState(Enum):
    """State of a connection: open (`UP`), interrupted while the client tries to reconnect (`DOWN`),
    or closed for good (`GONE`)."""

    UP = "up"
    DOWN = "down"
    GONE = "gone"


class ConnectionLost(Exception):
    """Raised for a request whose answer cannot come, because the connection is down or went down
    before the answer. If the request was already sent, the server may have carried it out or
    not."""


class RequestRefused(Exception):
    """Raised for a request that the server has refused; the request has changed nothing.
    `refused.error` is a sentence for people, `refused.code` a code for programs."""

    def __init__(self, refused: "Refused") -> None:
        super().__init__(_(refused.error))
        self.refused = refused
