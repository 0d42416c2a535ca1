"""Supervisor: runs several worker processes on one port and restarts those that die.

Workers share only the port and the store (Redis), so a client whose worker has died can connect
again to any other.
"""

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from subprocess import PIPE

import structlog
from prometheus_client import multiprocess

from protocol import PATH
from server.observability.metrics import SHARED
from server.settings import ServerSettings
from server.store.temp_dirs import TempDir, temp_dir

AGAIN_S = 0.5
"""Seconds to wait before a worker that has ended is replaced."""

log = structlog.get_logger()


class NeverListened(Exception):
    """Raised if a worker ends before it listens on the port. `code` is the exit code of the worker,
    which has itself written the reason to standard error."""

    def __init__(self, code: int) -> None:
        super().__init__(f"a worker ended with code {code} before it listened")
        self.code = code


class Supervisor:
    """Runs `count` worker processes and replaces each that ends.

    `alone` says that the store at `url` was started for these workers, so that no other process can
    have used it before them. The first worker gets this information as an option. At the start,
    each worker is started when the one before it listens on the port.
    """

    def __init__(self, settings: ServerSettings, url: str, count: int, *, alone: bool) -> None:
        self._settings = settings
        self._url = url
        self._count = count
        self._alone = alone
        self._stop = asyncio.Event()

    async def run(self, stop: asyncio.Event) -> None:
        """Run the workers until `stop` is set, then end them. Raises OSError if the port is taken,
        NeverListened if a worker ends before it listens for the first time."""
        self._stop = stop
        with (
            temp_dir("metrics") as metrics,
            _reserved(self._settings.host, self._settings.port) as port,
        ):
            listening = asyncio.Semaphore(0)
            try:
                async with asyncio.TaskGroup() as group:
                    for number in range(self._count):
                        keep = self._keep(port, metrics, number == 0, listening.release)
                        group.create_task(keep)
                        await listening.acquire()
                    address = f"ws://{self._settings.host}:{port}{PATH}"
                    print(f"listening on {address}", flush=True)
            except* NeverListened as errors:
                raise errors.exceptions[0] from None

    async def _keep(
        self, port: int, metrics: TempDir, first: bool, listening: Callable[[], None]
    ) -> None:
        """Run a worker, and a new one each time a worker ends, until `stop` is set. Call
        `listening` when the first of these workers listens on the port. Raises NeverListened."""
        began = False
        while not self._stop.is_set():
            process = await self._start(port, metrics, alone=first and self._alone and not began)
            listens = process.stdout is not None and await process.stdout.readline() != b""
            if listens:
                log.info("worker_started", pid=process.pid)
                if not began:
                    began = True
                    listening()
            await self._until_it_ends(process)
            multiprocess.mark_process_dead(process.pid, str(metrics.folder))  # type: ignore[no-untyped-call]
            if not listens and not began and not self._stop.is_set():
                raise NeverListened(process.returncode or 1)
            if not self._stop.is_set():
                died = log.warning if process.returncode else log.info
                died("worker_ended", pid=process.pid, code=process.returncode)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(AGAIN_S):
                        await self._stop.wait()

    async def _until_it_ends(self, process: asyncio.subprocess.Process) -> None:
        """Wait until a worker has ended. When `stop` is set or on cancellation, send the worker
        SIGTERM and wait until it has ended."""
        ended = asyncio.ensure_future(process.wait())
        wanted = asyncio.ensure_future(self._stop.wait())
        try:
            await asyncio.wait({ended, wanted}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            wanted.cancel()
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGTERM)
            await ended

    async def _start(
        self, port: int, metrics: TempDir, *, alone: bool
    ) -> asyncio.subprocess.Process:
        """Start a worker. It ends when its standard input is closed, so it never outlives this
        process."""
        settings = self._settings
        command = [sys.executable, "-m", "server", "--worker"]
        command += ["--host", settings.host, "--port", str(port)]
        return await asyncio.create_subprocess_exec(
            *command,
            *(["--alone"] if alone else []),
            env={
                **os.environ,
                "REDIS_URL": self._url,
                SHARED: str(metrics.folder),
            },
            pass_fds=(metrics.lock,),  # held until the worker has ended
            stdin=PIPE,
            stdout=PIPE,
            start_new_session=True,  # so that Ctrl-C reaches this process only
        )


@contextlib.contextmanager
def _reserved(host: str, port: int) -> Iterator[int]:
    """Context manager: reserve a port for the workers. Its value is the number of the port. Raises
    OSError if the port is taken.

    The port is first bound without SO_REUSEPORT, because with it two servers could share a port
    unnoticed.
    """
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family) as alone:
        alone.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        alone.bind(address)
    with socket.socket(family) as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        # Without this, connections that have just been closed block the port for a minute.
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(address)
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 0)  # no other server may bind it
        yield int(held.getsockname()[1])


async def until_input_ends() -> None:
    """Wait until standard input is closed, which means that the parent process has ended."""
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    await reader.read()
