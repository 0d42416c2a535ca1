"""The classes of difficulty of a deal, and their names. `engine/solver/difficulty.py` finds the
class of a deal; this module imports nothing, because most programs only name a class."""

from typing import Literal

Difficulty = Literal[1, 2, 3, 4, 5]
"""The class of a deal, from 1, very easy, to 5, very hard."""
DIFFICULTIES: tuple[Difficulty, ...] = (1, 2, 3, 4, 5)
DIFFICULTY_NAMES: dict[str, Difficulty] = {
    "very_easy": 1,
    "easy": 2,
    "medium": 3,
    "hard": 4,
    "very_hard": 5,
}
"""The classes by their names."""


def difficulty_name(difficulty: Difficulty) -> str:
    """Return the name of a class."""
    return next(name for name, each in DIFFICULTY_NAMES.items() if each == difficulty)
