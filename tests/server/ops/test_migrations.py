"""Migrations: a store is migrated once, by the first process, while older processes serve it; a
program refuses a schema it does not know."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from redis.asyncio import Redis

from engine.races.verify import verify
from server.ops.migrations.schema import NewerStore, Schema, SchemaRecord
from server.ops.migrations.steps import FIRST, SCHEMA, STEPS, MigrationProgress, MigrationStep
from server.store import keys
from server.store.drain_registry import DrainRegistry
from tests.harness import LIMIT_S, ROOT, ServerProcess, client
from tests.server.net.test_drain import sent_on, served, until
from tests.server.running_server import Owner
from tests.server.stores import PASSWORD, load, path
from tests.stores import RedisProcess

THINGS = 6


async def count(redis: Any, progress: MigrationProgress) -> None:
    """Go through some things, and count how often each was dealt with."""
    for n in range(int(progress.cursor or 0), THINGS):
        await redis.hincrby("test:counted", n, 1)
        await progress.note(str(n + 1))


async def nothing(_: Any, __: MigrationProgress) -> None: ...


class At(NamedTuple):
    """Where a server is."""

    url: str


def adds(number: int) -> MigrationStep:
    """A step that leaves the store to those before it."""
    return MigrationStep(number, "count", FIRST, count)


def takes_away(number: int) -> MigrationStep:
    """One that does not."""
    return MigrationStep(number, "take_away", number, nothing)


@pytest.fixture
async def store(redis: RedisProcess) -> AsyncIterator[Any]:
    async with Redis.from_url(redis.url, decode_responses=True) as client:
        yield client


async def counted(store: Any) -> list[int]:
    return [int(times) for times in await store.hvals("test:counted")]


def test_steps_are_numbered_without_a_gap_and_know_what_they_leave() -> None:
    assert [step.number for step in STEPS] == [*range(FIRST + 1, SCHEMA + 1)]
    for step in STEPS:
        assert FIRST <= step.reader <= step.number
    assert len({step.name for step in STEPS}) == len(STEPS)


async def test_a_new_store_is_what_its_first_program_keeps(store: Any) -> None:
    new = Schema(store, "new", (adds(2), takes_away(3), adds(4)))
    await new.migrate()
    assert await new.register() == SchemaRecord(4, 3, "")
    assert await counted(store) == [], "there was nothing to bring anywhere"
    with pytest.raises(NewerStore, match=r"schema 4; this version knows 2"):
        await Schema(store, "old", (adds(2),)).migrate()
    assert await Schema(store, "between", (adds(2), takes_away(3))).register() == SchemaRecord(
        4, 3, ""
    )
    assert await store.hkeys(keys.PROGRAMS) == ["new", "between"]


async def test_who_comes_while_the_last_goes_is_not_forgotten(store: Any) -> None:
    """It has not beaten yet; a step that takes away what it reads must see it."""
    await Schema(store, "comes").register()
    await Schema(store, "goes").register()
    await store.hset(keys.PROCESSES, "goes", 1_000)
    await DrainRegistry(store, "goes", lambda: 2_000).unregister(1_000)
    assert await store.hkeys(keys.PROGRAMS) == ["comes"]
    assert not await store.exists(keys.PROCESSES)


async def test_of_two_that_start_at_once_one_takes_the_steps(store: Any) -> None:
    await store.set(keys.BEAT, 1)  # it was served before
    steps = (adds(2), adds(3))
    two = [Schema(store, name, steps) for name in ("one", "two")]
    await asyncio.gather(*(schema.migrate() for schema in two))
    assert await counted(store) == [2] * THINGS
    assert await two[0].register() == SchemaRecord(3, FIRST, "")
    assert not await store.exists(keys.MIGRATING)


KILLED = """
import asyncio, os, signal, sys
from redis.asyncio import Redis
from server.ops.migrations.schema import Schema
from server.ops.migrations.steps import MigrationStep

async def count(redis, progress):
    for n in range(6):
        await redis.hincrby("test:counted", n, 1)
        if n == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        await progress.note(str(n + 1))

async def main():
    redis = Redis.from_url(sys.argv[1], decode_responses=True)
    await Schema(redis, "killed", (MigrationStep(2, "count", 1, count),), lease_ms=500).migrate()

