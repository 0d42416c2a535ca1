"""A game alone: its board, its log, and the record of a finished game.

Pure; milliseconds are handed in, counted from the deal. Taking back is an entry of the log, as in a
race: the record says what was taken back, and the result stands below those without.
"""

import secrets
from collections.abc import Iterable
from typing import Any

from client_cli.solo.ghost import Ghost
from client_cli.state.deal_frames import FIRST_SEE_IT, Dealing
from engine.board import Board, Entry, fold, standing
from engine.cards import deal_number_seed
from engine.errors import IllegalMove
from engine.games import AnyGame
from engine.limits import MOST_MOVES_ALONE
from engine.moves import Resign
from engine.ranking import Standing, rank
from engine.record import Record, SeatRecord
from engine.table import TIMEOUT, State
from engine.takeback import UNDO, move_text
from engine.terms import terms

TAKE_BACK = {"take_back": "until_card"}
"""The terms of practice. In records older than these nothing could be told of taking back."""


NEW_DEALS = 10**6
"""Deal numbers handed out when none is asked for: short enough to tell a friend."""


def new_deal_number() -> int:
    return 1 + secrets.randbelow(NEW_DEALS)


class Solo:
    """One practice deal. Raises IllegalMove where the rules or the take-back rule forbid."""

    def __init__(self, game: AnyGame, number: int, ghost: Ghost | None = None) -> None:
        """Against a ghost the deal, the bell and the take-back rule are those of its record."""
        self.game, self.number, self.ghost = game, number, ghost
        self.seed = ghost.record.seed if ghost else deal_number_seed(number)
        self.terms = ghost.record.terms if ghost else terms(game, TAKE_BACK)
        pack = game.pack(self.seed)
        self._frames = game.frames(pack)
        self._frame = 1
        self.board = Board.start(game, pack)
        self._entries: list[Entry] = []

    @property
    def state(self) -> State[Any]:
        return self.board.state

    @property
    def moves(self) -> int:
        """How many were made; to take one back is one more."""
        return self.board.ply

    @property
    def name(self) -> str:
        """What files of this deal are called."""
        if self.ghost is not None:
            return f"{self.ghost.record.race}-ghost"
        return f"{self.game.slug}-{self.number}"

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The log so far."""
        return tuple(self._entries)

    @property
    def frame(self) -> int:
        """Of a deal that is watched, the frame one has come to; one more when it is done."""
        return self._frame

    @property
    def begun(self) -> bool:
        """Whether anything was done yet."""
        return bool(self._entries) or self._frame > 1

    def go_on(self, entries: Iterable[Entry], frame: int) -> None:
        """Come back to where one was. Raises EngineError where the log is none of this deal."""
        entries = list(entries)
        self._frame = (
            len(self._frames) + 1 if entries else max(1, min(frame, len(self._frames) + 1))
        )
        self.board = fold(self.game, self.board, entries, self.terms.take_back)
        self._entries = entries

    def again(self) -> "Solo":
        """The same from the start."""
        return Solo(self.game, self.number, self.ghost)

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
        """A move of the game, or an undo; after the bell, if there is one, there is none."""
        if self.dealing and not isinstance(move, Resign):
            raise IllegalMove(FIRST_SEE_IT)
        if self.bell_ms is not None and ms >= self.bell_ms:
            raise IllegalMove("The bell has rung; the move came too late.")
        if self.board.ply >= MOST_MOVES_ALONE and not isinstance(move, Resign):
            raise IllegalMove(f"A game has at most {MOST_MOVES_ALONE:,} moves; you may resign.")
        self.board = self.board.play(self.game, move, ms, self.terms.take_back)
        self._entries.append(Entry(ms, "seat", move_text(self.game, move)))

    def undo(self, ms: int) -> None:
        """Take the last move back, unless it showed a card."""
        if not self.moves and self.ghost is None:
            raise IllegalMove("There is nothing to take back.")
        self.play(UNDO, ms)

    @property
    def bell_ms(self) -> int | None:
        return self.ghost.record.bell_ms if self.ghost else None

    def ring(self, ms: int) -> bool:
        """The bell, if it is time: a game that is still on ends. Whether it did."""
        bell, board = self.bell_ms, self.board
        if bell is None or ms < bell or board.state.over:
            return False
        over = board.state._replace(over=TIMEOUT)
        self.board = board._replace(state=over, ended_ms=bell)
        self._frame = len(self._frames) + 1
        return True

    def shown(self) -> State[Any]:
        """The state to draw: when all is over, with what was withheld till then."""
        return self.game.showdown(self.state) if self.state.over else self.state

    def points(self) -> int | None:
        """What the cards on the table are worth; with what was withheld, once it is over."""
        return self.game.points(self.shown())

    def final(self) -> Standing:
        """How one stands if the game ends here; one that is not over counts as out of time."""
        return standing(self.game, 0, self.board, self._ended_ms())

    def _ended_ms(self) -> int:
        ended = self.board.ended_ms
        return (self._entries[-1].ms if self._entries else 0) if ended is None else ended

    def record(self, player: str) -> dict[str, Any]:
        """The document of the game so far."""
        record = Record(
            race=f"solo-{self.number}",
            game=self.game,
            terms=self.terms,
            deal_number=self.number,
            commitment=None,
            secret=None,
            nonces={},
            seed=self.seed,
            bell_ms=self.bell_ms,
            ended_ms=self._ended_ms(),
            seats=(SeatRecord(0, player, tuple(self._entries)),),
            results=tuple(rank([self.final()], self.game.ranked_by)),
        )
        if self.ghost is not None:
            dealt = self.ghost.record
            record = record._replace(
                race=dealt.race,
                deal_number=dealt.deal_number,
                commitment=dealt.commitment,
                secret=dealt.secret,
                nonces=dealt.nonces,
                ghost=self.ghost.told,
            )
        return record.to_json()
