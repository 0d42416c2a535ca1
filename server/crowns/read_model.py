"""How candidates stand and who is on the roll of honour, as it is read."""

from typing import NamedTuple

from engine.crown_run import QUINTUPLE, Award, End, State
from engine.ledger import Away, Ledger, Limits


class Game(NamedTuple):
    """One of the five that is in progress. `counts`: getting it out would count."""

    game: str
    race: str
    counts: bool


class Status(NamedTuple):
    """How a candidate stands, and the ledger to show. `ended` is how the last run came to its end,
    if one has."""

    state: State
    ledger: Ledger
    limits: Limits
    away: Away
    playing: Game | None
    ended: End | None


class Honour(NamedTuple):
    """A line of the roll. Without an `award` it is from the text, and was not played here."""

    crown: str
    account: str | None
    award: Award | None
    day: str = ""
    place: str = ""


FROM_THE_TEXT = Honour(QUINTUPLE, None, None, "1952-01-19", "23 Westbourne Terrace, London W2")
"""The only case Michael Keeling knew of. He does not name the player."""


class Page(NamedTuple):
    """Some lines of the roll of honour, the oldest first, and how many there are."""

    total: int
    lines: tuple[Honour, ...]
