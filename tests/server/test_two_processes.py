"""Two servers on one store are one server."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from protocol.closing import Close
from tests.harness import ServerProcess, client
from tests.stores import RedisProcess, engines


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[tuple[ServerProcess, ServerProcess]]:
    async with (
        RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis,
        ServerProcess(tmp_path / "one", redis_url=redis.url) as one,
        ServerProcess(tmp_path / "two", redis_url=redis.url) as two,
    ):
        yield one, two


@pytest.mark.processes
async def test_contestants_of_one_race_sit_on_different_processes(
    pair: tuple[ServerProcess, ServerProcess],
) -> None:
    one, two = pair
    async with client(one.url) as a, client(two.url) as b:
        room = await a.create("cribbage_patience", bell_ms=2_000)
        await b.join(room["code"], "b")
        await a.until("presence")
        await a.ready()
        await b.ready()
        tables = [await player.until("table") for player in (a, b)]
        assert tables[0]["view"] == tables[1]["view"]
        assert all(table["clock_ms"] < 50 for table in tables), "late by more than 50 ms"
        await a.ask("play", race=1, ply=0, move="place 0,0")
        progress = await b.until("progress")
        assert progress["standings"][0]["progress"] == 1
        overs = [await player.until("over") for player in (a, b)]
        assert overs[0] == overs[1]
        assert overs[0]["ended_ms"] == 2_000
        assert (await b.ask("rematch"))["code"] == "not_host"
        assert (await a.ask("rematch"))["type"] == "done"
        assert (await b.until("next_race"))["race"]["n"] == 2


@pytest.mark.processes
async def test_a_seat_moves_to_another_process_and_an_old_view_is_refused(
    pair: tuple[ServerProcess, ServerProcess],
) -> None:
    one, two = pair
    async with client(one.url) as old, client(two.url) as new:
        room = await old.create("cribbage_patience")
        await old.ready()
        await old.ask("start")
        await old.until("table")
        await old.ask("play", race=1, ply=0, move="place 0,0")
        await new.ask("resume", code=room["code"], token=old.token, legal=True)
        table = await new.until("table")
        assert table["ply"] == 1
        with pytest.raises(ConnectionClosed) as closed:
            await old.until("no such message")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == Close.TAKEN_OVER
        assert (await new.ask("play", race=1, ply=1, move="place 0,1"))["ply"] == 2
        async with client(one.url) as back:
            await back.ask("resume", code=room["code"], token=old.token)
            assert (await back.until("table"))["ply"] == 2
            again = await back.ask("play", race=1, ply=1, move="place 0,1")
            assert (again["type"], again["ply"]) == ("moved", 2)
            other = await back.ask("play", race=1, ply=1, move="place 1,1")
            assert (other["code"], other["ply"]) == ("stale_ply", 2)
            assert (await back.ask("play", race=1, ply=2, move="place 1,1"))["ply"] == 3


@pytest.mark.processes
async def test_a_dead_process_leaves_its_deadlines_and_seats_to_the_other(
    pair: tuple[ServerProcess, ServerProcess],
) -> None:
    one, two = pair
    async with client(two.url) as watcher:
        async with client(one.url) as host:
            room = await host.create("aces_up", bell_ms=9_000)
            await watcher.ask("watch", code=room["code"])
            await host.ready()
            await host.ask("start")
            await host.until("table")
            await one.kill()
        gone = await watcher.until("presence")
        assert gone["here"] is False
        async with asyncio.timeout(12):
            over = await watcher.until("over")
        assert over["ended_ms"] == 9_000
        assert over["results"][0]["standing"]["reason"] == "timeout"
