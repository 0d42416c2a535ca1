"""Admin commands `backup` and `restore`, and the check of a backup file. A backup has all data of
the store, which is Redis."""

import asyncio
import json
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from time import time

from server.ops.admin.processes import any_alive
from server.ops.admin.store_access import DONE, NOT_FOUND, REFUSED, WRONG_USAGE, StoreAccess
from server.ops.backup import contents
from server.ops.backup.file import (
    PART,
    BackupHeader,
    BackupSummary,
    BackupWriter,
    Damaged,
    look,
    pieces,
)
from server.ops.backup.snapshot import NoSnapshot, held, snapshot
from server.ops.migrations.schema import schema_of
from server.ops.migrations.steps import FIRST, SCHEMA
from server.store import keys
from server.store.redis_client import is_cluster, patience

ENDING = ".patience"
DAY_S = 86_400
PAST = "crown-patience-"
"""The beginning of the names of backup files in a folder; the time of the backup follows."""


async def back_up(
    at: StoreAccess, file: Path | None, into: Path | None, keep: int, as_json: bool
) -> int:
    """Write a backup of the store to `file`; return the exit code. If `file` is None, write it to a
    new file in the folder `into`, with the present time in its name, and remove all backups in this
    folder but the last `keep`. If both are None, use the working folder and remove nothing."""
    if is_cluster(at.url):
        return _no_cluster()
    taken, schema = at.clock.now(), await schema_of(at.store.others) or FIRST
    stamp = f"{datetime.fromtimestamp(taken / 1000, UTC):%Y-%m-%dT%H%M%SZ}"
    path = file or (into or Path()) / f"{PAST}{stamp}{ENDING}"
    if path.exists():
        print(f"{path} is there already.", file=sys.stderr)
        return WRONG_USAGE
    try:
        with _written(path, BackupHeader(taken, schema, version("crown-patience")), into) as writer:
            paused = await _copy(at.url, writer)
            whole = await asyncio.to_thread(writer.done)
    except OSError as error:  # includes a full disk
        print(f"{path} cannot be written: {error.strerror or error}.", file=sys.stderr)
        return WRONG_USAGE
    except NoSnapshot as error:
        print(error, file=sys.stderr)
        return REFUSED
    await _note(at, whole)
    gone = _forget_old(into, keep) if into is not None and file is None else 0
    _say_made(path, whole, paused, gone, as_json)
    return DONE


@contextmanager
def _written(path: Path, about: BackupHeader, into: Path | None) -> Iterator[BackupWriter]:
    """Context manager: its value is a writer of a backup file. The unfinished file is removed if
    the block raises. Raises OSError."""
    if into is not None:
        into.mkdir(mode=0o700, parents=True, exist_ok=True)
    writer = BackupWriter(path, about)
    try:
        yield writer
    except BaseException:
        writer.forget()
        raise


async def _copy(url: str, writer: BackupWriter) -> bool:
    """Write all keys, as they are at one instant, to the backup. Return whether other clients of
    the store had to wait with their writes meanwhile. Raises NoSnapshot, StoreAway, OSError."""
    async with AsyncExitStack() as stack:
        try:
            redis, paused = await stack.enter_async_context(snapshot(url)), False
        except NoSnapshot as error:
            print(f"{error} Writes are held while it is read.", file=sys.stderr)
            redis, paused = await stack.enter_async_context(held(url)), True
        async for piece in contents.read(redis):
            writer.add(piece)
    return paused


async def _note(at: StoreAccess, whole: BackupSummary) -> None:
    told = {"at_ms": whole.about.taken_ms, "keys": whole.keys, "bytes": whole.bytes}
    async with patience():
        await at.store.others.hset(keys.BACKUP, mapping=told)


def _forget_old(folder: Path, keep: int) -> int:
    """Remove all but the last `keep` backups from a folder, and unfinished files older than a day.
    Return the number of complete backups removed."""
    old = sorted(folder.glob(f"{PAST}*{ENDING}"))[:-keep]
    for path in old:
        path.unlink()
    for path in folder.glob(f".{PAST}*{PART}"):
        if time() - path.stat().st_mtime > DAY_S:
            path.unlink()
    return len(old)


def _say_made(path: Path, whole: BackupSummary, paused: bool, gone: int, as_json: bool) -> None:
    if as_json:
        told = {"type": "backup", "file": str(path), "keys": whole.keys, "bytes": whole.bytes}
        print(json.dumps({**told, **whole.about._asdict(), "held": paused, "removed": gone}))
        return
    print(
        f"{path}: {whole.keys} keys, {size(whole.bytes)}. It holds secrets; keep it like the store."
    )
    if gone:
        print(f"{gone} older {'one was' if gone == 1 else 'ones were'} removed.")


def check(file: Path, *, as_json: bool) -> int:
    """Verify a backup file and print the result; return the exit code. Needs no store."""
    whole = _looked_at(file)
    if isinstance(whole, int):
        return whole
    said = f"{file} is whole: {whole.keys} keys, as of {_of(whole)}."
    print(_told(whole, restored=False) if as_json else said)
    return DONE


async def restore(at: StoreAccess, file: Path, *, force: bool, as_json: bool) -> int:
    """Restore a backup into an empty store; with `force`, also into a store with data, which is
    replaced. Return the exit code. Refuses while a server runs on the store."""
    if is_cluster(at.url):
        return _no_cluster()
    whole = await asyncio.to_thread(_looked_at, file)
    if isinstance(whole, int):
        return whole
    refusal = await _refusal(at, force)
    if refusal is not None:
        print(refusal, file=sys.stderr)
        return REFUSED
    await contents.replace(at.store.others, pieces(file))
    said = (
        f"{whole.keys} keys are back, as of {_of(whole)}. Races of that moment go on with a server."
    )
    print(_told(whole, restored=True) if as_json else said)
    return DONE


def _looked_at(file: Path) -> BackupSummary | int:
    """Verify a backup file and return its summary. If it cannot be used, print the reason and
    return the exit code."""
    try:
        whole = look(file)
    except Damaged as error:
        print(error, file=sys.stderr)
        return REFUSED
    except OSError as error:
        print(f"{file} cannot be read: {error.strerror}.", file=sys.stderr)
        return NOT_FOUND
    if whole.about.schema > SCHEMA:
        print("This backup is of a newer version of the server than this.", file=sys.stderr)
        return REFUSED
    return whole


def _of(whole: BackupSummary) -> str:
    """Return the time of a backup as text for people."""
    return f"{datetime.fromtimestamp(whole.about.taken_ms / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"


def _told(whole: BackupSummary, *, restored: bool) -> str:
    told = {"type": "restored", "restored": restored, "keys": whole.keys}
    return json.dumps({**told, **whole.about._asdict()})


async def _refusal(at: StoreAccess, force: bool) -> str | None:
    if await any_alive(at):
        return "A server runs on this store; stop it first."
    if not force and not await contents.is_empty(at.store.others):
        return "This store is not empty; --force replaces all that it has."
    return None


def _no_cluster() -> int:
    print("A Redis Cluster is backed up by its own means, node by node.", file=sys.stderr)
    return REFUSED


def size(number: int) -> str:
    """Return a number of bytes as text for people, in KiB or MiB."""
    kib = number / 1024
    return f"{kib:.0f} KiB" if kib < 1024 else f"{kib / 1024:.1f} MiB"
