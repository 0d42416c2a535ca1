"""Read model of crowns: the status of a run, and pages of the roll of honour."""

from typing import NamedTuple

from engine.crown_run import QUINTUPLE, Award, End, State
from engine.ledger import Away, Ledger, Limits


class Game(NamedTuple):
    """One of the five games in progress. `counts` says whether winning it would count."""

    game: str
    race: str
    counts: bool


class Status(NamedTuple):
    """The status of a candidate, with the ledger to show. `ended` is the end of the last run, if
    one has ended."""

    state: State
    ledger: Ledger
    limits: Limits
    away: Away
    playing: Game | None
    ended: End | None


class Honour(NamedTuple):
    """A line of the roll. Without an `award` it is from the book, and was not played here."""

    crown: str
    account: str | None
    award: Award | None
    day: str = ""
    place: str = ""


FROM_THE_TEXT = Honour(QUINTUPLE, None, None, "1952-01-19", "23 Westbourne Terrace, London W2")
"""The only crown Michael Keeling reports. He does not name the player."""


class Page(NamedTuple):
    """Lines of the roll of honour, oldest first, and the number of all lines."""

    total: int
    lines: tuple[Honour, ...]
