"""The feed of rooms: streams in which every process reads what any process has stored."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from server.store import keys
from server.store.redis_client import connect, patience, together

MERGE_S = 0.02
"""Seconds between two reads, so that the cost is per batch and not per move."""


class FeedEntry(NamedTuple):
    """What another process, or this one, has stored: events of a room, the standing of a seat as it
    is stored, or (only that there is something new) talk or the number of watchers.

    `deadline` is the room's next one, server time; None if the news says nothing of it.
    """

    code: str
    seq: int | None
    n: int | None
    seat: int | None
    standing: str | None
    deadline: int | None
    talk: bool = False
    watchers: bool = False


Hear = Callable[[list[FeedEntry]], Awaitable[None]]
"""Takes news in the order in which it was stored."""


class RoomFeed:
    """Reads the feed for one process, on connections of its own, as it waits most of the time.
    `heard` is called once for each batch, with the time at which its newest entry was stored."""

    def __init__(self, url: str, heard: Callable[[int], None] = lambda _: None) -> None:
        self._client = connect(url, keys.SHARDS)
        self._heard = heard

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def follow(self, following: asyncio.Event, hear: Hear) -> None:
        """Call `hear` with everything that is stored from now on, without end. `following` is set
        once the start is fixed. Raises StoreAway, in a group, when a connection breaks; what was
        stored until the next call is missed, so the rooms must be read again.

        One Redis is followed by one command that waits. Nodes of a cluster answer of one slot at a
        time, so there each shard is followed by itself; a room has one shard.
        """
        names = [keys.feed(shard) for shard in range(keys.SHARDS)]
        async with patience():
            pipeline = self._client.pipeline(transaction=False)
            for name in names:
                pipeline.xrevrange(name, count=1)
            newest = await pipeline.execute()
        last = {
            name: entries[0][0] if entries else "0-0"
            for name, entries in zip(names, newest, strict=True)
        }
        following.set()
        async with asyncio.TaskGroup() as followers:
            for group in together(self._client, names):
                own = {name: last[name] for name in group}
                followers.create_task(self._follow(own, hear))

    async def _follow(self, last: dict[Any, Any], hear: Hear) -> None:
        """Follow the feeds of some shards, each from the entry after its `last`."""
        while True:
            # XREAD waits in the store for a second at most; a store that does not answer within
            # the patience after that is away.
            async with patience(blocks_s=1):
                found = await self._client.xread(last, block=1000)
            news: list[FeedEntry] = []
            for name, entries in found or ():
                last[name] = entries[-1][0]
                for _, entry in entries:
                    news.extend(_news(entry))
            if news:
                self._heard(max(int(entries[-1][0].partition("-")[0]) for _, entries in found))
                await hear(news)
                await asyncio.sleep(MERGE_S)


def _news(entry: dict[str, str]) -> list[FeedEntry]:
    body = entry["body"]
    if entry["kind"] == "event":
        code, seq, deadline = body.split(" ")
        return [FeedEntry(code, int(seq), None, None, None, int(deadline) if deadline else None)]
    if entry["kind"] == "watchers":
        return [FeedEntry(body, None, None, None, None, None, watchers=True)]
    if entry["kind"] == "talk":
        return [FeedEntry(body, None, None, None, None, None, talk=True)]
    news = []
    for line in body.split("\n"):
        head, standing = line.split("|")
        code, n, seat, deadline = head.split(" ")
        at = int(deadline) if deadline else None
        news.append(FeedEntry(code, None, int(n), int(seat), standing, at))
    return news
