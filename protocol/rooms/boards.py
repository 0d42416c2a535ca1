"""Messages with boards, your own or those you watch, and the JSON of their fields `view`, `changed`
and `legal`.

Three things occur in some games or races only:

- A watched deal is shown to you step by step before you play. Each step is a frame.
- In a race with called cards, the server announces one card at a time, the same for everybody, and
  each contestant has a given time to place it in a grid.
- A tilt mark is a card or pile that you have turned a little on your own table, as a reminder.

A `view` is what a contestant sees of the table:

    {"piles": {"tab.0": {"down": 3, "up": ["TS", "9H"]}, "stock": {"down": 20, "up": []}},
     "next": "4C"}

Each key of `piles` is the name of a pile. A group of like piles shares a prefix, and each pile of
the group has an index after a dot (`tab.0`, `tab.1`); a single pile has the bare name (`stock`,
`discard`). The catalogue that the server gives to browsers lists the piles of each game
(`engine/catalogue.py`). `down` is the number of face-down cards, `up` the face-up cards above them,
bottom card first. A card is its rank (`A23456789TJQK`) followed by its suit (`SHDC`). Empty piles
are listed, unless the catalogue says that they vanish. The other keys are facts that a game shows
besides its piles, such as the next card or the score of a line; the class of the game declares them
(`Game.fact_types`). In Python a view is a `View` of `engine/view.py`.

A `changed` has the form of a `view` and holds only what a move changed: each changed pile whole,
None for a pile that is no longer on the table, and each changed fact. `passed` lists cards that
were turned face up and face down again within the move, each with its pile: `[["tab.5", "AD"]]`.

`legal` is the list of legal moves. A move is written in one of two forms. As an object it has its
`kind` and its fields: `{"kind": "move", "src": "tab.0", "dst": "tab.3", "n": 2}`. As a text it is
the kind and the values of the fields in their order, separated by single spaces, such as `move
tab.0 tab.3 2`. The parts of a cell or a list are joined by commas, and an empty list is `-`. The
catalogue lists the kinds of moves of each game with their fields. Every game has `resign`; `undo`
and `hint` are moves if the terms of the race allow them, and are never in `legal`.

`finish` is the next of the moves that win the game by only laying cards on foundations
(`engine/aids.py`). A client that makes this move, and then the `finish` of each answer, plays the
game to its end. `finish` is None if such moves do not win, or if the seat did not ask for the legal
moves.

`safe` is a move that the client makes by itself: the terms of the race have `safe_play`, and the
card is one that can never be wanted again. `safe` is None if there is no such move, if a move was
taken back and none made since, or if the seat did not ask for the legal moves.

`redo` is the move that was taken back last and can be made again; None if there is none.

`stopped_counting` says that the game could count for a crown, an award for games won in a row,
until a move was taken back or a hint asked for (`docs/crowns.md`).

The JSON Schema has the types `View`, `Changed` and `Move` for any game. Known facts and fields of
moves have their types in it. A client must accept further facts and fields, with any JSON as their
values. Under `games` the schema has the exact types of each game
(`protocol/schemas/game_types.py`).
"""

import operator
from typing import Literal

from pydantic import Field

from protocol.message import Message, Ms, RequestId, Seat
from protocol.rooms.watching import Tilt
from protocol.schemas.payloads import Changes, LegalMove, ShownView


class Ended(Message):
    """How a game ended."""

    result: Literal["won", "lost", "complete"]
    reason: Literal["stuck", "resigned", "timeout"] | None


class Table(Message):
    """Your complete board after `ply` moves, at the race time `clock_ms`. The docstring of
    `protocol/rooms/boards.py` explains `view`, `legal`, `finish`, `safe`, `redo` and
    `stopped_counting`. `legal` is None unless you asked for the legal moves when you took the seat.
    `marks` are the tilt marks that you have set on cards and piles; the mark of a card that has
    moved since is gone."""

    type: Literal["table"] = "table"
    id: RequestId | None
    race: int
    ply: int
    clock_ms: Ms
    view: ShownView
    progress: int
    points: int | None
    over: Ended | None
    legal: list[LegalMove] | None = None
    finish: LegalMove | None = None
    safe: LegalMove | None = None
    redo: LegalMove | None = None
    stopped_counting: bool = False
    marks: list[Tilt] = Field(default_factory=list, json_schema_extra={"default": []})


