"""The embedded Redis, with real processes: no acknowledged write is lost."""

import asyncio
import json
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

import server.store.embedded_redis
from server.store.embedded_redis import (
    LONGEST_SOCKET_PATH,
    EmbeddedStore,
    NoStore,
    find_binary,
    socket_path,
)
from tests.harness import LIMIT_S

pytestmark = pytest.mark.processes

REPOSITORY = Path(__file__).parents[3]

HOLDER = """
import asyncio, json, os, sys
from pathlib import Path
import server.store.embedded_redis
if "orphan" in sys.argv:  # as on systems that cannot tie a child to its parent
    server.store.embedded_redis.end_with_parent = lambda: None

async def main():
    async with server.store.embedded_redis.EmbeddedStore(Path(sys.argv[1])) as store:
        print(json.dumps([store.owned, store.url]), flush=True)
        await asyncio.to_thread(sys.stdin.read)

asyncio.run(main())
"""


@pytest.fixture(params=["bundled", "redis-server"])
def binary(request: pytest.FixtureRequest) -> Path:
    return engine(request.param)


def engine(name: str) -> Path:
    if name == "bundled":
        return find_binary()
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return Path(found)


@asynccontextmanager
async def client(url: str) -> AsyncIterator["Redis"]:
    connection = Redis.from_url(url, socket_timeout=None, retry=Retry(NoBackoff(), 0))
    try:
        yield connection
    finally:
        await connection.aclose()


async def command(url: str, *words: str | int) -> Any:
    async with client(url) as redis:
        return await redis.execute_command(*words)  # type: ignore[no-untyped-call]


async def server_pid(url: str) -> int:
    async with client(url) as redis:
        return int((await redis.info("server"))["process_id"])


class Traffic:
    """Numbers pushed one after the other until the store breaks; `acknowledged` were answered."""

    def __init__(self, url: str) -> None:
        self.acknowledged = 0
        self._busy = asyncio.Event()
        self._task = asyncio.create_task(self._push(url))

    async def _push(self, url: str) -> None:
        async with client(url) as redis:
            try:
                while True:
                    await redis.execute_command("RPUSH", "moves", self.acknowledged)  # type: ignore[no-untyped-call]
                    self.acknowledged += 1
                    if self.acknowledged == 300:
                        self._busy.set()
            except RedisError:
                return

    async def under_way(self) -> None:
        await asyncio.wait_for(self._busy.wait(), LIMIT_S)

    async def broken(self) -> None:
        await asyncio.wait_for(self._task, LIMIT_S)

    async def check_kept(self, url: str) -> None:
        kept = [int(move) for move in await command(url, "LRANGE", "moves", 0, -1)]
        assert kept == list(range(len(kept)))
        # The last one may have been written before its answer could be sent.
        assert len(kept) in (self.acknowledged, self.acknowledged + 1)


@asynccontextmanager
async def holder(data_dir: Path, *flags: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Another Python process that enters the store, says so, and leaves when its input ends."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", HOLDER, str(data_dir), *flags),
        cwd=REPOSITORY,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        await process.communicate(b"")  # None would leave its input open


async def entered(process: asyncio.subprocess.Process) -> tuple[bool, str]:
    assert process.stdout is not None
    owned, url = json.loads(await asyncio.wait_for(process.stdout.readline(), LIMIT_S))
    return owned, url


async def test_data_survives_an_orderly_stop(tmp_path: Path, binary: Path) -> None:
    async with EmbeddedStore(tmp_path / "new" / "data", binary=binary) as store:
        assert store.owned
        assert await command(store.url, "SET", "key", "value")
        pid = await server_pid(store.url)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    async with EmbeddedStore(tmp_path / "new" / "data", binary=binary) as store:
        assert await command(store.url, "GET", "key") == b"value"


async def test_killing_the_store_loses_nothing_acknowledged(tmp_path: Path, binary: Path) -> None:
    async with EmbeddedStore(tmp_path, binary=binary) as store:
        traffic = Traffic(store.url)
        await traffic.under_way()
        os.kill(await server_pid(store.url), signal.SIGKILL)
        await traffic.broken()
    async with EmbeddedStore(tmp_path, binary=binary) as store:
        await traffic.check_kept(store.url)


@pytest.mark.parametrize("flags", [(), ("orphan",)], ids=["child-tied", "child-orphaned"])
async def test_a_start_right_after_the_owner_was_killed_takes_over(
    tmp_path: Path, flags: tuple[str, ...]
) -> None:
    async with holder(tmp_path, *flags) as owner:
        owned, url = await entered(owner)
        assert owned
        first = await server_pid(url)
        traffic = Traffic(url)
        await traffic.under_way()
        owner.kill()
        async with EmbeddedStore(tmp_path) as store:
            assert store.owned
            assert await server_pid(store.url) != first
            await traffic.broken()
            await traffic.check_kept(store.url)


async def test_of_three_at_once_one_owns_and_two_attach(tmp_path: Path) -> None:
    async with holder(tmp_path) as one, holder(tmp_path) as two, holder(tmp_path) as three:
        answers = await asyncio.gather(entered(one), entered(two), entered(three))
        assert sorted(owned for owned, _ in answers) == [False, False, True]
        urls = {url for _, url in answers}
        assert len(urls) == 1
        assert await command(urls.pop(), "PING") is True


