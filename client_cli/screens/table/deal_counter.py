"""Let the player count cards by hand in Kings, a game of memory, while the deal is shown step by
step.

The cards of Kings are dealt to twelve tableau piles, called heaps, and to a face-down pile in the
corner. Each heap has a number and stands for the rank with this number, from 1 (ace) to 12 (queen);
there are eight cards of each rank. When the player later turns up a card of the corner, the player
takes the heap of its rank in hand. If all eight cards of a rank lie on the heaps, none is in the
corner, so that heap is not taken in hand later. The book therefore advises the player to count, for
about six ranks, how many of the eight cards are dealt to heaps. The program counts nothing by
itself: the player adds one to a count with the letter of the heap or a click on the heap.
"""

from client_cli.screens.table.drawing.canvas import Spot
from client_cli.terminal.pile_labels import by_label
from engine.games import AnyGame
from protocol.texts import _

MOST_COUNTS, MOST_CARDS = 6, 8
"""The largest number of heaps (tableau piles) for which the player can keep a count, and the
largest count of a heap."""


class DealCounter:
    """The counts that a player keeps for the heaps (tableau piles) of Kings while the cards are
    dealt. The count of a heap says how many cards of the heap's rank the player has seen."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._counts: dict[str, int] = {}

    def key(self, char: str) -> bool:
        """Add one to the count of the heap (tableau pile) whose label is the letter `char`, or
        subtract one if the letter is a capital. Return whether the letter is the label of a
        heap."""
        pile = by_label(self._game).get(char.lower())
        return pile is not None and self._add(pile, -1 if char.isupper() else 1)

    def click(self, spot: Spot) -> bool:
        """Add one to the count of the heap (tableau pile) on which the player has clicked. Return
        whether the click was on a heap."""
        return isinstance(spot.place, str) and self._add(spot.place, 1)

    def by_number(self) -> dict[int, int]:
        """Return the player's counts as a dictionary from the number of a heap (tableau pile) to
        the count of this heap."""
        return {int(heap.rpartition(".")[2]): count for heap, count in self._counts.items()}

    def counts_sentence(self) -> str:
        """Return the player's counts as a sentence, such as `Counted 3: 5, 7: 2.`: the heap
        (tableau pile) number 3 has the count 5, and the heap number 7 the count 2. Return an empty
        text if there are no counts."""
        words = ", ".join(f"{n}: {count}" for n, count in sorted(self.by_number().items()))
        return _("Counted {counts}.", counts=words) if words else ""

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
