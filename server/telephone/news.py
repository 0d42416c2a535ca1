"""Calls and answers, as every process hears of them."""

import asyncio
from collections.abc import AsyncIterator
from typing import NamedTuple, cast

from protocol.telephone import Answer
from server import keys
from server.reach import PATIENCE_S, connect, patience


class Rung(NamedTuple):
    """Somebody has rung; `to` are the chosen, none where everybody is called."""

    call: int
    to: frozenset[str]


class Picked(NamedTuple):
    """An account has answered a call."""

    call: int
    account: str
    answer: Answer


class CallFeed:
    """One process's ear for calls: a connection of its own, since it waits most of the time."""

    def __init__(self, url: str) -> None:
        self._client = connect(url, 1)
        self._last: str | None = None

    async def close(self) -> None:
        await self._client.aclose()

    async def follow(self, following: asyncio.Event) -> AsyncIterator[Rung | Picked]:
        """What happens from now on, for ever. Raises StoreAway when the line breaks; whoever starts
        again hears what was said meanwhile. `following` is set once the beginning is fixed."""
        async with patience():
            newest = await self._client.xrevrange(keys.CALLS_FEED, count=1)
        end = newest[0][0] if newest else "0-0"
        if self._last is None or _order(end) < _order(self._last):  # the store has lost its end
            self._last = end
        following.set()
        while True:
            async with patience(1 + PATIENCE_S):
                found = await self._client.xread({keys.CALLS_FEED: self._last}, block=1000)
            for _, entries in found or ():
                for number, told in entries:
                    news = _news(told)
                    if news is not None:
                        yield news
                    self._last = number  # not if the store went away before it was passed on


def _order(entry: str) -> tuple[int, int]:
    ms, _, n = entry.partition("-")
    return int(ms), int(n)


def _news(told: dict[str, str]) -> Rung | Picked | None:
    """What is told; None of what only a newer server knows."""
    if told["what"] == "rung":
        return Rung(int(told["call"]), frozenset(told["to"].split()))
    if told["what"] == "answered":
        return Picked(int(told["call"]), told["account"], cast(Answer, told["answer"]))
    return None
