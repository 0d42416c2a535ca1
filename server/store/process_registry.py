"""What server processes tell each other of themselves: that one lets everybody go, and that it has
gone. That they live, they tell by their beats."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from server.store import keys
from server.store.heartbeat import SILENT_MS
from server.store.redis_client import patience

GONE = (Path(__file__).parent / "unregister_process.lua").read_text()
KEPT_S = 86_400
"""So long it is kept that a process lets everybody go: it may die of that."""


class ProcessRegistry:
    """Those on one store, as `process` sees them; `now` is server time. Raises StoreAway."""

    def __init__(self, redis: Any, process: str, now: Callable[[], int]) -> None:
        self._redis, self._process, self._now = redis, process, now

    async def say_leaving(self) -> None:
        """This process lets everybody go."""
        async with patience():
            await self._redis.hset(keys.LEAVING, self._process, self._now())
            await self._redis.expire(keys.LEAVING, KEPT_S)

    async def say_staying(self) -> None:
        """It does no more."""
        async with patience():
            await self._redis.hdel(keys.LEAVING, self._process)

    async def say_gone(self, since: int) -> None:
        """It has done nothing since this server time, and ends now."""
        told = (self._process, since, self._now(), SILENT_MS)
        async with patience():
            await self._redis.eval(
                GONE, 4, keys.BEAT, keys.PROCESSES, keys.LEAVING, keys.PROGRAMS, *told
            )

    async def leaving(self) -> frozenset[str]:
        """Those that let everybody go."""
        async with patience():
            return frozenset(await self._redis.hkeys(keys.LEAVING))
