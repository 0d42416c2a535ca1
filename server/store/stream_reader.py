"""The stream reader: reads streams that every process follows, to learn of what is stored."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping

from server.errors import StoreAway
from server.observability import error_log
from server.store.availability import StoreAvailability
from server.store.stream_follower import Batch, StreamFollower
from server.tasks import run_in_own_task, run_together

AGAIN_S = 1.0
"""Seconds to wait before following again after an error."""

EntryHandler = Callable[[dict[str, str]], Awaitable[None]]
"""Takes one entry of a stream."""


class StreamReader:
    """Reads the streams of `hear` for one process.

    Each entry is passed on once, in the order of its stream; again only if StoreAway was raised by
    the function that took it. If that function fails otherwise, the error is logged as `fault` and
    the entry is skipped. `begun` is called whenever a new start is set, because entries before it
    may have been missed.
    """

    def __init__(
        self, url: str, hear: Mapping[str, EntryHandler], begun: Callable[[], None], fault: str
    ) -> None:
        self._streams = StreamFollower(url, hear)
        self._hear, self._begun, self._fault = hear, begun, fault
        self._last: dict[str, str] = {}

    async def run(
        self, link: StoreAvailability, *beside: Callable[[], Coroutine[object, None, None]]
    ) -> None:
        """Read until cancelled, and run `beside` at the same time while the store can be reached.
        Cancellation closes the connections."""
        try:
            while True:
                await link.up()
                try:
                    await run_in_own_task(
                        run_together(self._listen(), *(work() for work in beside))
                    )
                except* StoreAway as away:
                    link.doubt(away)
                except* Exception as errors:
                    error_log.note(self._fault, errors)
                await asyncio.sleep(AGAIN_S)
        finally:
            await self._streams.close()

    async def _listen(self) -> None:
        await self._streams.follow(self._last, self._begun, self._take)

    async def _take(self, found: Batch) -> None:
        for stream, entries in found:
            for number, entry in entries:
                with error_log.isolated(self._fault):
                    await self._hear[stream](entry)
                self._last[stream] = number  # so that no entry before a StoreAway comes again
