"""Heartbeats of a process: they continue whatever else it asks of the store, and they report
outages."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest
from redis.asyncio import Redis

from server.rooms.store import RoomStore
from server.store.heartbeat import AWAY_MS, REST_MS, Heartbeat
from tests.harness import LIMIT_S
from tests.server.clocked_process import real_store
from tests.stores import all_commands


async def test_it_beats_though_other_commands_wait_for_an_answer(tmp_path: Path) -> None:
    async with real_store(tmp_path) as redis, aclosing(Redis.from_url(redis.url)) as onlooker:
        store = RoomStore(redis.url)
        await store.open()
        asked = asyncio.create_task(all_commands(store.others).blpop("nothing"))
        try:
            async with asyncio.timeout(LIMIT_S):
                while (await onlooker.info("clients"))["blocked_clients"] < 1:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)  # the store sets no event
            now = round(await store.heartbeat.time())
            assert (await store.heartbeat.beat(now, "one")).alive == {"one"}
        finally:
            asked.cancel()
            await asyncio.wait([asked])
            await store.close()


BEGAN = 1_000_000
"""Server time from which on process "one" could store nothing."""


@pytest.fixture
async def heartbeat(tmp_path: Path) -> AsyncIterator[Heartbeat]:
    async with real_store(tmp_path) as redis:
        heartbeat = Heartbeat(redis.url)
        await heartbeat.open()
        for process in ("one", "two"):
            await heartbeat.beat(BEGAN - 200, process)
        yield heartbeat
        await heartbeat.close()


@pytest.mark.parametrize(
    ("ms", "noted"), [(AWAY_MS - 1, []), (AWAY_MS, [(BEGAN, BEGAN + AWAY_MS)])]
)
async def test_an_outage_is_as_long_as_nobody_could_store(
    heartbeat: Heartbeat, ms: int, noted: list[tuple[int, int]]
) -> None:
    assert (await heartbeat.beat(BEGAN + ms, "one", since=BEGAN)).outages == noted
    assert (await heartbeat.beat(BEGAN + ms + 10, "two", since=BEGAN)).outages == noted


async def test_while_another_process_could_store_there_is_no_outage(heartbeat: Heartbeat) -> None:
    for at in range(BEGAN + 100, BEGAN + 5_000, 500):
        await heartbeat.beat(at, "two")
    assert not (await heartbeat.beat(BEGAN + 5_000, "one", since=BEGAN)).outages


async def test_an_outage_begins_when_the_last_process_could_not_store(heartbeat: Heartbeat) -> None:
    await heartbeat.beat(BEGAN + 300, "two")
    noted = [(BEGAN + 300, BEGAN + 1_200)]
    assert (await heartbeat.beat(BEGAN + 1_200, "one", since=BEGAN)).outages == noted


async def test_who_beats_but_stores_nothing_ends_no_outage(heartbeat: Heartbeat) -> None:
    assert not (await heartbeat.beat(BEGAN + 300, "two", able=False, since=BEGAN + 50)).outages
    outage = (BEGAN, BEGAN + 600)
    assert (await heartbeat.beat(outage[1], "one", able=False, since=BEGAN)).outages == [outage]
    rest = (outage[1], outage[1] + 2 * REST_MS)
    assert (await heartbeat.beat(rest[1], "one", since=BEGAN)).outages == [outage, rest]
    last = await heartbeat.beat(rest[1] + 2 * REST_MS, "two", since=BEGAN + 50)
    assert last.outages == [outage, rest], "somebody could store again before"


async def test_whoever_stood_still_before_it_noticed_has_that_time_noted(
    heartbeat: Heartbeat,
) -> None:
    noticed = BEGAN + 60_000
    noted = [(BEGAN - 200, noticed + 10)]
    assert (await heartbeat.beat(noticed + 10, "one", since=noticed)).outages == noted
    assert (await heartbeat.beat(noticed + 20, "two", since=noticed)).outages == noted
