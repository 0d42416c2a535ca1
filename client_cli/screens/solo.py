"""A game alone: the positions so far, taking back, and a clock the caller reads.

Pure; milliseconds are handed in, counted from the deal.
"""

from typing import Any

from client_cli.storage import Storage
from engine.board import Board, Entry, standing
from engine.cards import deal_number_seed
from engine.errors import IllegalMove
from engine.games import AnyGame
from engine.ranking import rank
from engine.record import Record, SeatRecord
from engine.table import State


class Solo:
    """One deal played alone. Raises IllegalMove where the rules or the take-back rule forbid."""

    def __init__(self, game: AnyGame, number: int) -> None:
        self.game, self.number = game, number
        self.pack = game.pack(deal_number_seed(number))
        self.start = Board.start(game, self.pack)
        self._boards = [self.start]
        self._entries: list[Entry] = []
        self._revealed: list[bool] = []

    @property
    def board(self) -> Board:
        return self._boards[-1]

    @property
    def state(self) -> State[Any]:
        return self.board.state

    @property
    def moves(self) -> int:
        return len(self._entries)

    def play(self, move: Any, ms: int) -> None:
        step = self.game.play(self.state, move)
        self._boards.append(self.board.after(self.game, step.state, ms))
        self._entries.append(Entry(ms, "seat", self.game.codec.to_text(move)))
        self._revealed.append(step.revealed)

    def undo(self) -> None:
        """Take the last move back, unless it showed a card."""
        if not self._entries:
            raise IllegalMove("There is nothing to take back.")
        if self._revealed[-1]:
            raise IllegalMove("A card was turned up: there is no way back past it.")
        for past in (self._boards, self._entries, self._revealed):
            past.pop()

    def again(self) -> "Solo":
        """The same deal from the start."""
        return Solo(self.game, self.number)

    def points(self) -> int | None:
        """What the cards on the table are worth; with what was withheld, once it is over."""
        state = self.game.showdown(self.state) if self.state.over else self.state
        return self.game.points(state)

    def shown(self) -> State[Any]:
        """The state to draw: when all is over, the turn-up too."""
        over = self.state.over
        return self.game.showdown(self.state) if over and over.result == "complete" else self.state

    def save(self, storage: Storage, name: str) -> None:
        """Keep the record of a finished game. Raises Failure."""
        ended = self.board.ended_ms or 0
        record = Record(
            race=f"solo-{self.number}",
            game=self.game,
            deal_number=self.number,
            commitment=None,
            secret=None,
            nonces={},
            seed=deal_number_seed(self.number),
            bell_ms=None,
            ended_ms=ended,
            seats=(SeatRecord(0, name, tuple(self._entries)),),
            results=tuple(rank([standing(self.game, 0, self.board, None)], self.game.ranked_by)),
        )
        storage.save_record(f"{self.game.slug}-{self.number}", record.to_json())
