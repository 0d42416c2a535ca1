"""`MutablePosition`: a position that a search changes by making a move and taking it back."""

from collections.abc import Sequence
from typing import Any

from engine.table import State

Child = tuple[int, int, int]
"""A position that can be reached by the next move: its promise, its key, and the number of the move
that leads there. The search goes first to the child with the highest promise, which no other child
of the same position has."""
MOST_CHILDREN = 1024
"""More than the number of children that a position can have."""


def add_child(found: list[Child], seen: set[int], promise: int, key: int, move: int) -> None:
    """Add a child to those that were found, unless its key was seen. Of children with an equal
    promise, the one that is added first has the higher one then."""
    if key not in seen:
        found.append((promise * MOST_CHILDREN + MOST_CHILDREN - 1 - len(found), key, move))


class MutablePosition:
    """A position of a game that is won when all cards are on the foundations.

    A move is a number. Bit 0 is set in the number of a move that puts a card on a foundation.
    `key` is equal for two positions of one search only if a win, and the same progress, can be
    reached from both or from none. `progress` is the number of cards on the foundations.
    """

    key: int
    progress: int

    def put(self, state: State[Any]) -> None:
        """Change the position to one that can be reached from the start of the search."""
        raise NotImplementedError

    def children(self, seen: set[int]) -> list[Child]:
        """Return the positions that can be reached by the next move, but none whose key is in
        `seen`."""
        raise NotImplementedError

    def make(self, move: int, key: int) -> None:
        """Make the move of a child. `key` is the key of the child."""
        raise NotImplementedError

    def unmake(self) -> None:
        """Take back the last move that was made and not taken back."""
        raise NotImplementedError

    def moves(self, move: int) -> Sequence[Any]:
        """Return the moves of the game that a move of the search stands for."""
        raise NotImplementedError
