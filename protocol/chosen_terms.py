"""The terms of a race as a client chooses them in a request; terms that are not chosen have the
defaults of the game."""

import operator
from typing import Annotated, Literal

from pydantic import Field

from engine.races.limits import LONGEST_BELL_MS, SHORTEST_BELL_MS
from engine.races.terms import LONGEST_CALL_MS, SHORTEST_CALL_MS
from engine.solver.difficulty_classes import Difficulty
from protocol.message import Message, Options


class Terms(Message):
    """The terms of a race: when it ends, how its contestants are ordered, and which help they have,
    such as take-backs. For a term that is None, the default of the game applies. `docs/protocol.md`
    explains the values. If `winnable` is true, the server searches for a winnable deal; it knows
    how. Only then can `difficulty` be a class of difficulty, from 1, very easy, to 5, very hard. A
    client leaves out `show_grids`, `safe_play`, `winnable` and `difficulty` unless they are chosen,
    because older servers refuse messages with fields that they do not know."""

    format: Literal["first_out", "best", "score", "caller"] | None = None
    winners: Literal["time", "moves"] | None = None
    take_back: Literal["none", "until_card", "free", "practice"] | None = None
    call_ms: Annotated[int, Field(ge=SHORTEST_CALL_MS, le=LONGEST_CALL_MS)] | None = None
    show_grids: Annotated[Literal["each_card", "end"] | None, Field(exclude_if=operator.not_)] = (
        None
    )
    safe_play: bool = Field(default=False, exclude_if=operator.not_)
    winnable: bool = Field(default=False, exclude_if=operator.not_)
    difficulty: Difficulty | None = Field(default=None, exclude_if=operator.not_)


class ChosenRace(Message):
    """A race as a client chooses it, as the next one of a room or as a deal of a leisure race: its
    game with options, its terms and its bell."""

    game: Annotated[str, Field(max_length=40)]
    options: Options = Field(default_factory=dict)
    terms: Terms = Field(default_factory=Terms)
    bell_ms: Annotated[int, Field(ge=SHORTEST_BELL_MS, le=LONGEST_BELL_MS)]
