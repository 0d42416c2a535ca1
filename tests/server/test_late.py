"""A process that has too much to do, and comes round late to all of it, takes neither its store nor
itself for away."""

import asyncio
from pathlib import Path

import pytest
from redis.asyncio import Redis
from structlog.testing import capture_logs

from server import keys
from server.app import App
from server.settings import Settings
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
