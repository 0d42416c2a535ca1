"""The stream reader: reads streams that every process follows, to learn of what is stored.

Scripts append to these streams in the same step in which they store.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping
from typing import Any

from server.errors import StoreAway
from server.observability import error_log
from server.store.availability import StoreAvailability
from server.store.redis_client import connect, patience, together
from server.tasks import run_in_own_task

MERGE_S = 0.02
"""Seconds between two reads, so that the cost is per batch and not per entry."""
AGAIN_S = 1.0
"""Seconds to wait before following again after an error."""

Hear = Callable[[dict[str, str]], Awaitable[None]]
"""Takes one entry of a stream."""


class StreamReader:
    """Reads the streams of `hear` for one process, on connections of its own, as it waits most of
    the time.

    Each entry is passed on once, in the order of its stream; again only if StoreAway was raised by
    the function that took it. If that function fails otherwise, the error is logged as `fault` and
    the entry is skipped. `begun` is called whenever a new start is set, because entries before it
    may have been missed.
    """

    def __init__(
        self, url: str, hear: Mapping[str, Hear], begun: Callable[[], None], fault: str
    ) -> None:
        self._client = connect(url, len(hear))
        self._hear, self._begun, self._fault = hear, begun, fault
        self._last: dict[str, str] = {}

    async def run(
        self, link: StoreAvailability, *beside: Callable[[], Coroutine[Any, Any, None]]
    ) -> None:
        """Read until cancelled, and run `beside` at the same time while the store can be reached.
        Cancellation closes the connections."""
        try:
            while True:
                await link.up()
                try:
                    await run_in_own_task(_all(self._listen, *beside))
                except* StoreAway as away:
                    link.doubt(away)
                except* Exception as errors:
                    error_log.note(self._fault, errors)
                await asyncio.sleep(AGAIN_S)
        finally:
            await self._client.aclose()

    async def _listen(self) -> None:
        await self._begin(self._hear)
        self._begun()
        async with asyncio.TaskGroup() as tasks:
            for streams in together(self._client, self._hear):
                tasks.create_task(self._follow(streams))

    async def _follow(self, streams: Collection[str]) -> None:
        while True:
            last = {stream: self._last[stream] for stream in streams}
            async with patience(blocks_s=1):
                found = await self._client.xread(last, block=1000)
            for stream, entries in found or ():
                for number, entry in entries:
                    await self._safely(stream, entry)
                    self._last[stream] = number
            if found:
                await asyncio.sleep(MERGE_S)
            elif await self._begin(streams):
                self._begun()

    async def _begin(self, streams: Collection[str]) -> bool:
        """Set each stream's start to the last ID read, or to the stream's end if that is lower: a
        store restored from a copy would otherwise pass on nothing until its clock has caught up.
        Return whether any start changed."""
        async with patience():
            pipeline = self._client.pipeline(transaction=False)
            for stream in streams:
                pipeline.xrevrange(stream, count=1)
            newest = await pipeline.execute()
        ends = {
            stream: entries[0][0] if entries else "0-0"
            for stream, entries in zip(streams, newest, strict=True)
        }
        moved = {
            stream: end
            for stream, end in ends.items()
            if stream not in self._last or _order(end) < _order(self._last[stream])
        }
        self._last |= moved
        return bool(moved)

    async def _safely(self, stream: str, entry: dict[str, str]) -> None:
        try:
            await self._hear[stream](entry)
        except StoreAway:
            raise
        except Exception as error:
            error_log.note(self._fault, error)


async def _all(*works: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async with asyncio.TaskGroup() as tasks:
        for work in works:
            tasks.create_task(work())


def _order(number: str) -> tuple[int, int]:
    ms, _, n = number.partition("-")
    return int(ms), int(n)
