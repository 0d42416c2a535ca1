"""The heartbeat of a process: the store's time, which processes are alive, and outages.

An outage is a time in which no process could store anything.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from server.store import keys
from server.store.redis_client import connect, patience, time_at
from server.store.redis_commands import Reply
from server.store.scripts import Script, as_items, as_texts

GAP_MS = 1_500
"""A silence of all processes longer than this is an outage and is refunded."""
AWAY_MS = 500
"""A time at least this long in which no process could store anything is an outage as well."""
REST_MS = 50
"""The rest of an outage that was noted in part is noted if it is at least this long."""

SILENT_MS = 3_000
"""A process that is silent for longer than this counts as dead, and its connections as gone."""


class StoredBeats(NamedTuple):
    """The reply of the script: outages as "SINCE UNTIL", the last beat by process, and the store's
    time in seconds and microseconds."""

    outages: list[str]
    beats: dict[str, str]
    time: tuple[int, int]


def _read(reply: Reply) -> StoredBeats:
    outages, beats, time = map(as_texts, as_items(reply))
    seconds, micros = map(int, time)
    return StoredBeats(outages, dict(zip(beats[::2], beats[1::2], strict=True)), (seconds, micros))


BEAT = Script(Path(__file__).parent / "heartbeat.lua", _read)


class HeartbeatReply(NamedTuple):
    """The outages noted so far, as (since, until), the processes that are alive, and the store's
    time in milliseconds.

    An outage does not count as a silence of a process.
    """

    outages: list[tuple[int, int]]
    alive: frozenset[str]
    ms: float


class Heartbeat:
    """Beats for one process, on a connection of its own: behind many other commands, a beat would
    come so late that the process would be taken for dead, or the store for away.

    Every method raises StoreAway if the store cannot be reached.
    """

    def __init__(self, url: str) -> None:
        self._client = connect(url, 1)

    async def open(self) -> None:
        """Load the script. Call this again after the store was away."""
        async with patience():
            await BEAT.load(self._client)

    async def close(self) -> None:
        """Close the connection."""
        await self._client.aclose()

    async def time(self) -> float:
        """The store's time in milliseconds."""
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
    ) -> HeartbeatReply:
        """Say that this process is alive, and hear who else is. A silence longer than `gap_ms`
        before this beat is noted as an outage.

        `able` says that this process stores moves; `since` is the server time from which on it did
        not, up to now. With it the time is noted in which no other process did either.
        """
        names = keys.BEAT, keys.OUTAGES, keys.PROCESSES, keys.UNABLE
        times = "" if since is None else since, AWAY_MS, REST_MS
        async with patience():
            stored = await BEAT.run(self._client, names, now, gap_ms, process, int(able), *times)
        outages = outages_of(stored.outages)
        back = max((until for _, until in outages), default=0)
        alive = {name for name, at in stored.beats.items() if now - max(int(at), back) <= SILENT_MS}
        return HeartbeatReply(outages, frozenset(alive), _ms(*stored.time))


def outages_of(lines: Iterable[str]) -> list[tuple[int, int]]:
    """The stored outages as (since, until)."""
    return [(int(since), int(until)) for since, until in map(str.split, lines)]


def _ms(seconds: int, micros: int) -> float:
    return seconds * 1000 + micros / 1000
