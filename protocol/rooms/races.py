"""The parts of messages that describe a race and its terms, and the default time limit of a race.

The terms of a race say when it ends, how it is won and which help contestants have. In some races
cards are called: the server announces one card to all contestants, who have to place it in a given
time. A ghost is a finished game against which somebody races alone.
"""

import operator
from typing import Literal

from pydantic import Field

from engine.races.limits import LONGEST_BELL_MS
from engine.races.ranking import RankedBy
from engine.rules import Rules
from engine.solver.difficulty_classes import Difficulty
from protocol.message import Message, Ms, Options, Seat
from protocol.rooms.common_tables import SeriesInfo
from protocol.rooms.room_settings import Ballot

CALL_SLACK_MS = 30_000
"""Milliseconds that the default time limit of a race with calls adds to the time of all calls."""

Status = Literal["lobby", "countdown", "running", "over"]


class SearchTerms(Message):
    """How a winnable deal is searched for: the version of the solver, the number of nodes for each
    pack, and the number of the last pack that is searched. `difficulty` is the class of difficulty
    that the deal must have, from 1, very easy, to 5, very hard; it is left out if any class will
    do. `docs/solver.md` explains the search."""

    solver: int
    nodes: int
    last_pack: int
    difficulty: Difficulty | None = Field(default=None, exclude_if=operator.not_)


class Terms(Message):
    """The terms of a race, or of the races of a tournament round: when they end, how their
    contestants are ordered, and which help they have, such as take-backs. `docs/protocol.md`
    explains the values. `winnable` says how the deal is searched for, if it is a winnable deal.
    `show_grids`, `safe_play` and `winnable` are left out if they are not set, because older
    programs do not know the fields."""

    format: Literal["first_out", "best", "score", "caller"]
    winners: Literal["time", "moves"]
    take_back: Literal["none", "until_card", "free", "practice"]
    call_ms: Ms | None
    show_grids: Literal["each_card", "end"] | None = Field(default=None, exclude_if=operator.not_)
    safe_play: bool = Field(default=False, exclude_if=operator.not_)
    winnable: SearchTerms | None = Field(default=None, exclude_if=operator.not_)


def usual_bell_ms(rules: Rules, call_ms: int | None) -> int:
    """Return the default time limit of a race in milliseconds. This is the default time limit of
    its game, or the time needed for all calls if that is longer. `call_ms` is the time for one
    call, None if no cards are called."""
    calls = 0 if call_ms is None else rules.goal * call_ms + CALL_SLACK_MS
    return min(max(rules.book.bell_minutes * 60_000, calls), LONGEST_BELL_MS)


class GhostInfo(Message):
    """The finished game against which a race is played alone. The contestant `name` played it on
    the seat `seat` in the race with the id `race`."""

    race: str
    seat: Seat
    name: str


class RaceInfo(Message):
    """The current race of a room. `id` is the id from which, with the server's secret and other
    values, its deal is computed; `n` is its number in the room. `bell_ms` is its time limit.

    `starts_in_ms` is set during the countdown, and `clock_ms` (the time since the start) from the
    start on. If cards are called, `call` is the number of the current call, from 1, and `call_ms`
    the time left to place the card. `votes` are the votes for the game of the next race, in the
    order in which they were cast. `ghost` is sent only in a race against a ghost. `series` is sent
    only for a round of Racing Demon; it has the rounds at the same table that belong together.

    `ranked_by` says how contestants are ordered. It is None from older servers.

    - `progress`: winners first, then the others by their best progress.
    - `tie_break`: in the same way, but a figure of the game, the tie-break, orders winners before
      their time does.
    - `points`: by points.
    - `reach`: by the best progress; contestants with equal progress share a place.
    - `round`: by the points of a round at a common table; contestants who have left the table come
      last.
    """

    id: str
    n: int
    game: str
    options: Options
    terms: Terms
    bell_ms: Ms
    commitment: str
    status: Status
    starts_in_ms: Ms | None = None
    clock_ms: Ms | None = None
    call: int | None = None
    call_ms: Ms | None = None
    ranked_by: RankedBy | None = None
    votes: list[Ballot] = Field(default_factory=list, json_schema_extra={"default": []})
    ghost: GhostInfo | None = Field(default=None, exclude_if=operator.not_)
    series: SeriesInfo | None = Field(default=None, exclude_if=operator.not_)
