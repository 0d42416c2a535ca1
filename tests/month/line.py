"""A simulated user's connection: requests get their answers, other messages are kept for later."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.client import ClientConnection

from tests.harness import connected
from tests.messages import told

Message = dict[str, Any]
DULL = frozenset({"progress", "presence", "watchers", "skip", "ready", "bars", "joined"})
"""Messages that nobody here waits for."""
MOST_NEWS = 200
MINUTE_S = 60.0
AGAIN_S = 1.0
AGAIN = ("storage_away", "too_fast")
"""Refusals after which a request may be repeated."""


class Line:
    """A connection that has said hello."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._news: deque[Message] = deque(maxlen=MOST_NEWS)
        self._number = 0
        self.refused: list[tuple[str, str]] = []
        """Refused requests with the refusal code."""

    async def ask(self, kind: str, **fields: Any) -> Message:
        """The answer to a request, which may be `refused`; repeated if the server could not reach
        its store. Raises ConnectionClosed."""
        while True:
            answer = await self._answer(kind, fields)
            if answer.get("code") not in AGAIN:
                break
            await asyncio.sleep(AGAIN_S)
        if answer["type"] == "refused":
            self.refused.append((kind, answer["code"]))
        return answer

    async def _answer(self, kind: str, fields: Message) -> Message:
        self._number += 1
        await self._socket.send(json.dumps({"type": kind, "id": self._number, **fields}))
        answer: Message | None = None
        while answer is None:
            for message in await self._receive():
                if message.get("id") == self._number and answer is None:
                    answer = message
                else:
                    self._keep(message)
        return answer

    async def until(self, *kinds: str, within_s: float = 10 * MINUTE_S) -> Message | None:
        """The next message of one of these types, dropping others; None if there is none in time.
        Raises ConnectionClosed."""
        try:
            async with asyncio.timeout(within_s):
                while True:
                    while self._news:
                        message = self._news.popleft()
                        if message["type"] in kinds:
                            return message
                    for message in await self._receive():
                        self._keep(message)
        except TimeoutError:
            return None

    def forget(self) -> None:
        """Drop the messages received so far."""
        self._news.clear()

    async def _receive(self) -> list[Message]:
        return told(await self._socket.recv())

    def _keep(self, message: Message) -> None:
        if message["type"] not in DULL:
            self._news.append(message)


@asynccontextmanager
async def line(url: str) -> AsyncIterator[Line]:
    async with await connected(url, max_size=None) as socket:
        made = Line(socket)
        await made.ask("hello", protocol=[1], client="month")
        yield made
