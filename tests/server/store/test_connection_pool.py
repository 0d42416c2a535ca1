"""The pool of connections to one Redis: who waits, in which order, and that none gets lost."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from server.errors import StoreAway
from server.store.redis_client import connect, patience
from tests.stores import RedisProcess, engines
from tests.trouble.pair import free_port


@pytest.fixture
async def port(tmp_path: Path) -> AsyncIterator[int]:
    number = free_port()
    async with RedisProcess(tmp_path, engines()["embedded"], number):
        yield number


async def blocked(store: Any, key: str) -> None:
    async with patience(blocks_s=10):
        await store.blpop([key], 10)


async def begun(tasks: list[asyncio.Task[None]], store: Any, waiting: int) -> None:
    """Wait until this many of the tasks wait for a connection, and the others have one."""
    pool = store.connection_pool
    while len(pool._in_use_connections) < len(tasks) - waiting:  # noqa: ASYNC110 # there is no event
        await asyncio.sleep(0.01)
    for _ in tasks:  # those that wait have begun to
        await asyncio.sleep(0)


async def test_commands_get_a_free_connection_in_the_order_in_which_they_came(port: int) -> None:
    store: Any = connect(f"redis://127.0.0.1:{port}", 1)
    helper: Any = connect(f"redis://127.0.0.1:{port}", 1)
    try:
        first = asyncio.create_task(blocked(store, "a"))
        await begun([first], store, 0)
        done: list[int] = []

        async def push(n: int) -> None:
            await store.rpush("order", n)
            done.append(n)

        others = [asyncio.create_task(push(n)) for n in range(5)]
        await begun([first, *others], store, 5)
        assert done == []
        others[2].cancel()
        await helper.rpush("a", "go")
        await asyncio.gather(first, *others[:2], *others[3:])
        assert done == [0, 1, 3, 4]
        assert await helper.lrange("order", 0, -1) == ["0", "1", "3", "4"]
        assert (await helper.info("clients"))["connected_clients"] == 2
    finally:
        await store.aclose()
        await helper.aclose()


async def test_a_connection_that_cannot_be_opened_is_free_again(tmp_path: Path) -> None:
    number = free_port()
    store: Any = connect(f"redis://127.0.0.1:{number}", 2)
    try:
        for _ in range(5):
            with pytest.raises(StoreAway):
                async with patience():
                    await store.ping()
        async with RedisProcess(tmp_path, engines()["embedded"], number), patience():
            assert await asyncio.gather(*(store.ping() for _ in range(5))) == [True] * 5
    finally:
        await store.aclose()


async def test_a_command_that_is_cancelled_while_it_has_a_connection_gives_it_back(
    port: int,
) -> None:
    store: Any = connect(f"redis://127.0.0.1:{port}", 1)
    try:
        task = asyncio.create_task(blocked(store, "a"))
        await begun([task], store, 0)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        async with patience():
            assert await store.ping()
    finally:
        await store.aclose()
