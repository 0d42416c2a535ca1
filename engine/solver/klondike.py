"""What the search for a win knows about Klondike."""

from collections.abc import Hashable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from engine.cards import KING, RANK, RED, SUIT, Card
from engine.games import AnyGame
from engine.games.klondike import COLUMNS, FOUNDATIONS, STOCK, WASTE, Pack
from engine.mechanics.rules import ALTERNATE_COLOURS
from engine.mechanics.stock_packets import SIZE
from engine.mechanics.suit_building import contrary
from engine.moves import Build, Place, Turn
from engine.solver.blocked import are_blocked
from engine.solver.packets import Cards, Talon, Turning, one_higher
from engine.solver.positions import BuiltPositions, Onward, Strategy
from engine.table import State

Column = tuple[Cards, Cards]
"""The face-down cards of a column, and the face-up cards on them."""


class KlondikePosition(NamedTuple):
    """A position: the columns, the number of cards on the foundation of each suit, the stock and
    the waste."""

    columns: tuple[Column, ...]
    heights: tuple[int, ...]
    talon: Talon


KlondikeStep = tuple[Sequence[Any], KlondikePosition]


class KlondikeWeights(NamedTuple):
    """How much each card on the foundations adds to the promise of a position, and how much each
    face-down card and each card of the stock and the waste takes off."""

    built: int
    hidden: int
    talon: int


STRATEGIES = (
    (KlondikeWeights(10, 12, 5), True),
    (KlondikeWeights(3, 10, 1), False),
    (KlondikeWeights(1, 8, 4), False),
)
"""The strategies of the searches: the weights, and whether foundations should grow evenly."""


TAKERS = [
    [other for other in map(Card, range(52)) if ALTERNATE_COLOURS.fits(Card(card), other)]
    for card in range(52)
]
"""For each card, the two cards on which it may be packed."""


class KlondikePositions(BuiltPositions):
    """The columns may change places, because no rule names one of them.

    Cards of the stock are turned only to play a card of the waste at once. Every line can be
    brought into this form: a turn changes nothing but stock and waste, and a move between columns
    or from a column to a foundation does not touch them, so the turn can as well come after it. A
    turn after which no card of the waste is played does not help to win.

    Nothing is tried from a position in which cards of the columns block each other for ever
    (`engine/solver/blocked.py`). So the progress that is found in a lost game may be less than what
    is possible.

    A part of a run is packed on another column only to build the card that it leaves, and this
    card is built at once. The reason: Let the part lie on a card c, and let it be packed on a card
    b. Then b has the rank and the colour of c, and no third card has. So whatever is packed on c
    afterwards could have been packed on b instead, and a run that ends with c or b, or with what
    lies on them, moves in the same way whichever of the two has which cards on it. The only thing
    that c can do and could not before is to go to its foundation. So the move can wait until just
    before that; what lies on c then still fits on b, because b is free as long as c would have
    been. No line becomes longer by this, so the search still comes to an end of it.

    A card of a column is built at once if it can never be wanted there; so is the top card of the
    waste if cards are turned one at a time. The rules page of the game proves that this does no
    harm.
    """

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self._three = game.chosen["turn"] == 3
        # A waste of a single packet is not turned over.
        self._turning = Turning(again=SIZE + 1) if self._three else Turning(1, again=None)
        self._names = [Place(name) for name in game.layout.names]

    def first(self, state: State[Any]) -> KlondikePosition:
        piles: Any = state.piles
        waste = piles[WASTE].down + piles[WASTE].up
        return KlondikePosition(
            tuple([(piles[i].down, piles[i].up) for i in COLUMNS]),
            tuple([len(piles[i].up) for i in FOUNDATIONS]),
            Talon(piles[STOCK].down, waste),
        )

    def onward(self, position: KlondikePosition) -> Onward:
        hidden_first = [(down + up, len(down)) for down, up in position.columns]
        if are_blocked(hidden_first, position.heights, TAKERS, kings_move=True):
            return Onward([])
        steps: list[KlondikeStep] = []
        for step in (*self._builds(position), *self._turns(position)):
            if self._is_safe(position, step):
                return Onward([step])
            steps.append(step)
        return Onward([*steps, *self._packs(position)])

    def _is_safe(self, position: KlondikePosition, step: KlondikeStep) -> bool:
        """Return whether these moves only build a card that can never be wanted where it lies."""
        move = step[0][0]
        if not isinstance(move, Build) or (self._three and move.src == self._names[WASTE]):
            return False
        before, after = position.heights, step[1].heights
        suit = next(suit for suit in range(4) if before[suit] < after[suit])
        return never_wanted(before, Card(KING * suit + before[suit]))

    def _builds(self, position: KlondikePosition) -> Iterator[KlondikeStep]:
        """Yield the builds from columns."""
        columns, heights, talon = position
        for i, (_, up) in enumerate(columns):
            if up and heights[SUIT[up[-1]]] + 1 == RANK[up[-1]]:
                built = one_higher(heights, up[-1])
                yield (
                    (Build(self._names[i]),),
                    KlondikePosition(without(columns, i, 1), built, talon),
                )

    def _turns(self, position: KlondikePosition) -> Iterator[KlondikeStep]:
        """Yield the plays of cards of the waste, with the turns before them."""
        columns, heights, talon = position
        takers = _takers(columns)
        for turns, (stock, waste, _) in self._turning.reachable(talon):
            card, played = waste[-1], Talon(stock, waste[:-1])
            before = (Turn(),) * turns
            if heights[SUIT[card]] + 1 == RANK[card]:
                built = KlondikePosition(columns, one_higher(heights, card), played)
                yield (*before, Build(self._names[WASTE])), built
            for dst in takers.get((RANK[card], RED[card]), ()):
                packed = KlondikePosition(added(columns, dst, (card,)), heights, played)
                yield (*before, Pack(self._names[WASTE], self._names[dst], 1)), packed

    def _packs(self, position: KlondikePosition) -> Iterator[KlondikeStep]:
        """Yield the moves of whole runs between columns, and the moves of a part of a run with the
        build of the card that it leaves."""
        columns, heights, talon = position
        takers = _takers(columns)
        for i, (down, up) in enumerate(columns):
            for n in range(1, len(up) + 1):
                head, left = up[-n], up[:-n]
                is_part = n < len(up)
                if is_part and heights[SUIT[left[-1]]] + 1 != RANK[left[-1]]:
                    continue
                if RANK[head] == KING and not down:
                    continue  # a king at the head of a column stays there
                for dst in takers.get((RANK[head], RED[head]), ()):
                    moved = added(without(columns, i, n), dst, up[-n:])
                    move = Pack(self._names[i], self._names[dst], n)
                    if is_part:
                        built = one_higher(heights, left[-1])
                        after = KlondikePosition(without(moved, i, 1), built, talon)
                        yield (move, Build(self._names[i])), after
                    else:
                        yield (move,), KlondikePosition(moved, heights, talon)

    def key(self, position: KlondikePosition) -> Hashable:
        return *sorted(position.columns), self._turning.number(position.talon)

    def strategies(self) -> Sequence[Strategy]:
        return [Strategy(partial(_promise, *each)) for each in STRATEGIES]


