"""The search for the best total in a grid game whose rows and columns score points, with all cards
known.

The order of the cards is `dealt` if each card is laid when its turn comes, by the rules of the
game. It is `free` if the cards that the square will have may lie in any cells: the total is then
what these cards could score, whatever order they came in. Cards that lie in the grid already stay
where they are.

A search first looks for a good total with half of its nodes. With the rest it tries all ways to
fill the square, but leaves out those that cannot beat the best total found. If it comes to the end
of them, that total is exact. This happens only if few cells are empty; a whole square has too many
ways.
"""

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import Any, Literal, NamedTuple

from engine.cards import Card
from engine.mechanics.grid import STOCK, TURN_UP, Place, ScoredGrid
from engine.moves import Cell
from engine.table import State

Order = Literal["free", "dealt"]
ORDERS: tuple[Order, ...] = ("free", "dealt")
"""The orders; the first is used if none is chosen."""
Laid = dict[Cell, Card]

MOST_COMBINATIONS = 200
"""The bound of a line is computed if its missing cards can be chosen in so many ways at most."""
UNBOUNDED = 10_000
"""The bound of a line that is not computed. No game scores so much."""
MANY_CELLS = 15
"""About how many cells a card can be laid on, in the middle of a game."""
SWAPS = 3
"""How many pairs of cards change places before the search goes uphill again."""


class BestTotal(NamedTuple):
    """What a search has found. `best` is the highest total, `line` has a move for each card still
    to be laid, in the order of the pack, that leads to it. `is_exact` is whether no total can be
    higher. `nodes` is the number of positions that were tried."""

    is_exact: bool
    best: int
    line: list[Any]
    nodes: int


