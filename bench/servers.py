"""The servers under load, as processes of their own."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench import machine

ROOT = Path(__file__).parent.parent


class Served(NamedTuple):
    """A running server: where it listens, its process, and that of its store if it has one."""

    url: str
    port: int
    pid: int
    store: int | None


@asynccontextmanager
async def patience(redis_url: str = "") -> AsyncIterator[Served]:
    """`python -m server` with an embedded store, append-only file on, in a directory of its own; or
    with the store at this address."""
    with TemporaryDirectory(prefix="patience-bench-", ignore_cleanup_errors=True) as folder:
        environment = {
            **os.environ,
            "PATIENCE_COUNTDOWN_MS": "0",
            "PATIENCE_LIMITS": "1000000",  # limits are kept, and nobody comes near them
            "REDIS_URL": redis_url,
        }
        arguments = ("-m", "server", "--port", "0", "--data-dir", folder)
        async with _running(arguments, environment) as served:
            store = machine.children(served.pid)
            yield served._replace(store=store[0] if store else None)


@asynccontextmanager
async def echo() -> AsyncIterator[Served]:
    """The bare echo server of `bench.echo`."""
    async with _running(("-m", "bench.echo"), dict(os.environ)) as served:
        yield served


@asynccontextmanager
async def _running(
    arguments: tuple[str, ...], environment: dict[str, str]
) -> AsyncIterator[Served]:
    with machine.server_core():
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *arguments,
            cwd=ROOT,
            env={**environment, "PYTHONPATH": str(ROOT)},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
    try:
        if process.stdout is None:
            raise RuntimeError("a server without an output")
        line = (await process.stdout.readline()).decode().strip()
        url = line.rpartition(" ")[2]
        if not url.startswith("ws://"):
            raise RuntimeError(f"the server {' '.join(arguments)} did not start")
        yield Served(url, int(url.rsplit(":", 1)[1].split("/")[0]), process.pid, None)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
