"""The analyser: finished races are analysed by a process of its own, and none is lost."""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.races import record
from engine.races.verify import verify
from engine.solver.analysis import analyse, written
from server.analysis.analyser_process import LOWEST_PRIORITY, MOST_BYTES
from server.analysis.store import MOST_TRIES, TAKEN_MS, AnalysisStore
from server.archive.archiver import Archiver
from server.rooms.store import RoomStore
from server.store import keys
from tests.harness import LIMIT_S, Client, ServerProcess, client
from tests.server.two_servers import begin, moves
from tests.stores import RedisProcess, all_commands, engines

ROOT = Path(__file__).parent.parent.parent.parent
NODES = 2_000


class House(NamedTuple):
    """A server without an analyser, its store, and a way of our own into it."""

    server: ServerProcess
    redis: RedisProcess
    store: RoomStore
    analyses: AnalysisStore
    archiver: Archiver

    async def waiting(self, code: str) -> float | None:
        return await self.store.others.zscore(keys.to_analyse(keys.shard(code)), f"{code} 1")

    async def analysis(self, code: str) -> bytes:
        """The analysis of the first race of the room, as soon as it is there."""

        async def is_there() -> bool:
            return await self.analyses.analysis(code, 1) is not None

        await until(is_there)
        return await self.analyses.analysis(code, 1) or b""

    async def is_taken(self, code: str) -> bool:
        """Whether a process has taken the race: its time in the queue is no longer 0."""
        return bool(await self.waiting(code))

    async def is_dropped(self, code: str) -> bool:
        return await self.waiting(code) is None


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with (
        RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis,
        ServerProcess(tmp_path / "one", redis_url=redis.url) as server,
    ):
        store = RoomStore(redis.url)
        await store.open()
        archiver = Archiver(store, store.kept_s, analysed=True)
        yield House(server, redis, store, AnalysisStore(store.others), archiver)
        await store.close()


async def analyser(house: House, nodes: int = NODES) -> Process:
    """An analyser as a process of its own, which ends with this one."""
    environment = {
        **os.environ,
        "REDIS_URL": house.redis.url,
        "PATIENCE_ANALYSIS_NODES": str(nodes),
    }
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server", "--analyser"), env=environment, cwd=ROOT, stdin=PIPE
    )


