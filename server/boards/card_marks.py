"""Tilt marks: private to their owner, no moves, and no part of a position.

A card that is marked is kept with its name: once another lies in its place, the mark means nothing
and is not shown any more.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.cards import NAME
from engine.games import AnyGame
from engine.table import State
from protocol.watching import Tilt

MOST_MARKS = 200
"""Of one seat in one race; twice as many as there are cards to be seen."""

Place = tuple[str, int | None]
"""A pile and an index in it from the bottom, or None for the pile as a whole."""


class MarkedCard(NamedTuple):
    """How something lies, and the card it is; None for a whole pile."""

    tilt: int
    card: str | None


Marks = Mapping[Place, MarkedCard]


def seen_at(game: AnyGame, state: State[Any], pile: str, index: int) -> str | None:
    """The card at a place of the table; None where none is seen."""
    if pile not in game.layout.index:
        return None
    found = state.piles[game.layout.index[pile]]
    above = index - len(found.down)
    return NAME[found.up[above]] if 0 <= above < len(found.up) else None


def still_meant(game: AnyGame, state: State[Any], marks: Marks) -> list[Tilt]:
    """The marks of which the card still lies where it was marked."""
    return [
        Tilt(pile=pile, index=index, tilt=marked.tilt)
        for (pile, index), marked in sorted(marks.items(), key=str)
        if index is None or seen_at(game, state, pile, index) == marked.card
    ]


def write_mark(place: Place, marked: MarkedCard) -> tuple[str, str]:
    """A mark as it is stored: a field of the seat's hash, and its value."""
    pile, index = place
    return f"{pile} {'-' if index is None else index}", f"{marked.tilt} {marked.card or '-'}"


def read_marks(stored: Mapping[str, str]) -> dict[Place, MarkedCard]:
    """The marks of a seat's hash."""
    marks: dict[Place, MarkedCard] = {}
    for field, value in stored.items():
        (pile, index), (tilt, card) = field.split(" "), value.split(" ")
        place = pile, None if index == "-" else int(index)
        marks[place] = MarkedCard(int(tilt), None if card == "-" else card)
    return marks
