"""The client for a single Redis: every command gets its own reply, whatever becomes of others."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from server.errors import StoreAway
from server.store.redis_client import connect, get_bytes, patience, replication_stream
from tests.harness import LIMIT_S
from tests.stores import RedisProcess, engines
from tests.trouble.pair import free_port


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with RedisProcess(tmp_path, engines()["embedded"]) as process:
        yield process


@pytest.fixture
async def store(redis: RedisProcess) -> AsyncIterator[Any]:
    async with aclosing(connect(redis.url, 1)) as client:
        yield client


async def test_commands_of_one_turn_are_written_together_and_executed_in_order(store: Any) -> None:
    await store.ping()
    reads = (await store.info("stats"))["total_reads_processed"]
    places = await asyncio.gather(*(store.rpush("order", n) for n in range(50)))
    assert places == [*range(1, 51)]
    assert (await store.info("stats"))["total_reads_processed"] - reads <= 2
    assert await store.lrange("order", 0, -1) == [str(n) for n in range(50)]
    assert (await store.info("clients"))["connected_clients"] == 1


async def test_a_cancelled_command_leaves_the_replies_of_the_others_as_they_are(
    store: Any,
) -> None:
    async def echo(word: str) -> str:
        return str(await store.execute_command("ECHO", word))

    tasks = [asyncio.create_task(echo(str(n))) for n in range(9)]
    await asyncio.sleep(0)
    tasks[3].cancel()
    found = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(found.pop(3), asyncio.CancelledError)
    assert found == [str(n) for n in range(9) if n != 3]
    assert await echo("after") == "after"
    assert (await store.info("clients"))["connected_clients"] == 1


async def test_replies_that_come_in_pieces_are_put_together(store: Any) -> None:
    text = "ä♠" * 2_000_000
    await store.set("long", text)
    short, long, raw, missing = await asyncio.gather(
        store.llen("none"), store.get("long"), get_bytes(store, "long"), get_bytes(store, "none")
    )
    assert (short, long, raw, missing) == (0, text, text.encode(), None)


async def test_an_error_is_the_reply_to_its_command_only(store: Any) -> None:
    await store.set("text", "a")
    asked: list[Any] = [store.get("text"), store.llen("text"), store.get("text")]
    one, wrong, two = await asyncio.gather(*asked, return_exceptions=True)
    assert (one, two) == ("a", "a")
    assert "WRONGTYPE" in repr(wrong) or "wrong kind" in str(wrong)


async def test_a_transaction_is_undivided_and_a_pipeline_of_nothing_asks_nothing(
    store: Any,
) -> None:
    async def both() -> list[Any]:
        batch = store.pipeline(transaction=True)
        batch.incr("n")
        batch.get("n")
        return list(await batch.execute())

    found = await asyncio.gather(*(both() for _ in range(20)))
    assert found == [[n, str(n)] for n in range(1, 21)]
    assert await store.pipeline(transaction=False).execute() == []


async def test_a_connection_that_the_store_closes_is_opened_again(
    redis: RedisProcess, store: Any
) -> None:
    async with onlooking(redis) as onlooker:
        for _ in range(3):
            async with patience():
                assert await store.set("a", "b")
            asked = asyncio.create_task(waits_for_ever(store))
            await until_blocked(onlooker)
            others = [asyncio.create_task(pinged(store)) for _ in range(3)]
            await asyncio.sleep(0)
            await onlooker.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
            ended = await asyncio.wait_for(
                asyncio.gather(asked, *others, return_exceptions=True), LIMIT_S
            )
            assert all(isinstance(each, StoreAway) for each in ended), ended


async def test_a_store_that_stops_answering_costs_the_connection(
    redis: RedisProcess, store: Any
) -> None:
    """Its late replies must not be taken for those of later commands."""
    assert await store.incr("n") == 1
    redis.pause()
    try:
        ended = await asyncio.gather(
            *(pinged(store, 0.2) for _ in range(3)), return_exceptions=True
        )
        assert all(isinstance(each, StoreAway) for each in ended), ended
    finally:
        redis.go_on()
    async with patience():
        assert await asyncio.gather(*(store.incr("n") for _ in range(5))) == [2, 3, 4, 5, 6]


async def test_a_reply_to_no_command_costs_the_connection(redis: RedisProcess, store: Any) -> None:
    assert await store.execute_command("MONITOR")
    async with onlooking(redis) as other:
        await other.set("a", "b")  # of which the monitor is told
        async with asyncio.timeout(LIMIT_S):
            while (await other.info("clients"))["connected_clients"] > 1:  # noqa: ASYNC110
                await asyncio.sleep(0.01)  # the store sets no event
    assert await store.get("a") == "b"


async def test_a_store_that_is_not_there_is_found_when_it_comes(tmp_path: Path) -> None:
    port = free_port()
    async with aclosing(connect(f"redis://127.0.0.1:{port}", 1)) as store:
        for _ in range(3):
            ended = await asyncio.gather(*(pinged(store) for _ in range(3)), return_exceptions=True)
            assert all(isinstance(each, StoreAway) for each in ended), ended
        async with RedisProcess(tmp_path, engines()["embedded"], port):
            await asyncio.gather(*(pinged(store) for _ in range(5)))


async def test_a_refused_replica_leaves_no_connection_behind(
    redis: RedisProcess, store: Any
) -> None:
    await store.execute_command("ACL", "SETUSER", "default", "-replconf")
    with pytest.raises(StoreAway):
        async with replication_stream(redis.url, LIMIT_S):
            pass
    async with asyncio.timeout(LIMIT_S):
        while (await store.info("clients"))["connected_clients"] > 1:  # noqa: ASYNC110
            await asyncio.sleep(0.01)  # the store sets no event


async def test_closed_while_commands_wait_they_end(redis: RedisProcess) -> None:
    async with onlooking(redis) as onlooker:
        store: Any = connect(redis.url, 1)
        asked = asyncio.create_task(waits_for_ever(store))
        await until_blocked(onlooker)
        await store.aclose()
        with pytest.raises(StoreAway):
            await asyncio.wait_for(asked, LIMIT_S)


def onlooking(redis: RedisProcess) -> aclosing[Any]:
    """Another client of the store."""
    other: Any = connect(redis.url, 1)
    return aclosing(other)


async def pinged(store: Any, seconds: float = LIMIT_S) -> None:
    async with patience(seconds):
        assert await store.ping()


async def waits_for_ever(store: Any) -> None:
    async with patience(blocks_s=2 * LIMIT_S):
        await store.blpop(["nothing"], 0)


async def until_blocked(onlooker: Any) -> None:
    async with asyncio.timeout(LIMIT_S):
        while not (await onlooker.info("clients"))["blocked_clients"]:  # noqa: ASYNC110
            await asyncio.sleep(0.01)  # the store sets no event
