"""Client connection of the state machine: a real socket, with everything heard on it."""

import asyncio
import contextlib
import itertools
import json
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from protocol import from_server
from server.app import App
from tests.harness import LIMIT_S


class Line:
    """A connection. Everything received is in `heard`."""

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
        """Send frames as they are; a closed connection drops them."""
        with contextlib.suppress(ConnectionClosed):
            for frame in frames:
                await self.socket.send(frame)

    def answers(self, number: int) -> list[dict[str, Any]]:
        return [message for message in self.heard if message.get("id") == number]

    async def answered(self, number: int, times: int = 1) -> list[dict[str, Any]]:
        """Wait for this many answers to a request, or all there are if the connection has
        closed."""
        async with asyncio.timeout(LIMIT_S):
            while len(found := self.answers(number)) < times and self.code is None:
                await self._next()
        return found

    async def drained(self) -> None:
        """Wait until everything sent before has been received."""
        number = self.number()
        await self.send(json.dumps({"type": "ping", "id": number}))
        await self.answered(number)  # or refused, on a connection without hello

    def listens(self, *, to_all: bool) -> None:
        """Stop reading, or start again."""
        if to_all:
            self.socket.transport.resume_reading()
        else:
            self.socket.transport.pause_reading()

    async def ended(self) -> int:
        """Wait until the server closes the connection. Return the close code."""
        async with asyncio.timeout(LIMIT_S):
            while self.code is None:
                await self._next()
        return self.code

    async def cut(self) -> None:
        """Break the connection without a close frame."""
        self.socket.transport.abort()
        await self._listening

    async def close(self) -> None:
        await self.socket.close()
        await self._listening

    async def _next(self) -> None:
        self._news.clear()
        await self._news.wait()
