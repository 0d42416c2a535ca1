"""Values that the crown service returns: the status of a run, and pages of the roll of honour, the
list of all crowns won."""

from typing import NamedTuple

from engine.crowns.run import QUINTUPLE, Award, End, RunState
from engine.crowns.time_limits import Away, Limits, TimeLeft


class GameStatus(NamedTuple):
    """A game in progress, one of the five great games. `race` is its race id; `counts` says whether
    a win would count for a crown."""

    game: str
    race: str
    counts: bool


class CandidateStatus(NamedTuple):
    """The status of a candidate. `time_left` has the time left of each limit of the run. `away` are
    the outages: the times during the run when the server could not store anything. `ended` is the
    end of the last run that has ended, None if none has."""

    state: RunState
    time_left: TimeLeft
    limits: Limits
    away: Away
    playing: GameStatus | None
    ended: End | None


class HonourLine(NamedTuple):
    """A line of the roll of honour, the list of all crowns won. A line without an `award` is the
    crown that Michael Keeling's book reports and that nobody won on this server; only such a line
    has a `day` and a `place`."""

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
