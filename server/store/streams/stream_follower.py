"""The stream follower: passes on the entries that are added to Redis streams, in batches.

`stream_reader.py` and `room_feed.py` use it. A Lua script that stores something also adds an entry
to a stream, which announces the change. So nothing is stored without being announced.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection

from server.store.redis_client import connect, grouped_by_slot, patience
from server.store.redis_commands import StreamEntry, replies
from server.tasks import run_together

MERGE_S = 0.05
"""Seconds to wait after each read, so that the next read gets a batch of entries rather than one
entry. Clients of the process that has stored the data do not wait for it, only those of others."""

Batch = list[tuple[str, list[StreamEntry]]]
"""Each stream with new entries: its name, and the ID and the fields of each entry, oldest first."""


class StreamFollower:
    """Follows `streams` for one process. It has its own connections, because its commands wait in
    the store most of the time.

    For a single Redis, one command waits for entries of all streams. In a cluster a command can
    name keys of one slot only, so there is one command for each slot.
    """

    def __init__(self, url: str, streams: Collection[str]) -> None:
        self._client = connect(url, len(streams))
        self._streams = streams

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def follow(
        self,
        last: dict[str, str],
        begun: Callable[[], None],
        take: Callable[[Batch], Awaitable[None]],
    ) -> None:
        """Call `take` with all entries after the IDs in `last`, batch by batch, until cancelled.

        `last` has, for each stream, the ID of the last entry that was read, and is updated after
        each batch. A stream that is not in `last` is followed from its end. `begun` is called when
        it is known from which entry each stream is read. If a stream ends before its ID in `last`,
        its entries were lost: reading goes on at the end of the stream, and `begun` is called
        again, because entries may have been missed. Raises StoreAway, and the errors of `begun` and
        `take`, in an exception group.
        """

        async def read(streams: Collection[str]) -> None:
            while True:
                # XREAD waits in the store for at most a second (`block` is in milliseconds).
                async with patience(blocks_s=1):
                    found = await self._client.xread(
                        {stream: last[stream] for stream in streams}, block=1000
                    )
                if found:
                    await take(found)
                    last.update({stream: entries[-1][0] for stream, entries in found})
                    await asyncio.sleep(MERGE_S)
                elif await self._begin(last, streams):
                    begun()

        await self._begin(last, self._streams)
        begun()
        await run_together(*map(read, grouped_by_slot(self._client, self._streams)))

    async def _begin(self, last: dict[str, str], streams: Collection[str]) -> bool:
        """Correct the position in each stream. `last` has the ID of the last entry that was read,
        by stream. A missing ID is set to the end of the stream, and so is an ID that is after the
        end. Return whether any ID changed. A store that was restored from a backup can end earlier
        than what was read before. The IDs of its new entries are made of the store's time; without
        the correction they would count as read already."""
        async with patience():
            pipeline = self._client.pipeline(transaction=False)
            asked = [pipeline.xrevrange(stream, count=1) for stream in streams]
            newest = await replies(pipeline, asked)
        moved = False
        for stream, entries in zip(streams, newest, strict=True):
            end = entries[0][0] if entries else "0-0"
            if stream not in last or _order(end) < _order(last[stream]):
                last[stream], moved = end, True
        return moved


def _order(number: str) -> tuple[int, int]:
    ms, _, n = number.partition("-")
    return int(ms), int(n)
