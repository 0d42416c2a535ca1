"""Messages about a common table, at which all contestants of a race of Racing Demon play.

`docs/racing-demon.md` has the piles, the moves and the rules. Everybody at the table, and whoever
watches it, sees the same: the foundations, and the work piles, the top card of demon and waste and
the number of cards of each pile of every seat. Seats are numbers of seats in the room. The view of
a seat has the piles `reserve` (the demon), `tab.0`, `tab.1`, …, `stock` and `waste`.

The server gives every stored command of a table the next `number`, from 1, whichever seat it comes
from. A `common_table` has the table after `number` commands, and each `table_changed` the commands
after it and the parts of the table that they have changed, so a client that applies the changes in
order always has the whole table. If a `table_changed` does not begin with the next number, the
client has missed something and asks for the table again with `look`.
"""

import operator
from typing import Annotated, Literal

from pydantic import Field

from protocol.message import Message, Ms, Request, RequestId, Seat
from protocol.rooms.room_settings import RaceNumber
from protocol.schemas.payloads import (
    LegalTableMove,
    TableMoveObject,
    TableSeatChanges,
    TableSeatView,
)

CommandKey = Annotated[int, Field(ge=1, le=2**53)]


class PlayTable(Request):
    """Make a move at the common table of race number `race`. `move` is an object or a text. `key`
    is a number that the client gives to no other command of its seat in this race. If a command is
    sent again with the same `key`, it is answered again but carried out only once.

    The answer is `table_played` or `refused`. A claim whose place was taken first is refused with
    the code `overtaken`.
    """

    type: Literal["play_table"] = "play_table"
    race: RaceNumber
    key: CommandKey
    move: TableMoveObject | Annotated[str, Field(max_length=80)]


class TablePlayed(Message):
    """The answer to a command that was stored: its number, and the race time at which it counts.
    The change itself is in the `table_changed` with this number, which is sent before."""

    type: Literal["table_played"] = "table_played"
    id: RequestId
    race: int
    number: int
    ms: Ms


class OvertakenClaim(Message):
    """Why a claim is `overtaken`: `seat` was first at the place on the foundation with the index
    `foundation`, which has `height` cards by now. `top` is its top card."""

    foundation: int
    seat: Seat
    height: int
    top: str


class CommonFoundation(Message):
    """A foundation of a common table. `index` counts the foundations from 0 in the order in which
    they were begun and is the number in the pile name `foundation.0`. `owners` has the seat that
    laid each card, the ace first. `closed`: it has a king and was taken away."""

    index: int
    suit: Literal["S", "H", "D", "C"]
    height: int
    owners: list[Seat]
    closed: bool


class TableSeat(Message):
    """The part of a common table that belongs to one seat. `progress` is the number of cards that
    have left its demon, `points` its score in the round so far. `present`: the table waits for it;
    `resigned`: it has left the table; `stuck`: it has said that it can play no card."""

    seat: Seat
    view: TableSeatView
    progress: int
    points: int
    present: bool
    resigned: bool
    stuck: bool


class ChangedTableSeat(Message):
    """What commands have changed for one seat: `changed` has the piles that are different now; the
    other fields are those of `TableSeat`, whether they have changed or not."""

    seat: Seat
    changed: TableSeatChanges
    progress: int
    points: int
    present: bool
    resigned: bool
    stuck: bool


class TableOver(Message):
    """How a round ended. `out` is the seat that is out, or that counts as out; None if nobody is.
    `reason`: `out`; `blocked`, nobody could play; `deserted`, fewer than two were left; `bell`."""

    result: Literal["complete"]
    reason: Literal["out", "blocked", "deserted", "bell"]
    out: Seat | None


class CommonTable(Message):
    """The whole common table after `number` commands, at race time `clock_ms`. Spectators see it
    `delay_ms` late; for contestants `delay_ms` is 0. `shifts` counts how often the table has
    shifted since a card was played, `emptied` are the seats whose demons are used up, in order.
    `legal` are the legal moves of the seat that asked for them; None for others."""

    type: Literal["common_table"] = "common_table"
    id: RequestId | None
    race: int
    number: int
    clock_ms: Ms
    delay_ms: Ms
    foundations: list[CommonFoundation]
    seats: list[TableSeat]
    shifts: int
    emptied: list[Seat]
    over: TableOver | None
    legal: list[LegalTableMove] | None = None


class TableEvent(Message):
    """One visible change, for drawing it: cards of `seat` were `moved`, `dealt` from a face-down
    pile or `turned` up in place; `src` and `dst` are names of piles. Or the whole table has
    `shifted`, which names nothing."""

    event: Literal["moved", "dealt", "turned", "shifted"]
    seat: Seat | None
    src: str | None
    dst: str | None
    cards: list[str]


class TableCommand(Message):
    """A stored command: its number, who gave it, its text and what it visibly did. The text is that
    of a move, or `away` or `back`: the server says that nobody need wait for the seat, or again
    must."""

    number: int
    seat: Seat
    move: str
    events: list[TableEvent]


class TableChanged(Message):
    """Commands at the common table, in order, all at race time `ms`, and what they have changed.
    `foundations` and `seats` have only those that are different now; `shifts`, `emptied` and `over`
    are as in `common_table`."""

    type: Literal["table_changed"] = "table_changed"
    race: int
    ms: Ms
    commands: list[TableCommand]
    foundations: list[CommonFoundation]
    seats: list[ChangedTableSeat]
    shifts: int
    emptied: list[Seat]
    over: TableOver | None


class TableLegal(Message):
    """The legal moves of your seat after `number` commands. Sent after a `table_changed` that has
    changed them, to a seat that asked for legal moves."""

    type: Literal["table_legal"] = "table_legal"
    race: int
    number: int
    legal: list[LegalTableMove]


class SeriesSeat(Message):
    """A contestant of a series: the points in each round that is over, and all together. A round in
    which the contestant did not play counts 0. `gone`: left the table for good."""

    place: int
    seat: Seat
    name: str
    rounds: list[int]
    points: int
    gone: bool


class SeriesCommitment(Message):
    """The commitment (the hash) to the secret of a whole series, from which the secret of each of
    its rounds is computed. It is the same in all rounds. `name` is the name of the series in the
    records of its rounds."""

    name: str
    commitment: str


class SeriesInfo(Message):
    """The series that a round of Racing Demon belongs to. `round` is the number of the current
    round, from 1. The series ends with the round after which somebody has `target` points and one
    contestant alone has the most; 0: it is a single round. `seats` are in order of place, after the
    rounds that are over. `over`: the series has ended. `commitment` is missing for a single round,
    and for a series that a server of an earlier version has begun."""

    round: int
    target: int
    seats: list[SeriesSeat]
    over: bool = Field(default=False, exclude_if=operator.not_)
    commitment: SeriesCommitment | None = Field(default=None, exclude_if=operator.not_)
