"""`Positions`, through which the search sees a game: what can be reached from a position by its
next move, and the key by which it is found again.

`Positions` itself takes everything from the rules of the game. What the search knows about single
games is in `engine/solver/single_games.py`.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from engine.aids import safe_move
from engine.games import AnyGame
from engine.table import State

Position = Any
"""A position in the form with which `Positions` computes. It is a `State`, unless a subclass has a
form of its own."""


class Onward(NamedTuple):
    """What can be reached from a position. `steps` has the moves that lead there, usually one, and
    the position after them. If `is_complete` is false, there are other moves, and one of them may
    win although none of `steps` does."""

    steps: Sequence[tuple[Sequence[Any], Position]]
    is_complete: bool = True


class Strategy(NamedTuple):
    """From which position a search goes on. `promise` returns how promising a position is. If
    `is_global` is true, the search always takes the most promising of all positions that it has
    found (best first). If not, it takes the most promising of those after the last move, and comes
    back to others when it is at an end (depth first)."""

    promise: Callable[[Position], int]
    is_global: bool = False


class Positions:
    """The positions of one game, all cards of which are known.

    A subclass may leave out moves and give one key to several positions. It must not change whether
    the game can still be won; it says why it does not.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def first(self, state: State[Any]) -> Position:
        """Return the position from which a search begins."""
        return state

    def onward(self, position: Position) -> Onward:
        """Return what can be reached from a position of a game that is not over."""
        moves, is_complete = self.moves_to_try(position)
        return Onward([((m,), self.game.play(position, m).state) for m in moves], is_complete)

    def moves_to_try(self, state: State[Any]) -> tuple[Sequence[Any], bool]:
        """Return the moves to try, and whether there are no others that could win instead
        (`Onward.is_complete`).

        If a card can go to a foundation where no later move can need it elsewhere, this is the only
        move to try. Each game proves its rule for such cards in its rules for players
        (`Game.never_wanted`).
        """
        move = safe_move(self.game, state)
        if move is not None:
            return [move], True
        legal = self.game.legal(state)
        return legal.moves, not legal.partial

    def key(self, position: Position) -> Hashable:
        """Return a value that is equal for two positions of one search only if a win, and the same
        progress, can be reached from both or from none. The default is everything that a position
        has."""
        key: Hashable = position[:2]
        return key

    def progress(self, position: Position) -> int:
        """Return the progress of the game in a position."""
        return self.game.progress(position)

    def is_won(self, position: Position) -> bool:
        """Return whether the game is won in a position."""
        return position.over is not None and position.over.result == "won"

    def is_over(self, position: Position) -> bool:
        """Return whether the game is over in a position."""
        return position.over is not None

    def strategies(self) -> Sequence[Strategy]:
        """Return the strategies of the searches that take turns. They decide how soon a win is
        found, and never what is proved."""
        return [Strategy(self.game.worth)]
