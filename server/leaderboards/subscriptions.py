"""Leaderboard subscriptions: sends changes of leaderboards to the connections that follow them.

The script that changes a leaderboard also writes to a stream, which every process reads. A process
reads a changed leaderboard again if one of its connections follows it. Followers of the same part
of a leaderboard share one read.
"""

import asyncio
from weakref import WeakValueDictionary

from protocol.message import encode
from server.leaderboards.board import BoardKey
from server.leaderboards.changed_boards import told
from server.leaderboards.queries import BoardAnswer, BoardQuery, BoardReader, changed, message
from server.store import keys
from server.store.availability import StoreAvailability
from server.store.streams.subscription_base import LOOK_S, Subscriptions
from server.views.listener import Listener


class FollowedPart:
    """A part of a leaderboard that connections of this process follow. `answer` is the content that
    was sent last, and `seq` the number of changes that were sent."""

    def __init__(self, asked: BoardQuery, board: BoardKey) -> None:
        self.asked, self.board = asked, board
        self.seq = 0
        self.answer: BoardAnswer | None = None
        self.listeners: set[Listener] = set()
        self.behind: set[Listener] = set()
        """Listeners that missed a change; they are sent the whole part once they can take it."""
        self.lock = asyncio.Lock()


class BoardSubscriptions:
    """The subscriptions to leaderboards that the connections of one process have. A connection
    follows at most one part of a leaderboard. Parts that nobody follows are dropped."""

    def __init__(self, board_reader: BoardReader) -> None:
        self.board_reader = board_reader
        self._views: WeakValueDictionary[BoardQuery, FollowedPart] = WeakValueDictionary()
        self._of: dict[Listener, FollowedPart] = {}
        self.followed = Subscriptions(
            lambda: tuple(self._views), self._read_again, self._tell, "boards_failed", LOOK_S
        )

    async def follow(self, asked: BoardQuery, listener: Listener, request: int) -> None:
        """Send a part of a leaderboard to `listener` as the answer to `request`, and from then on
        its changes. This ends the connection's earlier subscription. Raises StoreAway if the store
        cannot be reached."""
        self.stop(listener)
        view = self._views.get(asked)
        if view is None:
            view = self._views[asked] = FollowedPart(asked, self.board_reader.board(asked)[0])
        if view.answer is None:
            await self._read(view)
        if view.answer is not None:
            listener.send(encode(message(request, view.seq, asked, view.answer)))
            view.listeners.add(listener)
            self._of[listener] = view

    def stop(self, listener: Listener) -> None:
        """End the subscription of a connection, if it has one."""
        view = self._of.pop(listener, None)
        if view is not None:
            view.listeners.discard(listener)
            view.behind.discard(listener)

    async def run(self, link: StoreAvailability, url: str) -> None:
        """Read the feed of changed leaderboards and send changes to followers. Runs until it is
        cancelled."""
        await self.followed.run(link, url, {keys.RESULTS.feed: self._on_entry})

    async def _on_entry(self, news: dict[str, str]) -> None:
        boards = frozenset(told(news["boards"]))
        self.followed.changed(
            asked for asked, view in tuple(self._views.items()) if view.board in boards
        )

    async def _read_again(self, asked: BoardQuery) -> FollowedPart | None:
        """Read a part of a leaderboard again, send its change to its followers, and return the
        part. Return None if nobody follows the part."""
        view = self._views.get(asked)
        if view is not None:
            await self._read(view)
        return view

    async def _read(self, view: FollowedPart) -> None:
        """Read a part of a leaderboard and send its changes to its followers."""
        async with view.lock:
            view.board = self.board_reader.board(view.asked)[0]
            answer = await self.board_reader.answer(view.asked)
            before, view.answer = view.answer, answer
            if before is not None and before != answer:
                view.seq += 1
                data = encode(changed(view.seq, answer, before.places))
                view.behind |= _too_slow(view.listeners - view.behind, data)

    async def _tell(self, _: BoardQuery, view: FollowedPart) -> bool:
        """Send the whole part of a leaderboard to the followers that missed a change. Return False
        if one of them is still too slow to take it."""
        if view.behind and view.answer is not None:
            data = encode(changed(view.seq, view.answer, []))
            view.behind &= _too_slow(view.behind, data)
        return not view.behind


def _too_slow(listeners: set[Listener], data: bytes) -> set[Listener]:
    """Send a message to these listeners. Return the listeners that were too slow to take it."""
    return {listener for listener in tuple(listeners) if not listener.send_progress(data)}
