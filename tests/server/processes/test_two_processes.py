"""Two server processes on one store act as one server."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from protocol.closing import Close
from tests.harness import client
from tests.server.two_servers import Pair, two_servers


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[Pair]:
    async with two_servers(tmp_path) as servers:
        yield servers


@pytest.mark.processes
async def test_contestants_of_one_race_sit_on_different_processes(
    pair: Pair,
) -> None:
    one, two = pair
    async with client(one.url) as a, client(two.url) as b:
        room = await a.create("cribbage_patience")
        await b.join(room["code"], "b")
        await a.until("presence")
        late = []
        for n in range(1, 11):
            await a.ready()
            await b.ready()
            tables = [await player.until("table") for player in (a, b)]
            assert tables[0]["view"] == tables[1]["view"]
            late.append(max(table["clock_ms"] for table in tables))
            await a.ask("play", race=n, ply=0, move="place 0,0")
            while (await b.until("progress"))["standings"][0]["progress"] < 1:
                pass
            for player in (a, b):
                ply = (await player.ask("look"))["ply"]
                await player.ask("play", race=n, ply=ply, move="resign")
            overs = [await player.until("over") for player in (a, b)]
            assert overs[0] == overs[1]
            assert (await b.ask("rematch"))["code"] == "not_host"
            assert (await a.ask("rematch"))["type"] == "done"
            assert (await b.until("next_race"))["race"]["n"] == n + 1
            if late[-1] < 50:
                break  # once is enough: a wait that is built in would be there every time
        assert late[-1] < 50, f"late by more than 50 ms, again and again: {late}"


@pytest.mark.processes
async def test_the_bell_rings_for_both(pair: Pair) -> None:
    one, two = pair
    async with client(one.url) as a, client(two.url) as b:
        room = await a.create("aces_up", bell_ms=1_000)
        await b.join(room["code"], "b")
        await a.until("presence")
        await a.ready()
        await b.ready()
        overs = [await player.until("over") for player in (a, b)]
        assert overs[0] == overs[1]
        assert overs[0]["ended_ms"] == 1_000


@pytest.mark.processes
async def test_a_seat_moves_to_another_process_and_an_old_view_is_refused(
    pair: Pair,
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
    pair: Pair,
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
        told: dict[str, Any] = {}
        while {"presence", "over"} - told.keys():  # in either order: somebody may be slow
            message = await watcher.until("presence", "over")
            told[message["type"]] = message
        assert told["presence"]["here"] is False
        over = told["over"]
        assert over["ended_ms"] == 9_000
        assert over["results"][0]["standing"]["reason"] == "timeout"