class SeatGrid(Message):
    """The board of one contestant in a race with called cards, which is a grid. `view` leaves out
    the called card if the contestant has not placed it yet."""

    seat: Seat
    view: ShownView
    progress: int
    points: int | None


class Grids(Message):
    """The boards of all contestants of a race with called cards, in order of seat. During the race
    they are shown as they were when everybody who still played had placed card number `placed`;
    after the race, as they were at its end. The server sends this only if the terms of the race say
    that grids are shown after each card. Each message replaces the previous one."""

    type: Literal["grids"] = "grids"
    race: int
    placed: int
    grids: list[SeatGrid]


class Frame(Message):
    """One frame of a watched deal: number `frame`, from 1, of `of` frames. After the last frame the
    server sends a `table`, and you can play.

    In such a deal the dealer counts while laying down cards. A frame is one round of counting.
    `laid` lists the cards that stayed on the table. `matches` lists the cards whose rank was the
    number counted, which are put aside. Both are lists of pairs of number and card, in the order of
    the deal. `blank` says that one more card was laid face down and ended the round. `view` is the
    table after this frame. `ply` is the number of your moves, which before the last frame can only
    be hints; it is left out if it is 0.
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
    view: ShownView
    ply: int = Field(default=0, exclude_if=operator.not_)


class DealCounts(Message):
    """The answer to the move `hint` while you are still watching a deal. In such a deal (that of
    Kings), the cards are counted as they are laid, and a card whose rank is the number just counted
    is put aside on the heap of that number. `counts` lists, for each number from 1, how many
    cards the frames so far have laid on its heap. `ply` is the number of your moves including the
    hint. `stopped_counting` says that the game could count for a crown before this hint."""

    type: Literal["deal_counts"] = "deal_counts"
    id: RequestId
    race: int
    ply: int
    counts: list[int]
    stopped_counting: bool


class Hint(Message):
    """The most promising legal move, and the reason as a sentence in which `{n}` stands for the
    number `n`.

    `tilts` are the tilt marks that the rules of the game advise for cards in sight; most games have
    none. `counts` is set only right after a watched deal, before any other move. It has, for each
    number that the dealer counted, from 1, how many cards were laid on its pile.
    """

    move: LegalMove
    reason: str
    n: int
    tilts: list[Tilt] = Field(default_factory=list, json_schema_extra={"default": []})
    counts: list[int] = Field(default_factory=list, json_schema_extra={"default": []})


class Moved(Message):
    """A move on your board has been stored. `ply` is the number of moves including this one.
    `changed` is the part of the view that the move changed, and `ms` is the race time at which the
    move counted. The docstring of `protocol/rooms/boards.py` explains `changed`, `legal`, `finish`,
    `safe`, `redo` and `stopped_counting`.

    `id` is None for a move that the server made because the time for a called card ran out. `hint`
    is the advice if the move was `hint`, otherwise None.
    """

    type: Literal["moved"] = "moved"
    id: RequestId | None
    race: int
    ply: int
    ms: Ms
    changed: Changes
    progress: int
    points: int | None
    over: Ended | None
    legal: list[LegalMove] | None = None
    finish: LegalMove | None = None
    safe: LegalMove | None = None
    redo: LegalMove | None = None
    hint: Hint | None = None
    stopped_counting: bool = False


class WatchedTable(Message):
    """The complete board of the seat that you watch, as it was at the race time `clock_ms`. That
    moment is `delay_ms` ago.

    `view` is None as long as nothing of the board may be shown. Each message replaces the previous
    one. The server sends at most four a second.
    """

    type: Literal["watched_table"] = "watched_table"
    id: RequestId | None
    race: int
    seat: Seat
    ply: int
    clock_ms: Ms
    delay_ms: Ms
    view: ShownView | None
    progress: int
    points: int | None
    over: Ended | None
