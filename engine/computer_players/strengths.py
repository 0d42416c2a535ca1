"""The names of the strengths and paces of computer players. `player.py` and `pace.py` say what they
mean."""

from typing import Literal, get_args

Strength = Literal["greedy", "tips", "ahead"]
STRENGTHS: tuple[Strength, ...] = get_args(Strength)
"""The weakest first."""

PaceName = Literal["slow", "steady", "quick"]
PACE_NAMES: tuple[PaceName, ...] = get_args(PaceName)
"""The slowest first."""
