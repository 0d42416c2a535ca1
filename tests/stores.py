"""Redis servers for tests that stop, kill and restart them."""

import asyncio
import contextlib
import shutil
import signal
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from redis.asyncio import Redis
from redis.exceptions import RedisError

from server.store.embedded_redis import find_binary
from server.store.redis_commands import RedisClient
from tests.harness import LIMIT_S


def all_commands(client: RedisClient) -> Any:
    """The client, with the commands that only tests give."""
    return client


def engines() -> dict[str, Path]:
    """Paths of every Redis-compatible binary found, by name: the embedded one and the system's."""
    found = {"embedded": find_binary()}
    system = shutil.which("redis-server")
    if system:
        found["system"] = Path(system)
    return found


class RedisProcess:
    """A Redis with an append-only file on a unix socket, which can be paused, killed and restarted.
    With a `port` it also listens there. If its file cannot grow, writes fail and the process goes
    on."""

    def __init__(self, directory: Path, binary: Path, port: int = 0) -> None:
        self.directory = directory
        self.binary = binary
        self.port = port
        self.socket = directory / "r.sock"
        self.process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    async def start(self) -> None:
        self.directory.mkdir(parents=True, exist_ok=True)
        self.process = await asyncio.create_subprocess_exec(
            str(self.binary),
            "--port",
            str(self.port),
            "--bind",
            "127.0.0.1",
            "--unixsocket",
            str(self.socket),
            "--dir",
            str(self.directory),
            "--appendonly",
            "yes",
            # Written at once, without a sync. With "everysec" a write may wait for a slow sync,
            # and is lost if a test kills the store in the meantime.
            "--appendfsync",
            "no",
            "--save",
            "",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            restore_signals=False,  # SIGXFSZ stays ignored
        )
        client = Redis(unix_socket_path=str(self.socket))
        async with asyncio.timeout(LIMIT_S):
            while True:
                with contextlib.suppress(RedisError, OSError):
                    await client.execute_command("PING")  # type: ignore[no-untyped-call]
                    break
                await asyncio.sleep(0.02)
        await client.aclose()

    def pause(self) -> None:
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._signal(signal.SIGCONT)

    async def kill(self) -> None:
        """Kill the process; what it has acknowledged is in its file."""
        self._signal(signal.SIGKILL)
        assert self.process is not None
        await self.process.wait()

    def _signal(self, how: signal.Signals) -> None:
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(how)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.go_on()
        await self.kill()
