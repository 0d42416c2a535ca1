"""`CalledGame`, the base of the games that can be raced in the format `caller`."""

from abc import abstractmethod
from typing import ClassVar

from engine.game import Game, Move
from engine.table import Beside, State


class CalledGame(Game[Beside, Move]):
    """A game in which each move places the one card that is due, so that a caller can announce the
    cards to all contestants at once.

    There are `goal` calls, and each is answered by one move. `legal_moves` yields first the move
    that the server makes for a contestant who is silent. A contestant for whom a called card leaves
    no legal move has lost, and the calls go on for the others.
    """

    call_ms: ClassVar[int] = 15_000
    """The usual time in a race to place a called card, in milliseconds."""

    @abstractmethod
    def uncalled(self, state: State[Beside]) -> State[Beside]:
        """Return the state before the next card is called: the card is face down on the stock, and
        a game that was lost because of it goes on. A state without a next card is returned as it
        is."""
