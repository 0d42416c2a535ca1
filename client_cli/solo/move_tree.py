"""The tree of all positions that a player has reached in a game played alone.

The log of a game has every move and every take-back. Whoever takes moves back and plays another one
begins a new branch; the old one stays in the tree. So the tree needs no file of its own. The
position after the deal has number 0; every other position has the number in which it was first
reached. A number keeps its meaning while the log grows.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from engine.games import AnyGame
from engine.races.board import Entry
from engine.table import State
from engine.takeback import HINT_TEXT, PRACTICE, UNDO_TEXT, read_move, step


class TreePosition(NamedTuple):
    """A position of the tree: the number of the position before it (None after the deal), the text
    of the move that leads to it from there, and how many moves lead to it from the deal."""

    before: int | None
    text: str
    depth: int


class Way(NamedTuple):
    """The way from one position to another: how many moves are taken back, and the texts of the
    moves that are made then."""

    undos: int
    moves: tuple[str, ...]


class MoveTree:
    """The tree of the moves of a game. `positions` has the positions by their numbers, and `here`
    is the number of the present one."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        """`entries` is the log of the game, oldest first."""
        self.positions = [TreePosition(None, "", 0)]
        self._after: dict[tuple[int, str], int] = {}
        self.here = 0
        for entry in entries:
            self._take(entry.text)

    def _take(self, text: str) -> None:
        at = self.positions[self.here]
        if text == HINT_TEXT:
            return
        if text == UNDO_TEXT:
            self.here = 0 if at.before is None else at.before
            return
        known = self._after.get((self.here, text))
        if known is None:
            known = self._after[self.here, text] = len(self.positions)
            self.positions.append(TreePosition(self.here, text, at.depth + 1))
        self.here = known

    def ends(self) -> list[int]:
        """Return the numbers of the positions from which no move was made, in the order in which
        they were reached: the end of each branch. Without any move the list is empty."""
        left = {position.before for position in self.positions}
        return [n for n in range(1, len(self.positions)) if n not in left]

    def fork(self, number: int) -> int:
        """Return the number of moves from the deal after which the line to a position leaves the
        line to the present one."""
        ours = set(self._line(self.here))
        return next(self.positions[n].depth for n in self._line(number) if n in ours)

    def way(self, number: int) -> Way:
        """Return the way from the present position to another one."""
        shared = self.fork(number)
        there = [n for n in self._line(number) if self.positions[n].depth > shared]
        undos = self.positions[self.here].depth - shared
        return Way(undos, tuple(self.positions[n].text for n in reversed(there)))

    def _line(self, number: int) -> list[int]:
        """Return the numbers of the positions from this one back to the deal."""
        line, at = [number], self.positions[number].before
        while at is not None:
            line.append(at)
            at = self.positions[at].before
        return line

    def state(self, game: AnyGame, dealt: State[Any], number: int) -> State[Any]:
        """Return the state of the game in a position of the tree. `dealt` is the state after the
        deal."""
        state = dealt
        for n in reversed(self._line(number)[:-1]):
            move = read_move(game, self.positions[n].text)
            state = step(game, state, None, move, PRACTICE)[0]
        return state