async def test_leaving_as_a_guest_leaves_the_store_alone(tmp_path: Path) -> None:
    async with EmbeddedStore(tmp_path) as owner:
        async with EmbeddedStore(tmp_path) as guest:
            assert not guest.owned
            assert guest.url == owner.url
        assert await command(owner.url, "PING") is True


@pytest.mark.parametrize(
    ("first", "second"), [("bundled", "redis-server"), ("redis-server", "bundled")]
)
@pytest.mark.parametrize("rewritten", [False, True])
async def test_one_engine_opens_what_the_other_wrote(
    tmp_path: Path, first: str, second: str, rewritten: bool
) -> None:
    writer, reader = engine(first), engine(second)
    async with EmbeddedStore(tmp_path, binary=writer) as store:
        await command(store.url, "XADD", "log", "1-1", "move", "deal")
        await command(store.url, "HSET", "room", "code", "ABCD")
        if rewritten:
            await command(store.url, "BGREWRITEAOF")
            await asyncio.wait_for(rewrite_ends(store.url), LIMIT_S)
        await command(store.url, "ZADD", "board", 7, "ann")
    async with EmbeddedStore(tmp_path, binary=reader) as store:
        assert await command(store.url, "XLEN", "log") == 1
        assert await command(store.url, "HGET", "room", "code") == b"ABCD"
        assert await command(store.url, "ZCARD", "board") == 1


async def rewrite_ends(url: str) -> None:
    async with client(url) as redis:
        while True:
            state = await redis.info("persistence")
            if not state["aof_rewrite_in_progress"] and not state["aof_rewrite_scheduled"]:
                assert state["aof_last_bgrewrite_status"] == "ok"
                return
            await asyncio.sleep(0.02)


async def test_a_deep_data_directory_gets_a_short_socket(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 60) / ("e e" * 20)
    try:
        async with EmbeddedStore(deep) as store:
            assert len(store.url.removeprefix("unix://")) <= LONGEST_SOCKET_PATH
            assert await command(store.url, "SET", "key", "value")
            async with EmbeddedStore(deep) as guest:
                assert (guest.owned, guest.url) == (False, store.url)
        async with EmbeddedStore(deep) as store:
            assert await command(store.url, "GET", "key") == b"value"
    finally:
        shutil.rmtree(socket_path(deep).parent)


async def test_a_short_directory_open_to_others_is_refused(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 100)
    short = socket_path(deep).parent
    short.chmod(0o755)
    try:
        with pytest.raises(NoStore, match="not ours alone"):
            await EmbeddedStore(deep).__aenter__()
    finally:
        shutil.rmtree(short)


async def test_files_are_private(tmp_path: Path) -> None:
    async with EmbeddedStore(tmp_path / "data"):
        assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
        assert (tmp_path / "data" / "redis.sock").stat().st_mode & 0o777 == 0o700


@pytest.fixture(params=["new", "old"])
def open_to_all(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A data directory, and in the old one what earlier releases left there as they left it."""
    tmp_path.chmod(0o755)
    if request.param == "old":
        (tmp_path / "appendonlydir").mkdir(0o755)
        (tmp_path / "store.log").touch()
        (tmp_path / "store.log").chmod(0o644)
    return tmp_path


def open_to_others(folder: Path) -> list[Path]:
    """What somebody else may read or write in it."""
    found = []
    for path in folder.rglob("*"):
        with suppress(FileNotFoundError):  # the store renames files
            if path.stat().st_mode & 0o077:
                found.append(path)
    return found


async def test_nobody_else_reads_what_is_stored_in_a_folder_that_is_open_to_all(
    binary: Path, open_to_all: Path
) -> None:
    umask = os.umask(0)
    try:
        async with EmbeddedStore(open_to_all, binary=binary) as store:
            await command(store.url, "SET", "key", "value")
            assert not open_to_others(open_to_all)
    finally:
        os.umask(umask)


async def test_a_directory_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NoStore, match=r"data directory .*/file/data cannot be used: Not a dir"):
        await EmbeddedStore(tmp_path / "file" / "data").__aenter__()


async def test_a_store_that_ends_at_its_start_is_quoted(tmp_path: Path) -> None:
    async with EmbeddedStore(tmp_path) as store:
        await command(store.url, "SET", "key", "value")
    (tmp_path / "appendonlydir" / "appendonly.aof.manifest").write_text("nonsense\n")
    with pytest.raises(NoStore, match=r"ended at its start: .*[Mm]anifest"):
        await EmbeddedStore(tmp_path).__aenter__()
    with pytest.raises(NoStore, match="said nothing"):
        await EmbeddedStore(tmp_path, binary=Path("/bin/false")).__aenter__()


async def test_a_store_that_never_answers_is_given_up(tmp_path: Path) -> None:
    mute = tmp_path / "mute"
    mute.write_text("#!/bin/sh\nexec sleep 60\n")
    mute.chmod(0o755)
    with pytest.raises(NoStore, match=r"did not answer within 0\.3 s"):
        await EmbeddedStore(tmp_path / "data", binary=mute, timeout=0.3).__aenter__()
    async with EmbeddedStore(tmp_path / "data") as store:
        assert store.owned


def test_without_any_engine_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.store.embedded_redis, "find_spec", lambda name: None)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoStore, match="set REDIS_URL"):
        find_binary()