def best_total(game: ScoredGrid, start: State[Any], order: Order, most_nodes: int) -> BestTotal:
    """Return the best total that a search finds from `start`. It tries at most `most_nodes`
    positions, and as many more as it needs to fill the square once."""
    search = DealtSearch(game, start) if order == "dealt" else FreeSearch(game, start)
    search.look_for_good(most_nodes // 2)
    is_exact = search.try_all(most_nodes)
    return BestTotal(is_exact, search.best, search.line, search.nodes)


class _Totals:
    """What both orders need: the cards still to be laid, the points of lines, and bounds."""

    def __init__(self, game: ScoredGrid, start: State[Any]) -> None:
        self.game, self.start = game, start
        self.turn_up = next(iter(game.showdown(start).piles[TURN_UP].up), None)
        grid = start.beside
        waiting = [grid.next] if grid.next is not None else []
        waiting += reversed(start.piles[STOCK].down)
        self.cards: list[Card] = waiting[: game.goal - len(grid.laid)]
        self.best, self.nodes = -1, 0
        self.line: list[Any] = []
        self._points: dict[tuple[Card, ...], int] = {}
        self._bounds: dict[tuple[tuple[Card, ...], tuple[Card, ...]], int] = {}

    def points(self, line: Sequence[Card]) -> int:
        """Return the points of a full line."""
        cards = tuple(sorted(line))
        found = self._points.get(cards)
        if found is None:
            found = self._points[cards] = self.game.line_points(cards, self.turn_up) or 0
        return found

    def total(self, laid: Laid) -> int:
        """Return the points of a full square."""
        return sum(self.points(line) for line in _lines(laid))

    def bound(self, laid: Laid, left: tuple[Card, ...]) -> int:
        """Return a number of points that no way to fill the square can exceed. `left` are the cards
        still to be laid, sorted."""
        found, per_axis = 0, [0, 0]
        for axis in (0, 1):
            lines: dict[int, list[Card]] = {}
            for cell, card in laid.items():
                lines.setdefault(cell[axis], []).append(card)
            per_axis[axis] = len(lines)
            found += sum(self._line_bound(tuple(sorted(line)), left) for line in lines.values())
        empty = 2 * self.game.size - sum(per_axis)
        return found + empty * self._line_bound((), left) if empty else found

    def _line_bound(self, line: tuple[Card, ...], left: tuple[Card, ...]) -> int:
        missing = self.game.size - len(line)
        if not missing:
            return self.points(line)
        if comb(len(left), missing) > MOST_COMBINATIONS:
            return UNBOUNDED
        found = self._bounds.get((line, left))
        if found is None:
            found = max(self.points((*line, *more)) for more in combinations(left, missing))
            self._bounds[line, left] = found
        return found

    def keep(self, total: int, line: list[Any]) -> None:
        """Keep this total and the moves that lead to it, if it is the best so far."""
        if total > self.best:
            self.best, self.line = total, line


class DealtSearch(_Totals):
    """A search in which each card is laid when its turn comes, by the rules of the game."""

    def look_for_good(self, most_nodes: int) -> None:
        """Lay the cards one by one, and keep the most promising positions after each."""
        width = max(1, most_nodes // (MANY_CELLS * max(len(self.cards), 1)))
        beam: list[tuple[State[Any], list[Any]]] = [(self.start, [])]
        for _ in self.cards:
            after: dict[Any, tuple[State[Any], list[Any]]] = {}
            for state, line in beam:
                for move in self.game.legal(state).moves:
                    self.nodes += 1
                    next_state = self.game.play(state, move).state
                    after.setdefault(next_state.beside.laid, (next_state, [*line, move]))
            beam = sorted(after.values(), key=lambda each: -self.game.worth(each[0]))[:width]
        for state, line in beam:
            self.keep(self.total(dict(state.beside.laid)), line)

    def try_all(self, most_nodes: int) -> bool:
        """Try all ways to lay the cards that can beat the best total. Return whether the nodes
        were enough for all."""
        waiting: list[tuple[State[Any], list[Any]]] = [(self.start, [])]
        while waiting:
            state, line = waiting.pop()
            laid = dict(state.beside.laid)
            left = tuple(sorted(self.cards[len(line) :]))
            if not left:
                self.keep(self.total(laid), line)
                continue
            if self.bound(laid, left) <= self.best:
                continue
            if self.nodes >= most_nodes:
                return False
            moves = self.game.legal(state).moves
            self.nodes += len(moves)
            after = [(self.game.play(state, move).state, [*line, move]) for move in moves]
            waiting += sorted(after, key=lambda each: self.game.worth(each[0]))
        return True


class FreeSearch(_Totals):
    """A search in which the cards still to be laid may go to any cells of the square."""

    def __init__(self, game: ScoredGrid, start: State[Any]) -> None:
        super().__init__(game, start)
        self.laid: Laid = dict(start.beside.laid)
        self.random = 1

    def squares(self) -> list[list[Cell]]:
        """Return, for each place that the square can still have, its empty cells."""
        size = self.game.size
        if self.game.fixed or not self.laid:
            firsts = [(0, 0)]
        else:
            rows, columns = self.game.frame([*self.laid.items()])
            firsts = [
                (row, column)
                for row in range(rows.start, rows.stop - size + 1)
                for column in range(columns.start, columns.stop - size + 1)
            ]
        return [
            [
                (row, column)
                for row in range(top, top + size)
                for column in range(left, left + size)
                if (row, column) not in self.laid
            ]
            for top, left in firsts
        ]

    def look_for_good(self, most_nodes: int) -> None:
        """Let pairs of cards change places while this raises the total. When nothing does, let
        some pairs change places, and begin again from there."""
        squares = self.squares()
        for n, cells in enumerate(squares, 1):
            self._climb(cells, most_nodes * n // len(squares))

    def _climb(self, cells: list[Cell], most_nodes: int) -> None:
        cards = [*self.cards]
        best = [*cards]
        highest = self._uphill(cells, best)
        while self.nodes < most_nodes and len(cells) > 1:
            cards = [*best]
            for _ in range(SWAPS):
                i, j = self._any(len(cards)), self._any(len(cards))
                cards[i], cards[j] = cards[j], cards[i]
            total = self._uphill(cells, cards)
            if total >= highest:
                best, highest = cards, total

    def _uphill(self, cells: list[Cell], cards: list[Card]) -> int:
        """Let two cards of `cards`, which lie on `cells`, change places as long as this raises the
        total. Return the total."""
        total = self._keep(cells, cards)
        rises = True
        while rises:
            rises = False
            for i, j in combinations(range(len(cards)), 2):
                cards[i], cards[j] = cards[j], cards[i]
                changed = self._keep(cells, cards)
                if changed > total:
                    total, rises = changed, True
                else:
                    cards[i], cards[j] = cards[j], cards[i]
        return total

    def _keep(self, cells: list[Cell], cards: Sequence[Card]) -> int:
        self.nodes += 1
        total = self.total({**self.laid, **dict(zip(cells, cards, strict=True))})
        if total > self.best:
            self.keep(total, self._line(dict(zip(cards, cells, strict=True))))
        return total

    def _line(self, cell_of: dict[Card, Cell]) -> list[Any]:
        """Return the moves that lay each card on its cell, in the order of the pack. If the square
        has no fixed place, the cell of the first card has row 0 and column 0."""
        top, left = 0, 0
        if not self.laid and not self.game.fixed:
            top, left = cell_of[self.cards[0]]
        return [Place((cell_of[card][0] - top, cell_of[card][1] - left)) for card in self.cards]

    def _any(self, most: int) -> int:
        """Return a number from 0 to `most` - 1. The numbers look random, and are the same in every
        search."""
        self.random = (self.random * 1_103_515_245 + 12_345) % 2**31
        return (self.random >> 8) % most

    def try_all(self, most_nodes: int) -> bool:
        """Try all ways to fill the square that can beat the best total. Return whether the nodes
        were enough for all."""
        waiting: list[tuple[list[Cell], tuple[Card, ...], tuple[Card, ...]]] = [
            (cells, (), tuple(sorted(self.cards))) for cells in self.squares()
        ]
        while waiting:
            cells, chosen, left = waiting.pop()
            laid = {**self.laid, **dict(zip(cells, chosen, strict=False))}
            if not left:
                self._keep(cells, chosen)
                continue
            if self.bound(laid, left) <= self.best:
                continue
            if self.nodes >= most_nodes:
                return False
            self.nodes += len(left)
            waiting += [
                (cells, (*chosen, card), (*left[:i], *left[i + 1 :])) for i, card in enumerate(left)
            ]
        return True


def _lines(laid: Laid) -> list[list[Card]]:
    """Return the cards of each row and of each column."""
    lines: dict[tuple[int, int], list[Card]] = {}
    for cell, card in laid.items():
        for axis in (0, 1):
            lines.setdefault((axis, cell[axis]), []).append(card)
    return [*lines.values()]
