"""The time in which nobody could move is given back: how long that is, seen from a client."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, aclosing
from itertools import product
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import pytest
from redis.asyncio import Redis

from server.app import App
from server.store import keys
from tests.harness import Client, client
from tests.server.houses import serving, until
from tests.stores import RedisProcess, engines
from tests.trouble.pair import free_port
from tests.trouble.wires import Wire, laid

TRIES = 3
"""Any process may stand still for a while, so the best of so many counts."""
CELLS = [f"{row},{column}" for row, column in product(range(5), repeat=2)]
LONG_S = 0.8
"""How long an outage is made last. More than the half second from which on it is given back."""


BreakOff = Callable[[RedisProcess, Wire], Coroutine[None, None, None]]
"""Makes an outage; returns when the store answers again."""


class Outage(NamedTuple):
    """How many seconds a move took that was sent in it, and how many of them were given back."""

    waited_s: float
    held_s: float


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with RedisProcess(tmp_path / "redis", engines()["embedded"], free_port()) as process:
        yield process


async def close_connections(redis: RedisProcess, _: Wire) -> None:
    """Have the store close all connections to it, and stay."""
    async with aclosing(Redis(port=redis.port)) as onlooker:
        await onlooker.client_kill_filter(_type="normal", skipme=True)


async def cut(_: RedisProcess, wire: Wire) -> None:
    """Cut the network to the store."""
    wire.open = False
    wire.cut()
    await asyncio.sleep(LONG_S)
    wire.open = True


async def restart(redis: RedisProcess, _: Wire) -> None:
    """Kill the store, and start it again."""
    await redis.kill()
    await asyncio.sleep(LONG_S)
    await redis.start()


async def outages(redis: RedisProcess, processes: int, break_off: BreakOff) -> list[Outage]:
    """What a contestant sees of outages, one after the other, with so many server processes.

    Whoever plays while the store only closes its connections may see none.
    """
    found = []
    async with AsyncExitStack() as stack:
        wire = await stack.enter_async_context(laid(redis.port))
        served = [
            await stack.enter_async_context(serving(wire.redis_url)) for _ in range(processes)
        ]
        host = await stack.enter_async_context(client(served[0][1]))
        await begin(host)
        for ply in range(0, 2 * TRIES, 2):
            await move(host, ply)
            began = monotonic()
            breaking = asyncio.create_task(break_off(redis, wire))
            if break_off is not close_connections:
                while (await host.until("notice"))["code"] != "storage_away":
                    pass
            held_s = await move(host, ply + 1)
            found.append(Outage(monotonic() - began, held_s))
            await breaking
            await until(lambda: all_up(served))
    return found


async def all_up(served: list[tuple[App, str]]) -> bool:
    return all(app.link.is_up for app, _ in served)


async def begin(host: Client) -> None:
    await host.create("poker_patience")
    await host.ready()
    await host.ask("start")
    await host.until("table")


async def move(host: Client, ply: int) -> float:
    """Lay the next card; how many seconds were given back until that was acknowledged."""
    number = await host.send("play", race=1, ply=ply, move=f"place {CELLS[ply]}")
    held_ms = 0
    while (message := await host.until("moved", "held", "refused"))["type"] != "moved":
        assert message["type"] == "held", message
        held_ms += message["held_ms"]
    assert message["id"] == number
    return held_ms / 1000


@pytest.mark.parametrize("processes", [1, 2])
async def test_moves_go_on_at_once_where_the_store_has_only_closed_its_connections(
    redis: RedisProcess, processes: int
) -> None:
    found = await outages(redis, processes, close_connections)
    assert min(outage.waited_s for outage in found) < 0.4
    assert all(outage.held_s <= outage.waited_s for outage in found)


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("break_off", [cut, restart])
async def test_the_time_in_which_nobody_could_move_is_given_back(
    redis: RedisProcess, processes: int, break_off: BreakOff
) -> None:
    found = await outages(redis, processes, break_off)
    assert min(abs(outage.waited_s - outage.held_s) for outage in found) < 0.1, found
    assert all(outage.held_s >= LONG_S / 2 for outage in found), found


async def test_nothing_is_given_back_where_another_process_could_still_store_moves(
    redis: RedisProcess,
) -> None:
    async with (
        laid(redis.port) as wire,
        serving(wire.redis_url) as (away, here),
        serving(f"redis://127.0.0.1:{redis.port}") as (_, there),
        client(here) as host,
        client(there) as guest,
    ):
        await begin(guest)
        await begin(host)
        wire.open = False
        wire.cut()
        await host.until("notice")
        end = monotonic() + 2 * LONG_S
        ply = 0
        while monotonic() < end:
            assert await move(guest, ply) == 0
            ply += 1
            await asyncio.sleep(LONG_S / 10)
        wire.open = True
        await until(lambda: all_up([(away, here)]))
        assert await move(host, 0) == 0
        async with aclosing(Redis(port=redis.port)) as onlooker:
            assert not await onlooker.exists(keys.OUTAGES)
