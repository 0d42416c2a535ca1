"""Two servers on one store in this process, and lines to them over real sockets."""

import asyncio
import contextlib
import gc
import hashlib
import io
import itertools
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import structlog
from redis.asyncio import Redis
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from engine.fairness import SECRET_BYTES
from protocol import SUBPROTOCOL, from_server
from server.app import App
from server.room import Room
from server.settings import Settings
from tests.stores import RedisProcess, engines

LIMIT_S = 15


class Line:
    """A connection. Everything it was sent is in `heard`."""

    def __init__(self, name: str, app: App, socket: ClientConnection) -> None:
        self.name = name
        self.app = app
        self.socket = socket
        self.heard: list[dict[str, Any]] = []
        self.frames: list[str] = []
        self.code: int | None = None
        self._news = asyncio.Event()
        self._numbers = itertools.count(1)
        self._listening = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        try:
            while True:
                frame = str(await self.socket.recv(decode=True))
                from_server.parse(frame)
                self.frames.append(frame)
                self.heard.append(json.loads(frame))
                self._news.set()
        except ConnectionClosed as ending:
            self.code = ending.rcvd.code if ending.rcvd else 1006
            self._news.set()

    def number(self) -> int:
        return next(self._numbers)

    async def send(self, *frames: str) -> None:
        """Send frames as they are; a line that is closed swallows them."""
        with contextlib.suppress(ConnectionClosed):
            for frame in frames:
                await self.socket.send(frame)

    def answers(self, number: int) -> list[dict[str, Any]]:
        return [message for message in self.heard if message.get("id") == number]

    async def answered(self, number: int, times: int = 1) -> list[dict[str, Any]]:
        """So many answers to a request, or all there are once the line has closed."""
        async with asyncio.timeout(LIMIT_S):
            while len(found := self.answers(number)) < times and self.code is None:
                await self._next()
        return found

    async def drained(self) -> None:
        """Everything that was sent before has been heard."""
        number = self.number()
        await self.send(json.dumps({"type": "ping", "id": number}))
        await self.answered(number)

    async def ended(self) -> int:
        """The close code, once the server has closed the line."""
        async with asyncio.timeout(LIMIT_S):
            while self.code is None:
                await self._next()
        return self.code

    async def cut(self) -> None:
        """Break the line off, without a word."""
        self.socket.transport.abort()
        await self._listening

    async def close(self) -> None:
        await self.socket.close()
        await self._listening

    async def _next(self) -> None:
        self._news.clear()
        await self._news.wait()


class House:
    """The servers, what they drew, and what they logged."""

    def __init__(self, apps: list[App], drawn: list[bytes], log: io.StringIO, socket: Path) -> None:
        self.apps = apps
        self.drawn = drawn
        self.log = log
        self._socket = socket

    async def line(self, name: str, app: int) -> Line:
        """A new line that has said hello."""
        served = self.apps[app]
        url = f"ws://127.0.0.1:{served.port}/ws"
        names = [Subprotocol(SUBPROTOCOL)]
        socket = await connect(url, subprotocols=names, compression=None, max_size=None)
        made, number = Line(name, served, socket), 0
        await made.send(json.dumps({"type": "hello", "id": number, "protocol": [1], "client": "x"}))
        await made.answered(number)
        return made

    async def forget(self, code: str | None) -> None:
        """Begin anew: the room is no more, and what is drawn begins from the first."""
        self.drawn.clear()
        if code is None:
            return
        async with asyncio.timeout(LIMIT_S):
            while any(app.hub.rooms for app in self.apps):  # nobody is in it any more
                gc.collect()
                await asyncio.sleep(0.01)
        client = Redis(unix_socket_path=str(self._socket))
        names = [name async for name in client.scan_iter(f"*:{code}:*", count=1_000)]
        await client.delete(*names)
        await self.apps[0].store.forget_deadline(code)
        await client.aclose()

    async def stored(self, code: str) -> Room:
        return (await self.apps[0].store.room(Room(code)))[0]

    async def until_still(self, code: str | None, lines: list[Line], status: str | None) -> None:
        """Wait until nothing is under way: what was asked is stored, and heard by everybody.

        Fails if that never comes, or if anything is left over in a queue.
        """
        try:
            async with asyncio.timeout(LIMIT_S):
                # What is waited for sets no event.
                while await self._restless(code, lines, status):  # noqa: ASYNC110
                    await asyncio.sleep(0.003)
        except TimeoutError:
            raise AssertionError(await self._restless(code, lines, status)) from None
        for line in lines:
            await line.drained()

    async def _restless(self, code: str | None, lines: list[Line], status: str | None) -> str:
        """What is still under way; empty if nothing is."""
        for number, app in enumerate(self.apps):
            count = sum(line.app is app for line in lines)
            if len(app._connections) != count:
                return f"server {number} has {len(app._connections)} connections, not {count}"
            if app.committer._queue:
                return f"server {number} has moves to store"
            for connection in app._connections:
                if connection._socket.unsent or connection._socket._waiting:
                    return f"server {number} has frames in a queue"
            for live in app.hub.rooms.values():
                if any(desk.under_way and not desk.broken for desk in live.desks.values()):
                    return f"server {number} has moves under way"
        return await self._behind(code, status) if code else ""

    async def _behind(self, code: str, status: str | None) -> str:
        """Which server does not know of the room yet what is stored."""
        stored = await self.stored(code)
        if status and stored.race.status != status:
            return f"the race is stored as {stored.race.status}, not {status}"
        numbers = await self.apps[0].store.numbers(code, stored.race.n)
        for number, app in enumerate(self.apps):
            live = app.hub.rooms.get(code)
            if live is None:
                continue
            known = {seat: live.numbers[seat].moves for seat in numbers if seat in live.numbers}
            if live.room.seq != stored.seq:
                return f"server {number} has {live.room.seq} events, not {stored.seq}"
            if known != {seat: kept.moves for seat, kept in numbers.items()}:
                return f"server {number} has the numbers {known}, not {numbers}"
        return ""


@contextlib.asynccontextmanager
async def house(directory: Path, servers: int = 2) -> AsyncIterator[House]:
    """Servers whose secrets are known, on a store of their own."""
    log = io.StringIO()
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(log))
    drawn: list[bytes] = []

    def draw(n: int) -> bytes:
        """Every evening the same; codes are asked for once an evening."""
        made = hashlib.sha256(f"drawn {len(drawn)}".encode()).digest()[:n]
        if n == SECRET_BYTES:
            drawn.append(made)
        return made

    stop, apps, running = asyncio.Event(), [], []
    async with RedisProcess(directory / "redis", engines()["embedded"]) as redis:
        for _ in range(servers):
            app, listening = App(_settings(directory), redis.url), asyncio.Event()
            app.hub.random_bytes = draw
            running.append(asyncio.create_task(app.run(stop, listening)))
            await listening.wait()
            apps.append(app)
        try:
            yield House(apps, drawn, log, redis.socket)
        finally:
            stop.set()
            await asyncio.gather(*running)
            structlog.reset_defaults()


def _settings(directory: Path) -> Settings:
    return Settings(port=0, countdown_ms=0, data_dir=directory, limits=1e6, log_level="debug")
