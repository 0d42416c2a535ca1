"""Boards that are followed here: read again when they have changed, and told to those who follow.

What is told is stored: a change is heard of from the stream that the script which makes it
writes to in the same instant. Those who follow the same part of a board share what is read.
"""

import asyncio
from weakref import WeakValueDictionary

from protocol.message import encode
from server import faults
from server.leaderboards import Answer, Question, Shelves, changed, message
from server.link import Link
from server.live import Listener
from server.reach import StoreAway
from server.results.boards import Board
from server.results.news import BoardFeed

MERGE_S = 0.2
"""A board is told of at most this often, the first time at once."""
LOOK_S = 30.0
"""So often all are read without news: a day may have ended, or a name may be another."""
AGAIN_S = 1.0
AT_ONCE = 20
"""Boards that are read at the same time."""


class View:
    """A part of a board that somebody follows, and how far they know it: `answer`, number `seq`."""

    def __init__(self, asked: Question, board: Board) -> None:
        self.asked, self.board = asked, board
        self.seq = 0
        self.answer: Answer | None = None
        self.stale = False
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
        self._woken = asyncio.Event()

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
        feed = BoardFeed(url)
        try:
            while True:
                await link.up()
                try:
                    async with asyncio.TaskGroup() as tasks:
                        following = asyncio.Event()
                        tasks.create_task(self._hear(feed, following))
                        tasks.create_task(self._begin_anew(following))
                        tasks.create_task(self._keep_telling())
                except* StoreAway:
                    link.doubt()
                except* Exception as errors:
                    faults.note("boards_failed", errors.exceptions[0])
                await asyncio.sleep(AGAIN_S)
        finally:
            await feed.close()

    async def _begin_anew(self, following: asyncio.Event) -> None:
        """What was said before this process listened has not been heard."""
        await following.wait()
        self._all_stale()

    async def _hear(self, feed: BoardFeed, following: asyncio.Event) -> None:
        async for news in feed.follow(following):
            for view in tuple(self._views.values()):
                if view.board in news.boards:
                    view.stale = True
                    self._woken.set()

    def _all_stale(self) -> None:
        for view in tuple(self._views.values()):
            view.stale = True
        self._woken.set()

    async def _keep_telling(self) -> None:
        while True:
            try:
                async with asyncio.timeout(LOOK_S):
                    await self._woken.wait()
            except TimeoutError:
                self._all_stale()
            self._woken.clear()
            stale = [view for view in tuple(self._views.values()) if view.stale]
            for start in range(0, len(stale), AT_ONCE):
                await asyncio.gather(*map(self._read, stale[start : start + AT_ONCE]))
            for view in tuple(self._views.values()):
                self._catch_up(view)
            await asyncio.sleep(MERGE_S)

    async def _read(self, view: View) -> None:
        """Read a board, and tell what has changed to those who follow."""
        async with view.lock:
            view.stale = False
            view.board = self.shelves.board(view.asked)[0]
            try:
                answer = await self.shelves.answer(view.asked)
            except BaseException:
                view.stale = True
                raise
            before, view.answer = view.answer, answer
            if before is not None and before != answer:
                view.seq += 1
                data = encode(changed(view.seq, answer, before.places))
                self._tell(view, data, view.listeners - view.behind)

    def _tell(self, view: View, data: bytes, listeners: set[Listener]) -> None:
        for listener in tuple(listeners):
            if listener.send_progress(data):
                view.behind.discard(listener)
            else:
                view.behind.add(listener)
                self._woken.set()

    def _catch_up(self, view: View) -> None:
        if view.behind and view.answer is not None:
            self._tell(view, encode(changed(view.seq, view.answer, [])), view.behind)
