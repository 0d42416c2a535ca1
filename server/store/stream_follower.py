"""The stream follower: passes on the entries that are added to Redis streams, in batches.

`stream_reader.py` and `room_feed.py` follow with it. Scripts append to these streams in the same
step in which they store.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection

from server.store.redis_client import connect, grouped_by_slot, patience
from server.store.redis_commands import StreamEntry, replies
from server.tasks import run_together

MERGE_S = 0.02
"""Seconds between two reads, so that the cost is per batch and not per entry."""

Batch = list[tuple[str, list[StreamEntry]]]
"""For each stream with new entries its name and (ID, fields) of each of them."""


class StreamFollower:
    """Follows `streams` for one process, on connections of its own, as it waits most of the time.

    One Redis is followed by one command that waits. Nodes of a cluster answer of one slot at a
    time, so there the streams of each slot are followed by themselves.
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
        """Call `take` with all entries after the IDs of `last`, batch by batch, until cancelled.

        `last` has the last ID read of each stream; a stream that it lacks is followed from its end.
        It is brought up to date after each batch. `begun` is called once the starts are set, and
        again when a stream was set back to its end, because entries may have been missed then.
        Raises StoreAway, and what `begun` and `take` raise, in a group.
        """

        async def read(streams: Collection[str]) -> None:
            while True:
                # XREAD waits in the store for a second at most; a store that does not answer within
                # the patience after that is away.
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
        """Set each stream's start to the last ID read, or to the stream's end if that is lower: a
        store restored from a copy would otherwise pass on nothing until its clock has caught up.
        Return whether any start changed."""
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
