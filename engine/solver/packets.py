"""What the searches of Klondike and The Demon share: which cards of a stock can be played when it
is turned one or three cards at a time, and the heights of foundations."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.cards import SUIT, Card
from engine.mechanics.stock_packets import SIZE

Cards = tuple[Card, ...]


class Talon(NamedTuple):
    """The stock and the waste. The last card of the stock is turned first, and the last card of the
    waste lies on top. `faced` is 2 if the card below that one may be played too, otherwise 1."""

    stock: Cards
    waste: Cards
    faced: int = 1

    def after_turn(self, size: int, both: bool) -> "Talon":
        """Return the talon after the next `size` cards of the stock were turned, or all that are
        left. `both` is whether two cards that are left at the end are both face up."""
        faced = 2 if both and len(self.stock) == 2 else 1
        return Talon(self.stock[:-size], self.waste + self.stock[-size:][::-1], faced)

    def turned_over(self) -> "Talon":
        """Return the talon after the waste was turned over to be the stock again."""
        return Talon(self.waste[::-1], ())


class Turning:
    """Finds what can be reached by turning `size` cards at a time.

    The waste is turned over to be the stock again, as often as the player likes, if it has at least
    `again` cards; None means never. `both` is whether two cards that are left at the end of the
    stock are both face up.
    """

    def __init__(self, size: int = SIZE, again: int | None = 1, both: bool = False) -> None:
        self._size, self._again, self._both = size, again, both
        self._known: dict[Talon, list[tuple[int, Talon]]] = {}
        self._numbers: dict[Talon, int] = {}
        self._number_of: dict[frozenset[Talon], int] = {}

    def reachable(self, talon: Talon) -> list[tuple[int, Talon]]:
        """Return each talon with a card on its waste that can be reached without playing a card,
        and the number of turns that lead there, the fewest first."""
        found = self._known.get(talon)
        if found is None:
            turns = enumerate(self._turns(talon))
            found = self._known[talon] = [(n, each) for n, each in turns if each.waste]
        return found

    def number(self, talon: Talon) -> int:
        """Return a number that is equal for two talons if the same talons can be reached from both.
        For example, it makes no difference whether a pass has begun, as long as no card was
        played. Numbers are equal in no other case."""
        found = self._numbers.get(talon)
        if found is None:
            reached = frozenset(each for _, each in self.reachable(talon))
            found = self._number_of.setdefault(reached, len(self._number_of))
            self._numbers[talon] = found
        return found

    def after_whole_pass(self, talon: Talon) -> tuple[int, Talon]:
        """Return the talon at the end of the stock when the waste has been turned over once, and
        the number of turns that lead there. The talon has at least one card."""
        turns = 0
        for fresh in (talon, None):
            talon = fresh or talon.turned_over()
            while talon.stock:
                talon, turns = talon.after_turn(self._size, self._both), turns + 1
        return turns, talon

    def _turns(self, talon: Talon) -> Iterator[Talon]:
        seen = set()
        while talon not in seen:
            seen.add(talon)
            yield talon
            if not talon.stock:
                if self._again is None or len(talon.waste) < self._again:
                    return
                talon = talon.turned_over()
            talon = talon.after_turn(self._size, self._both)


def one_higher(heights: tuple[int, ...], card: Card) -> tuple[int, ...]:
    """Return the heights of the foundations after a card was put on the foundation of its suit."""
    suit = SUIT[card]
    return (*heights[:suit], heights[suit] + 1, *heights[suit + 1 :])
