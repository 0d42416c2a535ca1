"""A subscription to a channel of the store."""

import asyncio
from pathlib import Path

import pytest
from redis.asyncio import Redis

from server.errors import StoreAway
from server.store.redis_client import subscribe
from tests.harness import LIMIT_S
from tests.stores import RedisProcess, engines


async def listen(url: str, heard: list[str]) -> None:
    async with subscribe(url, "news", LIMIT_S) as texts:
        async for text in texts:
            heard.append(text)  # noqa: PERF401 # one after the other


async def test_it_ends_whenever_it_is_cancelled(tmp_path: Path) -> None:
    """redis-py loses a cancellation that comes while it connects."""
    async with RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis:
        for steps in range(60):
            task = asyncio.create_task(listen(redis.url, []))
            for _ in range(steps):
                await asyncio.sleep(0)
            task.cancel()
            async with asyncio.timeout(LIMIT_S):
                await asyncio.wait({task})
            assert task.cancelled()


async def test_what_is_sent_is_heard_and_a_closed_connection_is_told(tmp_path: Path) -> None:
    async with RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis:
        heard: list[str] = []
        task = asyncio.create_task(listen(redis.url, heard))
        async with Redis(unix_socket_path=str(redis.socket)) as other:
            async with asyncio.timeout(LIMIT_S):
                while not await other.publish("news", "Anna is here"):  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
                while not heard:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            assert heard == ["Anna is here"]
            await other.client_kill_filter(_type="pubsub")
        with pytest.raises(StoreAway):
            async with asyncio.timeout(LIMIT_S):
                await task
