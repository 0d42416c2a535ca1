"""`Positions`, through which the search sees a game: the moves worth trying in a position, and the
key by which a position is found again.

`Positions` itself takes everything from the rules of the game. What the search knows about single
games is in `engine/solver/single_games.py`.
"""

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from engine.aids import safe_move
from engine.games import AnyGame
from engine.table import State


class MovesToTry(NamedTuple):
    """The moves that the search tries in a position. If `is_complete` is false, there are other
    moves, and one of them may win although none of `moves` does."""

    moves: Sequence[Any]
    is_complete: bool = True


class Positions:
    """The positions of one game, all cards of which are known.

    A subclass may leave out moves and give one key to several positions. It must not change whether
    the game can still be won; it says why it does not.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def moves_to_try(self, state: State[Any]) -> MovesToTry:
        """Return the moves to try in a position of a game that is not over.

        If a card can go to a foundation where no later move can need it elsewhere, this is the only
        move to try. Each game proves its rule for such cards in its rules for players
        (`Game.never_wanted`).
        """
        move = safe_move(self.game, state)
        if move is not None:
            return MovesToTry([move])
        legal = self.game.legal(state)
        return MovesToTry(legal.moves, not legal.partial)

    def key(self, state: State[Any]) -> Hashable:
        """Return a value that is equal for two positions only if the same number of moves, and the
        same progress, is possible from both. The default is everything that a position has."""
        return state[:2]

    def is_hopeless(self, state: State[Any]) -> bool:  # noqa: ARG002
        """Return whether it is certain that the game can no longer be won. The default never
        knows."""
        return False

    def promise(self, state: State[Any]) -> int:
        """Return how promising a position is. Of the positions after one move the search tries the
        most promising one first. So this number decides how soon a win is found, and never what is
        proved."""
        return self.game.worth(state)
