"""Test harness: start, kill and restart a real server process, and a client that speaks its
protocol."""

import asyncio
import contextlib
import json
import os
import secrets
import signal
from collections import deque
from collections.abc import AsyncIterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage
from websockets.typing import Subprotocol

from protocol import SUBPROTOCOL
from tests.messages import told
from tests.nursery import Child

ROOT = Path(__file__).parent.parent

RACES = int(os.environ.get("SECRECY_RACES", "100"))
"""Number of races between machines in the search for leaks, over all games and options together;
the other secrecy tests scale with it."""


LIMIT_S = 100
"""Seconds after which something counts as hung. On a busy machine any process may stand still for
many seconds, and no test may fail for that."""
AGAIN_S = 0.1
BELL_MS = 600_000
"""A bell that rings in no test."""


class ServerProcess:
    """A server that can be killed and restarted on the same port and data."""

    def __init__(
        self,
        data_dir: Path,
        *,
        countdown_ms: int = 100,
        redis_url: str = "",
        web_folder: Path | None = None,
    ) -> None:
        self.data_dir = data_dir
        self.port = 0
        self.process: Child | None = None
        self.log_path = data_dir / "server.log"
        self._environment = {
            "PATIENCE_LIMITS": "10",  # machines play faster than people
            **os.environ,
            "PATIENCE_COUNTDOWN_MS": str(countdown_ms),
            "REDIS_URL": redis_url,
        }
        if web_folder is not None:
            self._environment["PATIENCE_WEB_FOLDER"] = str(web_folder)

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    @property
    def log(self) -> str:
        """Everything the server has logged, over all its starts."""
        return self.log_path.read_text()

    async def start(self, *arguments: str) -> None:
        """Start, and wait until it listens."""
        self.data_dir.mkdir(parents=True, exist_ok=True)
        self.log_path.touch()
        words = ["--port", str(self.port), "--data-dir", str(self.data_dir), *arguments]
        self.process = await Child.start(
            "server.__main__", words, self._environment, cwd=ROOT, errors=self.log_path
        )
        line = (await self.process.stdout.readline()).decode()
        if not line.startswith("listening on "):
            raise AssertionError(f"the server did not start: {self.log}")
        self.port = int(line.rsplit(":", 1)[1].split("/")[0])

    async def kill(self) -> None:
        """Kill the process."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Ask the process to end. Return its exit code."""
        return await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> int:
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(how)
        # The pipe's transport is closed by reading it to its end.
        await self.process.communicate()
        return await self.process.wait()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process is not None and self.process.returncode is None:
            await self.stop()


class Client:
    """One connection. Everything received is kept in `frames` as it came."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[str] = []
        self._told: deque[dict[str, Any]] = deque()
        self.token = secrets.token_urlsafe(24)
        self.patient = True
        """Whether a request is repeated when the server could not reach its store."""
        self._id = 0

    async def send(self, kind: str, **fields: Any) -> int:
        """Send a request and return its id."""
        self._id += 1
        await self.socket.send(json.dumps({"type": kind, "id": self._id, **fields}))
        return self._id

    async def receive(self) -> dict[str, Any]:
        """The next message."""
        if not self._told:
            async with asyncio.timeout(LIMIT_S):
                frame = await self.socket.recv(decode=True)
            assert isinstance(frame, str)
            self.frames.append(frame)
            self._told.extend(told(frame))
        return self._told.popleft()

    async def until(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these types; others are skipped."""
        while True:
            message = await self.receive()
            if message["type"] in kinds:
                return message

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a request and return the message that answers it."""
        number = await self.send(kind, **fields)
        while True:
            message = await self.receive()
            if message.get("id") != number:
                continue
            if message.get("code") != "storage_away" or not self.patient:
                return message
            await asyncio.sleep(AGAIN_S)
            number = await self.send(kind, **fields)

    async def create(self, game: str, bell_ms: int = BELL_MS, **fields: Any) -> dict[str, Any]:
        """Open a room as Hanna and return the answer."""
        fields = {"name": "Hanna", "token": self.token, "legal": True, **fields}
        return await self.ask("create", game=game, bell_ms=bell_ms, **fields)

    async def join(self, code: str, name: str, **fields: Any) -> dict[str, Any]:
        fields = {"token": self.token, "legal": True, **fields}
        return await self.ask("join", code=code, name=name, **fields)

    async def ready(self) -> dict[str, Any]:
        return await self.ask("ready", nonce=secrets.token_hex(16))


@contextlib.asynccontextmanager
async def client(
    url: str, *, hello: bool = True, headers: dict[str, str] | None = None
) -> AsyncIterator[Client]:
    """A connection that has said hello; `headers` are those that a proxy would add."""
    socket = await connected(url, additional_headers=headers, max_size=None)
    async with socket:
        made = Client(socket)
        if hello:
            answer = await made.ask("hello", protocol=[1], client="test")
            assert answer["type"] == "welcome"
        yield made


async def connected(url: str, **settings: Any) -> ClientConnection:
    """A websocket. If the server drops it for saying hello too late, connect once more. Frames are
    read at once, so that pings are answered whatever the test does, unless `max_queue` limits the
    frames that wait."""
    for attempt in range(5):
        try:
            return await connect(
                url,
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                compression=None,
                open_timeout=LIMIT_S,
                ping_interval=None,
                **{"max_queue": None, **settings},
            )
        except (InvalidMessage, ConnectionResetError, EOFError):
            if attempt == 4:
                raise
    raise AssertionError("not connected")


__all__ = ["Client", "ConnectionClosed", "ServerProcess", "client", "connected"]
