"""What the search for a win knows about Baker's Dozen and Good Measure."""

from collections.abc import Hashable, Sequence
from functools import partial
from typing import Any, NamedTuple

from engine.cards import KING, RANK, SUIT, Card
from engine.games import AnyGame
from engine.mechanics.rules import ANY_SUIT
from engine.moves import Build, Pack, Place
from engine.solver.blocked import are_blocked
from engine.solver.positions import BuiltPositions, Onward, Strategy
from engine.table import State


class BakersDozenPosition(NamedTuple):
    """A position: the cards of each column, and the number of cards on the foundation of each
    suit."""

    columns: tuple[tuple[Card, ...], ...]
    heights: tuple[int, ...]


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


TAKERS = [
    [other for other in map(Card, range(52)) if ANY_SUIT.fits(Card(card), other)]
    for card in range(52)
]
"""For each card, the four cards on which it may be packed."""


class BakersDozenPositions(BuiltPositions):
    """The columns may change places, because no rule names one of them. A column without cards
    takes none, so it does not matter whether it is there.

    Nothing is tried from a position in which cards of the columns block each other for ever
    (`engine/solver/blocked.py`). So the progress that is found in a lost game may be less than what
    is possible.

    A card is built at once if all four cards of the next lower rank are built, and so are aces and
    twos. The rules page of the game proves that this does no harm.
    """

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        width = len(game.layout["tab"])
        names = [Place(name) for name in game.layout.names[:width]]
        self._builds = [((Build(name),), i) for i, name in enumerate(names)]
        self._packs = [[(Pack(src, dst),) for dst in names] for src in names]
        self._covering: dict[tuple[Card, ...], tuple[int, int]] = {}

    def first(self, state: State[Any]) -> BakersDozenPosition:
        width = len(self._builds)
        cards = [pile.up for pile in state.piles]
        return BakersDozenPosition(tuple(cards[:width]), tuple(map(len, cards[width:])))

    def onward(self, position: BakersDozenPosition) -> Onward:
        columns, heights = position
        single_cards = [(up, len(up)) for up in columns]
        if are_blocked(single_cards, heights, TAKERS, kings_move=False):
            return Onward([])
        steps: list[tuple[Sequence[Any], BakersDozenPosition]] = []
        takes: dict[int, list[int]] = {}
        for i, up in enumerate(columns):
            if up:
                takes.setdefault(RANK[up[-1]] - 1, []).append(i)
        lowest = min(heights)
        for moves, i in self._builds:
            up = columns[i]
            if not up:
                continue
            card = up[-1]
            rank, suit = RANK[card], SUIT[card]
            if heights[suit] + 1 == rank:
                shorter = (*columns[:i], up[:-1], *columns[i + 1 :])
                built = BakersDozenPosition(shorter, (*heights[:suit], rank, *heights[suit + 1 :]))
                if rank <= lowest + 1 or rank <= 2:
                    return Onward([(moves, built)])
                steps.append((moves, built))
            for dst in takes.get(rank, ()):
                changed = [*columns]
                changed[i] = up[:-1]
                changed[dst] = (*columns[dst], card)
                steps.append((self._packs[i][dst], BakersDozenPosition(tuple(changed), heights)))
        return Onward(steps)

    def key(self, position: BakersDozenPosition) -> Hashable:
        return tuple(sorted([up for up in position.columns if up]))

    def strategies(self) -> Sequence[Strategy]:
        return [
            *(Strategy(partial(self._promise, each)) for each in DEPTH_FIRST),
            *(Strategy(partial(self._promise, each), is_global=True) for each in BEST_FIRST),
        ]

    def _promise(self, weights: BakersDozenWeights, position: BakersDozenPosition) -> int:
        promise = weights.built * sum(position.heights)
        known = self._covering
        for up in position.columns:
            found = known.get(up)
            if found is None:
                found = known[up] = covering(up)
            promise -= weights.above_lower * found[0] + weights.above_lower_of_suit * found[1]
        if weights.above_next:
            for suit, height in enumerate(position.heights):
                if height < KING:
                    card = KING * suit + height
                    above = next(
                        len(up) - 1 - up.index(Card(card)) for up in position.columns if card in up
                    )
                    promise -= weights.above_next * above
        return promise


def covering(up: Sequence[Card]) -> tuple[int, int]:
    """Return how many cards of a column lie above a lower card of it, and how many above a lower
    card of their suit."""
    lower = lower_of_suit = 0
    lowest = KING + 1
    lowest_of = [KING + 1] * 4
    for card in up:
        rank, suit = RANK[card], SUIT[card]
        lower += rank > lowest
        lower_of_suit += rank > lowest_of[suit]
        lowest = min(lowest, rank)
        lowest_of[suit] = min(lowest_of[suit], rank)
    return lower, lower_of_suit
