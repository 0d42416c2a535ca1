"""A seat's board in this process: a fold of its log, and moves on their way into it."""

import asyncio
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from engine.board import Entry
from engine.games import AnyGame
from engine.table import State
from engine.takeback import UNDO, Past, move_text, read_move, step
from server.boards.card_marks import Marks

MOST_UNDER_WAY = 32
LONGEST_WAIT_S = 2.0

FIRST = "-"
"""The head of an empty log."""


def chained(head: str, by: str, text: str) -> str:
    """The head of a log once a move is added. Equal heads mean equal histories.

    A ply alone would let a move through that was made on another history of the same length.
    """
    return sha256(f"{head} {by} {text}".encode()).hexdigest()[:16]


class PlayedMove(NamedTuple):
    """A move that was played on the desk: its text, and the position before and after it.

    `ply` is the number of moves made with it; `progress` and `points` are those after it. `prev`
    and `head` stand for all moves before it, and with it. `clean` until a move is taken back.
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


class SeatBoard:
    """The position may run ahead of the log while moves are being stored. When storing one fails
    the desk is `broken`, and another is folded in its place.

    Of a deal that is watched in `frames`, `frame` is the one the seat has come to. `marks` are its
    owner's, as they are stored.
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
        self.clean = True
        self.ply = 0
        self.frame = frame
        self.frames = frames
        self.marks: Marks = {}
        self.head = FIRST
        self.under_way = 0
        self.broken = False
        self._settled = asyncio.Event()
        self._settled.set()
        for entry in entries:
            move = _read_text(game, entry.text)[0]
            self.state, self.past = step(game, self.state, self.past, move, take_back)
            self.clean = self.clean and move is not UNDO
            self.ply += 1
            self.head = chained(self.head, entry.by, entry.text)

    @property
    def dealing(self) -> bool:
        """Whether the deal is still being watched; a game that has begun is past it."""
        return self.frame < self.frames and not self.ply

    def take(self, move: object, by: str = "seat") -> PlayedMove:
        """Play a move, an object or a text; it is under way until it is `stored`.

        Raises IllegalMove or BadRequest, and nothing has changed.
        """
        game = self.game
        read, text = _read_text(game, move) if isinstance(move, str) else _read(game, move)
        before = self.state
        after, self.past = step(game, before, self.past, read, self.take_back)
        self.state = after
        self.clean = self.clean and read is not UNDO
        self.ply += 1
        self.under_way += 1
        self._settled.clear()
        prev, self.head = self.head, chained(self.head, by, text)
        progress, points = game.progress(after), game.points(after)
        return PlayedMove(
            self.ply, prev, self.head, text, before, after, progress, points, by, self.clean
        )

    def stored(self) -> None:
        """The oldest move under way has been stored."""
        self.under_way -= 1
        if not self.under_way:
            self._settled.set()

    def retire(self) -> None:
        """Somebody else may have moved the seat on; fold it anew before it is used again."""
        self.broken = True

    def fail(self) -> None:
        """A move under way will never be stored."""
        self.broken = True
        self._settled.set()

    async def settled(self) -> bool:
        """Wait until no move is under way, or the desk is broken; False if that takes too long."""
        try:
            async with asyncio.timeout(LONGEST_WAIT_S):
                await self._settled.wait()
        except TimeoutError:
            return False
        return True


def _read(game: AnyGame, move: object) -> tuple[Any, str]:
    """A move and its one text."""
    read = read_move(game, move)
    return read, move_text(game, read)


@lru_cache(maxsize=4096)
def _read_text(game: AnyGame, move: str) -> tuple[Any, str]:
    """The same for a text. A game has few hundreds of them, and contestants say them again."""
    return _read(game, move)
