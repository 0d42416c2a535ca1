"""Start the servers to be measured, each as a process of its own."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench import machine

ROOT = Path(__file__).parent.parent
SERVER = ("-m", "server")


class Served(NamedTuple):
    """A running server: its address, its process, the process of its store (None if it has no store
    of its own), and its worker processes if there are several."""

    url: str
    port: int
    pid: int
    store: int | None
    workers: tuple[int, ...] = ()

    @property
    def processes(self) -> tuple[int, ...]:
        """All processes but the store's."""
        return self.pid, *self.workers


@asynccontextmanager
async def patience(
    redis_url: str = "",
    *,
    workers: int = 1,
    compiled: str = "",
    spread: bool = False,
    started: tuple[str, ...] = SERVER,
    root: Path = ROOT,
) -> AsyncIterator[Served]:
    """Run `python -m server` with an embedded store, append-only file on, in a directory of its
    own; or with the store at `redis_url`. The server is stopped on leaving the context.

    `compiled` is the folder of a compiled engine, to be used instead of the sources. All processes
    are on the first core, or `spread` over all cores. `started` is what Python runs, with the
    sources in `root`.
    """
    with TemporaryDirectory(prefix="patience-bench-", ignore_cleanup_errors=True) as folder:
        environment = {
            **os.environ,
            "PATIENCE_COUNTDOWN_MS": "0",
            "PATIENCE_LIMITS": "1000000",  # rate limits are on, but never reached
            "REDIS_URL": redis_url,
        }
        many = ("--workers", str(workers)) if workers > 1 else ()
        command = (sys.executable, *started, "--port", "0", "--data-dir", folder, *many)
        paths = (compiled, str(root)) if compiled else (str(root),)
        async with running(command, environment, paths=paths, spread=spread) as served:
            children = machine.children(served.pid)
            ours = tuple(pid for pid in children if machine.runs(pid, "--worker"))
            stores = [pid for pid in children if pid not in ours]
            yield served._replace(store=stores[0] if stores else None, workers=ours)


@asynccontextmanager
async def echo() -> AsyncIterator[Served]:
    """Run the bare echo server of `bench.echo`."""
    async with running((sys.executable, "-m", "bench.echo"), os.environ) as served:
        yield served


@asynccontextmanager
async def running(
    command: tuple[str, ...],
    environment: Mapping[str, str],
    *,
    paths: tuple[str, ...] = (str(ROOT),),
    spread: bool = False,
) -> AsyncIterator[Served]:
    """Run a server that prints `listening on URL` as its first line. It is stopped on leaving the
    context. Python finds modules in `paths`. The processes are on the first core, or `spread` over
    all cores. Raises RuntimeError if the server does not start."""
    with machine.every_core() if spread else machine.server_core():
        process = await asyncio.create_subprocess_exec(
            *command,
            cwd=paths[-1],
            # PYTHONSAFEPATH keeps the working directory from coming before the compiled engine.
            env={**environment, "PYTHONPATH": os.pathsep.join(paths), "PYTHONSAFEPATH": "1"},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
    try:
        if process.stdout is None:
            raise RuntimeError("the server process has no standard output")
        line = (await process.stdout.readline()).decode().strip()
        url = line.rpartition(" ")[2]
        if not url.startswith("ws://"):
            raise RuntimeError(f"the server {' '.join(command)} did not start")
        yield Served(url, int(url.rsplit(":", 1)[1].split("/")[0]), process.pid, None)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
