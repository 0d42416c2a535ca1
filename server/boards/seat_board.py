"""The board of a seat in the memory of a process: the position after all moves of the seat.

A seat is the numbered place of a player in a room. In the store it has a log of its moves in each
race; the author of a move is the seat, the host or the server. A move is played on the board before
it is stored. Until the store has answered, the move is called in flight: the board has it, but the
stored log may not have it. A watched deal is shown to the player step by step before play; each
step is a frame. A hint (a promising move, shown on request) and a take-back are entries of the log
like moves.
"""

import asyncio
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from engine.games import AnyGame
from engine.races.board import Entry
from engine.table import State
from engine.takeback import (
    HINT,
    NOTHING_UNDONE,
    Past,
    Undone,
    is_aid,
    move_text,
    read_move,
    step,
    undone_after,
)
from server.boards.card_marks import Marks

MOST_UNDER_WAY = 32
"""The maximum number of moves of a seat that may be in flight."""
LONGEST_WAIT_S = 2.0
"""Seconds that `SeatBoard.settled` waits for moves in flight."""

FIRST = "-"
"""Stands for the hash of an empty log."""


def chained(head: str, by: str, text: str) -> str:
    """Return the hash of the log of a board after one more move. `head` is the hash of the log
    without the move, `by` the author of the move, `text` the move as text.

    The hash identifies the history of a board. The number of moves would not, because two different
    histories can have the same length.
    """
    return sha256(f"{head} {by} {text}".encode()).hexdigest()[:16]


class PlayedMove(NamedTuple):
    """A move that was played on the board: its text, and the position before and after it.

    `ply` is the number of moves including this one. `progress` and `points` are the figures of the
    seat after the move. `prev` is the hash of the log without the move, `head` the hash with it.
    `by` is the author: `seat`, `host` or `server`. `clean` says whether no move has been taken back
    so far and no hint asked for. `redo` is the text of the move that was taken back last and can be
    made again, None if there is none. `frame` is the number of the frame of a watched deal that the
    player sees, None if no deal is being shown.
    """

    ply: int
    prev: str
    head: str
    text: str
    before: State[Any]
    after: State[Any]
    progress: int
    points: int | None
    by: str
    clean: bool
    redo: str | None = None
    frame: int | None = None


class SeatBoard:
    """The board of a seat: the position of its cards, and the number of its moves in flight
    (`under_way`).

    The constructor plays the moves in `entries`, oldest first, from the position `start`; it raises
    IllegalMove or BadRequest if one of them cannot be made. If a move in flight cannot be stored,
    the board is `broken`, and the caller must make a new board from the stored log. `frames` is the
    number of frames of a watched deal, 0 for any other deal; `frame` is the number of the current
    frame, from 1. `moved` says whether the log has a move other than a hint. `marks` are the tilt
    marks of the player (cards turned a little as a reminder), as stored. `counting` says whether
    the player counts cards and wants no chat messages until the whole deal has been shown.
    """

    def __init__(
        self,
        game: AnyGame,
        start: State[Any],
        entries: Iterable[Entry] = (),
        frame: int = 0,
        frames: int = 0,
        take_back: str = "none",
    ) -> None:
        self.game = game
        self.take_back = take_back
        self.state = start
        self.past: Past = None
        self._undone: Undone = NOTHING_UNDONE
        self.clean = True
        self.ply = 0
        self.moved = False
        self.frame = frame
        self.frames = frames
        self.marks: Marks = {}
        self.counting = False
        self.head = FIRST
        self.under_way = 0
        self.broken = self._failed = False
        self._waiting: list[asyncio.Future[None]] = []
        """Callers of `settled`. Hardly ever is there one, and a move must not pay for an event."""
        for entry in entries:
            move = _read_text(game, entry.text)[0]
            self.state, self.past = step(game, self.state, self.past, move, take_back)
            self._note(move, entry.text)
            self.ply += 1
            self.head = chained(self.head, entry.by, entry.text)

    @property
    def dealing(self) -> bool:
        """Whether a watched deal is still being shown frame by frame. It is False once the player
        has made a move; asking for a hint does not change it."""
        return self.frame < self.frames and not self.moved

    @property
    def keeps_talk_back(self) -> bool:
        """Whether chat messages to the player of this board are held back until the player has seen
        the whole deal."""
        return self.counting and self.dealing

    @property
    def redo(self) -> str | None:
        """The text of the move that the player may make again, which is the one taken back last.
        None if there is no such move. Nothing changes on the board."""
        back = self._undone[1]
        return back[0] if back else None

    def _note(self, move: Any, text: str) -> None:
        """Update the fields `clean`, `moved` and `redo` after the move `move` was made; `text` is
        its text."""
        self.clean = self.clean and not is_aid(move)
        self.moved = self.moved or move is not HINT
        if self.take_back != "none":
            self._undone = undone_after(self._undone, text)

    def take(self, move: object, by: str = "seat") -> PlayedMove:
        """Play a move, given as an object or a text, on this board, and return what was played. The
        move is in flight (not known to be stored) until `stored` is called. `by` is its author:
        `seat`, `host` or `server`.

        Raises IllegalMove or BadRequest; then the board has not changed.
        """
        game = self.game
        read, text = _read_text(game, move) if isinstance(move, str) else _read(game, move)
        before = self.state
        after, self.past = step(game, before, self.past, read, self.take_back)
        self.state = after
        self._note(read, text)
        self.ply += 1
        self.under_way += 1
        prev, self.head = self.head, chained(self.head, by, text)
        progress, points = game.progress(after), game.points(after)
        return PlayedMove(
            self.ply,
            prev,
            self.head,
            text,
            before,
            after,
            progress,
            points,
            by,
            self.clean,
            self.redo,
            self.frame if self.dealing else None,
        )

    def stored(self) -> None:
        """Note that the oldest move in flight has been stored, so that it no longer counts as in
        flight."""
        self.under_way -= 1
        if not self.under_way and self._waiting:
            self._wake()

    def invalidate(self) -> None:
        """Mark the board as broken, because another process may have stored moves of the seat.
        `settled` still waits until the store has answered for the moves in flight."""
        self.broken = True

    def fail(self) -> None:
        """Mark the board as broken, because a move in flight will not be stored. Callers that wait
        in `settled` stop waiting."""
        self.broken = self._failed = True
        self._wake()

    def _wake(self) -> None:
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            if not each.done():  # its task may have been cancelled
                each.set_result(None)

    async def settled(self) -> bool:
        """Wait until no move is in flight (played but not known to be stored) or `fail` is called,
        and return True. Return False if this takes longer than LONGEST_WAIT_S."""
        if not self.under_way or self._failed:
            return True
        waiting = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        try:
            async with asyncio.timeout(LONGEST_WAIT_S):
                await waiting
        except TimeoutError:
            return False
        return True


def _read(game: AnyGame, move: object) -> tuple[Any, str]:
    """Return a move and its canonical text. Raises EngineError if it is no move of the game."""
    read = read_move(game, move)
    return read, move_text(game, read)


@lru_cache(maxsize=4096)
def _read_text(game: AnyGame, move: str) -> tuple[Any, str]:
    """Return the move that a text means, and its canonical text. Cached, because a game has only a
    few hundred moves. Raises EngineError if it is no move of the game."""
    return _read(game, move)
