"""The heartbeat: the store's time, and who lives. A silence of all processes is an outage."""

from pathlib import Path
from typing import NamedTuple

from server import keys
from server.reach import at_node_of, connect, patience

BEAT = (Path(__file__).parent / "beat.lua").read_text()
GAP_MS = 1_500
"""A silence of all processes longer than this is an outage, to be refunded."""

SILENT_MS = 3_000
"""A process silent for longer than this is dead, and so are its connections."""


class Pulse(NamedTuple):
    """The outages noted so far, as (since, until), the processes that are alive, and the store's
    time in milliseconds.

    An outage does not count as a silence of a process.
    """

    outages: list[tuple[int, int]]
    alive: frozenset[str]
    ms: float


class Heart:
    """One process's heart. It has a connection of its own: a process that has much to ask must not
    be taken for dead, nor its store for away, since the beat has to wait for its turn.

    Every method raises StoreAway where the store cannot be reached.
    """

    def __init__(self, url: str) -> None:
        self._client = connect(url, 1)
        self._sha = ""

    async def open(self) -> None:
        """Load the script. To be called again after the store was away."""
        async with patience():
            self._sha = await self._client.script_load(BEAT)

    async def close(self) -> None:
        await self._client.aclose()

    async def time(self) -> float:
        """The store's time in milliseconds."""
        async with patience():
            return _ms(*await at_node_of(self._client, keys.BEAT, "TIME"))

    async def beat(self, now: int, process: str, gap_ms: int = GAP_MS) -> Pulse:
        """Say that this process is alive, and hear who else is. A silence longer than `gap_ms`
        before this beat is noted as an outage."""
        names = keys.BEAT, keys.OUTAGES, keys.PROCESSES
        async with patience():
            lines, processes, time = await self._client.evalsha(
                self._sha, len(names), *names, now, gap_ms, process
            )
        pairs = [line.split() for line in lines]
        outages = [(int(since), int(until)) for since, until in pairs]
        beats = dict(zip(processes[::2], map(int, processes[1::2]), strict=True))
        back = max((until for _, until in outages), default=0)
        alive = {name for name, at in beats.items() if now - max(at, back) <= SILENT_MS}
        return Pulse(outages, frozenset(alive), _ms(*map(int, time)))


def _ms(seconds: int, micros: int) -> float:
    return seconds * 1000 + micros / 1000
