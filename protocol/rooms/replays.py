"""Messages about replays. A replay is a finished game move by move, for clients that do not know
the rules.

In a race of Racing Demon all contestants play at a common table; the race is one round, and the
moves of all seats are commands in one common order.
"""

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
    the room. Everybody who may get the record of the race may send this."""

    type: Literal["get_replay"] = "get_replay"
    race: Race
    seat: Seat
    offset: Annotated[int, Field(ge=0, le=100_000)] = 0


class ReplayedMove(Message):
    """A move or take-back (`undo`) of a replayed game. `text` is the move as text, `ms` is the race
    time at which it counted, and `changed` the part of the view that it changed. `by` is who made
    it: `seat`, the contestant; `server`, which places a called card for a contestant who was too
    slow, or gives up a game for a contestant; or `host`, who removed the contestant from the room.

    In a round at a common table, `text` is the command of any seat. `changed`, `progress`, `points`
    and `over` are about the seat whose replay this is, and `table` is what the command changed at
    the whole table.
    """

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
    moves after that. If these moves do not all fit into one message, only the first of them are
    sent.

    For a round at a common table, `moves` are the commands of all seats in their common order, and
    `table` is the whole table before them. A round may end without a command: with the bell (the
    time limit), or because the organiser of a tournament called the round off. Then `end`, in the
    last message of the replay, is what this end has changed at the table; it has no commands, and
    its `ms` is the race time of the end.
    """

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
