"""The search for a win among all positions that can be reached from a position.

A search never looks at a position twice, so it ends also in games in which cards can be moved to
and fro for ever. It works on lists of positions that are still to be searched, not by recursion, so
that a long game does not exhaust Python's stack.

Often a search finds a win soon if it tries the right moves first, and not at all if it does not. So
in some games several searches with different strategies take turns. Any of them may find a win, and
any of them that comes to its end has proved that there is none.
"""

from collections.abc import Callable, Hashable, Sequence
from heapq import heappop, heappush
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from engine.solver.mutable import MOVE_MASK, PROMISE_SHIFT, Children, MutablePosition
from engine.solver.positions import Position, Positions, Strategy
from engine.table import State

GOAL = 52
"""The progress of a game that is won when all cards of a pack are on the foundations."""
TURN = 250
"""The number of nodes after which another search takes its turn."""
PAUSE_NODES = 5
"""The number of nodes after which a search pauses, if the caller wants that."""

Pause = Callable[[], None]
"""A function of the caller that a search calls again and again. It changes no answer."""


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


class Search:
    """A search with one strategy. `nodes` is the number of positions whose moves were tried,
    `best` the highest progress found. `is_at_end` is whether there is nothing left to search, and
    `is_complete` whether no moves were left out so far that could win."""

    nodes: int
    best: int
    has_won: bool
    is_at_end: bool
    is_complete: bool

    def go_on(self, most_nodes: int) -> None:
        """Try the moves of so many positions more, until a win is found or no position is left."""
        raise NotImplementedError

    def line(self) -> list[Any]:
        """Return the moves to the win, or else to the first position with the best progress."""
        raise NotImplementedError


def search(searches: Sequence[Search], most_nodes: int, pause: Pause | None = None) -> Found:
    """Search for a win by several searches of one position, which is not over. Try the moves of at
    most `most_nodes` positions. `pause` is called every PAUSE_NODES nodes."""
    going, left, won, is_complete = [*searches], most_nodes, False, False
    while going and left and not won:
        for one in [*going]:
            before = one.nodes
            _go_on(one, min(TURN, left), pause)
            won = one.has_won
            left -= one.nodes - before
            if won:
                break
            if one.is_at_end:
                # All searches have the same positions before them, so one that is at its end has
                # seen them all. Others could go on only if moves had been left out.
                is_complete = one.is_complete
                going = [] if is_complete else [each for each in going if each is not one]
            if is_complete or not left:
                break
    best = max(searches, key=lambda one: (one.has_won, one.best))
    return Found(won, won or is_complete, best.best, best.line(), most_nodes - left)


def _go_on(one: Search, most_nodes: int, pause: Pause | None) -> None:
    """Let a search try the moves of so many positions more, with pauses if `pause` is given."""
    if pause is None:
        one.go_on(most_nodes)
        return
    end = one.nodes + most_nodes
    while one.nodes < end and not one.has_won and not one.is_at_end:
        one.go_on(min(PAUSE_NODES, end - one.nodes))
        pause()


class MutableSearch(Search):
    """A depth-first search that makes and takes back moves on one position."""

    def __init__(self, position: MutablePosition, start: State[Any]) -> None:
        self.position, self._start = position, start
        self.nodes, self.best = 0, position.progress
        self.has_won, self.is_at_end, self.is_complete = False, False, True
        self._best_moves: list[int] = []
        self._moves: list[int] = []
        self._seen: set[int] = set()
        self._children = Children(self._seen)
        self._waiting: list[int] = []
        """The children of the positions on the way that are still to be searched, those of the last
        position last, and of these the most promising last."""
        self._waiting_before: list[int] = []
        self._keys_before: list[int] = []
        """For each position on the way, how many children of others, and how many of their keys,
        there are."""

    def go_on(self, most_nodes: int) -> None:
        end = self.nodes + most_nodes
        position, seen, waiting = self.position, self._seen, self._waiting
        if not self.nodes:
            seen.add(position.key)
            self._search_on()
        while waiting and self.nodes < end and not self.has_won:
            while len(waiting) == self._waiting_before[-1]:
                self._waiting_before.pop()
                keys = self._keys_before.pop()
                if keys < len(self._children.keys):
                    del self._children.keys[keys:]
                position.unmake()
                self._moves.pop()
            child = waiting.pop()
            key = self._children.key(child)
            count = len(seen)
            seen.add(key)
            if len(seen) > count:  # it was not seen
                position.make(child & MOVE_MASK, key)
                self._moves.append(child & MOVE_MASK)
                self._search_on()
        self.is_at_end = not waiting

    def _search_on(self) -> None:
        """Search the position next."""
        self._waiting_before.append(len(self._waiting))
        self._keys_before.append(len(self._children.keys))
        self._waiting += self._try_moves()

    def _try_moves(self) -> list[int]:
        """Return the children of the position, the most promising last."""
        self.nodes += 1
        position, children = self.position, self._children
        found: list[int] = []
        children.found = found
        position.add_children(children)
        if position.progress >= self.best:
            for child in found:
                if child & 1:
                    self.best = position.progress + 1
                    self._best_moves = [*self._moves, child & MOVE_MASK]
                    self.has_won = self.best == GOAL
                    break
        found.sort()
        return found

    def line(self) -> list[Any]:
        position = self.position
        line: list[Any] = []
        position.put(self._start)
        for move in self._best_moves:
            line += position.moves(move)
            position.make(move, 0)
        return line


