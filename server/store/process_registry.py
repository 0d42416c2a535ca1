"""The process registry: which server processes are draining, and that a process has ended.

The heartbeat says which processes are alive.
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
"""Seconds for which a draining process is listed, in case it dies without a word."""


class ProcessRegistry:
    """The processes on one store, for the process `process`. `now` returns server time. Every
    method raises StoreAway."""

    def __init__(self, redis: RedisClient, process: str, now: Callable[[], int]) -> None:
        self._redis, self._process, self._now = redis, process, now

    async def set_draining(self) -> None:
        """Say that this process is draining."""
        async with patience():
            await self._redis.hset(keys.LEAVING, self._process, self._now())
            await self._redis.expire(keys.LEAVING, LISTED_S)

    async def clear_draining(self) -> None:
        """Say that this process no longer drains."""
        async with patience():
            await self._redis.hdel(keys.LEAVING, self._process)

    async def unregister(self, since: int) -> None:
        """Say that this process ends, and has done nothing since this server time."""
        names = (keys.BEAT, keys.PROCESSES, keys.LEAVING, keys.PROGRAMS)
        told = (self._process, since, self._now(), SILENT_MS)
        async with patience():
            await UNREGISTER.run(self._redis, names, *told)

    async def draining(self) -> frozenset[str]:
        """The processes that are draining."""
        async with patience():
            return frozenset(await self._redis.hkeys(keys.LEAVING))
