"""The heartbeat: each process regularly writes to the store that it is alive.

The store (Redis) answers each write with its own time, the processes that are alive, and the
outages. An outage is a time in which no process could store anything. The clocks of races do not
count it.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from server.store import keys
from server.store.redis_client import connect, patience, time_at
from server.store.redis_commands import Reply
from server.store.scripts import Script, as_items, as_texts

GAP_MS = 1_500
"""The maximum milliseconds between two heartbeats of processes that can store. A longer time is
recorded as an outage."""
AWAY_MS = 500
"""The minimum milliseconds of the other kind of outage: processes are alive, but none can store
anything."""
REST_MS = 50
"""The minimum milliseconds for recording the remaining part of an outage of which a part is already
recorded."""

SILENT_MS = 3_000
"""The maximum milliseconds between two heartbeats of a process. After a longer time the process
counts as dead, and its connections as lost."""


class StoredBeats(NamedTuple):
    """The reply of `heartbeat.lua`: the outages as "SINCE UNTIL" in server time, oldest first; the
    server time of the last heartbeat of each process, by the name of the process; and the store's
    time, as (seconds, microseconds)."""

    outages: list[str]
    beats: dict[str, str]
    time: tuple[int, int]


def _read(reply: Reply) -> StoredBeats:
    outages, beats, time = map(as_texts, as_items(reply))
    seconds, micros = map(int, time)
    return StoredBeats(outages, dict(zip(beats[::2], beats[1::2], strict=True)), (seconds, micros))


BEAT = Script(Path(__file__).parent / "heartbeat.lua", _read)


class HeartbeatReply(NamedTuple):
    """The recorded outages as (since, until) in server time, oldest first; the names of the
    processes that are alive; and the store's time in milliseconds.

    A process counts as alive for SILENT_MS after its last heartbeat, or after the end of the last
    outage if that is later.
    """

    outages: list[tuple[int, int]]
    alive: frozenset[str]
    ms: float


class Heartbeat:
    """Sends the heartbeats of one process. They have a connection of their own: if a heartbeat had
    to wait for many other commands, the process might be taken for dead, or the store for away.

    Every method except `close` raises StoreAway if the store cannot be reached.
    """

    def __init__(self, url: str) -> None:
        self._client = connect(url, 1)

    async def open(self) -> None:
        """Load the script into the store. Call this before `beat`, and again after the store could
        not be reached."""
        async with patience():
            await BEAT.load(self._client)

    async def close(self) -> None:
        """Close the connection."""
        await self._client.aclose()

    async def time(self) -> float:
        """Return the store's time in milliseconds."""
        async with patience():
            return _ms(*await time_at(self._client, keys.BEAT))

    async def beat(
        self,
        now: int,
        process: str,
        gap_ms: int = GAP_MS,
        *,
        able: bool = True,
        since: int | None = None,
        ahead_ms: int = 0,
    ) -> HeartbeatReply:
        """Record that the process named `process`, which is this one, is alive at server time
        `now`. Return the processes that are alive, the outages and the store's time. Look for the
        last heartbeat that any process able to store anything has sent. If it was sent more than
        `gap_ms` ago, record the time since then as an outage.

        `able` says whether this process can store anything now. `since` is the server time since
        which it could not; None if it always could, or if it has just started and never could. The
        part of this time in which no other process could store anything is recorded as an outage.
        An outage that is recorded now ends `ahead_ms` after `now`, because the process will not
        store anything before.
        """
        names = keys.BEAT, keys.OUTAGES, keys.PROCESSES, keys.UNABLE
        times = "" if since is None else since, AWAY_MS, REST_MS, ahead_ms
        async with patience():
            stored = await BEAT.run(self._client, names, now, gap_ms, process, int(able), *times)
        outages = outages_of(stored.outages)
        back = max((until for _, until in outages), default=0)
        alive = {name for name, at in stored.beats.items() if now - max(int(at), back) <= SILENT_MS}
        return HeartbeatReply(outages, frozenset(alive), _ms(*stored.time))


def outages_of(lines: Iterable[str]) -> list[tuple[int, int]]:
    """Parse stored outages, each a text "SINCE UNTIL", to pairs of server times."""
    return [(int(since), int(until)) for since, until in map(str.split, lines)]


def _ms(seconds: int, micros: int) -> float:
    return seconds * 1000 + micros / 1000
