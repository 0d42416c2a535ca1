"""Order of the cards in the fan as the player has sorted them, translated to the engine's order.

Drawing and selection use a state in the player's order (`FanOrder.arranged`). Moves on it are
translated back for the engine (`FanOrder.real`).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.cards import Card
from engine.games import AnyGame
from engine.table import Pile, State


def fan_of(game: AnyGame) -> str | None:
    """The name of the game's fan, whose cards are all visible and selectable; None without one."""
    pairs = zip(game.layout.names, game.layout.group_of, strict=True)
    return next((name for name, group in pairs if group.role == "fan"), None)


class FanOrder:
    """The cards of the fan in the player's order, from the far end to the near one."""

    def __init__(self, game: AnyGame) -> None:
        self.pile = fan_of(game)
        self._at = game.layout.index[self.pile] if self.pile else -1
        self._lying: list[Card] = []
        self._order: list[int] = []
        """The engine's index of each card in `_lying`."""

    def arranged(self, state: State[Any]) -> State[Any]:
        """The state with the fan in the player's order. After a change the remaining cards keep
        their order and new cards follow them."""
        if self.pile is None:
            return state
        self._follow(state.piles[self._at].up)
        piles = list(state.piles)
        piles[self._at] = Pile(state.piles[self._at].down, tuple(self._lying))
        return state._replace(piles=tuple(piles))

    def real(self, move: Any) -> Any:
        """The same move with the engine's indices of the cards."""
        if self.pile is None:
            return move
        if hasattr(move, "order"):
            return replace(move, order=tuple(self._order[i] for i in move.order))
        pile, _, at = str(getattr(move, "src", "")).rpartition(".")
        return replace(move, src=f"{pile}.{self._order[int(at)]}") if pile == self.pile else move

    def shift(self, n: int, step: int) -> int:
        """Shift the n-th card, counted from the near end, by `step`; return its new number. At an
        end of the fan nothing changes."""
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
