"""Tournament templates: plans for a usual evening, which an organiser takes as they are or changes.

Both clients offer them. A template is a plan as an author writes it, without a title.
"""

from collections.abc import Mapping
from typing import NamedTuple


class TournamentTemplate(NamedTuple):
    """A template: a sentence about it, and the fields of the plan."""

    about: str
    plan: Mapping[str, object]


def _together(*games: str, table_ms: int = 60_000) -> dict[str, object]:
    """Return a plan in which the whole field plays these games one after the other."""
    return {"format": "series", "rounds": list(games), "table_ms": table_ms, "guests": True}


TEMPLATES: dict[str, TournamentTemplate] = {
    "hour": TournamentTemplate(
        "An hour: five short games, one deal of each for everybody.",
        _together("aces_up", "baroness", "fourteens", "accordion", "poker_patience"),
    ),
    "evening": TournamentTemplate(
        "An evening: eight games, with two minutes at the table after each.",
        _together(
            *("aces_up", "klondike", "poker_patience", "demon"),
            *("accordion", "cribbage_patience", "baroness", "bakers_dozen"),
            table_ms=120_000,
        ),
    ),
    "triple-crown": TournamentTemplate(
        "The Triple Crown: three of the five great games on the same deals, with long bells.",
        _together("kings", "auntie_allis", "seven_and_sixes", table_ms=300_000),
    ),
}
"""By the name under which the terminal client knows a template. Guests may enter: whoever wants an
evening for accounts alone says so."""
