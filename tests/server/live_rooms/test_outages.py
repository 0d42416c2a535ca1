"""Outages are refunded to the clock of a race, as seen by a client."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from itertools import product
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import pytest
from redis.asyncio import Redis

from server.app import App
from server.store import keys
from server.store.heartbeat import AWAY_MS, GAP_MS
from tests.harness import Client, client
from tests.server.running_server import serving, until
from tests.stores import RedisProcess, engines
from tests.trouble.pair import free_port
from tests.trouble.wires import Wire, laid

TRIES = 3
"""Outages one after the other."""
SLACK_S = 0.1
"""REST_MS, which is not given back, and by how much the clocks of two processes may differ."""
LOOK_S = 0.005
CALM_MOVES = 20
"""Connecting again to the store takes no longer than so many moves."""
CELLS = [f"{row},{column}" for row, column in product(range(5), repeat=2)]
LONG_S = 0.8
"""How long an outage is made last. More than the half second from which on it is given back."""


BreakOff = Callable[[RedisProcess, Wire], Coroutine[None, None, float]]
"""Makes an outage; returns when the store answers again, with the time up to which it could not."""


class Outage(NamedTuple):
    """A move that was sent in an outage. A busy machine delays every step of it, so the time given
    back is compared with bounds that are observed, not with how long the move took."""

    calm_s: float
    """How long the move before it took."""
    waited_s: float
    """How long the move took."""
    certain_s: float
    """At least so long no server process could store anything."""
    possible_s: float
    """At most so long none could."""
    held_s: float
    """So much was given back."""


class Observer:
    """Looks at server processes again and again: when they beat, and when all are down."""

    def __init__(self, served: list[tuple[App, str]]) -> None:
        self.apps = [app for app, _ in served]
        self.beats: list[set[int]] = [set() for _ in served]
        """Of each process, in milliseconds of server time."""
        self.begin()

    def begin(self) -> None:
        """Forget what was seen of earlier outages."""
        self.last_beat = max(app.link.beaten_at for app in self.apps)
        """Of any process, before one was down."""
        self.down: dict[int, int] = {}
        """By process, since when it says that it could store nothing, in server time."""
        self.all_down_at: float | None = None
        """When all were first seen to be down, monotonic time."""
        self.back = 0
        """When all had beaten while all were down: of the time after the last beat of the first to
        be up the others note nothing."""
        self.is_back = False
        """Whether one has been up again."""

    async def watch(self) -> None:
        while True:
            self.look()
            await asyncio.sleep(LOOK_S)

    def look(self) -> None:
        links = [app.link for app in self.apps]
        for i, link in enumerate(links):
            self.beats[i].add(link.beaten_at)
            if link.down_since is not None and not self.is_back:
                self.down[i] = min(link.down_since, self.down.get(i, link.down_since))
        if not self.down:
            self.last_beat = max(link.beaten_at for link in links)
        all_down = not any(link.is_up for link in links)
        if self.all_down_at is None and all_down:
            self.all_down_at = monotonic()
        if self.all_down_at is not None and not all_down:
            self.is_back = True
        elif all_down and not self.is_back:
            self.back = min(link.beaten_at for link in links)

    def certain_s(self, shut_until: float) -> float:
        """At least so long none could store anything, the store being shut until then."""
        if self.all_down_at is None:
            return 0.0
        said_s = (self.back - max(self.down.values())) / 1000 if self.down else 0.0
        return max(said_s, shut_until - self.all_down_at)

    def possible_s(self, waited_s: float) -> float:
        """At most so long none could, where a move took so long that has just been answered."""
        if not self.down:
            return waited_s
        since = min(self.down.values())
        if since - self.last_beat > GAP_MS:  # all of them stood still before
            since = self.last_beat
        return max(waited_s, (self.apps[0].clock.now() - since) / 1000)


@asynccontextmanager
async def observed(served: list[tuple[App, str]]) -> AsyncIterator[Observer]:
    observer = Observer(served)
    watching = asyncio.create_task(observer.watch())
    try:
        yield observer
    finally:
        watching.cancel()


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with RedisProcess(tmp_path / "redis", engines()["embedded"], free_port()) as process:
        yield process


async def close_connections(redis: RedisProcess, _: Wire) -> float:
    """Have the store close all connections to it, and stay."""
    async with aclosing(Redis(port=redis.port)) as onlooker:
        await onlooker.client_kill_filter(_type="normal", skipme=True)
    return 0.0


async def cut(_: RedisProcess, wire: Wire) -> float:
    """Cut the network to the store."""
    wire.open = False
    wire.cut()
    await asyncio.sleep(LONG_S)
    wire.open = True
    return monotonic()


async def restart(redis: RedisProcess, _: Wire) -> float:
    """Kill the store, and start it again."""
    await redis.kill()
    await asyncio.sleep(LONG_S)
    shut_until = monotonic()
    await redis.start()
    return shut_until


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
        observer = await stack.enter_async_context(observed(served))
        host = await stack.enter_async_context(client(served[0][1]))
        await begin(host)
        for ply in range(0, 2 * TRIES, 2):
            await asyncio.sleep(LONG_S / 2)  # moves count then: given back, it shows
            calm = monotonic()
            await move(host, ply)
            began = monotonic()
            observer.begin()
            breaking = asyncio.create_task(break_off(redis, wire))
            if break_off is not close_connections:
                while (await host.until("notice"))["code"] != "storage_away":
                    pass
            held_s = await move(host, ply + 1)
            waited_s = monotonic() - began
            observer.look()
            possible_s = observer.possible_s(waited_s)
            certain_s = observer.certain_s(await breaking)
            found.append(Outage(began - calm, waited_s, certain_s, possible_s, held_s))
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
    """Lay the next card; how many seconds were given back until that was acknowledged.

    A refusal for want of the store is repeated, as clients do: a busy machine may lose it again.
    """
    number = await host.send("play", race=1, ply=ply, move=f"place {CELLS[ply]}")
    held_ms = 0
    while (message := await host.until("moved", "held", "refused"))["type"] != "moved":
        if message["type"] == "refused":
            assert message["code"] == "storage_away", message
            await asyncio.sleep(0.05)
            number = await host.send("play", race=1, ply=ply, move=f"place {CELLS[ply]}")
        else:
            held_ms += message["held_ms"]
    assert message["id"] == number
    return held_ms / 1000


@pytest.mark.parametrize("processes", [1, 2])
async def test_moves_go_on_at_once_where_the_store_has_only_closed_its_connections(
    redis: RedisProcess, processes: int
) -> None:
    found = await outages(redis, processes, close_connections)
    assert any(o.waited_s < 0.4 + CALM_MOVES * o.calm_s for o in found), found
    assert all(o.held_s <= o.possible_s + SLACK_S for o in found), found


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("break_off", [cut, restart])
async def test_the_time_in_which_nobody_could_move_is_given_back(
    redis: RedisProcess, processes: int, break_off: BreakOff
) -> None:
    found = await outages(redis, processes, break_off)
    assert all(o.certain_s > LONG_S / 2 for o in found), found
    assert all(o.certain_s - SLACK_S <= o.held_s for o in found), found
    assert all(o.held_s <= o.possible_s + SLACK_S for o in found), found
    assert all(outage.held_s >= LONG_S / 2 for outage in found), found


async def test_nothing_is_given_back_where_another_process_could_still_store_moves(
    redis: RedisProcess,
) -> None:
    """Where the other process stood still itself, nobody could, and that is given back."""
    async with (
        laid(redis.port) as wire,
        serving(wire.redis_url) as (away, here),
        serving(f"redis://127.0.0.1:{redis.port}") as (other, there),
        observed([(other, there)]) as observer,
        client(here) as host,
        client(there) as guest,
    ):
        await begin(guest)
        await begin(host)
        wire.open = False
        wire.cut()
        await host.until("notice")
        end = monotonic() + 2 * LONG_S
        ply, held_s = 0, 0.0
        while monotonic() < end:
            held_s += await move(guest, ply)
            ply += 1
            await asyncio.sleep(LONG_S / 10)
        wire.open = True
        await until(lambda: all_up([(away, here)]))
        held_s += await move(host, 0)
        [beats] = observer.beats
        async with aclosing(Redis(port=redis.port, decode_responses=True)) as onlooker:
            noted = [tuple(map(int, o.split())) for o in await onlooker.lrange(keys.OUTAGES, 0, -1)]
        assert len(beats) > 1
        for since, back in noted:
            assert back - since > AWAY_MS
            assert not any(since < beat < back for beat in beats), "the other process was able"
        assert noted or not held_s
