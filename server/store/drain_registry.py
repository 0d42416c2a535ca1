"""The drain registry: writes into the store which server processes are draining and which have
ended. A process that drains closes its connections, so that clients reconnect to other processes.
"""

from collections.abc import Callable
from pathlib import Path

from server.store import keys
from server.store.heartbeat import SILENT_MS
from server.store.redis_client import patience
from server.store.redis_commands import RedisClient
from server.store.scripts import Script, as_nothing

UNREGISTER = Script(Path(__file__).parent / "unregister_process.lua", as_nothing)
LISTED_S = 86_400
"""Seconds after which the list of draining processes expires, because a process may die before it
removes itself."""


class DrainRegistry:
    """Registers the process `process` in the store as draining or as ended. `now` returns server
    time. Every method raises StoreAway."""

    def __init__(self, redis: RedisClient, process: str, now: Callable[[], int]) -> None:
        self._redis, self._process, self._now = redis, process, now

    async def set_draining(self) -> None:
        """Record that this process is draining."""
        async with patience():
            await self._redis.hset(keys.LEAVING, self._process, self._now())
            await self._redis.expire(keys.LEAVING, LISTED_S)

    async def clear_draining(self) -> None:
        """Record that this process is no longer draining."""
        async with patience():
            await self._redis.hdel(keys.LEAVING, self._process)

    async def unregister(self, since: int) -> None:
        """Remove this process from the lists of processes in the store, when it ends. `since` is
        the server time since which it has stored nothing. If no process is left, an outage begins
        at that time. Running races do not count the time of an outage."""
        names = (keys.BEAT, keys.PROCESSES, keys.LEAVING, keys.PROGRAMS)
        told = (self._process, since, self._now(), SILENT_MS)
        async with patience():
            await UNREGISTER.run(self._redis, names, *told)

    async def draining(self) -> frozenset[str]:
        """Return the names of the processes that are draining."""
        async with patience():
            return frozenset(await self._redis.hkeys(keys.LEAVING))
