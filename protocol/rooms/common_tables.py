"""Messages about a common table, at which all contestants of a race of Racing Demon play at the
same time.

Each seat has piles of its own: the demon (a reserve, which the contestant tries to use up), the
work piles (the tableau), stock and waste. The foundations belong to everybody. A claim is a move
that lays a card on a foundation; it names the height of the foundation as the contestant saw it. If
another contestant was quicker, the claim is overtaken and refused. A race is one round. Rounds at
the same table, until somebody has enough points, are a series.

Everybody at the table, and whoever watches it, sees the same: all foundations, and of every seat
the work piles, the top cards of demon and waste, and the number of cards in each pile. Seats are
numbers of seats in the room. The view of a seat has the piles `reserve` (the demon), `tab.0`,
`tab.1`, …, `stock` and `waste`. `docs/racing-demon.md` has the piles, the moves and the rules.

A command is a move of a seat, or a note of the server that a seat is away or back. The server gives
every stored command of a table the next `number`, from 1, whichever seat it comes from. A
`common_table` has the table after `number` commands. Each `table_changed` has the commands that
follow, and the parts of the table that they have changed, so a client that applies the changes in
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
    is a number that the client gives to no other command of its seat in this race. If you send a
    command again with the same `key`, the server answers again but carries it out only once.

    The answer is `table_played` or `refused`. A claim of a place that another contestant has taken
    first is refused with the code `overtaken`.
    """

    type: Literal["play_table"] = "play_table"
    race: RaceNumber
    key: CommandKey
    move: TableMoveObject | Annotated[str, Field(max_length=80)]


class TablePlayed(Message):
    """The answer to a command that was stored. `number` is the number of the command, and `ms` the
    race time at which it counts. Before this answer the server sends a `table_changed`, which has
    the command and what it changed."""

    type: Literal["table_played"] = "table_played"
    id: RequestId
    race: int
    number: int
    ms: Ms


class OvertakenClaim(Message):
    """Why a claim was refused as `overtaken`: the seat `seat` was quicker to take the place on the
    foundation number `foundation`. This foundation has `height` cards by now, and `top` is its top
    card."""

    foundation: int
    seat: Seat
    height: int
    top: str


class CommonFoundation(Message):
    """A foundation of a common table. `index` counts the foundations from 0 in the order in which
    they were begun; it is the number in pile names such as `foundation.0`. `owners` has the seat
    that laid each card, the ace first. `closed` says that the foundation is complete, with a king
    on top, and was taken away."""

    index: int
    suit: Literal["S", "H", "D", "C"]
    height: int
    owners: list[Seat]
    closed: bool


class TableSeat(Message):
    """The part of a common table that belongs to one seat. `progress` is the number of cards that
    have left its demon, and `points` its score in the round so far. `present` says that the others
    wait for the contestant, who has not left and is not away. `resigned` says that the contestant
    has left the table, and `stuck` that the contestant has declared that they can play no card."""

    seat: Seat
    view: TableSeatView
    progress: int
    points: int
    present: bool
    resigned: bool
    stuck: bool


class ChangedTableSeat(Message):
    """What commands have changed for one seat. `changed` has the piles that are different now. The
    other fields have the same meaning as in `TableSeat`, and are sent whether they have changed or
    not."""

    seat: Seat
    changed: TableSeatChanges
    progress: int
    points: int
    present: bool
    resigned: bool
    stuck: bool


class TableOver(Message):
    """How a round ended. `reason` is `out` (a contestant with an empty demon ended it), `blocked`
    (nobody could play), `deserted` (fewer than two contestants were left) or `bell` (the time was
    up). `out` is the seat that counts as having ended the round with an empty demon, None if there
    is none."""

    result: Literal["complete"]
    reason: Literal["out", "blocked", "deserted", "bell"]
    out: Seat | None


class CommonTable(Message):
    """The whole common table after `number` commands, at race time `clock_ms`. Spectators see the
    table `delay_ms` late; for contestants `delay_ms` is 0. When nobody can play, the table may
    shift: all wastes go back to their stocks, and the top card of each stock to its bottom.
    `shifts` counts how often it has shifted since a card was played. `emptied` are the seats that
    have used up their demons, in the order in which they did. `legal` are your legal moves if you
    asked for them when you took the seat; otherwise None."""

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
    """One visible change of a common table, for clients that draw it. Cards of `seat` were `moved`,
    `dealt` from a face-down pile, or `turned` up in place; `src` and `dst` are the names of the
    piles from which and to which they went. The event `shifted` says that the whole table has
    shifted (see `CommonTable`); it has no seat, no piles and no cards."""

    event: Literal["moved", "dealt", "turned", "shifted"]
    seat: Seat | None
    src: str | None
    dst: str | None
    cards: list[str]


class TableCommand(Message):
    """A stored command: its number, the seat that gave it, its text, and the visible changes that
    it made. The text is that of a move, `away` or `back`. With `away` the server says that nobody
    needs to wait for the seat any longer, and with `back` that the contestant is there again."""

    number: int
    seat: Seat
    move: str
    events: list[TableEvent]


class TableChanged(Message):
    """New commands at the common table, in order, and what they have changed. All of them count at
    race time `ms`. `foundations` and `seats` have only the foundations and seats that are different
    now. `shifts`, `emptied` and `over` have the same meaning as in `common_table`, and are always
    sent."""

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
    """The legal moves of your seat after `number` commands. If your seat asked for legal moves, the
    server sends this after each `table_changed` that has changed them."""

    type: Literal["table_legal"] = "table_legal"
    race: int
    number: int
    legal: list[LegalTableMove]


class SeriesSeat(Message):
    """The points of a contestant in a series of rounds. `rounds` has the points of each round that
    is over, 0 for a round in which the contestant did not play, and `points` is their sum. `gone`
    says that the contestant has resigned a round and has not played a later one."""

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
    round, from 1. The series ends with the first round after which somebody has `target` points and
    one contestant alone has the most, or when fewer than two contestants are left. If `target` is
    0, there is only one round. `seats` are the contestants in order of place, by the rounds that
    are over. `over` says that the series has ended. `commitment` is missing for a single
    round, and for a series that a server of an earlier version has begun."""

    round: int
    target: int
    seats: list[SeriesSeat]
    over: bool = Field(default=False, exclude_if=operator.not_)
    commitment: SeriesCommitment | None = Field(default=None, exclude_if=operator.not_)