class BestFirstSearch(MutableSearch):
    """A search that always goes on from the most promising of all positions that it has found.
    Positions whose moves were tried are numbered from 0."""

    def __init__(self, position: MutablePosition, start: State[Any]) -> None:
        super().__init__(position, start)
        self._heap: list[tuple[int, int, int, int, int]] = []
        """The positions that are still to be searched: minus the promise, a number that no other
        has, the number of the position before, the key, and the move that leads there."""
        self._at, self._number = -1, 0
        self._parents: list[int] = []
        self._depths: list[int] = []
        self._keys: list[int] = []
        self._last_moves: list[int] = []

    def go_on(self, most_nodes: int) -> None:
        end = self.nodes + most_nodes
        heap, seen = self._heap, self._seen
        if not self.nodes:
            heap.append((0, 0, -1, self.position.key, 0))
        while heap and self.nodes < end and not self.has_won:
            promise, _, parent, key, move = heappop(heap)
            if key in seen:
                continue
            seen.add(key)
            self._go_to(parent)
            if parent >= 0:
                self.position.make(move, key)
                self._moves.append(move)
            self._parents.append(parent)
            self._keys.append(key)
            self._last_moves.append(move)
            self._depths.append(len(self._moves))
            self._at = self.nodes
            for child in reversed(self._try_moves()):
                self._number += 1
                gain, key = child >> PROMISE_SHIFT, self._children.key(child)
                waits = promise - gain, self._number, self._at, key, child & MOVE_MASK
                heappush(heap, waits)
            self._children.keys.clear()
        self.is_at_end = not heap

    def _go_to(self, number: int) -> None:
        """Change the position to the one with this number, by way of the position from which both
        come."""
        if number < 0:
            return
        position, at, way = self.position, self._at, []
        depths, parents = self._depths, self._parents
        while at != number:
            if depths[at] >= depths[number]:
                position.unmake()
                self._moves.pop()
                at = parents[at]
            else:
                way.append(number)
                number = parents[number]
        for each in reversed(way):
            position.make(self._last_moves[each], self._keys[each])
            self._moves.append(self._last_moves[each])


class StateSearch(Search):
    """A search through immutable positions. Positions whose moves were tried are numbered from 0 in
    the order in which this happened; `_moves` has the moves that led to each, and `_parents` the
    number of the position before them."""

    def __init__(self, positions: Positions, start: State[Any], strategy: Strategy) -> None:
        self._positions, self._strategy = positions, strategy
        self.nodes, self.is_at_end = 0, False
        first = positions.first(start)
        self._waiting = [Waiting(0, 0, positions.key(first), first, -1, ())]
        self.best, self.is_complete, self.has_won = positions.progress(first), True, False
        self._best_at: tuple[int, Sequence[Any]] = (-1, ())
        self._parents: list[int] = []
        self._moves: list[Sequence[Any]] = []
        self._seen: set[Hashable] = set()
        self._number = 0

    def go_on(self, most_nodes: int) -> None:
        end, is_global = self.nodes + most_nodes, self._strategy.is_global
        while self._waiting and self.nodes < end and not self.has_won:
            found = heappop(self._waiting) if is_global else self._waiting.pop()
            if found.key not in self._seen:
                self._seen.add(found.key)
                self.nodes += 1
                self._parents.append(found.parent)
                self._moves.append(found.moves)
                self._try_moves(found.position)
        self.is_at_end = not self._waiting

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
                heappush(self._waiting, each)
        else:
            # The last one is searched first; of equals, that is the move that was listed first.
            self._waiting += sorted(after, key=itemgetter(0, 1), reverse=True)

    def line(self) -> list[Any]:
        at, moves = self._best_at
        line = [moves]
        while at >= 0:
            line.append(self._moves[at])
            at = self._parents[at]
        return [*chain.from_iterable(reversed(line))]
