"""Paused processes: a server whose silence others take for an outage, and a client."""

import asyncio
from functools import partial
from pathlib import Path

import pytest
from websockets.asyncio.server import serve

from server.app import App
from server.errors import StoreAway
from server.rooms import race_timeouts
from server.rooms.state import Room
from tests.harness import LIMIT_S, client
from tests.server.machine.hands import FURTHEST_MS
from tests.server.machine.house import COUNTDOWN_MS, house
from tests.server.running_server import serving
from tests.stores import RedisProcess, engines

BELL_MS = 60_000
SOON_S = 0.2


async def test_whoever_stood_still_catches_up_before_it_decides_or_stores_anything(
    tmp_path: Path,
) -> None:
    async with house(tmp_path, servers=1) as at:
        (app,) = at.apps
        async with client(f"ws://127.0.0.1:{app.port_listener.port}/ws") as host:
            code = (await host.create("poker_patience", bell_ms=BELL_MS))["code"]
            await host.ready()
            await host.ask("start")
            for _ in range(COUNTDOWN_MS // FURTHEST_MS):
                await at.turn(FURTHEST_MS)
            await host.until("table")
            first = await host.ask("play", race=1, ply=0, move="place 0,0")
            live = app.registry.rooms[code]
            at.hands.turn(2 * BELL_MS)  # and no heartbeat has happened
            with pytest.raises(StoreAway):
                await app.registry.change(
                    live, lambda room, *, now: race_timeouts.due(room, live.standings, now)
                )
            app.schedule._wake.set()  # for the bell
            await host.send("play", race=1, ply=1, move="place 0,1")
            assert (await host.until("held", "over"))["type"] == "held"
            moved = await host.until("moved", "refused")
            assert (moved["type"], moved["ply"], moved["ms"]) == ("moved", 2, first["ms"])


async def test_a_client_that_answers_nothing_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hasty = partial(serve, ping_interval=SOON_S, ping_timeout=SOON_S, close_timeout=SOON_S)
    monkeypatch.setattr("server.net.listener.serve", hasty)
    async with (
        RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis,
        serving(redis.url) as (app, url),
        client(url) as host,
    ):
        code = (await host.create("poker_patience"))["code"]
        host.socket.transport.pause_reading()
        async with asyncio.timeout(LIMIT_S):
            await app.port_listener.emptied.wait()
            while await speaker(app, code) is not None:  # noqa: ASYNC110 # it is stored a little later
                await asyncio.sleep(0.02)
        host.socket.transport.abort()


async def speaker(app: App, code: str) -> str | None:
    """The connection id of the first seat, as stored."""
    room, _ = await app.store.room(Room(code))
    return room.seats[0].connection
