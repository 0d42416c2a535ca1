"""Records everything that is sent: to each member of a room, and on the server's public pages."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from time import monotonic
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.harness import LIMIT_S, connected
from tests.messages import told


class Entry(NamedTuple):
    """One entry. `at` numbers all entries of a record in order of time; `s` is seconds of a common
    clock."""

    at: int
    kind: Literal["sent", "frame", "closed"]
    text: str
    s: float = 0.0


@dataclass
class Tape:
    """Everything one person sent and received, over all their connections."""

    name: str
    token: str | None
    entries: list[Entry] = field(default_factory=list)
    tokens_tried: list[str] = field(default_factory=list)

    @property
    def is_watcher(self) -> bool:
        return self.token is None


@dataclass
class RoomRecord:
    """The tapes of everybody in a room, and finally the records of its races. `daily`: the daily
    deal it is a try of. `secrets`: further texts that must never be told, and what they are."""

    code: str = ""
    daily: str | None = None
    secrets: dict[str, str] = field(default_factory=dict)
    tapes: list[Tape] = field(default_factory=list)
    races: list[dict[str, Any]] = field(default_factory=list)
    _numbers: "count[int]" = field(default_factory=count)

    def tape(self, name: str, *, watcher: bool = False) -> Tape:
        """Add a tape for another person."""
        tape = Tape(name, None if watcher else secrets.token_urlsafe(24))
        self.tapes.append(tape)
        return tape

    def note(self, tape: Tape, kind: Literal["sent", "frame", "closed"], text: str) -> None:
        tape.entries.append(Entry(next(self._numbers), kind, text, monotonic()))


class Closed(Exception):
    """The connection is closed; its close code and reason are on the tape."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class Wire:
    """A recorded connection. A task reads as long as the connection lives, so that nothing is
    missed."""

    def __init__(self, socket: ClientConnection, room: RoomRecord, tape: Tape) -> None:
        self.socket = socket
        self._room = room
        self._tape = tape
        self._inbox: asyncio.Queue[dict[str, Any] | Closed] = asyncio.Queue()
        self._reading = asyncio.Event()
        self._reading.set()
        self._id = 0

    async def listen(self) -> None:
        """Record everything until the connection ends."""
        try:
            while True:
                await self._reading.wait()
                frame = await self.socket.recv(decode=True)
                self._room.note(self._tape, "frame", str(frame))
                for message in told(frame):
                    self._inbox.put_nowait(message)
        except ConnectionClosed as ending:
            received = ending.rcvd
            code = received.code if received else 1006
            reason = received.reason if received else ""
            self._room.note(self._tape, "closed", f"{code} {reason}")
            self._inbox.put_nowait(Closed(code))

    def pause(self) -> None:
        """Stop reading, as a slow reader does."""
        self._reading.clear()

    def go_on(self) -> None:
        self._reading.set()

    async def say(self, text: str | bytes) -> None:
        """Send a frame as it is."""
        shown = text if isinstance(text, str) else repr(text)
        self._room.note(self._tape, "sent", shown)
        try:
            await self.socket.send(text)
        except ConnectionClosed:
            await self.listen_out()

    async def send(self, kind: str, **fields: Any) -> int:
        """Send a request and return its id."""
        self._id += 1
        await self.say(json.dumps({"type": kind, "id": self._id, **fields}))
        return self._id

    async def next(self) -> dict[str, Any]:
        """The next message. Raises Closed when there will be none."""
        try:
            async with asyncio.timeout(LIMIT_S):
                message = await self._inbox.get()
        except TimeoutError:
            last = [f"{entry.kind} {entry.text[:200]}" for entry in self._tape.entries[-4:]]
            raise TimeoutError(f"{self._tape.name} has heard nothing since {last}") from None
        if isinstance(message, Closed):
            self._inbox.put_nowait(message)
            raise message
        return message

    def waiting(self) -> bool:
        """Whether a message is already there."""
        return not self._inbox.empty()

    async def listen_out(self) -> None:
        """Read what is left until the connection has ended. Raises Closed."""
        while True:
            await self.next()


@asynccontextmanager
async def wire(url: str, room: RoomRecord, tape: Tape) -> AsyncIterator[Wire]:
    """A recorded connection, from its first byte to its close code."""
    async with await connected(url, max_size=None, max_queue=16) as socket:
        made = Wire(socket, room, tape)
        listening = asyncio.create_task(made.listen())
        try:
            yield made
        finally:
            made.go_on()
            await socket.close()
            await listening


class Pages:
    """What the server shows publicly over HTTP."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._host, self._port = parts.hostname or "", parts.port or 0
        self.texts: list[str] = []

    async def read(self, path: str) -> str:
        """Fetch a page with its headers, and keep it."""
        reader, writer = await asyncio.open_connection(self._host, self._port)
        try:
            writer.write(
                f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
            )
            await writer.drain()
            text = (await reader.read()).decode()
        finally:
            writer.close()
            await writer.wait_closed()
        self.texts.append(text)
        return text