def _takers(columns: Sequence[Column]) -> dict[tuple[int, bool], list[int]]:
    """Return the columns on which each card can be packed, by its rank and whether it is red. Of
    several empty columns only one is given, because they are equivalent."""
    takers: dict[tuple[int, bool], list[int]] = {}
    for i, (_, up) in enumerate(columns):
        if up:
            takers.setdefault((RANK[up[-1]] - 1, not RED[up[-1]]), []).append(i)
        elif (KING, True) not in takers:
            takers[KING, True] = takers[KING, False] = [i]
    return takers


def without(columns: tuple[Column, ...], i: int, n: int) -> tuple[Column, ...]:
    """Return the columns without the top `n` cards of column `i`. A face-down card that comes to
    the top is turned up."""
    down, up = columns[i]
    left = (down, up[:-n])
    if n == len(up) and down:
        left = (down[:-1], down[-1:])
    return (*columns[:i], left, *columns[i + 1 :])


def added(columns: tuple[Column, ...], i: int, cards: Cards) -> tuple[Column, ...]:
    """Return the columns with these cards on column `i`."""
    down, up = columns[i]
    return (*columns[:i], (down, up + cards), *columns[i + 1 :])


def never_wanted(heights: Sequence[int], card: Card) -> bool:
    """Return whether no card will ever have to be packed on `card`, because it is an ace or a two,
    or because both cards that could be packed on it are on the foundations."""
    rank = RANK[card]
    return rank <= 2 or all(heights[suit] >= rank - 1 for suit in contrary(card))


def _promise(weights: KlondikeWeights, is_even: bool, position: KlondikePosition) -> int:
    columns, heights, talon = position
    hidden = sum([len(down) for down, _ in columns])
    left = len(talon.stock) + len(talon.waste)
    promise = weights.built * sum(heights) - weights.hidden * hidden - weights.talon * left
    return promise - (max(heights) - min(heights)) * is_even
