"""Connections to Redis that it has closed, as after `CLIENT KILL` or a restart."""

import asyncio
from contextlib import aclosing
from pathlib import Path
from typing import Any

from redis.asyncio import Redis

from server.store.redis_client import connect, patience
from tests.harness import LIMIT_S
from tests.stores import RedisProcess, engines
from tests.trouble.pair import free_port

CONNECTIONS = 4


async def test_closed_connections_are_opened_again_before_they_are_used(tmp_path: Path) -> None:
    port = free_port()
    async with (
        RedisProcess(tmp_path, engines()["embedded"], port),
        aclosing(Redis(port=port)) as onlooker,
    ):
        store: Any = connect(f"redis://127.0.0.1:{port}", CONNECTIONS)
        try:
            await use_all(store)
            await onlooker.execute_command("CLIENT", "KILL", "TYPE", "normal")  # type: ignore[no-untyped-call]
            async with asyncio.timeout(LIMIT_S):
                while not await seen_closed(store):  # noqa: ASYNC110 # the library sets no event
                    await asyncio.sleep(0.01)
            await use_all(store)
        finally:
            await store.aclose()


async def use_all(store: Redis) -> None:
    """Ask something by every connection at once."""
    async with patience():
        await asyncio.gather(*(store.blpop(["nothing"], 0.05) for _ in range(CONNECTIONS)))


async def seen_closed(store: Redis) -> bool:
    """Whether every connection has noticed that the store has closed it."""
    idle = store.connection_pool._available_connections
    return all([await connection.can_read() for connection in idle])
