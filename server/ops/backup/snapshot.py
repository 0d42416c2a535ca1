"""Snapshot: a consistent copy of a running store.

The store is asked for the copy it would send to a new replica, which a forked process writes, so
nobody waits. A private Redis server loads it, and the keys are read from there. If that is not
possible (a hosted Redis may forbid it, or be newer than ours), writes are held while the keys are
read: players wait, and races are refunded what exceeds a second and a half, like any outage.

This module reads the copy from the connection itself, for want of a tool that is always there:
`redis-cli --rdb` does the same, but the Python package that brings the embedded store has no
redis-cli. `REPLICAOF` in the private server takes a host and a port, and the embedded store has
only a unix socket.
"""

import asyncio
import os
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import BinaryIO

from server.errors import StoreAway
from server.ops.backup.contents import PATIENCE_S
from server.store.embedded_redis import NoStore, ask, end_with_parent, find_binary, reap
from server.store.redis_client import connect, database, patience, replication_stream
from server.store.redis_commands import RedisClient
from server.store.temp_dirs import temp_dir

HELD_MS = 60_000
"""Longest time writes are held, even if this process dies."""
LONGEST_WAIT_S = 120.0
"""How long a store may take to begin: it may have to wait for other forks."""
CHUNK = 2**20
MARK = 40
"""Length of the mark that ends a copy of unknown length."""


class NoSnapshot(Exception):
    """No snapshot can be taken this way. The text is a sentence for operators."""


@asynccontextmanager
async def snapshot(url: str) -> AsyncIterator[RedisClient]:
    """A client of a private server with a copy of all keys. Raises NoSnapshot, OSError."""
    binary = _binary()
    with temp_dir("backup") as (folder, _):
        copy = folder / "dump.rdb"
        await _fetch(url, copy)
        async with _loaded(folder, binary) as socket:
            copy.unlink()
            client = connect(f"unix://{socket}?db={database(url)}", 2)
            try:
                yield client
            finally:
                await client.aclose()


@asynccontextmanager
async def held(url: str) -> AsyncIterator[RedisClient]:
    """A client of the store itself, with writes held meanwhile.

    Raises NoSnapshot, also at the end if writes could not be held for as long as that: what was
    read is then not of one instant.
    """
    client = connect(url, 2)
    try:
        began = monotonic()
        try:
            async with patience(PATIENCE_S, may_refuse=True):
                await client.execute_command("CLIENT", "PAUSE", HELD_MS, "WRITE")
        except StoreAway as error:
            raise NoSnapshot(
                "This Redis lets nobody copy it as of one instant; use its host's own backups."
            ) from error
        try:
            yield client
        finally:
            async with patience(PATIENCE_S):
                await client.execute_command("CLIENT", "UNPAUSE")
        if 1000 * (monotonic() - began) >= HELD_MS:
            raise NoSnapshot(
                f"It takes longer than {HELD_MS // 1000} s to read this Redis, and its writes are"
                " not held longer; use its host's own backups."
            )
    finally:
        await client.aclose()


def _binary() -> Path:
    try:
        return find_binary()
    except NoStore as error:
        raise NoSnapshot("There is no Redis here that could load a copy of this one.") from error


async def _fetch(url: str, to: Path) -> None:
    """Save the copy a new replica would be sent."""
    try:
        async with replication_stream(url, PATIENCE_S) as reader:
            await _save(reader, to)
    except (StoreAway, ConnectionError, EOFError, TimeoutError) as error:
        raise NoSnapshot("This Redis sends no copy of itself.") from error


async def _save(reader: asyncio.StreamReader, to: Path) -> None:
    """Save the copy; its first line gives its length, or the mark that ends it."""
    async with asyncio.timeout(LONGEST_WAIT_S):
        head = b""
        while not head.strip():  # the store sends empty lines while it prepares
            head = await reader.readline()
            if not head:
                raise EOFError
    if not head.startswith(b"$"):
        raise NoSnapshot(f"This Redis sends no copy of itself: {head.decode().strip()}")
    descriptor = os.open(to, os.O_WRONLY | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        if head.startswith(b"$EOF:"):
            await _until_mark(reader, head.strip()[5:], file)
        else:
            await _so_many(reader, int(head[1:]), file)


async def _so_many(reader: asyncio.StreamReader, left: int, file: BinaryIO) -> None:
    while left:
        data = await _more(reader, min(left, CHUNK))
        file.write(data)
        left -= len(data)


async def _until_mark(reader: asyncio.StreamReader, mark: bytes, file: BinaryIO) -> None:
    kept = b""
    while not kept.endswith(mark):
        file.write(kept[:-MARK])
        kept = kept[-MARK:] + await _more(reader, CHUNK)
    file.write(kept[:-MARK])


async def _more(reader: asyncio.StreamReader, most: int) -> bytes:
    async with asyncio.timeout(PATIENCE_S):
        data = await reader.read(most)
    if not data:
        raise EOFError
    return data


@asynccontextmanager
async def _loaded(folder: Path, binary: Path) -> AsyncIterator[Path]:
    """The socket of a private server that has loaded the folder's dump; it saves nothing."""
    socket = folder / "s"
    server = _start(folder, binary, socket)
    try:
        while await ask(socket, b"PING") != b"+PONG":  # still loading
            if server.poll() is not None:
                raise NoSnapshot("The copy this Redis sends is not understood by the one here.")
            await asyncio.sleep(0.02)
        yield socket
    finally:
        server.kill()
        await asyncio.to_thread(reap, server)


def _start(folder: Path, binary: Path, socket: Path) -> "subprocess.Popen[bytes]":
    command = [str(binary), "--port", "0", "--unixsocket", str(socket), "--dir", "./"]
    command += ["--unixsocketperm", "700", "--save", "", "--appendonly", "no"]
    with (folder / "log").open("wb") as log:
        return subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            umask=0o077,
            preexec_fn=end_with_parent(),  # noqa: PLW1509 -- two system calls, no locks
        )
