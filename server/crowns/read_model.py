"""Read model of crowns: the status of a run, and pages of the roll of honour."""

from typing import NamedTuple

from engine.crown_run import QUINTUPLE, Award, End, RunState
from engine.ledger import Away, Ledger, Limits


class GameStatus(NamedTuple):
    """One of the five games in progress. `counts` says whether winning it would count."""

    game: str
    race: str
    counts: bool


class CandidateStatus(NamedTuple):
    """The status of a candidate, with the ledger to show. `ended` is the end of the last run, if
    one has ended."""

    state: RunState
    ledger: Ledger
    limits: Limits
    away: Away
    playing: GameStatus | None
    ended: End | None


class HonourLine(NamedTuple):
    """A line of the roll of honour. A line without an `award` is a crown that Michael Keeling's
    book reports; nobody won that crown here."""

    crown: str
    account: str | None
    award: Award | None
    day: str = ""
    place: str = ""


FROM_THE_TEXT = HonourLine(QUINTUPLE, None, None, "1952-01-19", "23 Westbourne Terrace, London W2")
"""The only crown that Michael Keeling's book reports. He does not name the player."""


class HonourPage(NamedTuple):
    """Lines of the roll of honour, oldest first, and the number of all lines."""

    total: int
    lines: tuple[HonourLine, ...]
