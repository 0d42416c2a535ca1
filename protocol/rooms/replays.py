"""Replays: a finished game move by move, for clients that do not know the rules."""

from typing import Annotated, Literal

from pydantic import Field

from protocol.message import Message, Ms, Options, Request, RequestId, Seat
from protocol.names import Race
from protocol.rooms.boards import Ended
from protocol.schemas.payloads import Changes, ShownView


class GetReplay(Request):
    """Get the part of a finished game that contains move number `offset`, counted from 0. A room
    code alone means the latest race of the room. Allowed to everybody who may get the record."""

    type: Literal["get_replay"] = "get_replay"
    race: Race
    seat: Seat
    offset: Annotated[int, Field(ge=0, le=100_000)] = 0


class ReplayedMove(Message):
    """A move or `undo`, the race time at which it counted, and what it changed (as in `moved`).
    `by` is who made it: `seat`, or `server` for somebody who was silent or had left."""

    ms: Ms
    by: str
    text: str
    changed: Changes
    progress: int
    points: int | None
    over: Ended | None


class Replay(Message):
    """The board of a seat after `offset` of its `total` moves, and the moves that follow: all of
    them, or as many as fit into one message."""

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
    view: ShownView
    progress: int
    points: int | None
    over: Ended | None
    moves: list[ReplayedMove]
