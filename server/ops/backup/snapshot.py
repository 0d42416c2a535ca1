"""Snapshot: reads a running store (Redis) as it was at one instant.

`snapshot` asks the store for the copy that it would send to a new replica. A forked process of the
store writes the copy, so no player has to wait. A private Redis server on this computer loads the
copy, and the keys are read from that server. This is not possible if a hosted Redis forbids it or
is newer than the Redis on this computer. Then `held` makes the store let the writes of all other
clients wait while the keys are read from the store itself. During this time players wait too. If it
takes longer than a second and a half, the clocks of running races do not count this time.

This module reads the copy from the connection itself. `redis-cli --rdb` would do the same, but the
Python package with the embedded store does not contain redis-cli. The private server cannot fetch
the copy with `REPLICAOF` either: that takes a host and a port, but the embedded store has only a
unix socket.
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
"""The maximum milliseconds for which the store lets writes wait. Then it executes them, even if
this process has died."""
LONGEST_WAIT_S = 120.0
"""The maximum seconds until the store begins to send its copy. It may first have to wait for other
forked processes of its own."""
CHUNK = 2**20
MARK = 40
"""The length, in bytes, of the mark with which the store ends a copy if it does not know the length
of the copy beforehand."""


class NoSnapshot(Exception):
    """Raised if a store refuses the commands by which this module reads all of it as it is at one
    instant. The text is a sentence for operators."""


@asynccontextmanager
async def snapshot(url: str) -> AsyncIterator[RedisClient]:
    """Context manager: its value is a client of a private Redis server that has a copy of all keys.
    Raises NoSnapshot, OSError."""
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
    """Context manager: its value is a client of the store itself. While the block runs, the store
    lets the writes of all other clients wait.

    Raises NoSnapshot if the store cannot let writes wait. Also raises it at the end if the block
    took longer than HELD_MS, because other clients may then have written while the block was
    reading. Raises StoreAway.
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
    """Connect to the store as a replica, and save the copy of its data that it sends to the file
    `to`. Raises NoSnapshot, OSError."""
    try:
        async with replication_stream(url, PATIENCE_S) as reader:
            await _save(reader, to)
    except (StoreAway, ConnectionError, EOFError, TimeoutError) as error:
        raise NoSnapshot("This Redis sends no copy of itself.") from error


async def _save(reader: asyncio.StreamReader, to: Path) -> None:
    """Save the copy that comes from `reader` to the file `to`. The first line says how the copy
    ends: it has the length of the copy, or the bytes that will follow the copy."""
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
    """Context manager: its value is the unix socket of a private Redis server that has loaded the
    dump in the folder and saves nothing itself. Raises NoSnapshot."""
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
