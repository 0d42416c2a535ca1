"""Keep the player's own order of the cards in the fan, and translate moves to the engine's order.

The fan is a pile whose cards are all visible and may each be selected. The player may sort its
cards. The engine does not know the player's order, so two forms of a state are used. The table is
drawn, and cards are selected, in a state in which the fan has the player's order
(`FanOrder.arranged`). `FanOrder.real` translates a move chosen in this state into the move to give
to the engine.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.cards import Card
from engine.games import AnyGame
from engine.table import Pile, State


def fan_of(game: AnyGame) -> str | None:
    """Return the name of the game's fan, the pile whose cards are all visible and may each be
    selected. Return None if the game has none."""
    pairs = zip(game.layout.names, game.layout.group_of, strict=True)
    return next((name for name, group in pairs if group.role == "fan"), None)


class FanOrder:
    """The order that the player has given to the cards of the fan (the pile whose cards may each be
    selected). The first card is at the far end, which is the bottom of the pile; the last card is
    nearest to the player."""

    def __init__(self, game: AnyGame) -> None:
        self.pile = fan_of(game)
        self._at = game.layout.index[self.pile] if self.pile else -1
        self._lying: list[Card] = []
        self._order: list[int] = []
        """The engine's index of each card of `_lying`, which has the cards of the fan in the
        player's order."""

    def arranged(self, state: State[Any]) -> State[Any]:
        """Return a copy of the state in which the cards of the fan (the pile whose cards may each
        be selected) have the player's order. Cards that were in the fan at the last call keep their
        order; new cards are put at the end nearest to the player."""
        if self.pile is None:
            return state
        self._follow(state.piles[self._at].up)
        piles = list(state.piles)
        piles[self._at] = Pile(state.piles[self._at].down, tuple(self._lying))
        return state._replace(piles=tuple(piles))

    def real(self, move: Any) -> Any:
        """Translate a move that was chosen in a state returned by `arranged`, in which the fan has
        the player's order. In the returned move, the indices of cards in the fan are those that the
        engine uses."""
        if self.pile is None:
            return move
        if hasattr(move, "order"):
            return replace(move, order=tuple(self._order[i] for i in move.order))
        pile, _, at = str(getattr(move, "src", "")).rpartition(".")
        return replace(move, src=f"{pile}.{self._order[int(at)]}") if pile == self.pile else move

    def shift(self, n: int, step: int) -> int:
        """Change the player's order: shift card number `n` of the fan (the pile whose cards may
        each be selected) by `step` places, 1 towards the player or -1 away. Numbers count from 1 at
        the end nearest to the player. Return the card's new number. If the card would leave the
        fan, change nothing and return `n`."""
        here, there = len(self._lying) - n, len(self._lying) - n + step
        if not (0 <= here < len(self._lying) and 0 <= there < len(self._lying)):
            return n
        lying, order = self._lying, self._order
        lying[here], lying[there] = lying[there], lying[here]
        order[here], order[there] = order[there], order[here]
        return n - step

    def _follow(self, cards: Sequence[Card]) -> None:
        left = list(enumerate(cards))
        order: list[int] = []
        for card in self._lying:
            found = next((pair for pair in left if pair[1] == card), None)
            if found:
                left.remove(found)
                order.append(found[0])
        self._order = [*order, *(i for i, _ in left)]
        self._lying = [cards[i] for i in self._order]
