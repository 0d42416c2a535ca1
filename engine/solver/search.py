"""The search for a win among all positions that can be reached from a position.

A search never looks at a position twice, so it ends also in games in which cards can be moved to
and fro for ever. It works on a list of positions that are still to be searched, not by recursion,
so that a long game does not exhaust Python's stack.

Often a search finds a win soon if it tries the right moves first, and not at all if it does not. So
in some games several searches with different strategies take turns. Any of them may find a win, and
any of them that comes to its end has proved that there is none.
"""

from collections.abc import Hashable, Sequence
from heapq import heappop, heappush
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from engine.solver.positions import Position, Positions, Strategy
from engine.table import State

TURN = 250
"""The number of nodes after which another search takes its turn."""


class Found(NamedTuple):
    """What was found. `won` is whether a win was found. `is_complete` is whether every position was
    seen that could matter for a win. `best` is the highest progress found. `line` has the moves to
    the win, or else to a position with that progress. `nodes` is the number of positions whose
    moves were tried."""

    won: bool
    is_complete: bool
    best: int
    line: list[Any]
    nodes: int


class Waiting(NamedTuple):
    """A position that is still to be searched, its key, and the moves that led to it from the
    position with the number `parent`. Best first takes the one with the smallest
    `rank`. No two have the same `number`, so nothing behind it is compared."""

    rank: int
    number: int
    key: Hashable
    position: Position
    parent: int
    moves: Sequence[Any]


def search(positions: Positions, start: State[Any], most_nodes: int) -> Found:
    """Search for a win from `start`, a position of a game that is not over. Try the moves of at
    most `most_nodes` positions."""
    searches = [_Search(positions, start, each) for each in positions.strategies()]
    going, left, won, is_complete = searches, most_nodes, False, False
    while going and left and not won:
        for one in [*going]:
            before = one.nodes
            won = one.goes_on(min(TURN, left))
            left -= one.nodes - before
            if won:
                break
            if not one.waiting:
                # All searches have the same positions before them, so one that is at its end has
                # seen them all. Others could go on only if moves had been left out.
                is_complete = one.is_complete
                going = [] if is_complete else [each for each in going if each is not one]
            if is_complete or not left:
                break
    best = max(searches, key=lambda one: (one.has_won, one.best))
    return Found(won, won or is_complete, best.best, best.line(), most_nodes - left)


class _Search:
    """A search with one strategy. Positions whose moves were tried are numbered from 0 in the
    order in which this happened; `_moves` has the moves that led to each, and `_parents` the number
    of the position before them."""

    def __init__(self, positions: Positions, start: State[Any], strategy: Strategy) -> None:
        self._positions, self._strategy = positions, strategy
        first = positions.first(start)
        self.waiting = [Waiting(0, 0, positions.key(first), first, -1, ())]
        self.best, self.is_complete, self.has_won = positions.progress(first), True, False
        self._best_at: tuple[int, Sequence[Any]] = (-1, ())
        self._parents: list[int] = []
        self._moves: list[Sequence[Any]] = []
        self._seen: set[Hashable] = set()
        self._number = 0

    @property
    def nodes(self) -> int:
        """The number of positions whose moves were tried."""
        return len(self._parents)

    def goes_on(self, most_nodes: int) -> bool:
        """Try the moves of so many positions more, or until no position is left. Return whether a
        win was found."""
        end, is_global = self.nodes + most_nodes, self._strategy.is_global
        while self.waiting and self.nodes < end and not self.has_won:
            found = heappop(self.waiting) if is_global else self.waiting.pop()
            if found.key not in self._seen:
                self._seen.add(found.key)
                self._parents.append(found.parent)
                self._moves.append(found.moves)
                self._try_moves(found.position)
        return self.has_won

    def _try_moves(self, position: Position) -> None:
        """Add the positions after the moves from this one to those that are to be searched."""
        positions, promise, here = self._positions, self._strategy.promise, self.nodes - 1
        steps, is_complete = positions.onward(position)
        self.is_complete = self.is_complete and is_complete
        after: list[Waiting] = []
        for moves, reached in steps:
            key = positions.key(reached)
            if key in self._seen:
                continue
            progress, self.has_won = positions.progress(reached), positions.is_won(reached)
            if progress > self.best or self.has_won:
                self.best, self._best_at = progress, (here, moves)
            if self.has_won:
                return
            if not positions.is_over(reached):
                self._number += 1
                waits = Waiting(-promise(reached), self._number, key, reached, here, moves)
                after.append(waits)
        if self._strategy.is_global:
            for each in after:
                heappush(self.waiting, each)
        else:
            # The last one is searched first; of equals, that is the move that was listed first.
            self.waiting += sorted(after, key=itemgetter(0, 1), reverse=True)

    def line(self) -> list[Any]:
        """Return the moves to the win, or else to the first position with the best progress."""
        at, moves = self._best_at
        line = [moves]
        while at >= 0:
            line.append(self._moves[at])
            at = self._parents[at]
        return [*chain.from_iterable(reversed(line))]
