"""Values that the crown service returns: the status of a run, and pages of the roll of honour, the
list of all crowns won.

A candidate is an account that tries for a crown, an award for great games (five games of patience)
won in a row. The great games that it has won in a row until now are its run. A run has time limits,
such as the longest break; after a break that is too long the run has ended. Michael Keeling's book,
which describes the great games, reports one crown; this crown is the first line of the roll of
honour.
"""

from typing import NamedTuple

from engine.crowns.run import QUINTUPLE, Award, End, RunState
from engine.crowns.time_limits import Away, Limits, TimeLeft


class GameStatus(NamedTuple):
    """A game in progress, one of the five great games. `game` is its name in the code, such as
    `kings`, `race` the id of the race in which it is played; `counts` says whether a win would
    count for a crown."""

    game: str
    race: str
    counts: bool


class CandidateStatus(NamedTuple):
    """The status of a candidate, as the candidate and other followers of the run are shown it.

    `state` is what follows from the facts of the run, such as its wins and breaks. `time_left` has
    the time left of each limit of the run. `away` are the outages: the times during the run when
    the server could not store anything. `ended` is the end of the last run that has ended, None if
    none has."""

    state: RunState
    time_left: TimeLeft
    limits: Limits
    away: Away
    playing: GameStatus | None
    ended: End | None


class HonourLine(NamedTuple):
    """A line of the roll of honour, the list of all crowns won. `crown` is the kind of the crown,
    `account` the id of the account that won it.

    One line has no `account` and no `award`: the crown that Michael Keeling's book reports and that
    nobody won on this server. Only this line has a `day` and a `place`."""

    crown: str
    account: str | None
    award: Award | None
    day: str = ""
    place: str = ""


FROM_THE_TEXT = HonourLine(QUINTUPLE, None, None, "1952-01-19", "23 Westbourne Terrace, London W2")
"""The only crown that Michael Keeling's book reports. The book does not name the player."""


class HonourPage(NamedTuple):
    """Some lines of the roll of honour, the list of all crowns won, oldest first. `total` is the
    number of all lines."""

    total: int
    lines: tuple[HonourLine, ...]
