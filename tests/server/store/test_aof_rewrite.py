"""The name of a deleted account is removed from the append-only file of Redis."""

from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from functools import partial
from pathlib import Path

import pytest
from redis.asyncio import Redis
from structlog.testing import capture_logs

from server.app import App
from server.store import keys
from server.store.embedded_redis import EmbeddedStore
from tests.harness import client
from tests.server.running_server import serving, until
from tests.stores import RedisProcess, engines

NAME = "Zwetschgenknoedel"
PASSWORD = "correct horse"


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with RedisProcess(tmp_path / "redis", engines()["embedded"]) as process:
        yield process


async def come_and_go(url: str, name: str = NAME) -> None:
    """Make an account, and delete it."""
    async with client(url) as who:
        made = await who.ask("sign_up", name=name, password=PASSWORD)
        assert made["type"] != "refused", made
        assert (await who.ask("delete_account", password=PASSWORD))["type"] == "done"


def has_name(folder: Path) -> bool:
    while True:
        with suppress(FileNotFoundError):  # a rewrite has just replaced a file: list them again
            files = [path.read_bytes() for path in folder.rglob("*.aof") if path.is_file()]
            assert files
            return any(NAME.encode() in file for file in files)


async def look_again(*apps: App) -> None:
    """What each process does every half a minute."""
    for app in apps:
        await app.duties.regular_tasks()


async def rewrites(redis: Redis) -> int:
    """How often the store was asked to rewrite its file."""
    told = await redis.info("commandstats")
    return int(told.get("cmdstat_bgrewriteaof", {}).get("calls", 0))


async def forgotten(folder: Path) -> bool:
    return not has_name(folder)


async def test_a_deleted_name_leaves_the_file_of_a_redis_and_of_the_embedded_store(
    redis: RedisProcess, tmp_path: Path
) -> None:
    async with EmbeddedStore(tmp_path / "embedded") as embedded:
        for url, folder in ((redis.url, redis.directory), (embedded.url, tmp_path / "embedded")):
            async with serving(url) as (app, address):
                await come_and_go(address)
                assert has_name(folder)
                await look_again(app)
                await until(partial(forgotten, folder))


async def test_of_two_processes_one_asks_for_it_and_once_a_day(redis: RedisProcess) -> None:
    async with (
        aclosing(Redis.from_url(redis.url)) as store,
        serving(redis.url) as (one, address),
        serving(redis.url) as (two, _),
    ):
        await look_again(one, two)
        assert await rewrites(store) == 0, "nobody was deleted"
        await come_and_go(address)
        await look_again(one, two, one)
        assert await rewrites(store) == 1
        await come_and_go(address, "Somebody Else")
        await look_again(one, two)
        assert await rewrites(store) == 1, "it was, today"
        await until(lambda: idle(store))
        assert 0 < await store.ttl(keys.REWRITE_ASKED) <= 86_400
        await store.delete(keys.REWRITE_ASKED)  # a day later
        await look_again(one, two)
        assert await rewrites(store) == 2


async def idle(store: Redis) -> bool:
    return not (await store.info("persistence"))["aof_rewrite_in_progress"]


@pytest.mark.parametrize("why", ["not append-only", "not allowed"])
async def test_a_store_that_cannot_or_must_not_do_it_is_left_alone(
    redis: RedisProcess, why: str
) -> None:
    async with aclosing(Redis.from_url(redis.url)) as store:
        if why == "not append-only":
            await store.config_set("appendonly", "no")
        else:
            await store.execute_command("ACL", "SETUSER", "default", "-bgrewriteaof")  # type: ignore[no-untyped-call]
        async with serving(redis.url) as (app, address):
            await come_and_go(address)
            with capture_logs() as logged:
                await look_again(app, app)
            assert app.link.is_up
        assert not [entry for entry in logged if entry["log_level"] in ("warning", "error")]
        assert not await store.exists(keys.REWRITE_WANTED)
        told = await store.info("commandstats")
        assert not told.get("cmdstat_bgrewriteaof", {}).get("calls", 0)
