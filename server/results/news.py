"""Which boards have changed, as every process hears of it."""

import asyncio
from collections.abc import AsyncIterator
from typing import NamedTuple, cast

from server import keys
from server.reach import PATIENCE_S, connect, patience
from server.results.boards import Board, Measure, Side

MERGE_S = 0.05
"""News is read at most this often, so that it costs by the batch and not by the result."""


class News(NamedTuple):
    """These boards have changed, with entry `number` of the log at the latest."""

    number: int
    boards: frozenset[Board]


class BoardFeed:
    """One process's ear for boards: a connection of its own, since it waits most of the time."""

    def __init__(self, url: str) -> None:
        self._client = connect(url, 1)

    async def close(self) -> None:
        await self._client.aclose()

    async def follow(self, following: asyncio.Event) -> AsyncIterator[News]:
        """What changes from now on, for ever. Raises StoreAway when the line breaks; whoever starts
        again has to ask for its pages again as well. `following` is set once the beginning is
        fixed."""
        async with patience():
            newest = await self._client.xrevrange(keys.BOOK.feed, count=1)
        last = newest[0][0] if newest else "0-0"
        following.set()
        while True:
            async with patience(1 + PATIENCE_S):
                found = await self._client.xread({keys.BOOK.feed: last}, block=1000)
            for _, entries in found or ():
                last = entries[-1][0]
                boards = frozenset(b for _, fields in entries for b in told(fields["boards"]))
                yield News(int(entries[-1][1]["entry"]), boards)
                await asyncio.sleep(MERGE_S)


def told(lines: str) -> list[Board]:
    """The boards an entry of the feed tells of."""
    parts = (line.split(" ", 3) for line in lines.split("\n"))
    return [
        Board(cast(Measure, measure), subject, period, cast(Side, side))
        for measures, side, period, subject in parts
        for measure in measures.split(",")
    ]
