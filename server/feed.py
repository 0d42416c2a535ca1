"""The feed: what has been stored, by whichever process, as every process hears of it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, NamedTuple

from server import keys
from server.numbers import Numbers
from server.reach import PATIENCE_S, connect, patience

MERGE_S = 0.02
"""News is read at most this often, so that it costs by the batch and not by the move."""


class News(NamedTuple):
    """What another process, or this one, has stored: events of a room, a seat's numbers, or (only
    that there is something new) talk or the number of watchers.

    `deadline` is the room's next one, server time; None if the news says nothing of it.
    """

    code: str
    seq: int | None
    n: int | None
    seat: int | None
    numbers: Numbers | None
    deadline: int | None
    talk: bool = False
    watchers: bool = False


class Feed:
    """One process's ear: a connection of its own, since it waits most of the time."""

    def __init__(self, url: str) -> None:
        self._client = connect(url, 1)
        self.heard: Callable[[int], None] = lambda _: None
        """Hears, once for all that is read together, when the newest of it was stored."""

    async def close(self) -> None:
        await self._client.aclose()

    async def follow(self, following: asyncio.Event) -> AsyncIterator[list[News]]:
        """What is stored from now on, for ever. Raises StoreAway when the line breaks; whoever
        starts again has to look at the rooms again as well. `following` is set once the beginning
        is fixed."""
        names = [keys.feed(shard) for shard in range(keys.SHARDS)]
        async with patience():
            last: dict[Any, Any] = {}
            for name in names:
                newest = await self._client.xrevrange(name, count=1)
                last[name] = newest[0][0] if newest else "0-0"
        following.set()
        while True:
            # XREAD waits in the store for a second at most; a store that does not answer within
            # the patience after that is away.
            async with patience(1 + PATIENCE_S):
                found = await self._client.xread(last, block=1000)
            news: list[News] = []
            for name, entries in found or ():
                last[name] = entries[-1][0]
                for _, entry in entries:
                    news.extend(_news(entry))
            if news:
                self.heard(max(int(entries[-1][0].partition("-")[0]) for _, entries in found))
                yield news
                await asyncio.sleep(MERGE_S)


def _news(entry: dict[str, str]) -> list[News]:
    body = entry["body"]
    if entry["kind"] == "event":
        code, seq, deadline = body.split(" ")
        return [News(code, int(seq), None, None, None, int(deadline) if deadline else None)]
    if entry["kind"] == "watchers":
        return [News(body, None, None, None, None, None, watchers=True)]
    if entry["kind"] == "talk":
        return [News(body, None, None, None, None, None, talk=True)]
    news = []
    for line in body.split("\n"):
        head, standing = line.split("|")
        code, n, seat, deadline = head.split(" ")
        at = int(deadline) if deadline else None
        news.append(News(code, None, int(n), int(seat), Numbers.read(standing), at))
    return news
