"""Simulated time: an event loop whose clock stops while anything is in flight, and jumps to the
next timer otherwise; and a store on the same clock.

Server and users run in one loop and talk over real sockets. Only the store is outside. It answers
in order, so when it has answered two of our queries it has answered everything before them, and its
replies can be read.
"""

import asyncio
import os
import selectors
import shutil
import socket
import struct
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from mmap import mmap
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from server.store.embedded_redis import find_binary
from tests.harness import LIMIT_S

SOURCE = Path(__file__).with_name("store_clock.c")
NO_COMPILER = "needs a C compiler for the clock of the store (apt-get install gcc libc6-dev)"


class Asleep(RuntimeError):
    """No timer is left, so nothing will ever happen."""


class DrivenStore:
    """A real store on a unix socket with an append-only file, whose clock is `set`."""

    def __init__(self, directory: Path, began_at: float) -> None:
        """`began_at`: seconds since 1970."""
        self.socket = directory / "r.sock"
        self.began_at = began_at
        self._directory = directory
        self._line = socket.socket(socket.AF_UNIX)
        self._clock: mmap
        self._process: subprocess.Popen[bytes]

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    @property
    def pid(self) -> int:
        return self._process.pid

    def set(self, passed_s: float) -> None:
        """Set the clock to so many seconds after the beginning."""
        struct.pack_into("=q", self._clock, 0, round((self.began_at + passed_s) * 1_000_000))

    def settled(self) -> None:
        """Wait until it has answered everything it was asked so far."""
        for _ in range(2):
            self._line.sendall(b"PING\r\n")
            while not self._line.recv(64).endswith(b"\n"):
                pass

    def __enter__(self) -> "DrivenStore":
        self._directory.mkdir(parents=True, exist_ok=True)
        clock, library = self._directory / "clock", self._directory / "store_clock.so"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, SOURCE, "-ldl"], check=True)
        clock.write_bytes(bytes(8))
        with clock.open("r+b") as file:
            self._clock = mmap(file.fileno(), 8)
        self.set(0)
        listen = ["--port", "0", "--unixsocket", str(self.socket), "--dir", str(self._directory)]
        keep = ["--appendonly", "yes", "--appendfsync", "no", "--save", ""]
        self._process = subprocess.Popen(
            [find_binary(), *listen, *keep],
            env={**os.environ, "LD_PRELOAD": str(library), "DRIVEN_CLOCK": str(clock)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._connect()
        return self

    def _connect(self) -> None:
        until = monotonic() + LIMIT_S
        while True:
            try:
                self._line.connect(str(self.socket))
            except OSError:
                if monotonic() > until:
                    raise
                sleep(0.01)
            else:
                self._line.settimeout(LIMIT_S)
                return

    def __exit__(self, *_: object) -> None:
        self._line.close()
        self._process.kill()
        self._process.wait()
        self._clock.close()


class _Selector(selectors.DefaultSelector):
    """A selector that does not wait: if nothing is ready, simulated time passes."""

    def __init__(self, settled: Callable[[], None], pass_time: Callable[[float], None]) -> None:
        super().__init__()
        self._settled, self._pass_time = settled, pass_time

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(0)
        if found or timeout == 0:
            return found
        self._settled()
        found = super().select(0)
        if not found:
            if timeout is None:
                raise Asleep
            self._pass_time(timeout)
        return found


class DrivenLoop(asyncio.SelectorEventLoop):
    """The event loop. `time` is the number of simulated seconds that have passed."""

    def __init__(self, store: DrivenStore) -> None:
        self._driven, self._passed = store, 0.0
        super().__init__(_Selector(store.settled, self.pass_time))

    def time(self) -> float:
        return self._passed

    def pass_time(self, seconds: float) -> None:
        """Let time pass at once, as on a suspended machine."""
        self._passed += seconds
        self._driven.set(self._passed)

    def run_in_executor(  # type: ignore[override] # of the library's own types
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """Run the function at once: work takes no simulated time, and nothing waits for a
        thread."""
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done


def has_compiler() -> bool:
    return shutil.which("cc") is not None


@contextmanager
def driven(directory: Path, began_at: float) -> Iterator[tuple[DrivenStore, asyncio.Runner]]:
    """A store, and a runner of coroutines on its clock."""
    with (
        DrivenStore(directory, began_at) as store,
        asyncio.Runner(loop_factory=lambda: DrivenLoop(store)) as runner,
    ):
        yield store, runner