async def until(what: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(LIMIT_S):
        while not await what():  # noqa: ASYNC110 # it is the store that changes
            await asyncio.sleep(0.02)


async def end(process: Process, how: signal.Signals = signal.SIGTERM) -> None:
    process.send_signal(how)
    await process.wait()


async def resign(link: Client) -> None:
    table = await link.ask("look")
    answer = await link.ask("play", race=1, ply=table["ply"], move="resign")
    assert answer["type"] == "moved", answer


async def raced(house: House, game: str = "bakers-dozen") -> tuple[str, dict[str, Any]]:
    """The code of a room in which three have raced, and the record of the race."""
    async with (
        client(house.server.url) as ann,
        client(house.server.url) as ben,
        client(house.server.url) as eve,
    ):
        code = await begin(ann, ben, eve, game=game)
        for number, link in enumerate((ann, ben, eve)):
            await moves(link, 4 * number)
            await resign(link)
        await ann.until("over")
        record = (await ann.ask("get_record", race=code))["record"]
        await house.archiver.look()
        return code, record


async def test_a_race_is_analysed_by_another_process_with_the_same_bytes(house: House) -> None:
    code, document = await raced(house)
    process = await analyser(house)
    try:
        stored = await house.analysis(code)
    finally:
        await end(process)
    assert stored == written(analyse(record.read(document), NODES))
    told = json.loads(stored)
    assert len(told["contestants"]) == 3
    assert await house.waiting(code) is None
    assert all(check.ok for check in verify(document))
    redis = all_commands(house.store.others)
    lives = [await redis.pttl(key(code, 1)) for key in (keys.analysis, keys.kept)]
    assert abs(lives[0] - lives[1]) < 60_000


async def test_a_process_that_is_killed_loses_no_race(house: House) -> None:
    code, document = await raced(house, "klondike")
    queue = keys.to_analyse(keys.shard(code))
    first = await analyser(house, nodes=10_000_000)
    await until(partial(house.is_taken, code))
    await end(first, signal.SIGKILL)
    assert await house.analyses.analysis(code, 1) is None
    taken = await house.waiting(code)
    assert taken is not None
    # The time of the one that was killed is over sooner than in TAKEN_MS.
    await all_commands(house.store.others).zadd(queue, {f"{code} 1": taken - TAKEN_MS})
    second = await analyser(house, nodes=300)
    try:
        assert await house.analysis(code) == written(analyse(record.read(document), 300))
    finally:
        await end(second)


async def test_a_process_that_is_stopped_gives_its_race_back(house: House) -> None:
    code, _ = await raced(house, "klondike")
    process = await analyser(house, nodes=10_000_000)
    await until(partial(house.is_taken, code))
    await end(process)
    taken = await house.analyses.take(keys.shard(code))
    assert taken is not None
    assert (taken.code, taken.n) == (code, 1)


async def test_no_two_processes_take_a_race_and_it_is_given_up_in_the_end(house: House) -> None:
    code, _ = await raced(house, "aces-up")
    shard = keys.shard(code)
    queue = keys.to_analyse(shard)
    for _ in range(MOST_TRIES):
        assert await house.analyses.take(shard) is not None
        assert await house.analyses.take(shard) is None
        await all_commands(house.store.others).zadd(queue, {f"{code} 1": 0})
    assert await house.analyses.take(shard) is None
    assert await house.waiting(code) is None


async def test_a_race_kept_by_a_process_stays_taken(house: House) -> None:
    code, _ = await raced(house, "aces-up")
    await house.analyses.take(keys.shard(code))
    before = await house.waiting(code)
    await asyncio.sleep(0.01)
    await house.analyses.keep(code, 1)
    after = await house.waiting(code)
    assert before is not None
    assert after is not None
    assert after > before
    await house.analyses.finish(code, 1, b"{}")
    await house.analyses.keep(code, 1)  # too late
    assert await house.waiting(code) is None
    assert await house.analyses.analysis(code, 1) == b"{}"
    await house.analyses.finish(code, 1, b"{1}")  # it is out of the queue already
    assert await house.analyses.analysis(code, 1) == b"{}"


async def test_a_race_of_a_room_that_has_expired_is_dropped(house: House) -> None:
    code, _ = await raced(house, "aces-up")
    await all_commands(house.store.others).delete(keys.log(code))
    process = await analyser(house)
    try:
        await until(partial(house.is_dropped, code))
    finally:
        await end(process)
    assert await house.analyses.analysis(code, 1) is None


async def test_a_server_that_does_not_analyse_puts_no_race_into_the_queue(house: House) -> None:
    archiver = Archiver(house.store, house.store.kept_s)
    async with client(house.server.url) as ann, client(house.server.url) as ben:
        code = await begin(ann, ben)
        await moves(ann, 3)
        await resign(ann)
        await resign(ben)
        await ann.until("over")
    await archiver.look()
    assert await house.store.archived(code, 1) is not None
    assert await house.waiting(code) is None


async def test_an_analyser_has_the_lowest_priority_and_a_limit_of_memory(house: House) -> None:
    process = await analyser(house)
    try:
        await until(partial(is_limited, process.pid))
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == LOWEST_PRIORITY
    finally:
        await end(process)


async def test_a_server_replaces_its_analyser_and_takes_it_along_when_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATIENCE_ANALYSIS_NODES", str(NODES))
    server = ServerProcess(tmp_path / "one")
    await server.start()
    assert server.process is not None
    found: set[int] = set()

    async def is_another() -> bool:
        found.update(analysers_of(server.process.pid) if server.process else ())
        return len(found) == 2

    await until(partial(has_analyser, server.process.pid))
    [first] = analysers_of(server.process.pid)
    os.kill(first, signal.SIGKILL)
    found.add(first)
    await until(is_another)
    await server.kill()
    await until(partial(have_ended, found))


def analysers_of(pid: int) -> list[int]:
    """The analysers that a process has started, by their process ids."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in children if "--analyser" in command_of(child)]


def command_of(pid: str) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


async def has_analyser(pid: int) -> bool:
    return bool(analysers_of(pid))


async def have_ended(found: set[int]) -> bool:
    return not any("--analyser" in command_of(str(pid)) for pid in found)


async def is_limited(pid: int) -> bool:
    return f"Max data size             {MOST_BYTES} " in limits_of(pid)


def limits_of(pid: int) -> str:
    return Path(f"/proc/{pid}/limits").read_text()
