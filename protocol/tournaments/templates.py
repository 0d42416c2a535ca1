"""Tournament templates: ready plans, which an organiser uses as they are or changes first. A plan
is the definition of a tournament.

Both clients offer the templates. A template has the fields that a person would write into a plan,
except for the title.
"""

from collections.abc import Mapping
from typing import NamedTuple


class TournamentTemplate(NamedTuple):
    """A template of a tournament: a sentence about it, and the fields of its plan."""

    about: str
    plan: Mapping[str, object]


def _together(*games: str, table_ms: int = 60_000) -> dict[str, object]:
    """Return a plan in which all entrants play these games one after the other. After each game the
    table of the tournament is shown for `table_ms`."""
    return {"format": "series", "rounds": list(games), "table_ms": table_ms, "guests": True}


TEMPLATES: dict[str, TournamentTemplate] = {
    "hour": TournamentTemplate(
        "An hour: five short games, one deal of each for everybody.",
        _together("aces_up", "baroness", "fourteens", "accordion", "poker_patience"),
    ),
    "evening": TournamentTemplate(
        "An evening: eight games, with two minutes to look at the results after each.",
        _together(
            *("aces_up", "klondike", "poker_patience", "demon"),
            *("accordion", "cribbage_patience", "baroness", "bakers_dozen"),
            table_ms=120_000,
        ),
    ),
    "triple-crown": TournamentTemplate(
        "The Triple Crown: three of the five great games on the same deals, with long time limits.",
        _together("kings", "auntie_allis", "seven_and_sixes", table_ms=300_000),
    ),
}
"""The templates of tournaments, by their names in the commands of the terminal client. All
templates let guests enter; an organiser who wants only accounts must change that."""
