"""How a line to a server is, and what may become of a request: for whoever has none yet.

Apart from the line itself, which needs all messages there are and takes its time to be imported.
"""

import time
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from protocol.from_server import Refused


def now_ms() -> int:
    """The clock every session here is anchored to."""
    return time.monotonic_ns() // 1_000_000


class Line(Enum):
    """How the line is: `GONE` does not come back."""

    UP = "up"
    DOWN = "down"
    GONE = "gone"


class LineLost(Exception):
    """The line went down before the answer came; whether the request was carried out is unknown."""


class RequestRefused(Exception):
    """The server's refusal of a request: `refused.error` is a sentence, `refused.code` stable."""

    def __init__(self, refused: "Refused") -> None:
        super().__init__(refused.error)
        self.refused = refused
