"""The other style of state: one board whose piles change in place, and moves that are taken back.

The rules are those of `engine/games`. They read piles as sequences and move cards with a `Table`,
so they also run on piles that are lists. Only the style differs.
"""

from bisect import insort
from collections.abc import Callable, Iterator
from typing import Any, cast

from engine.cards import Card
from engine.errors import IllegalMove
from engine.games import AnyGame
from engine.mechanics.grid import STOCK, Grid, GridGame
from engine.table import BESIDE, Event, Pile, State, Table

Undo = list[Callable[[], object]]


class Heap:
    """A pile that changes in place."""

    __slots__ = ("down", "up")

    def __init__(self, down: list[Card | None], up: list[Card]) -> None:
        self.down = down
        self.up = up

    def __eq__(self, other: object) -> bool:
        return self.pile() == (other.pile() if isinstance(other, Heap) else other)

    __hash__ = None  # type: ignore[assignment] # it changes

    def __iter__(self) -> Iterator[list[Card | None] | list[Card]]:
        """Iterate over the face-down and then the face-up cards, because rules unpack a `Pile` as a
        pair."""
        return iter((self.down, self.up))

    def pile(self) -> Pile:
        return Pile(tuple(self.down), tuple(self.up))

    def copy(self) -> "Heap":
        return Heap(self.down.copy(), self.up.copy())


class Hands(Table):
    """A table that changes heaps in place. `undo` has the functions that take its changes back;
    they must be called last first."""

    def __init__(self, heaps: list[Heap]) -> None:
        self.heaps = heaps
        self.piles = cast(list[Pile], heaps)  # the rules only read
        self.events = []
        self.undo: Undo = []

    def move(self, src: int, dst: int, n: int = 1) -> None:
        source, target = self.heaps[src].up, self.heaps[dst].up
        cards = source[-n:]
        del source[-n:]
        target += cards
        self.events.append(Event("moved", src, dst, tuple(cards)))

        def back() -> None:
            del target[-n:]
            source.extend(cards)

        self.undo.append(back)

    def deal(self, src: int, dst: int) -> None:
        target = self.heaps[dst].up
        card = self._lift_hidden(src)
        target.append(card)
        self.undo.append(target.pop)
        self.events.append(Event("dealt", src, dst, (card,)))

    def turn_up(self, pile: int) -> None:
        heap = self.heaps[pile]
        if heap.down and not heap.up:
            card = self._lift_hidden(pile)
            heap.up.append(card)
            self.undo.append(heap.up.pop)
            self.events.append(Event("turned", pile, pile, (card,)))

    def _lift_hidden(self, src: int) -> Card:
        down = self.heaps[src].down
        card = down.pop()
        assert card is not None
        self.undo.append(lambda: down.append(card))
        return card


class Board:
    """A game in the reversible style. Only one user at a time may hold it."""

    def __init__(self, game: AnyGame, heaps: list[Heap], beside: Any) -> None:
        self.game = game
        self.heaps = heaps
        self.beside = beside
        # The rules get an ordinary state, whose piles are our heaps and change in place.
        self.state: State[Any] = State(cast(tuple[Pile, ...], tuple(heaps)), beside)

    @classmethod
    def of(cls, game: AnyGame, state: State[Any]) -> "Board":
        beside = state.beside
        if isinstance(game, GridGame):
            beside = beside._replace(laid=[*beside.laid])
        return cls(game, [Heap([*pile.down], [*pile.up]) for pile in state.piles], beside)

    def copy(self) -> "Board":
        """Return a board from which another user may go on. Immutable states never need such a
        copy."""
        beside = self.beside
        if isinstance(self.game, GridGame):
            beside = beside._replace(laid=beside.laid.copy())
        return Board(self.game, [heap.copy() for heap in self.heaps], beside)

    def play(self, move: Any) -> Hands:
        """Check a move, make it, and do what follows without a choice. Return the hands, with which
        `back` takes it back. Raises IllegalMove."""
        if self.state.over:
            raise IllegalMove("The game is over.")
        reason = self.game.refusal(self.state, move)
        if reason:
            raise IllegalMove(reason)
        hands = Hands(self.heaps)
        before, beside = self.state, self.beside
        hands.undo.append(lambda: self._restore(before, beside))
        self._perform(move, hands)
        self.game.settle(hands)
        self.state = State(self.state.piles, self.beside)
        over = self.game.outcome(self.state)
        if over:
            self.state = State(self.state.piles, self.beside, over)
        return hands

    def back(self, hands: Hands) -> None:
        for step in reversed(hands.undo):
            step()

    def changed(self, hands: Hands) -> list[int]:
        """Return the indices of the piles that may have changed."""
        return sorted({i for e in hands.events for i in (e.src, e.dst) if i != BESIDE})

    def _restore(self, state: State[Any], beside: Any) -> None:
        self.state, self.beside = state, beside

    def _perform(self, move: Any, hands: Hands) -> None:
        if not isinstance(self.game, GridGame):
            self.game.perform(self.state, move, hands)
            return
        laid, card = self.beside.laid, self.beside.next
        entry = (move.cell, card)
        insort(laid, entry)
        hands.undo.append(lambda: laid.remove(entry))
        following = hands.take_in_hand(STOCK) if len(laid) < self.game.goal else None
        self.beside = Grid(laid, following)
