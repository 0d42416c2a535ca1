"""Connection states and request errors, for modules that do not hold a connection.

A module of their own, because `connection.py` imports all messages, which is slow.
"""

import time
from enum import Enum
from typing import TYPE_CHECKING

from protocol.texts import _

if TYPE_CHECKING:
    from protocol.from_server import Refused


def now_ms() -> int:
    """Milliseconds of the monotonic clock that every session of this client uses."""
    return time.monotonic_ns() // 1_000_000


class ConnectionState(Enum):
    """State of the connection. `GONE` is final."""

    UP = "up"
    DOWN = "down"
    GONE = "gone"


class ConnectionLost(Exception):
    """The connection went down before the answer came; whether the request was carried out is
    unknown."""


class RequestRefused(Exception):
    """The server refused a request: `refused.error` is a sentence, `refused.code` a stable code."""

    def __init__(self, refused: "Refused") -> None:
        super().__init__(_(refused.error))
        self.refused = refused