asyncio.run(main())
"""


async def test_a_step_that_was_killed_is_gone_on_with_where_it_was(
    redis: RedisProcess, store: Any
) -> None:
    await store.set(keys.BEAT, 1)
    killed = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", KILLED, redis.url), cwd=ROOT
    )
    assert await asyncio.wait_for(killed.wait(), LIMIT_S) == -signal.SIGKILL
    assert await store.hget(keys.SCHEMA, "cursor") == "3"
    await store.persist(keys.MIGRATING)  # as in a copy of the store
    await Schema(store, "next", (adds(2),)).migrate()
    assert await counted(store) == [1, 1, 1, 2, 1, 1]
    assert await store.hgetall(keys.SCHEMA) == {"number": "2", "reader": "1"}


async def test_who_has_lost_the_lease_stops_and_waits_for_the_other(store: Any) -> None:
    await store.set(keys.BEAT, 1)
    taken_over = 0

    async def too_slow(redis: Any, progress: MigrationProgress) -> None:
        nonlocal taken_over
        if not taken_over:
            await redis.set(keys.MIGRATING, "another", px=300)
        taken_over += 1
        await progress.note("here")
        await redis.rpush("test:went_on", progress.cursor)

    await Schema(store, "slow", (MigrationStep(2, "slow", FIRST, too_slow),)).migrate()
    assert await store.lrange("test:went_on", 0, -1) == ["here"]
    assert taken_over == 2


async def test_what_older_programs_need_stays_until_none_of_them_is_there(
    redis: RedisProcess, store: Any
) -> None:
    new = Schema(store, "new", (adds(2), takes_away(3)))
    async with served(redis, steps=()) as (old, _, _):
        settling = asyncio.create_task(new.migrate())
        await until_counted(store)
        assert await old.schema.register() == SchemaRecord(2, FIRST, ""), (
            "it may serve what was added"
        )
        answer = await new._begin(takes_away(3))
        assert answer == "old"
        assert not settling.done()
    await asyncio.wait_for(settling, LIMIT_S)
    with pytest.raises(NewerStore):
        await Schema(store, "old", (adds(2),)).register()


async def until_counted(store: Any) -> None:
    async with asyncio.timeout(LIMIT_S):
        while await store.hget(keys.SCHEMA, "number") != "2":  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_a_race_goes_on_from_one_version_to_the_next(redis: RedisProcess) -> None:
    async with (
        served(redis, steps=()) as (_, stop_old, old_url),
        served(redis, steps=(adds(2),)) as (new, _, new_url),
    ):
        assert (await new.schema.register()).number == 2
        assert len(new.registry.alive) == 2
        racing = asyncio.Event()

        async def roll() -> None:
            await racing.wait()
            stop_old.set()

        await asyncio.gather(sent_on(At(old_url), At(new_url), racing), roll())
        await until(lambda: new.registry.alive == {new.process})


async def test_a_process_goes_by_the_scripts_it_began_with(
    redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those on the disk may be of another version by the time it comes back to the store."""
    async with served(redis) as (app, _, _):

        def read_late(path: Path) -> str:
            raise AssertionError(f"{path} is read while it runs")

        monkeypatch.setattr(Path, "read_text", read_late)
        await app.store.open()
        await app.projector.open()


@pytest.mark.processes
async def test_a_server_says_that_the_store_is_too_new_for_it_and_ends(
    redis: RedisProcess, store: Any, owner: Owner, tmp_path: Path
) -> None:
    await store.hset(keys.SCHEMA, mapping={"number": 9, "reader": 8})
    code, _, said = await owner.says("bans")
    assert (code, "kept by a newer version" in said) == (4, True)
    server = ServerProcess(tmp_path / "one", redis_url=redis.url)
    with pytest.raises(AssertionError, match=r"kept by a newer version .*schema 9"):
        await server.start()
    assert server.process is not None
    assert await server.process.wait() == 4
    assert not await store.exists(keys.PROCESSES), "it has done something"


@pytest.mark.parametrize("schema", range(FIRST, SCHEMA + 1))
async def test_a_store_of_an_older_version_is_served(
    schema: int, redis: RedisProcess, store: Any
) -> None:
    """Logging in, a record, a board, and a race that goes on where it was."""
    await load(store, path(schema).read_text())
    assert await store.hget(keys.SCHEMA, "number") == str(schema)
    async with served(redis) as (app, _, url), client(url) as anna:
        assert (await app.schema.register()).number == SCHEMA
        who = await anna.ask("log_in", name="Anna", password=PASSWORD)
        assert who["account"]["name"] == "Anna"
        friends = (await anna.ask("get_friends"))["friends"]
        assert [(each["name"], each["state"]) for each in friends] == [("Ben", "friend")]
        (raced,) = (await anna.ask("get_my_races"))["races"]
        record = (await anna.ask("get_record", race=raced["race"]))["record"]
        assert all(step.ok for step in verify(record))
        board = await anna.ask("get_board", game="aces_up")
        assert sorted(row["name"] for row in board["places"]) == ["Anna", "Ben"]
        seats = (await anna.ask("get_my_seats"))["seats"]
        code = next(seat["code"] for seat in seats if seat["code"] not in raced["race"])
        await anna.ask("join", code=code, name="Anna", token=anna.token, legal=True)
        table = await anna.until("table")
        assert table["ply"] == 1
        move = table["legal"][0]
        assert (await anna.ask("play", race=1, ply=1, move=move))["ply"] == 2
