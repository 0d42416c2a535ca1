"""What the search for a win knows about Baker's Dozen and Good Measure."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.cards import KING, RANK, SUIT
from engine.games import AnyGame
from engine.mechanics.rules import ANY_SUIT
from engine.moves import Build, Pack, Place
from engine.solver.blocked import BIT, are_blocked, set_of
from engine.solver.mutable import Children, MutablePosition
from engine.table import State


class BakersDozenWeights(NamedTuple):
    """How much each card on the foundations adds to the promise of a position, and how much three
    things take off: a card above a lower card, a card above a lower card of its suit, and a card
    above the next card that a foundation takes."""

    built: int
    above_lower: int
    above_lower_of_suit: int
    above_next: int


DEPTH_FIRST = (BakersDozenWeights(1, 2, 3, 3), BakersDozenWeights(10, 3, 3, 0))
BEST_FIRST = (BakersDozenWeights(5, 2, 3, 5), BakersDozenWeights(1, 3, 3, 0))

HEAD, TAKES = ANY_SUIT.head, ANY_SUIT.takes
TAKERS = [[other for other in range(52) if HEAD[card] == TAKES[other]] for card in range(52)]
"""For each card, the four cards on which it may be packed."""
TAKERS_MASKS = [set_of(takers) for takers in TAKERS]
LOWER = [set_of([c for c in range(52) if RANK[c] < RANK[card]]) for card in range(52)]
"""For each card, the set of all lower cards, as a number with a bit for each."""
LOWER_OF_SUIT = [set_of(range(card - RANK[card] + 1, card)) for card in range(52)]

ON = [[0] * 52 for _ in range(52)]
"""For each card, and each card on which it may be packed, the three bits of the key that tell it.
They are 0 for a card that lies on no such card, as it can only at the start."""
for _card in range(52):
    for _code, _on in enumerate(TAKERS[_card], 1):
        ON[_card][_on] = _code << 3 * _card
BUILT = [7 << 3 * card for card in range(52)]
"""For each card, the bits of the key that tell that it lies on its foundation."""

# The number of a move, after bit 0, has four bits for the column from which a card is taken, and
# four for the column to which it goes, which is FOUNDATION for none.
FOUNDATION = 15


class BakersDozenPosition(MutablePosition):
    """The columns may change places, because no rule names one of them. A column without cards
    takes none, so it does not matter whether it is there. The key tells, for each card, on which
    card it lies.

    Nothing is tried from a position in which cards of the columns block each other for ever
    (`engine/solver/blocked.py`).

    A card is built at once if all four cards of the next lower rank are built, and so are aces and
    twos. The rules page of the game proves that this does no harm.
    """

    def __init__(self, game: AnyGame, start: State[Any], weights: BakersDozenWeights) -> None:
        self._width = len(game.layout["tab"])
        self._names = [Place(name) for name in game.layout.names]
        self._weights = weights
        self._no_runs: list[list[int]] = [[] for _ in range(self._width)]
        self.put(start)

    def put(self, state: State[Any]) -> None:
        cards = [pile.up for pile in state.piles]
        self._columns: list[list[int]] = [[*each] for each in cards[: self._width]]
        self._heights: list[int] = [len(each) for each in cards[self._width :]]
        self._sets: list[list[int]] = []
        """For each column, the set of the cards below each of its cards, and of all of them."""
        self._made: list[tuple[int, int, int]] = []
        self._may_be_blocked = True
        self.progress = sum(self._heights)
        self.key = 0
        for suit, height in enumerate(self._heights):
            for rank in range(height):
                self.key ^= BUILT[KING * suit + rank]
        for column in self._columns:
            below = [0]
            for k, card in enumerate(column):
                below.append(below[-1] | BIT[card])
                self.key ^= ON[card][column[k - 1]] if k else 0
            self._sets.append(below)

    def add_children(self, children: Children) -> None:
        columns, heights = self._columns, self._heights
        if self._is_blocked():
            return
        self._find_places()
        lowest = max(min(heights) + 1, 2)
        for i, column in enumerate(columns):
            if column and BIT[column[-1]] & self._awaited and RANK[column[-1]] <= lowest:
                self._add_build(children, i)
                return
        for i, column in enumerate(columns):
            if column:
                if BIT[column[-1]] & self._awaited:
                    self._add_build(children, i)
                if self._takes[RANK[column[-1]]]:
                    self._add_packs(children, i)

    def _is_blocked(self) -> bool:
        """Return whether cards of the columns certainly block each other for ever."""
        if not self.tests_blocked or not self._may_be_blocked:
            return False
        if not are_blocked(self._columns, self._no_runs, 0, self._heights, TAKERS_MASKS):
            return False
        self.has_met_blocked = True
        return True

    def _find_places(self) -> None:
        """Find the columns on which cards of each rank can be packed, and the set of the cards that
        can be built."""
        self._takes: list[list[int]] = [[] for _ in range(KING + 1)]
        for i, column in enumerate(self._columns):
            if column:
                self._takes[TAKES[column[-1]]].append(i)
        self._awaited = 0
        for suit, height in enumerate(self._heights):
            if height < KING:
                self._awaited |= BIT[KING * suit + height]

    def _without(self, i: int) -> int:
        """Return the key without the bits of the top card of column `i`."""
        column = self._columns[i]
        return self.key ^ ON[column[-1]][column[-2]] if len(column) > 1 else self.key

    def _cost(self, card: int, below: int) -> int:
        """Return what a card that lies on the set of cards `below` takes off the promise."""
        cost = self._covering(card, below)
        if self._weights.above_next:
            cost += self._weights.above_next * bits(self._awaited & below)
        return cost

    def _add_build(self, children: Children, i: int) -> None:
        """Add the position after the top card of column `i` was built."""
        card, weights = self._columns[i][-1], self._weights
        promise = weights.built + self._cost(card, self._sets[i][-2])
        promise -= weights.above_next * self._above_next(card)
        move = 1 | i << 1 | FOUNDATION << 5
        children.add(promise, self._without(i) ^ BUILT[card], move)

    def _add_packs(self, children: Children, i: int) -> None:
        """Add the positions after the top card of column `i` was packed on another column."""
        card, without = self._columns[i][-1], self._without(i)
        promise = self._cost(card, self._sets[i][-2])
        for dst in self._takes[RANK[card]]:
            key = without ^ ON[card][self._columns[dst][-1]]
            if key not in children.seen:
                cost = self._cost(card, self._sets[dst][-1])
                children.add(promise - cost, key, i << 1 | dst << 5)

    def _covering(self, card: int, below: int) -> int:
        """Return what a card takes off the promise if the set of cards below it is `below`."""
        weights, cost = self._weights, 0
        if below & LOWER[card]:
            cost = weights.above_lower
            if below & LOWER_OF_SUIT[card]:
                cost += weights.above_lower_of_suit
        return cost

    def _above_next(self, card: int) -> int:
        """Return how many cards lie above the next card of the suit of `card` when `card`, the top
        card of a column, is built. Return 0 if it is a king or if the strategy does not want to
        know."""
        if RANK[card] < KING and self._weights.above_next:
            for column in self._columns:
                if card + 1 in column:
                    return len(column) - 1 - column.index(card + 1) - (column[-1] == card)
        return 0

    def make(self, move: int, key: int) -> None:
        columns = self._columns
        src, dst = move >> 1 & 15, move >> 5
        card = columns[src].pop()
        taken = card if dst == FOUNDATION else columns[dst][-1]
        self._made.append((move, self.key, card))
        self.key = key
        self._sets[src].pop()
        if dst == FOUNDATION:
            self._heights[SUIT[card]] += 1
            self.progress += 1
        else:
            columns[dst].append(card)
            self._sets[dst].append(self._sets[dst][-1] | BIT[card])
        self._may_be_blocked = True
        for column in columns:
            if column and RANK[column[-1]] == RANK[taken]:
                self._may_be_blocked = False

    def unmake(self) -> None:
        move, self.key, card = self._made.pop()
        src, dst = move >> 1 & 15, move >> 5
        if dst == FOUNDATION:
            self._heights[SUIT[card]] -= 1
            self.progress -= 1
        else:
            self._columns[dst].pop()
            self._sets[dst].pop()
        self._columns[src].append(card)
        self._sets[src].append(self._sets[src][-1] | BIT[card])

    def moves(self, move: int) -> Sequence[Any]:
        src, dst = self._names[move >> 1 & 15], move >> 5
        return [Build(src) if dst == FOUNDATION else Pack(src, self._names[dst])]


def bits(cards: int) -> int:
    """Return how many cards a set has."""
    count = 0
    while cards:
        cards &= cards - 1
        count += 1
    return count
