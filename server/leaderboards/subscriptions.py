"""Boards that are followed here: read again when they have changed, and told to those who follow.

What is told is stored: a change is heard of from the stream that the script which makes it
writes to in the same instant. Those who follow the same part of a board share what is read.
"""

import asyncio
from weakref import WeakValueDictionary

from protocol.message import encode
from server.leaderboards.board import Board
from server.leaderboards.changed_boards import told
from server.leaderboards.queries import Answer, Question, Shelves, changed, message
from server.store import keys
from server.store.availability import Link
from server.store.subscriptions import LOOK_S, Followed
from server.views.listener import Listener


class View:
    """A part of a board that somebody follows, and how far they know it: `answer`, number `seq`."""

    def __init__(self, asked: Question, board: Board) -> None:
        self.asked, self.board = asked, board
        self.seq = 0
        self.answer: Answer | None = None
        self.listeners: set[Listener] = set()
        self.behind: set[Listener] = set()
        """Those too slow for the last change; they get all of it when they can."""
        self.lock = asyncio.Lock()


class Following:
    """All of one process. A view lives as long as somebody follows it; a listener has one."""

    def __init__(self, shelves: Shelves) -> None:
        self.shelves = shelves
        self._views: WeakValueDictionary[Question, View] = WeakValueDictionary()
        self._of: dict[Listener, View] = {}
        self.followed = Followed(
            lambda: tuple(self._views), self._read_again, self._tell, "boards_failed", LOOK_S
        )

    async def follow(self, asked: Question, listener: Listener, request: int) -> None:
        """Tell a part of a board, and its changes from then on."""
        self.stop(listener)
        view = self._views.get(asked)
        if view is None:
            view = self._views[asked] = View(asked, self.shelves.board(asked)[0])
        if view.answer is None:
            await self._read(view)
        if view.answer is not None:
            listener.send(encode(message(request, view.seq, asked, view.answer)))
            view.listeners.add(listener)
            self._of[listener] = view

    def stop(self, listener: Listener) -> None:
        view = self._of.pop(listener, None)
        if view is not None:
            view.listeners.discard(listener)
            view.behind.discard(listener)

    async def run(self, link: Link, url: str) -> None:
        """One task for the life of the process."""
        await self.followed.run(link, url, {keys.BOOK.feed: self._hear})

    async def _hear(self, news: dict[str, str]) -> None:
        boards = frozenset(told(news["boards"]))
        self.followed.changed(
            asked for asked, view in tuple(self._views.items()) if view.board in boards
        )

    async def _read_again(self, asked: Question) -> View | None:
        view = self._views.get(asked)
        if view is not None:
            await self._read(view)
        return view

    async def _read(self, view: View) -> None:
        """Read a board; to those who know how it was before is told what has changed."""
        async with view.lock:
            view.board = self.shelves.board(view.asked)[0]
            answer = await self.shelves.answer(view.asked)
            before, view.answer = view.answer, answer
            if before is not None and before != answer:
                view.seq += 1
                data = encode(changed(view.seq, answer, before.places))
                view.behind |= _too_slow(view.listeners - view.behind, data)

    async def _tell(self, _: Question, view: View) -> bool:
        """Tell all of it to those who know less than how it was before."""
        if view.behind and view.answer is not None:
            data = encode(changed(view.seq, view.answer, []))
            view.behind &= _too_slow(view.behind, data)
        return not view.behind


def _too_slow(listeners: set[Listener], data: bytes) -> set[Listener]:
    """Those who could not be told."""
    return {listener for listener in tuple(listeners) if not listener.send_progress(data)}
