"""Backups: a consistent copy of the store at one instant, from which a server can continue."""

import asyncio
import gzip
import json
import os
import signal
import time
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from engine.races.verify import verify
from engine.racing_demon.record import AWAY, BACK
from server.errors import StoreAway
from server.ops.admin.store_access import UNREACHABLE
from server.ops.backup import contents
from server.ops.backup.file import (
    BackupHeader,
    BackupPiece,
    BackupWriter,
    Damaged,
    Kind,
    look,
    pieces,
)
from server.ops.backup.snapshot import NoSnapshot, held, snapshot
from server.ops.migrations.schema import HalfStore, Schema
from server.store import keys
from server.store.embedded_redis import NoStore
from server.store.heartbeat import SILENT_MS
from server.store.redis_client import connect, patience
from tests.harness import ROOT, Client, ServerProcess, client
from tests.nursery import Child
from tests.server.accounts.test_accounts import sign_up
from tests.server.running_server import Owner, serving, until
from tests.server.two_servers import begin, moves
from tests.stores import RedisProcess, engines

ABOUT = BackupHeader(1_795_000_000_000, 1, "0.1.0")
KINDS = [
    BackupPiece("string", "cp:{x}:text", None, ["Ann\u00e9 \U0001f0a1"]),
    BackupPiece(
        "string", "cp:{x}:packed", None, [b"\xff\x00\xfe".decode(errors="surrogateescape")]
    ),
    BackupPiece("list", "cp:{x}:list", None, [str(n) for n in range(2_500)]),
    BackupPiece("hash", "cp:{x}:hash", 4_000_000_000_000, ["a", "1", "", "2"]),
    BackupPiece("set", "cp:{x}:set", None, ["one"]),
    BackupPiece("zset", "cp:{x}:zset", None, ["a", "-1.5", "b", "1795326171253.0"]),
    BackupPiece("stream", "cp:{x}:stream", None, [["7-0", "k", "v"], ["9-0", "k", "w"]], "9-0"),
    BackupPiece("stream", "cp:{x}:shortened", None, [["3-0", "k", "v"]], "5-0"),
    BackupPiece("stream", "cp:{x}:emptied", None, [], "7-0"),
]


