"""The stream reader: reads streams for as long as a process runs, and calls a handler per entry."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping

from server.errors import StoreAway
from server.observability import error_log
from server.store.availability import StoreAvailability
from server.store.streams.stream_follower import Batch, StreamFollower
from server.tasks import run_in_own_task, run_together

AGAIN_S = 1.0
"""Seconds to wait after an error before following the streams again."""

EntryHandler = Callable[[dict[str, str]], Awaitable[None]]
"""Handles one entry of a stream, given its fields."""


class StreamReader:
    """Reads streams for one process. `url` is the address of the store (Redis). `hear` has the
    handler for each stream, by the name of the stream.

    A handler is called once for each entry of its stream, oldest first. If it raises StoreAway, it
    is called again later with the same entry. If it raises another error, the error is logged under
    the name `fault` and the entry is skipped. `begun` is called when entries may have been missed:
    at the start, after every error, and when the store has lost entries.
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
        """Read the streams until cancelled. While the store is away, wait until `link` says that it
        can be reached. While reading, also run the coroutines of `beside`. When cancelled, close
        the connections."""
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
                self._last[stream] = number  # a StoreAway later must not repeat this entry
