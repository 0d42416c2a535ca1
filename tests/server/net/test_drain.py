"""Drain: a process that stops answers every request under way, gives no race less time, and sends
clients to other processes."""

import asyncio
import contextlib
import signal
import time
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

import pytest
from redis.asyncio import Redis

from server.app import App
from server.errors import Refusal
from server.net.drain import share
from server.ops.migrations.schema import Schema
from server.ops.migrations.steps import STEPS, MigrationStep
from server.rooms.events import RaceHeld, load
from server.settings import ServerSettings
from server.store import keys
from server.store.move_batches import CommittedMoves, StoredMove
from tests.bots import race
from tests.harness import LIMIT_S, Client, ConnectionClosed, ServerProcess, client
from tests.server.processes.test_killed_server import check
from tests.server.two_servers import begin
from tests.stores import RedisProcess


def test_all_are_let_go_in_time_and_evenly() -> None:
    for connected in (1, 7, 200, 5_000):
        left, when, going = connected, 4.0, []
        while left:
            going.append(share(left, when))
            left, when = left - going[-1], when - 0.1
        assert len(going) <= 41
        assert max(going) <= connected / 40 + 2
    assert share(9, 0.0) == 9
    assert share(0, 3.0) == 0


@contextlib.asynccontextmanager
async def served(
    redis: RedisProcess, steps: tuple[MigrationStep, ...] = STEPS
) -> AsyncIterator[tuple[App, asyncio.Event, str]]:
    """A server in this process, what stops it, and its address; of another version with `steps`."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("server.app.Schema", partial(Schema, steps=steps))
        app = App(ServerSettings(port=0, countdown_ms=0, limits=10), redis.url)
    stop, listening = asyncio.Event(), asyncio.Event()
    running = asyncio.create_task(app.run(stop, listening))
    await listening.wait()
    yield app, stop, f"ws://127.0.0.1:{app.port_listener.port}/ws"
    stop.set()
    await running


async def until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(LIMIT_S):
        while not happened():  # noqa: ASYNC110 # nothing is set when it happens
            await asyncio.sleep(0.01)


async def closed_with(link: Client) -> int | None:
    """The code a line is closed with, whatever is said before."""
    with pytest.raises(ConnectionClosed) as closed:
        await link.until("nothing more")
    return closed.value.rcvd.code if closed.value.rcvd else None


async def test_a_move_under_way_is_stored_and_acknowledged_before_the_line_is_closed(
    redis: RedisProcess,
) -> None:
    async with served(redis) as (app, stop, url), client(url) as link:
        code = await begin(link, game="cribbage_patience")
        go_on, commit = asyncio.Event(), app.store.commit

        async def slowly(now: int, batch: Sequence[StoredMove]) -> CommittedMoves:
            await go_on.wait()
            return await commit(now, batch)

        app.store.commit = slowly  # type: ignore[method-assign]
        number = await link.send("play", race=1, ply=0, move="place 0,0")
        await until(lambda: bool(app.move_writer._queue))
        stop.set()
        await until(lambda: app.port_listener.drain.wanted)
        await asyncio.sleep(0.2)  # the line would have been closed by now
        late = await link.send("play", race=1, ply=1, move="place 0,1")
        go_on.set()
        moved = await link.until("moved")
        assert (moved["id"], moved["ply"]) == (number, 1)
        assert await closed_with(link) == 1012
        assert not any(f'"id":{late},' in frame for frame in link.frames)
    async with Redis.from_url(redis.url) as store:
        assert await store.llen(keys.moves(code, 1, 0)) == 1, "one was taken and not acknowledged"


async def ready(app: App) -> str:
    """What `/readyz` answers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", app.port_listener.port)
    writer.write(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    text = (await reader.read()).decode()
    writer.close()
    return text


async def test_who_drains_says_so_at_once_and_begins_no_race_until_it_is_undone(
    redis: RedisProcess,
) -> None:
    async with served(redis) as (app, _, url):
        drain = app.port_listener.drain
        assert "200 OK" in await ready(app)
        async with client(url) as link:
            drain.begin()
            await until(lambda: not drain._others_stay)
            assert (await link.ask("ping"))["type"] == "pong", "sent to where nobody is"
            with pytest.raises(Refusal, match="about to stop"):
                await app.tournaments.shared.quota.take(None, None)
            told = await ready(app)
            assert "503 Service Unavailable" in told
            assert told.endswith("this server is about to stop\n")
            async with served(redis):
                assert await closed_with(link) == 1012
        drain.undo()
        assert "200 OK" in await ready(app)
        await until(lambda: not drain._runs)
        async with client(url) as link:
            assert (await link.create("aces_up"))["type"] == "room"


async def test_what_is_wanted_again_while_it_is_undone_is_done(redis: RedisProcess) -> None:
    async with served(redis) as (app, _, _):
        drain, undone, go_on = app.port_listener.drain, asyncio.Event(), asyncio.Event()
        clear_draining = drain._processes.clear_draining

        async def slowly() -> None:
            undone.set()
            await go_on.wait()
            await clear_draining()

        drain._processes.clear_draining = slowly  # type: ignore[method-assign]
        drain.begin()
        await until(lambda: not drain._others_stay)
        drain.undo()
        await undone.wait()
        drain.begin()
        drain._others_stay = True
        go_on.set()
        await until(lambda: not drain._others_stay)
        assert await drain._processes.draining() == {app.process}


@pytest.mark.processes
async def test_a_race_goes_on_elsewhere_and_nobody_loses_an_acknowledged_move(
    redis: RedisProcess, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    begun, racing = asyncio.Event(), asyncio.Event()
    async with (
        ServerProcess(tmp_path / "one", redis_url=redis.url) as one,
        ServerProcess(tmp_path / "two", redis_url=redis.url) as two,
    ):

        async def stop() -> None:
            await begun.wait()
            await racing.wait()
            assert await one.stop() == 0

        bots, back_s, _ = await asyncio.gather(
            race([one, two], "aces_up", 6, most_moves=60, pause=0.03, begun=begun),
            sent_on(one, two, racing),
            stop(),
        )
        assert "drain_incomplete" not in one.log
    check(bots)
    record_property("back_s", back_s)
    print(f"a contestant who was sent on made the next move after {back_s:.3f} s")


class Server(Protocol):
    """Where one is reached."""

    @property
    def url(self) -> str: ...


async def sent_on(one: Server, two: Server, racing: asyncio.Event) -> float:
    """Race alone at one until it stops, and go on at two; the seconds between."""
    async with client(one.url) as link:
        code = await begin(link, game="cribbage_patience")
        await link.ask("play", race=1, ply=0, move="place 0,0")
        racing.set()
        assert await closed_with(link) == 1012
        left = time.monotonic()
    async with client(two.url) as again:
        await again.ask("resume", code=code, token=link.token)
        assert (await again.until("table"))["ply"] == 1
        assert (await again.ask("play", race=1, ply=1, move="place 0,1"))["ply"] == 2
        return time.monotonic() - left


@pytest.mark.processes
async def test_time_stands_still_from_the_end_of_the_last_to_the_start_of_the_next(
    redis: RedisProcess, tmp_path: Path
) -> None:
    async with ServerProcess(tmp_path / "one", redis_url=redis.url) as server:
        async with client(server.url) as link:
            code = await begin(link, game="cribbage_patience")
            assert await server.stop() == 0
            assert await closed_with(link) == 1012
        async with Redis.from_url(redis.url, decode_responses=True) as store:
            assert not await store.exists(keys.PROCESSES, keys.LEAVING)
            rested = int(await store.get(keys.BEAT) or 0)
            await server.start()
            async with client(server.url) as again:
                await again.ask("resume", code=code, token=link.token)
            events = map(load, await store.lrange(keys.log(code), 0, -1))
    held = [event for event in events if isinstance(event, RaceHeld)]
    assert [event.since for event in held] == [rested]


async def test_a_process_that_ends_beside_others_stops_no_time(redis: RedisProcess) -> None:
    async with Redis.from_url(redis.url, decode_responses=True) as store:
        async with served(redis) as (stays, _, _):
            async with served(redis) as (app, _, _):
                await until(lambda: len(app.registry.alive) == 2)
            gone_at = stays.clock.now()
            await until(lambda: stays.link.beaten_at > gone_at)
            assert await store.hkeys(keys.PROCESSES) == [stays.process]
        assert not await store.exists(keys.PROCESSES)
        assert not await store.exists(keys.OUTAGES)


@pytest.mark.processes
async def test_a_second_signal_ends_it_at_once(redis: RedisProcess, tmp_path: Path) -> None:
    """With a store that does not answer an end in order would take seconds."""
    async with ServerProcess(tmp_path / "one", redis_url=redis.url) as server:
        async with client(server.url) as link:
            code = await begin(link, game="cribbage_patience")
            await link.ask("play", race=1, ply=0, move="place 0,0")
            redis.pause()
            await link.send("play", race=1, ply=1, move="place 0,1")
            assert server.process is not None
            server.process.send_signal(signal.SIGTERM)
            server.process.send_signal(signal.SIGINT)
            assert await server.process.wait() == 1
        redis.go_on()
        await server.start()
        async with client(server.url) as again:
            await again.ask("resume", code=code, token=link.token)
            assert (await again.until("table"))["ply"] >= 1