@pytest.fixture(params=sorted(engines()))
async def redis(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with RedisProcess(tmp_path / "redis", engines()[request.param]) as process:
        await at_once(process)
        yield process


async def at_once(process: RedisProcess) -> None:
    """Whoever wants a copy need not wait for others who might."""
    link = Redis(unix_socket_path=str(process.socket))
    await link.config_set("repl-diskless-sync-delay", 0)
    await link.aclose()


async def all_of(redis: Any) -> list[BackupPiece]:
    """In the order of keys, long ones in one piece."""
    whole: dict[str, BackupPiece] = {}
    async for piece in contents.read(redis):
        known = whole.get(piece.key)
        values = piece.values if known is None else known.values + piece.values
        whole[piece.key] = piece._replace(values=values)
    return sorted(whole.values(), key=lambda piece: piece.key)


async def test_every_kind_of_key_comes_back_as_it_was(redis: RedisProcess, tmp_path: Path) -> None:
    link: Any = connect(redis.url, 1)
    assert await contents.write(link, KINDS) == len(KINDS)
    await link.set("somebody:else", "is not ours")
    expected = sorted(KINDS, key=lambda piece: piece.key)
    async with snapshot(redis.url) as copy:
        await link.set("cp:{x}:later", "is in no copy of before")
        assert await all_of(copy) == expected
        writer = BackupWriter(tmp_path / "b", ABOUT)
        async for piece in contents.read(copy):
            writer.add(piece)
    assert writer.done().keys == len(KINDS)
    await contents.clear(link)
    assert await contents.is_empty(link)
    assert await link.get("somebody:else") == "is not ours"
    await contents.write(link, pieces(tmp_path / "b"))
    async with held(redis.url) as itself:
        assert await all_of(itself) == expected
    assert await link.xadd("cp:{x}:emptied", {"k": "v"}, id="8-*") == "8-0"
    await link.aclose()


@pytest.mark.parametrize("redis", [max(engines())], indirect=True)
async def test_a_server_goes_on_from_a_backup_of_the_middle_of_a_race(
    redis: RedisProcess, owner: Owner, tmp_path: Path
) -> None:
    file = tmp_path / "backup"
    async with serving(redis.url) as (_, url), client(url) as anna, client(url) as ben:
        await sign_up(anna)
        code = await begin(anna, ben)
        done = await moves(anna, 3)
        assert (await owner.says("backup", file))[0] == 0
        await moves(anna, 1, ply=3)  # after it, and lost with the store
    other = engines()["embedded"]
    async with RedisProcess(tmp_path / "other", other) as second:
        owner.turns_to(second.url)
        code_, out, _ = await owner.says("restore", file)
        assert (code_, "keys are back, as of 20" in out) == (0, True)
        assert (await owner.says("restore", file))[0] == 4
        async with serving(second.url) as (_, url), client(url) as back, client(url) as too:
            assert (await owner.says("restore", file, "--force"))[0] == 4
            back.token, too.token = anna.token, ben.token
            await back.ask("resume", code=code, token=back.token, legal=True)
            table = await back.until("table")
            assert (table["ply"], table["clock_ms"] >= done[-1]["ms"]) == (3, True)
            await too.ask("resume", code=code, token=too.token)
            await moves(back, 1, ply=3)
            await back.ask("play", race=1, ply=4, move="resign")
            await too.ask("play", race=1, ply=0, move="resign")
            await back.until("over")
            told = await back.ask("get_record", race=f"{code}-1")
            assert all(step.ok for step in verify(told["record"]))
        assert "Nothing differs; 1 entries" in (await owner.says("rebuild-boards"))[1]


@pytest.mark.parametrize("redis", [max(engines())], indirect=True)
async def test_common_tables_come_back_with_a_backup(
    redis: RedisProcess, owner: Owner, tmp_path: Path
) -> None:
    """One round is over, another goes on where it was."""
    file = tmp_path / "backup"
    async with serving(redis.url) as (_, url), client(url) as anna, client(url) as ben:
        await sign_up(anna)
        over = await begin(anna, ben, game="racing_demon")
        await turned(anna, 1, 2)
        await turned(ben, 3)
        assert (await ben.ask("play_table", race=1, key=9, move="resign"))["number"] == 4
        await anna.until("over")
        record = (await anna.ask("get_record", race=f"{over}-1"))["record"]
        for link in (anna, ben):
            await link.ask("leave")
        running = await begin(anna, ben, game="racing_demon")
        await turned(anna, 1, 2)
        assert (await owner.says("backup", file))[0] == 0
        await turned(ben, 3)  # after it, and lost with the store
    async with RedisProcess(tmp_path / "other", engines()["embedded"]) as second:
        owner.turns_to(second.url)
        assert (await owner.says("restore", file))[0] == 0
        async with serving(second.url) as (_, url), client(url) as back, client(url) as too:
            back.token, too.token = anna.token, ben.token
            told = await back.ask("get_record", race=f"{over}-1")
            assert told["record"] == record
            for link in (back, too):
                room = await link.ask("resume", code=running, token=link.token, legal=True)
                assert room["common_table"]["number"] == 2
            again = await back.ask("play_table", race=1, key=2, move="turn")
            assert again["number"] == 2, "what was stored counts once"
            await turned(too, 3)
            await turned(back, 4)
            await too.ask("play_table", race=1, key=9, move="resign")
            await back.until("over")
            told = await back.ask("get_record", race=f"{running}-1")
            for document in (record, told["record"]):
                assert all(step.ok for step in verify(document)), verify(document)
            texts = [command[2] for command in told["record"]["commands"]]
            assert [text for text in texts if text not in (AWAY, BACK)] == [*["turn"] * 4, "resign"]
        assert "Nothing differs; 2 entries" in (await owner.says("rebuild-boards"))[1]


async def turned(link: Client, *numbers: int) -> None:
    """Turn the stock, with commands of these numbers."""
    for number in numbers:
        told = await link.ask("play_table", race=1, key=number, move="turn")
        assert (told["type"], told["number"]) == ("table_played", number), told


@pytest.mark.processes
@pytest.mark.parametrize("redis", [max(engines())], indirect=True)
async def test_a_server_that_stands_still_for_a_moment_is_not_taken_for_dead(
    redis: RedisProcess, owner: Owner, tmp_path: Path
) -> None:
    """Otherwise its store would be replaced under it."""
    link: Any = connect(redis.url, 1)
    file = written(tmp_path / "file")
    async with ServerProcess(tmp_path / "data", redis_url=redis.url) as server:
        assert server.process is not None
        server.process.send_signal(signal.SIGSTOP)

        async def silent() -> bool:
            seconds, _ = await link.time()
            beats = (await link.hgetall(keys.PROCESSES)).values()
            return all(1000 * seconds - int(beat) > SILENT_MS for beat in beats)

        async def looked() -> bool:
            return await looks() > before or restoring.done()

        async def looks() -> int:
            calls = (await link.info("commandstats")).get("cmdstat_exists", {"calls": 0})
            return int(calls["calls"])

        try:
            await until(silent)
            before = await looks()
            restoring = asyncio.create_task(owner.says("restore", file, "--force"))
            await until(looked)
        finally:
            server.process.send_signal(signal.SIGCONT)
        code, _, said = await restoring
        assert (code, said) == (4, "A server runs on this store; stop it first.\n")
    await link.aclose()


async def test_a_key_that_comes_to_its_end_while_it_is_read_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, redis: RedisProcess
) -> None:
    link: Any = connect(redis.url, 1)
    page = contents._key
    await link.set("cp:{x}:string", "x")
    await link.xadd("cp:{x}:stream", {"k": "v"})
    await link.set("cp:{y}:stays", "y")

    async def late(
        client: Any, kind: Kind, key: str, expires: int | None
    ) -> AsyncIterator[BackupPiece]:
        await client.delete("cp:{x}:string", "cp:{x}:stream")
        async for piece in page(client, kind, key, expires):
            yield piece

    monkeypatch.setattr(contents, "_key", late)
    assert [piece.key async for piece in contents.read(link)] == ["cp:{y}:stays"]
    await link.aclose()


