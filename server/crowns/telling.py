"""Who is told of crowns: everybody of one that was won, a candidate of their own run.

Every step of a candidate is announced in the instant in which it is stored, by whichever process;
so those who follow a run are told of all that becomes of it, and nothing is read for anybody else.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

from protocol.crowns import CrownWon
from protocol.message import encode
from server import faults
from server.accounts.store import Account
from server.crowns.crowns import Crowns
from server.crowns.news import CrownFeed, News
from server.crowns.said import crown, essence
from server.link import Link
from server.live import Listener
from server.reach import StoreAway

MERGE_S = 0.25
"""A run is told of at most this often, the first time at once."""
AGAIN_S = 1.0

Names = Callable[[Iterable[str]], Awaitable[dict[str, tuple[str, bool]]]]
Mine = Callable[[], Awaitable[Account | None]]
"""Who is logged in on a connection."""


@dataclass(slots=True)
class _Follows:
    """Whose run a connection follows, and what it knows of it."""

    account: str
    mine: Mine
    known: tuple[Any, ...]


class Telling:
    """All of one process. `tell_all` sends something to every connection of it."""

    def __init__(
        self,
        crowns: Crowns,
        names: Names,
        now: Callable[[], int],
        tell_all: Callable[[bytes], None],
    ) -> None:
        self.crowns = crowns
        self.names = names
        self.now = now
        self._tell_all = tell_all
        self._of: dict[Listener, _Follows] = {}
        self._changed: set[str] = set()
        self._woken = asyncio.Event()

    async def follow(self, account: str, mine: Mine, listener: Listener, request: int) -> None:
        """Tell how the run of an account stands, and again whenever that changes."""
        status = await self.crowns.status(account, self.now())
        listener.send(encode(crown(request, status)))
        self._of[listener] = _Follows(account, mine, essence(status))
        self._look_at([account])  # it may have changed while it was read

    def stop(self, listener: Listener) -> None:
        self._of.pop(listener, None)

    async def run(self, link: Link, url: str) -> None:
        """One task for the life of the process."""
        feed = CrownFeed(url)
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
                    faults.note("crowns_failed", errors.exceptions[0])
                await asyncio.sleep(AGAIN_S)
        finally:
            await feed.close()

    async def _begin_anew(self, following: asyncio.Event) -> None:
        """What was announced before this process listened has not been heard."""
        await following.wait()
        self._look_at(follows.account for follows in tuple(self._of.values()))

    async def _hear(self, feed: CrownFeed, following: asyncio.Event) -> None:
        async for news in feed.follow(following):
            self._look_at(item.account for item in news)
            for item in news:
                if item.what in ("give", "withdraw"):
                    await self._announce(item)

    async def _announce(self, news: News) -> None:
        """Tell everybody of a crown; of an account that is no more there is nobody to name."""
        named = (await self.names([news.account])).get(news.account)
        if named is not None:
            told = {
                "award": news.name,
                "crown": news.name.split(" ")[1],
                "name": named[0],
                "withdrawn": news.what == "withdraw",
            }
            self._tell_all(encode(CrownWon.model_validate(told)))

    def _look_at(self, accounts: Iterable[str]) -> None:
        followed = {follows.account for follows in self._of.values()}
        changed = followed.intersection(accounts)
        if changed:
            self._changed |= changed
            self._woken.set()

    async def _keep_telling(self) -> None:
        while True:
            await self._woken.wait()
            self._woken.clear()
            changed, self._changed = self._changed, set()
            for account in sorted(changed):
                try:
                    await self._tell(account)
                except StoreAway:
                    raise
                except Exception as error:  # one candidate's fault must not stop the others
                    faults.note("crown_failed", error)
            await asyncio.sleep(MERGE_S)

    async def _tell(self, account: str) -> None:
        status = await self.crowns.status(account, self.now())
        data, known = encode(crown(None, status)), essence(status)
        for listener, follows in tuple(self._of.items()):
            if follows.account != account or follows.known == known:
                continue
            mine = await follows.mine()
            if self._of.get(listener) is not follows:
                continue
            if mine is None or mine.number != account:  # they have logged out meanwhile
                self.stop(listener)
            elif listener.send_progress(data):
                follows.known = known
            else:
                self._look_at([account])  # they read slowly, and get it when they can
