"""The store of analyses: the queue of finished races to analyse, and the result for each race.

The script that archives a race puts it into the queue (`archive/archive_race.lua`). A process takes
a race for TAKEN_MS, and takes it for longer while it works. If the process dies, the race can be
taken again after that time. So no race is lost, and a race may be analysed twice, with the same
result.
"""

from pathlib import Path
from typing import NamedTuple

from server.store import keys
from server.store.redis_client import get_bytes, patience
from server.store.redis_commands import RedisClient
from server.store.scripts import Script, as_nothing, as_texts

HERE = Path(__file__).parent
TAKE = Script(HERE / "take_race.lua", as_texts)
HOLD = Script(HERE / "hold_race.lua", as_nothing)
STORE = Script(HERE / "store_analysis.lua", as_nothing)

TAKEN_MS = 20_000
"""Milliseconds after which a race that a process has taken can be taken again."""
MOST_TRIES = 3
"""How often a race is taken before it is given up: its analysis may need too much memory."""


class TakenRace(NamedTuple):
    """A finished race that a process has taken from the queue: the code of its room, its number,
    and the server time in milliseconds at which it was taken."""

    code: str
    n: int
    now: int


class AnalysisStore:
    """Reads and writes analyses and their queue. Every method raises StoreAway if the store cannot
    be reached."""

    def __init__(self, redis: RedisClient) -> None:
        self._redis = redis

    async def take(self, shard: int) -> TakenRace | None:
        """Take the first race of a shard that is to be analysed now; None if there is none. No
        other process takes it within TAKEN_MS."""
        async with patience():
            found = await TAKE.run(self._redis, _queue(shard), TAKEN_MS, MOST_TRIES)
        if not found:
            return None
        code, n = found[0].split(" ")
        return TakenRace(code, int(n), int(found[1]))

    async def keep(self, code: str, n: int) -> None:
        """Take a race for another TAKEN_MS from now."""
        await self._hold(code, n, TAKEN_MS, "0")

    async def give_back(self, code: str, n: int, wait_ms: int = 0) -> None:
        """Let any process take a race, after `wait_ms`. That it was taken does not count as a try
        then."""
        await self._hold(code, n, wait_ms, "1")

    async def finish(self, code: str, n: int, analysis: bytes | None) -> None:
        """Store the analysis of a race, for as long as the race is stored, and take the race out of
        the queue. With None the race gets no analysis."""
        names = [*_queue(keys.shard(code)), keys.analysis(code, n), keys.kept(code, n)]
        async with patience():
            await STORE.run(self._redis, names, f"{code} {n}", analysis or b"")

    async def analysis(self, code: str, n: int) -> bytes | None:
        """Return the analysis of a race as JSON; None if there is none, or none yet."""
        async with patience():
            return await get_bytes(self._redis, keys.analysis(code, n))

    async def is_waiting(self, code: str, n: int) -> bool:
        """Return whether a finished race waits to be analysed, or to be archived before that. On a
        server that analyses no races it is only the latter."""
        shard, member = keys.shard(code), f"{code} {n}"
        async with patience():
            # Archiving moves the race from the one queue to the other.
            for queue in (keys.over(shard), keys.to_analyse(shard)):
                if await self._redis.zscore(queue, member) is not None:
                    return True
        return False

    async def _hold(self, code: str, n: int, ms: int, is_no_try: str) -> None:
        names = _queue(keys.shard(code))
        async with patience():
            await HOLD.run(self._redis, names, f"{code} {n}", ms, is_no_try)


def _queue(shard: int) -> list[str]:
    return [keys.to_analyse(shard), keys.analysis_tries(shard)]
