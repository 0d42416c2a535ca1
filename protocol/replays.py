"""A finished game as it was played, for whoever has no rules to play it again by."""

from typing import Annotated, Any, Literal

from pydantic import Field

from protocol.boards import Ended
from protocol.message import Message, Ms, Options, Request, RequestId, Seat
from protocol.names import Race


class GetReplay(Request):
    """What somebody did in a race that is over: the part in which move number `offset` stands,
    counted from 0. A bare code means the room's latest. Whoever may have the record may have it."""

    type: Literal["get_replay"] = "get_replay"
    race: Race
    seat: Seat
    offset: Annotated[int, Field(ge=0, le=100_000)] = 0


class ReplayedMove(Message):
    """A move or an `undo`, when it counted, and what could be seen then: the piles and facts that
    changed, as in `moved`. `by` is who made it: the seat, or the server for one who was silent or
    had left."""

    ms: Ms
    by: str
    text: str
    changed: dict[str, Any]
    progress: int
    points: int | None
    over: Ended | None


class Replay(Message):
    """The board of a seat after `offset` of its `total` moves, and the moves from there on: all
    that are left, or as many as go into one message."""

    type: Literal["replay"] = "replay"
    id: RequestId
    race: str
    seat: Seat
    name: str
    game: str
    options: Options
    bell_ms: Ms
    ended_ms: Ms
    total: int
    offset: int
    view: dict[str, Any]
    progress: int
    points: int | None
    over: Ended | None
    moves: list[ReplayedMove]
