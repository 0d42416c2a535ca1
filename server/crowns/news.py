"""What becomes of crowns and runs, as every process hears of it."""

import asyncio
from collections.abc import AsyncIterator
from typing import Literal, NamedTuple, cast

from server import keys
from server.reach import PATIENCE_S, connect, patience

What = Literal["give", "correct", "withdraw", "ended", "step"]


class News(NamedTuple):
    """A crown was given, for the first time, or a detail of it corrected, or it was withdrawn:
    `name` is what it is stored under. Or a run is over, and `name` says why. Or anything else has
    been stored of the account, or all of that: a step."""

    account: str
    what: What
    name: str


class CrownFeed:
    """One process's ear for crowns: a connection of its own, since it waits most of the time."""

    def __init__(self, url: str) -> None:
        self._client = connect(url, 1)
        self._last = ""

    async def close(self) -> None:
        await self._client.aclose()

    async def follow(self, following: asyncio.Event) -> AsyncIterator[list[News]]:
        """What happens from now on, for ever; again from where it was left. Raises StoreAway when
        the line breaks. `following` is set once the beginning is fixed."""
        if not self._last:
            async with patience():
                newest = await self._client.xrevrange(keys.CROWN_FEED, count=1)
            self._last = newest[0][0] if newest else "0-0"
        following.set()
        while True:
            async with patience(1 + PATIENCE_S):
                found = await self._client.xread({keys.CROWN_FEED: self._last}, block=1000)
            for _, entries in found or ():
                yield [
                    News(told["account"], cast(What, told["what"]), told["name"])
                    for _, told in entries
                ]
                self._last = entries[-1][0]
