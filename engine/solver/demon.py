"""What the search for a win knows about The Demon without the option `packet_only`."""

from collections.abc import Hashable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from engine.cards import KING, RANK, SUIT, Card
from engine.games import AnyGame
from engine.games.demon import (
    COLUMNS,
    FOUNDATIONS,
    IN_STOCK,
    LOWER,
    RESERVE,
    STOCK,
    WASTE,
    Fill,
    Grace,
)
from engine.mechanics.corner import base, fits
from engine.mechanics.suit_building import contrary
from engine.moves import Build, Move, Pack, Place, Turn
from engine.solver.packets import Cards, Talon, Turning, one_higher
from engine.solver.positions import BuiltPositions, Onward, Strategy
from engine.table import EMPTY, State


class DemonPosition(NamedTuple):
    """A position. `heights` is the number of cards on the foundation of each suit, and
    `grace_left` whether the grace is left."""

    reserve: Cards
    columns: tuple[Cards, ...]
    heights: tuple[int, ...]
    talon: Talon
    grace_left: bool


DemonStep = tuple[Sequence[Any], DemonPosition]


class DemonWeights(NamedTuple):
    """How much each card on the foundations and each card that has left the reserve adds to the
    promise of a position, and how much each card of the stock and the waste takes off."""

    built: int
    reserve: int
    talon: int


STRATEGIES = DemonWeights(10, 15, 6), DemonWeights(5, 20, 2)


