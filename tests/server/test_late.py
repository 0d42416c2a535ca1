"""A process that has too much to do, and comes round late to all of it, takes neither its store nor
itself for away."""

import asyncio
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from structlog.testing import capture_logs

from server import keys
from server.app import App
from server.reach import PATIENCE_S, StoreAway, connect, patience
from server.settings import Settings
from server.waiting import IN_LINE_S
from tests.month.driven import NO_COMPILER, DrivenLoop, DrivenStore, driven, has_compiler

TURN_S = 0.3
"""How long each turn of its loop takes."""
TURNS = 100


async def served_late(store: DrivenStore) -> list[bytes | str]:
    """A server is late for so many turns; the outages it has noted."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, DrivenLoop)
    stop, listening, turns = asyncio.Event(), asyncio.Event(), iter(range(TURNS))

    def turn() -> None:
        store.settled()  # what it was asked it has answered by now
        loop.pass_time(TURN_S)
        if next(turns, None) is None:
            stop.set()
        else:
            loop.call_soon(turn)

    app = App(Settings(port=0), store.url, local_s=loop.time)
    serving = asyncio.create_task(app.run(stop, listening))
    await listening.wait()
    turn()
    await serving
    async with Redis.from_url(store.url) as redis:
        return await redis.lrange(keys.OUTAGES, 0, -1)


@pytest.mark.skipif(not has_compiler(), reason=NO_COMPILER)
def test_it_goes_on(tmp_path: Path) -> None:
    with driven(tmp_path / "store", 1_795_000_000) as (store, runner), capture_logs() as logged:
        assert runner.run(served_late(store)) == []
    assert not [entry for entry in logged if entry["event"] == "store_away"]


async def asked(line: Any, what: str) -> tuple[bool, float]:
    """Ask the store for the first of something; whether there was an answer, and when."""
    try:
        async with patience():
            await line.blpop(what)
    except StoreAway:
        return False, asyncio.get_running_loop().time()
    return True, asyncio.get_running_loop().time()


async def in_line(store: DrivenStore) -> None:
    """Of one line, which somebody has who asks for what takes long."""
    async with aclosing(connect(store.url, 1)) as line, aclosing(connect(store.url, 1)) as other:
        await other.rpush("known", 1, 2)
        long = asyncio.create_task(line.blpop("slow"))
        known = [asyncio.create_task(asked(line, "known")) for _ in range(2)]
        never = [asyncio.create_task(asked(line, "never")) for _ in range(2)]
        began = asyncio.get_running_loop().time()
        await asyncio.sleep(2 * PATIENCE_S)
        await other.rpush("slow", 1)
        turn = began + 2 * PATIENCE_S
        assert [await each for each in known] == [(True, turn)] * 2
        ends = [await each for each in never]
        assert ends == [(False, turn + PATIENCE_S), (False, turn + 2 * PATIENCE_S)]
        await long

        long = asyncio.create_task(line.blpop("slow"))
        await asyncio.sleep(0)
        began = asyncio.get_running_loop().time()
        assert await asked(line, "known") == (False, began + IN_LINE_S)
        long.cancel()
        await asyncio.wait([long])


@pytest.mark.skipif(not has_compiler(), reason=NO_COMPILER)
def test_who_waits_for_their_turn_does_not_wait_for_the_store(tmp_path: Path) -> None:
    with driven(tmp_path / "store", 1_795_000_000) as (store, runner):
        runner.run(in_line(store))
