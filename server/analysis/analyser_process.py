"""The process of the analyser: how a server starts it, and what it does.

A server starts one such process beside its own. The process ends when its standard input is closed,
so it never outlives the server. If it ends before, the server starts it again. It needs the store
and nothing else.
"""

import asyncio
import contextlib
import os
import resource
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from subprocess import DEVNULL, PIPE

import structlog

from server.analysis.analyser import Analyser
from server.errors import StoreAway
from server.observability import logs
from server.rooms.store import RoomStore
from server.settings import ServerSettings

MOST_BYTES = 2**30
"""Memory that the process may use, in bytes. A search that needs more fails with MemoryError."""
AGAIN_S = 1.0
"""Seconds to wait before a process that has ended is replaced."""
LOWEST_PRIORITY = 19

log = structlog.get_logger()


@asynccontextmanager
async def analyser_beside(url: str) -> AsyncIterator[None]:
    """Context manager: have an analyser run beside this process while the block runs. `url` is the
    address of the store."""
    keeping = asyncio.create_task(_keep_running(url))
    try:
        yield
    finally:
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)


async def _keep_running(url: str) -> None:
    while True:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "server", "--analyser"),
            env={**os.environ, "REDIS_URL": url},
            stdin=PIPE,
            stdout=DEVNULL,
            start_new_session=True,  # so that Ctrl-C reaches this process only
        )
        try:
            code = await process.wait()
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.terminate()
                await process.wait()
        log.warning("analyser_ended", pid=process.pid, code=code)
        await asyncio.sleep(AGAIN_S)


async def run_analyser(settings: ServerSettings, stop: asyncio.Event) -> None:
    """Analyse races until `stop` is set, with the lowest priority and within MOST_BYTES of memory.
    The race under work is then given back, so that another process can take it. A search may still
    run in a thread, so the process must be ended by `os._exit`."""
    os.nice(LOWEST_PRIORITY)
    with contextlib.suppress(ValueError, OSError):  # not every platform has this limit
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
    logs.about(process=f"analyser-{os.getpid()}")
    rooms = RoomStore(settings.redis_url or "", settings.keep_days)
    analyser = Analyser(rooms, settings.analysis_nodes)
    working = asyncio.create_task(analyser.run())
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
    with contextlib.suppress(StoreAway):
        await analyser.give_back()
    if working.done():
        working.result()  # raises the error that has ended it
