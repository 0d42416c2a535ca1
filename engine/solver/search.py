"""The search for a win among all positions that can be reached from a position.

It goes on from the position after the last move as long as it can, and comes back to other moves
later (depth first). Of several moves it tries the most promising first. It never looks at a
position twice, so it ends also in games in which cards can be moved to and fro for ever. It works
on a list of positions that are still to be searched, not by recursion, so that a long game does not
exhaust Python's stack.
"""

from collections.abc import Hashable
from operator import itemgetter
from typing import Any, NamedTuple

from engine.solver.positions import Positions
from engine.table import State


class Found(NamedTuple):
    """What a search has found. `won` is whether it has found a win. `is_complete` is whether it has
    seen every position that could matter for a win. `best` is the highest progress found. `line`
    has the moves to the win, or else to the first position with that progress. `nodes` is the
    number of positions whose moves were tried."""

    won: bool
    is_complete: bool
    best: int
    line: list[Any]
    nodes: int


class Waiting(NamedTuple):
    """A position that is still to be searched, its key, and the move that led to it from the
    position with the number `parent`."""

    key: Hashable
    state: State[Any]
    parent: int
    move: Any


def search(positions: Positions, start: State[Any], most_nodes: int) -> Found:
    """Search for a win from `start`, a position of a game that is not over. Try the moves of at
    most `most_nodes` positions."""
    return _Search(positions).run(start, most_nodes)


class _Search:
    """One search. Positions whose moves were tried are numbered from 0 in the order in which this
    happened; `self._moves` has the move that led to each, and `self._parents` the number of the
    position before that move."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions
        self._parents: list[int] = []
        self._moves: list[Any] = []
        self._seen: set[Hashable] = set()
        self._waiting: list[Waiting] = []
        self._complete = True
        self._best, self._best_line = -1, (-1, None)

    def run(self, start: State[Any], most_nodes: int) -> Found:
        positions = self._positions
        self._best = positions.game.progress(start)
        self._waiting.append(Waiting(positions.key(start), start, -1, None))
        while self._waiting:
            if len(self._parents) >= most_nodes:
                return self._found(False, False)
            found = self._waiting.pop()
            if found.key in self._seen:
                continue
            self._seen.add(found.key)
            self._parents.append(found.parent)
            self._moves.append(found.move)
            if self._try_moves(found.state):
                return self._found(True, True)
        return self._found(False, self._complete)

    def _try_moves(self, state: State[Any]) -> bool:
        """Add the positions after one move to those that are to be searched. Return whether one of
        them is a win."""
        positions, game, here = self._positions, self._positions.game, len(self._parents) - 1
        tried = positions.moves_to_try(state)
        self._complete = self._complete and tried.is_complete
        after: list[tuple[int, Waiting]] = []
        for move in tried.moves:
            next_state = game.play(state, move).state
            key = positions.key(next_state)
            if key in self._seen:
                continue
            progress, over = game.progress(next_state), next_state.over
            won = over is not None and over.result == "won"
            if progress > self._best or won:
                self._best, self._best_line = progress, (here, move)
            if won:
                return True
            if over is None and not positions.is_hopeless(next_state):
                promise = positions.promise(next_state)
                after.append((promise, Waiting(key, next_state, here, move)))
        # The last one is searched first; of equals, that is the move that was listed first.
        after.reverse()
        after.sort(key=itemgetter(0))
        self._waiting += [waiting for _, waiting in after]
        return False

    def _found(self, won: bool, is_complete: bool) -> Found:
        at, move = self._best_line
        line: list[Any] = []
        while at >= 0:
            line.append(move)
            move, at = self._moves[at], self._parents[at]
        return Found(won, is_complete, self._best, line[::-1], len(self._parents))