@pytest.mark.parametrize("redis", [max(engines())], indirect=True)
async def test_what_could_not_be_held_for_so_long_is_no_copy(
    monkeypatch: pytest.MonkeyPatch, redis: RedisProcess
) -> None:
    monkeypatch.setattr("server.ops.backup.snapshot.HELD_MS", 1)
    with pytest.raises(NoSnapshot, match="longer than"):
        async with held(redis.url):
            await asyncio.sleep(0.002)


@pytest.mark.parametrize("redis", [max(engines())], indirect=True)
async def test_a_store_that_is_silent_for_longer_than_players_wait_sends_a_copy(
    monkeypatch: pytest.MonkeyPatch, redis: RedisProcess
) -> None:
    """Otherwise its writes would be held while it is read, and players with them."""
    link: Any = connect(redis.url, 1)
    await contents.write(link, KINDS)
    monkeypatch.setattr(patience.__init__, "__defaults__", (0.1,))
    redis.pause()

    async def copy() -> int:
        async with snapshot(redis.url) as copied:
            return len(await all_of(copied))

    copying = asyncio.create_task(copy())
    with pytest.raises(StoreAway):
        async with patience():
            await link.ping()
    redis.go_on()
    assert await copying == len(KINDS)
    await link.aclose()


@pytest.mark.parametrize("redis", [max(engines())], indirect=True)
async def test_where_nothing_here_can_load_a_copy_writes_are_held(
    redis: RedisProcess, owner: Owner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_none() -> Path:
        raise NoStore

    monkeypatch.setattr("server.ops.backup.snapshot.find_binary", find_none)
    code, out, said = await owner.says("backup", tmp_path / "file", "--json")
    assert (code, json.loads(out)["held"]) == (0, True)
    assert said.endswith("could load a copy of this one. Writes are held while it is read.\n")


@pytest.mark.parametrize("redis", [max(engines())], indirect=True)
async def test_no_server_starts_on_a_store_that_is_half_filled(
    redis: RedisProcess, owner: Owner, tmp_path: Path
) -> None:
    link: Any = connect(redis.url, 1)
    file = written(tmp_path / "file")
    await contents.write(link, KINDS)
    pieces = [BackupPiece("hash", keys.SCHEMA, None, ["number", "1", "reader", "1"]), *KINDS]

    def broken_off() -> Iterator[BackupPiece]:
        yield from pieces[:3]
        raise OSError

    with pytest.raises(OSError):  # noqa: PT011
        await contents.replace(link, broken_off())
    with pytest.raises(HalfStore, match="again"):
        await Schema(link, "early").migrate()
    for words in (["status"], ["backup", file], ["restore", file]):
        assert (await owner.says(*words))[0] == 4, "half of a store was taken for one"
    assert "restore --force" in (await owner.says("status"))[2]
    assert await contents.replace(link, pieces) == len(pieces)
    assert await all_of(link) == sorted(pieces, key=lambda piece: piece.key)
    await Schema(link, "later").migrate()
    await contents.replace(link, KINDS)  # of a server that said nothing of it
    assert await all_of(link) == sorted(KINDS, key=lambda piece: piece.key)
    await link.aclose()


@pytest.mark.parametrize("redis", [max(engines())], indirect=True)
async def test_nothing_secret_is_left_of_backups_that_are_ended(
    redis: RedisProcess, tmp_path: Path
) -> None:
    link: Any = connect(redis.url, 1)
    folders, said = tmp_path / "folders", tmp_path / "said"
    folders.mkdir()
    await link.config_set("repl-diskless-sync-delay", 3_600)  # they get no copy before
    given = {**os.environ, "REDIS_URL": redis.url, "TMPDIR": str(folders)}
    before = set[Path]()

    async def waits(process: Child) -> bool:
        """Whether a backup has its folder and waits for the copy, or has ended before that."""
        asks = (await link.info("replication"))["connected_slaves"]
        return process.returncode is not None or bool(asks and set(folders.iterdir()) - before)

    async def begun(words: list[str]) -> Child:
        """A backup that waits for the copy. One to which the store was silent for too long, as it
        may be on a busy machine, has ended; then another."""
        while True:
            process = await Child.start("server.__main__", words, given, cwd=ROOT, errors=said)
            await until(partial(waits, process))
            if process.returncode is None:
                return process
            assert process.returncode == UNREACHABLE, said.read_text()
            await process.communicate()
            said.write_text("")

    for how, code, last in (
        (signal.SIGKILL, -9, ""),
        (signal.SIGTERM, 143, ""),
        (signal.SIGINT, 130, "Stopped.\n"),
    ):
        words = ["admin", "backup", str(tmp_path / "file")]
        process = await begun(words)
        process.send_signal(how)
        await process.communicate()
        assert (process.returncode, said.read_text()) == (code, last)
        before.update(folders.iterdir())
    assert not list(folders.iterdir())
    await link.aclose()


def written(path: Path) -> Path:
    writer = BackupWriter(path, ABOUT)
    for piece in KINDS:
        writer.add(piece)
    writer.done()
    return path


def test_a_file_that_is_cut_or_changed_is_known(tmp_path: Path) -> None:
    others = tmp_path / ".b.part"
    others.touch(mode=0o666)
    path = written(tmp_path / "b")
    assert (others.exists(), others.stat().st_size) == (True, 0), "it is somebody else's"
    assert look(path) == (ABOUT, len(KINDS), path.stat().st_size)
    assert path.stat().st_mode & 0o777 == 0o600
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    first, last = json.loads(lines[0]), json.loads(lines[-1])
    for bad in (
        path.read_bytes()[:-20],
        gzip.compress(b"".join(lines[:-1])),
        gzip.compress(b"".join([*lines[:2], *lines[3:]])),
        gzip.compress(b"".join([lines[0], lines[2], lines[1], *lines[3:]])),
        gzip.compress(b"".join([*lines, b"more"])),
        gzip.compress(json.dumps({**first, "format": "x"}).encode() + b"\n" + b"".join(lines[1:])),
        gzip.compress(json.dumps({**first, "version": 9}).encode() + b"\n" + b"".join(lines[1:])),
        gzip.compress(b"".join(lines[:-1]) + json.dumps({**last, "keys": 7}).encode() + b"\n"),
        b"",
        b"hello",
        gzip.compress(b""),
        gzip.compress(b"[]\n"),
    ):
        path.write_bytes(bad)
        with pytest.raises(Damaged):
            look(path)


@pytest.mark.parametrize("redis", [max(engines())], indirect=True)
async def test_only_the_last_of_a_folder_stay_and_nothing_half_made(
    redis: RedisProcess, owner: Owner, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in (1, 2, 3):
        written(folder / f"crown-patience-2026-01-0{day}T040000Z.patience")
    (folder / "mine").touch()
    for name, age_s in (("old", 100_000), ("new", 0)):
        part = folder / f".crown-patience-{name}.part"
        part.touch()
        os.utime(part, (time.time() - age_s,) * 2)
    code, out, _ = await owner.says("backup", "--into", folder, "--keep", "2", "--json")
    made = json.loads(out)
    assert (code, made["removed"], made["held"]) == (0, 2, False)
    (folder / ".crown-patience-new.part").unlink()  # which may be on its way
    left = {path.name for path in folder.iterdir()}
    assert left == {"mine", "crown-patience-2026-01-03T040000Z.patience", Path(made["file"]).name}
    assert json.loads((await owner.says("status", "--json"))[1])["backup"]["keys"] == made["keys"]
    assert (await owner.says("backup", made["file"]))[0] == 2
    assert (await owner.says("backup", tmp_path / "no" / "folder"))[0] == 2
    assert (await owner.says("restore", folder / "mine"))[0] == 4
    assert (await owner.says("restore", folder / "nothing"))[0] == 3
    assert (await owner.says("backup", "--into", tmp_path / "new" / "one"))[0] == 0
    await redis.kill()
    assert (await owner.says("backup", folder / "none"))[0] == 5
    assert (await owner.says("restore", made["file"], "--check"))[0] == 0
    assert len(list(folder.iterdir())) == 3