class TurnedDemonPositions(BuiltPositions):
    """The columns may change places, because no rule names one of them. The reserve fills empty
    columns by itself, one card for each, and a move empties one column at most.

    Cards of the stock are turned only to play a card of the waste at once, or to use the grace. A
    turn changes nothing but stock and waste, and a move that takes no card of the waste does not
    touch them, so the turn can as well come after it. The rule that ends a game after a pass in
    which nothing could be done takes nothing away: the next pass would show the same cards. For
    this the pass must have begun with the position, or something must have been done in it
    (`fits_start`).

    The grace can be used when a whole pass has ended in which nothing was played. So it can be used
    from every position with cards in the stock or waste, by turning to the end, turning the waste
    over, and turning to the end again. Without such cards it can be used when nothing can be built,
    packed or filled.

    When the grace has been used, a card of a column or of the reserve is built at once if no card
    can be packed on it any more. The rules page of the game proves that this does no harm.
    """

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self._whole = bool(game.chosen["whole_column_only"])
        self._turning = Turning(both=True)
        self._names = [Place(name) for name in game.layout.names]
        self._base = 0

    @staticmethod
    def fits_start(game: AnyGame, state: State[Any]) -> bool:
        """Return whether this class can search from a position."""
        piles, known = state.piles, state.beside
        is_fresh = len(piles[STOCK].down) == IN_STOCK
        has_cards = bool(piles[STOCK].down) or piles[WASTE] != EMPTY
        return (
            not game.chosen["packet_only"]
            and (is_fresh or not known.barren)
            and (has_cards or not known.quiet)
        )

    def first(self, state: State[Any]) -> DemonPosition:
        piles: Any = state.piles
        self._base = base(piles, FOUNDATIONS)
        waste = piles[WASTE]
        return DemonPosition(
            piles[RESERVE].down + piles[RESERVE].up,
            tuple([piles[i].up for i in COLUMNS]),
            tuple([len(piles[i].up) for i in FOUNDATIONS]),
            Talon(piles[STOCK].down, waste.down + waste.up, max(1, len(waste.up))),
            state.beside.grace_left,
        )

    def onward(self, position: DemonPosition) -> Onward:
        builds = [*self._builds(position)]
        if not position.grace_left:
            for step in builds:
                if self._never_wanted(position, step):
                    return Onward([step])
        moves, others = [*self._moves(position)], [*self._fills(position)]
        steps = [*builds, *self._reserve(position), *self._turns(position), *others]
        if position.grace_left and (position.talon.stock or position.talon.waste or not steps):
            moves += self._graces(position)
        return Onward([*steps, *moves])

    def _takes(self, heights: Sequence[int], card: Card) -> bool:
        """Return whether the foundations take this card next."""
        return (RANK[card] - self._base) % KING == heights[SUIT[card]]

    def _never_wanted(self, position: DemonPosition, step: DemonStep) -> bool:
        before, after = position.heights, step[1].heights
        suit = next(suit for suit in range(4) if before[suit] < after[suit])
        below = before[suit] or KING
        card = Card(KING * suit)  # any card of the suit
        return all(before[other] >= below for other in contrary(card))

    def _filled(self, position: DemonPosition, i: int, n: int) -> DemonPosition:
        """Return the position without the top `n` cards of column `i`, which the reserve fills if
        it is empty then."""
        reserve, columns = position.reserve, position.columns
        left = columns[i][:-n]
        if not left and reserve:
            left, reserve = reserve[-1:], reserve[:-1]
        changed = (*columns[:i], left, *columns[i + 1 :])
        return position._replace(reserve=reserve, columns=changed)

    def _builds(self, position: DemonPosition) -> Iterator[DemonStep]:
        """Yield the builds from columns and from the reserve."""
        heights, reserve = position.heights, position.reserve
        for i, up in enumerate(position.columns):
            if up and self._takes(heights, up[-1]):
                after = self._filled(position, i, 1)._replace(heights=one_higher(heights, up[-1]))
                yield (Build(self._names[COLUMNS[i]]),), after
        if reserve and self._takes(heights, reserve[-1]):
            after = position._replace(
                reserve=reserve[:-1], heights=one_higher(heights, reserve[-1])
            )
            yield (Build(self._names[RESERVE]),), after

    def _reserve(self, position: DemonPosition) -> Iterator[DemonStep]:
        """Yield the packs from the reserve."""
        reserve, columns = position.reserve, position.columns
        if reserve and RANK[reserve[-1]] != self._base:
            for dst, up in enumerate(columns):
                if up and fits(reserve[-1], up[-1]):
                    after = position._replace(
                        reserve=reserve[:-1], columns=_added(columns, dst, reserve[-1:])
                    )
                    yield (Pack(self._names[RESERVE], self._names[COLUMNS[dst]]),), after

    def _turns(self, position: DemonPosition) -> Iterator[DemonStep]:
        """Yield the plays of cards of the waste, with the turns before them."""
        for turns, (stock, waste, faced) in self._turning.reachable(position.talon):
            before = (Turn(),) * turns
            played = Talon(stock, waste[:-1])
            yield from self._plays(position, before, self._names[WASTE], waste[-1], played)
            if faced == 2:
                upper = Talon(stock, (*waste[:-2], waste[-1]))
                yield from self._plays(position, before, LOWER, waste[-2], upper)

    def _plays(
        self,
        position: DemonPosition,
        before: Sequence[Any],
        src: Place,
        card: Card,
        talon: Talon,
    ) -> Iterator[DemonStep]:
        """Yield the plays of one card of the waste, which leave the talon `talon`."""
        columns, heights = position.columns, position.heights
        if self._takes(heights, card):
            after = position._replace(heights=one_higher(heights, card), talon=talon)
            yield (*before, Build(src)), after
        if RANK[card] == self._base:
            return
        for dst, up in enumerate(columns):
            name = self._names[COLUMNS[dst]]
            if not up or fits(card, up[-1]):
                after = position._replace(columns=_added(columns, dst, (card,)), talon=talon)
                yield (*before, Pack(src, name) if up else Fill(src, name, 1)), after

    def _moves(self, position: DemonPosition) -> Iterator[DemonStep]:
        """Yield the moves from one column on another."""
        columns = position.columns
        for i, up in enumerate(columns):
            for n in range(len(up) if self._whole else 1, len(up) + 1):
                if not up:
                    continue
                for dst, target in enumerate(columns):
                    if target and fits(up[-n], target[-1]):
                        taken = self._filled(position, i, n)
                        after = taken._replace(columns=_added(taken.columns, dst, up[-n:]))
                        move = Move(self._names[COLUMNS[i]], self._names[COLUMNS[dst]], n)
                        yield (move,), after

    def _fills(self, position: DemonPosition) -> Iterator[DemonStep]:
        """Yield the moves of a part of a column into an empty column."""
        columns = position.columns
        if self._whole or () not in columns:
            return
        dst = columns.index(())
        for i, up in enumerate(columns):
            for n in range(1, len(up)):
                if RANK[up[-n]] != self._base:
                    taken = self._filled(position, i, n)
                    after = taken._replace(columns=_added(taken.columns, dst, up[-n:]))
                    move = Fill(self._names[COLUMNS[i]], self._names[COLUMNS[dst]], n)
                    yield (move,), after

    def _graces(self, position: DemonPosition) -> Iterator[DemonStep]:
        """Yield the ways to use the grace, with the turns before it."""
        columns, heights, talon = position.columns, position.heights, position.talon
        turns = 0
        if talon.stock or talon.waste:
            turns, talon = self._turning.after_whole_pass(talon)
        before = (Turn(),) * turns
        for suit, height in enumerate(heights):
            if height < 2:
                continue
            card = Card(KING * suit + (self._base - 1 + height - 1) % KING)
            lower = (*heights[:suit], height - 1, *heights[suit + 1 :])
            after = position._replace(heights=lower, talon=talon, grace_left=False)
            for dst, up in enumerate(columns):
                src, name = self._names[FOUNDATIONS[suit]], self._names[COLUMNS[dst]]
                if up and fits(card, up[-1]):
                    longer = _added(columns, dst, (card,))
                    yield (*before, Grace(src, name, "foot")), after._replace(columns=longer)
                if up and fits(up[0], card):
                    longer = (*columns[:dst], (card, *up), *columns[dst + 1 :])
                    yield (*before, Grace(src, name, "head")), after._replace(columns=longer)

    def key(self, position: DemonPosition) -> Hashable:
        reserve, columns, _, talon, grace_left = position
        return *sorted(columns), len(reserve), self._turning.number(talon), grace_left

    def strategies(self) -> Sequence[Strategy]:
        return [Strategy(partial(_promise, weights)) for weights in STRATEGIES]


def _added(columns: tuple[Cards, ...], i: int, cards: Cards) -> tuple[Cards, ...]:
    return (*columns[:i], columns[i] + cards, *columns[i + 1 :])


def _promise(weights: DemonWeights, position: DemonPosition) -> int:
    left = len(position.talon.stock) + len(position.talon.waste)
    return (
        weights.built * sum(position.heights)
        - weights.reserve * len(position.reserve)
        - weights.talon * left
    )
