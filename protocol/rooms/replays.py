"""Messages about replays: a finished game move by move, for clients that do not know the rules."""

import operator
from typing import Annotated, Literal

from pydantic import Field

from protocol.message import Message, Ms, Options, Request, RequestId, Seat
from protocol.names import Race
from protocol.rooms.boards import Ended
from protocol.rooms.common_tables import CommonTable, TableChanged
from protocol.schemas.payloads import Changes, ShownView


class GetReplay(Request):
    """Get a part of a finished game that was played at seat `seat`: the part that contains move
    number `offset`, counted from 0. `race` is a race id; a room code alone means the latest race of
    the room. Everybody who may get the record may send this."""

    type: Literal["get_replay"] = "get_replay"
    race: Race
    seat: Seat
    offset: Annotated[int, Field(ge=0, le=100_000)] = 0


class ReplayedMove(Message):
    """A move or take-back (`undo`) of a replayed game. `ms` is the race time at which it counted,
    and `changed` the part of the view that it changed. `by` is who made it: `seat`, the contestant;
    `server`, which places a called card for a contestant who did not, or gives up a game for a
    contestant; or `host`, who removed the contestant.

    In a round at a common table, `text` is the command of any seat, `changed` and the figures are
    those of the replayed seat, and `table` is what the command changed at the whole table."""

    ms: Ms
    by: str
    text: str
    changed: Changes
    progress: int
    points: int | None
    over: Ended | None
    table: TableChanged | None = Field(default=None, exclude_if=operator.not_)


class Replay(Message):
    """The answer to `get_replay`: the board of a seat after `offset` of its `total` moves, and the
    moves after that. If they do not all fit into one message, only the first of them are sent.

    Of a round at a common table, `moves` are the commands of all seats in their common order, and
    `table` is the whole table before them. If no command has ended the round, `end`, in the last
    message, is what the end has changed at the table: it has no commands, and its `ms` is the race
    time of the end. The bell rang then, or the organiser of a tournament called the round off."""

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
    table: CommonTable | None = Field(default=None, exclude_if=operator.not_)
    end: TableChanged | None = Field(default=None, exclude_if=operator.not_)
