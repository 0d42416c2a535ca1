"""Tilt marks on cards and piles: private to their owner, no moves, and no part of a position.

A mark on a card is stored with the card's name. It is not shown once another card lies there.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.cards import NAME
from engine.games import AnyGame
from engine.table import State
from protocol.watching import Tilt

MOST_MARKS = 200
"""The most marks of a seat in a race: twice as many as cards can be seen."""

Place = tuple[str, int | None]
"""A pile, and an index in it counted from the bottom from 0, or None for the whole pile."""


class MarkedCard(NamedTuple):
    """A tilt, and the name of the card; None for a whole pile."""

    tilt: int
    card: str | None


Marks = Mapping[Place, MarkedCard]


def seen_at(game: AnyGame, state: State[Any], pile: str, index: int) -> str | None:
    """The name of the card at a place; None if no face-up card is there."""
    if pile not in game.layout.index:
        return None
    found = state.piles[game.layout.index[pile]]
    above = index - len(found.down)
    return NAME[found.up[above]] if 0 <= above < len(found.up) else None


def valid_marks(game: AnyGame, state: State[Any], marks: Marks) -> list[Tilt]:
    """The marks whose card still lies where it was marked, in a fixed order."""
    return [
        Tilt(pile=pile, index=index, tilt=marked.tilt)
        for (pile, index), marked in sorted(marks.items(), key=str)
        if index is None or seen_at(game, state, pile, index) == marked.card
    ]


def write_mark(place: Place, marked: MarkedCard) -> tuple[str, str]:
    """The field and the value by which a mark is stored in the hash of the seat."""
    pile, index = place
    return f"{pile} {'-' if index is None else index}", f"{marked.tilt} {marked.card or '-'}"


def read_marks(stored: Mapping[str, str]) -> dict[Place, MarkedCard]:
    """Read the marks from the hash of a seat."""
    marks: dict[Place, MarkedCard] = {}
    for field, value in stored.items():
        (pile, index), (tilt, card) = field.split(" "), value.split(" ")
        place = pile, None if index == "-" else int(index)
        marks[place] = MarkedCard(int(tilt), None if card == "-" else card)
    return marks
