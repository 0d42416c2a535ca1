"""Which cards of a stock can be played when it is turned one or three cards at a time."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.cards import Card
from engine.mechanics.stock_packets import SIZE

Cards = tuple[Card, ...]


class Talon(NamedTuple):
    """The stock and the waste, each with its top card last. (The top card of the stock is turned
    first.)"""

    stock: Cards
    waste: Cards

    def after_turn(self, size: int) -> "Talon":
        """Return the talon after the next `size` cards of the stock were turned, or all that are
        left."""
        return Talon(self.stock[:-size], self.waste + self.stock[-size:][::-1])

    def turned_over(self) -> "Talon":
        """Return the talon after the waste was turned over to be the stock again."""
        return Talon(self.waste[::-1], ())


class Turning:
    """Finds what can be reached by turning. `again` is whether the waste is turned over to be the
    stock, as often as the player likes; then three cards are turned at a time, otherwise one."""

    def __init__(self, again: bool) -> None:
        self._again, self._size = again, SIZE if again else 1
        self._known: dict[Talon, list[tuple[int, Talon]]] = {}

    def reachable(self, talon: Talon) -> list[tuple[int, Talon]]:
        """Return each talon with a card on its waste that can be reached without playing a card,
        and the number of turns that lead there, the fewest first."""
        found = self._known.get(talon)
        if found is None:
            turns = enumerate(self._turns(talon))
            found = self._known[talon] = [(n, each) for n, each in turns if each.waste]
        return found

    def _turns(self, talon: Talon) -> Iterator[Talon]:
        seen = set()
        while talon not in seen:
            seen.add(talon)
            yield talon
            if not talon.stock:
                # A waste of a single packet would be the same again.
                if not self._again or len(talon.waste) <= SIZE:
                    return
                talon = talon.turned_over()
            talon = talon.after_turn(self._size)
