"""A game alone: the positions so far, taking back, and the record of a finished game.

Pure; milliseconds are handed in, counted from the deal.
"""

from typing import Any

from client_cli.dealing import FIRST_SEE_IT, Dealing
from engine.board import Board, Entry, standing
from engine.cards import deal_number_seed
from engine.errors import IllegalMove
from engine.games import AnyGame
from engine.moves import Resign
from engine.ranking import rank
from engine.record import Record, SeatRecord
from engine.table import State
from engine.terms import terms


class Solo:
    """One practice deal. Raises IllegalMove where the rules or the take-back rule forbid."""

    def __init__(self, game: AnyGame, number: int) -> None:
        self.game, self.number = game, number
        self.seed = deal_number_seed(number)
        pack = game.pack(self.seed)
        self._frames = game.frames(pack)
        self._frame = 1
        self._boards = [Board.start(game, pack)]
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

    @property
    def name(self) -> str:
        """What files of this deal are called."""
        return f"{self.game.slug}-{self.number}"

    @property
    def dealing(self) -> Dealing | None:
        """The frame of the deal one looks at; None when the deal is done."""
        if self._frame > len(self._frames):
            return None
        return Dealing.of_frame(self._frames, self._frame)

    def next_frame(self) -> None:
        """Go on to the next frame, or from the last to the game."""
        self._frame += 1

    def play(self, move: Any, ms: int) -> None:
        if self.dealing and not isinstance(move, Resign):
            raise IllegalMove(FIRST_SEE_IT)
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

    def shown(self) -> State[Any]:
        """The state to draw: when all is over, with what was withheld till then."""
        return self.game.showdown(self.state) if self.state.over else self.state

    def points(self) -> int | None:
        """What the cards on the table are worth; with what was withheld, once it is over."""
        return self.game.points(self.shown())

    def record(self, player: str) -> dict[str, Any]:
        """The document of the game so far; one that is not over counts as out of time."""
        board, ended = self.board, self.board.ended_ms
        ended_ms = (self._entries[-1].ms if self._entries else 0) if ended is None else ended
        return Record(
            race=f"solo-{self.number}",
            game=self.game,
            terms=terms(self.game, {}),
            deal_number=self.number,
            commitment=None,
            secret=None,
            nonces={},
            seed=self.seed,
            bell_ms=None,
            ended_ms=ended_ms,
            seats=(SeatRecord(0, player, tuple(self._entries)),),
            results=tuple(rank([standing(self.game, 0, board, ended_ms)], self.game.ranked_by)),
        ).to_json()
