"""Counting while a deal is watched: how many cards of a number have fallen on other heaps.

The book counts some numbers, say six, on its fingers: a heap whose eight cards have all been seen
will never be taken in hand. Nothing is counted for anybody; a heap's letter, or a click, adds one.
"""

from client_cli.screens.table.canvas import Spot
from client_cli.terminal.pile_labels import by_label
from engine.games import AnyGame

MOST_COUNTS, MOST_CARDS = 6, 8
"""So many heaps at once, and so many cards of a number."""


class Tally:
    """What a player has counted, by heap."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._counts: dict[str, int] = {}

    def key(self, char: str) -> bool:
        """A letter adds one to its heap, its capital takes one away. Whether it was a heap's."""
        pile = by_label(self._game).get(char.lower())
        return pile is not None and self._add(pile, -1 if char.isupper() else 1)

    def click(self, spot: Spot) -> bool:
        """A click on a heap adds one to it. Whether it was on a heap."""
        return isinstance(spot.place, str) and self._add(spot.place, 1)

    def told(self) -> str:
        """`Counted 3: 5, 7: 2.`, by the numbers of the heaps; nothing if nothing was counted."""
        counts = sorted(self._counts.items(), key=lambda pair: self._game.layout.index[pair[0]])
        told = ", ".join(f"{heap.rpartition('.')[2]}: {count}" for heap, count in counts)
        return f"Counted {told}." if told else ""

    def _add(self, pile: str, step: int) -> bool:
        heap = self._game.layout.group_of[self._game.layout.index[pile]].role == "tableau"
        if not heap:
            return False
        count = self._counts.get(pile, 0) + step
        if count <= 0:
            self._counts.pop(pile, None)
        elif pile in self._counts or len(self._counts) < MOST_COUNTS:
            self._counts[pile] = min(count, MOST_CARDS)
        return True
