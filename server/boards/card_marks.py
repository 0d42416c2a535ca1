"""Tilt marks that a player sets on cards and piles of their own board. Nobody else sees them.

A tilt mark draws a card or a pile turned by a small angle, as a reminder for the player. It is
neither a move nor part of a position. A mark on a card is stored together with the card's name. It
is shown only while this card lies in the marked place.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.cards import NAME
from engine.games import AnyGame
from engine.table import State
from protocol.rooms.watching import Tilt

MOST_MARKS = 200
"""The maximum number of marks of a seat in a race."""

Place = tuple[str, int | None]
"""The name of a pile, and the index of a card in it, None for the whole pile. The bottom card has
index 0; face-down cards are counted."""


class MarkedCard(NamedTuple):
    """A tilt mark: how far the card or pile is turned (`protocol.rooms.watching.Tilt` has the
    values), and the name of the card; None for a mark on a whole pile."""

    tilt: int
    card: str | None


Marks = Mapping[Place, MarkedCard]


def seen_at(game: AnyGame, state: State[Any], pile: str, index: int) -> str | None:
    """Return the name of the card that lies at `index` of the pile named `pile` (the bottom card
    has index 0). Return None if there is no such pile or card, or the card is face down."""
    if pile not in game.layout.index:
        return None
    found = state.piles[game.layout.index[pile]]
    above = index - len(found.down)
    return NAME[found.up[above]] if 0 <= above < len(found.up) else None


def valid_marks(game: AnyGame, state: State[Any], marks: Marks) -> list[Tilt]:
    """Return those of `marks` that are shown in this position: every mark on a whole pile, and each
    mark on a card that still lies where it was marked. Equal marks are always returned in the same
    order."""
    return [
        Tilt(pile=pile, index=index, tilt=marked.tilt)
        for (pile, index), marked in sorted(marks.items(), key=str)
        if index is None or seen_at(game, state, pile, index) == marked.card
    ]


def write_mark(place: Place, marked: MarkedCard) -> tuple[str, str]:
    """Return the field and the value by which a tilt mark is stored in a Redis hash. Each player
    has such a hash for their marks in a race."""
    pile, index = place
    return f"{pile} {'-' if index is None else index}", f"{marked.tilt} {marked.card or '-'}"


def read_marks(stored: Mapping[str, str]) -> dict[Place, MarkedCard]:
    """Return the tilt marks of a player, by place. `stored` has the fields and values of the Redis
    hash in which they are stored."""
    marks: dict[Place, MarkedCard] = {}
    for field, value in stored.items():
        (pile, index), (tilt, card) = field.split(" "), value.split(" ")
        place = pile, None if index == "-" else int(index)
        marks[place] = MarkedCard(int(tilt), None if card == "-" else card)
    return marks
