"""`MutablePosition`: a position that a search changes by making a move and taking it back."""

from collections.abc import Sequence
from typing import Any

from engine.table import State

PROMISE_SHIFT, NUMBER_SHIFT = 40, 16
LAST_NUMBER = (1 << PROMISE_SHIFT - NUMBER_SHIFT) - 1
MOVE_MASK = (1 << NUMBER_SHIFT) - 1


class Children:
    """Positions that can be reached from others by one move and were not seen before.

    Each is a number, made of the promise, a number by which its key is found, and the move that
    leads there. Numbers, unlike tuples, cost the garbage collector nothing. The child with the
    highest number is searched first: it is the most promising, and of equals the one that was added
    first.
    """

    def __init__(self, seen: set[int]) -> None:
        self.seen = seen
        self.keys: list[int] = []
        self.found: list[int] = []

    def add(self, promise: int, key: int, move: int) -> None:
        """Add a child, unless its key was seen."""
        if key not in self.seen:
            number = LAST_NUMBER - len(self.keys)
            self.keys.append(key)
            self.found.append((promise << PROMISE_SHIFT) + (number << NUMBER_SHIFT) + move)

    def key(self, child: int) -> int:
        """Return the key of a child."""
        return self.keys[LAST_NUMBER - (child >> NUMBER_SHIFT & LAST_NUMBER)]


class MutablePosition:
    """A position of a game that is won when all cards are on the foundations.

    A move is a number. Bit 0 is set in the number of a move that puts a card on a foundation.
    `key` is equal for two positions of one search only if a win, and the same progress, can be
    reached from both or from none. `progress` is the number of cards on the foundations.
    """

    key: int
    progress: int
    tests_blocked: bool = True
    """Whether nothing is tried where cards block each other for ever, in games that have a test for
    this."""
    has_met_blocked: bool = False
    """Whether the search has met such cards."""

    def put(self, state: State[Any]) -> None:
        """Change the position to one that can be reached from the start of the search."""
        raise NotImplementedError

    def add_children(self, children: Children) -> None:
        """Add the positions that can be reached by the next move."""
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
