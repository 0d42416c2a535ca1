"""`CalledGame`, the base class of the games that can be raced in the format `caller`. In such a
race the server calls (announces) one card after another to all contestants at once, and each of
them has to place it in a given time."""

from abc import abstractmethod
from typing import ClassVar

from engine.game import Game, Move
from engine.table import Beside, State


class CalledGame(Game[Beside, Move]):
    """A game in which every move places one given card. So in a race the server can call the same
    card for all contestants at once.

    There are as many calls as cards to be placed (`goal`), and a contestant answers each with one
    move. If a contestant does not answer in time, the server makes the first move of `legal_moves`
    instead. A contestant who has no legal move for a called card has lost, and the calls go on for
    the others.
    """

    call_ms: ClassVar[int] = 15_000
    """The default time to place a called card in a race, in milliseconds."""

    @abstractmethod
    def uncalled(self, state: State[Beside]) -> State[Beside]:
        """Return the state as it was before its next card was called: the card lies face down on
        the stock. If the game was lost because this card had no place, it is not lost in the
        returned state. A state that has no next card is returned unchanged."""
