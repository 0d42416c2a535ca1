"""Practice from a position of a finished race: the player plays on from there, alone, against the
cards as they lay.

The race must be over and its deal closed, so that its record may be shown to everybody. A record is
a document of a finished game with which anybody can check its deal and moves.
"""

from typing import Any

from client_cli.solo.game import SoloGame
from engine.races.board import GameBoard
from engine.races.record import Record, SeatRecord
from engine.table import State
from protocol.texts import _


class PlayedOn(SoloGame):
    """A game that begins at the position of a contestant after a number of moves. It is practice:
    moves may be taken back, as far as the first position, and neither a record nor the unfinished
    game is stored."""

    is_stored = False

    def __init__(self, record: Record, seat: SeatRecord, ply: int, state: State[Any]) -> None:
        """`state` is the position of the contestant `seat` of the record after `ply` moves. It must
        not be the end of the game."""
        super().__init__(record.game, record.deal_number or 1)
        self._from = record, seat, ply, state
        self.seed, self.winnable = record.seed, record.winnable
        progress, tie_break = self.game.progress(state), self.game.tie_break(state)
        self.board = GameBoard(state, 0, progress, tie_break, 0, None)
        self._dealt, self._frames = state, ()

    @property
    def title(self) -> str:
        _record, seat, ply, _state = self._from
        return _("practice, from move {n} of {name} on", n=ply, name=seat.name)

    def again(self) -> "PlayedOn":
        """Return a new game from the same position."""
        return PlayedOn(*self._from)
