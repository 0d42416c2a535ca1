"""What a server says of boards: one's own, and that of a seat one watches."""

from typing import Any, Literal

from pydantic import Field

from protocol.message import Message, Ms, RequestId, Seat
from protocol.watching import Tilt


class Ended(Message):
    """How a game ended."""

    result: Literal["won", "lost", "complete"]
    reason: Literal["stuck", "resigned", "timeout"] | None


class Table(Message):
    """One's own board, whole. `view` is as in the contract; `legal` if asked for at the seat;
    `marks` are those of one's own making that still mean something."""

    type: Literal["table"] = "table"
    id: RequestId | None
    race: int
    ply: int
    clock_ms: Ms
    view: dict[str, Any]
    progress: int
    points: int | None
    over: Ended | None
    legal: list[dict[str, Any]] | None = None
    marks: list[Tilt] = Field(default_factory=list)


class Frame(Message):
    """A frame of a deal that is watched step by step, before one's own table can be played.

    `laid` and `matches` are pairs of place and card in the order of the deal, `blank` says that a
    card nobody sees was laid last, `view` is the table after it. The table itself follows the last.
    """

    type: Literal["frame"] = "frame"
    id: RequestId | None
    race: int
    clock_ms: Ms
    frame: int
    of: int
    laid: list[tuple[int, str]]
    matches: list[tuple[int, str]]
    blank: bool
    view: dict[str, Any]


class Moved(Message):
    """A move was stored and made: the piles and facts it changed, and race time when it counted.

    `id` is None where the server made it, because the time for a called card had run out.
    """

    type: Literal["moved"] = "moved"
    id: RequestId | None
    race: int
    ply: int
    ms: Ms
    changed: dict[str, Any]
    progress: int
    points: int | None
    over: Ended | None
    legal: list[dict[str, Any]] | None = None


class WatchedTable(Message):
    """The board of a seat one watches, whole, as it was at race time `clock_ms`: `delay_ms` ago.

    `view` is None while there is nothing to be seen yet. The next one replaces it; at most four a
    second are sent.
    """

    type: Literal["watched_table"] = "watched_table"
    id: RequestId | None
    race: int
    seat: Seat
    ply: int
    clock_ms: Ms
    delay_ms: Ms
    view: dict[str, Any] | None
    progress: int
    points: int | None
    over: Ended | None
