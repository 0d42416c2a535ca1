"""The store becomes unavailable during a race, in each possible way, and returns."""

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from server.errors import StoreAway
from tests.bots import race
from tests.harness import LIMIT_S, ServerProcess, client
from tests.server.net.test_drain import served, until
from tests.server.processes.test_killed_server import check
from tests.stores import RedisProcess, engines


@pytest.fixture(params=engines())
async def redis(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with RedisProcess(tmp_path / "redis", engines()[request.param]) as process:
        yield process


@pytest.fixture
async def server(redis: RedisProcess, tmp_path: Path) -> AsyncIterator[ServerProcess]:
    async with ServerProcess(tmp_path / "one", redis_url=redis.url) as process:
        yield process


@pytest.mark.processes
@pytest.mark.parametrize("how", ["paused", "killed"])
async def test_bots_finish_a_race_though_the_store_was_away(
    server: ServerProcess, redis: RedisProcess, how: str
) -> None:
    begun = asyncio.Event()

    async def away() -> None:
        await begun.wait()
        if how == "paused":
            redis.pause()
            await missed()
            redis.go_on()
        else:
            await redis.kill()
            await missed()
            await redis.start()

    async def missed() -> None:
        async with asyncio.timeout(LIMIT_S):
            while "store_away" not in server.log:  # noqa: ASYNC110 # another process sets no event
                await asyncio.sleep(0.05)

    bots, _ = await asyncio.gather(
        race(server, "uncle_remus", 4, most_moves=150, pause=0.01, begun=begun), away()
    )
    check(bots)
    assert all(bot.resumes == 0 for bot in bots), "nobody's connection was cut"


async def test_of_one_absence_the_log_has_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.live_rooms.store_supervisor.BEAT_S", 0.01)
    left = 3
    async with RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis:
        with capture_logs() as logged:
            async with served(redis) as (app, _, _):
                opens = app.store.open

                async def fails_at_first() -> None:
                    nonlocal left
                    if left:
                        left -= 1
                        raise StoreAway
                    await opens()

                app.store.open = fails_at_first  # type: ignore[method-assign]
                app.link.doubt()
                await until(lambda: not left and app.link.is_up)
    told = [entry["event"] for entry in logged if entry["event"].startswith("store_")]
    assert "store_away" in told
    assert all(one != next_one for one, next_one in pairwise(told))


@pytest.mark.processes
async def test_players_are_told_and_nothing_is_acknowledged_meanwhile(
    server: ServerProcess, redis: RedisProcess
) -> None:
    async with client(server.url) as host:
        await host.create("cribbage_patience")
        await host.ready()
        await host.ask("start")
        await host.until("table")
        redis.pause()
        number = await host.send("play", race=1, ply=0, move="place 0,0")
        notice = await host.until("notice", "moved")
        assert (notice["type"], notice["code"]) == ("notice", "storage_away")
        redis.go_on()
        seen: dict[str, dict[str, Any]] = {}
        while not {"moved", "notice"} <= seen.keys():  # either may be first
            message = await host.receive()
            seen[message["type"]] = message
        assert (seen["moved"]["id"], seen["moved"]["ply"]) == (number, 1)
        assert seen["notice"]["code"] == "storage_back"
        assert (await host.ask("play", race=1, ply=1, move="place 0,1"))["ply"] == 2


@pytest.mark.processes
async def test_the_server_starts_only_with_a_store(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "one", redis_url=f"unix://{tmp_path}/nothing.sock")
    with pytest.raises(AssertionError, match="The store cannot be reached"):
        await server.start()
    assert server.process is not None
    assert await server.process.wait() == 5
