"""Server crashes: a server is killed right after sending any store command, before the reply."""

import asyncio
import os
import random
import signal
from itertools import count
from pathlib import Path

import pytest

from server.boards.seat_board import FIRST
from server.rooms.store import RoomStore
from server.store import keys
from tests.bots import race
from tests.harness import ServerProcess
from tests.server.clocked_process import real_store
from tests.server.live_rooms.test_regressions import move
from tests.server.processes.test_killed_server import check
from tests.trouble.faults import start
from tests.trouble.pair import Pair
from tests.trouble.wires import Wire, laid

EVERY = int(os.environ.get("KILL_EVERY", "9"))
"""A server is killed at every n-th command of a race, each in a race of its own; 1 means at all."""
MOVES = 4
FEWEST = 20
"""A race takes more commands than that."""


@pytest.mark.long(20)
@pytest.mark.processes
async def test_a_race_is_whole_after_whichever_of_its_commands_a_server_is_killed(
    tmp_path: Path,
) -> None:
    async with (
        Pair(tmp_path / "store", alone=True) as pair,
        laid(pair.first.port) as inner,
        ServerProcess(tmp_path / "one", redis_url=inner.redis_url) as server,
    ):
        killed, dying = 0, server.process
        for number in count(random.randrange(EVERY) + 1, EVERY):
            dying = server.process
            assert dying is not None
            inner.after(number, dying.kill)
            async with asyncio.TaskGroup() as group:
                reviving = group.create_task(revive(server, inner))
                bots = await race(server, "poker_patience", 2, most_moves=MOVES, pause=0.0)
                if dying.returncode is None:  # the race was over before
                    reviving.cancel()
            check(bots, everybody=False)
            if dying.returncode is None:
                break
            assert dying.returncode == -signal.SIGKILL
            killed += 1
        assert killed >= FEWEST // EVERY, "it was hardly ever killed"


async def test_the_move_that_ends_a_race_is_stored_with_that_its_end_is_due(tmp_path: Path) -> None:
    """The server that stored it may die at that moment, and nobody return to the room."""
    async with real_store(tmp_path) as redis:
        store = RoomStore(redis.url)
        await store.open()
        race: dict[str, str | int] = {"n": 1, "status": "running", "origin": 0, "bell": 10**9}
        race |= {"last": 0, "active": 2}
        await store.others.hset(keys.race("KQ74TX"), mapping=race)
        for seat, due in enumerate([{}, {"KQ74TX": 8}]):
            end = move(0, "resign", FIRST)._replace(seat=seat, result="lost", reason="resigned")
            assert (await store.commit(7 + seat, [end])).answers[0].startswith("ok ")
            assert await store.due(10**9) == due
        await store.close()


async def revive(server: ServerProcess, inner: Wire) -> None:
    """Start a server again once it has died."""
    assert server.process is not None
    await server.process.wait()
    inner.speak_again()
    await start(server)
