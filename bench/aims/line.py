"""Connections to the server for these measurements, and a simple player on one of them."""

import asyncio
import json
import secrets
from collections.abc import Callable, Coroutine, Iterable, Sequence
from random import Random
from typing import Any

from bench.contestant import AGAIN_S, AWAY, BELL_MS
from client_cli.load.websocket import LoadWebSocket, dial
from engine.games import AnyGame, game
from engine.view import View
from protocol import VERSION

ANSWER_S = 100.0
AT_ONCE = 50
"""How many connections are opened at once."""

Hears = Callable[[bytes], bool]
"""Gets every text message as it arrives, and returns whether it is dealt with. Other messages may
answer a request."""


class Line:
    """One connection. If it is lost, or one of its requests is refused, the measurement fails."""

    def __init__(self, hears: Hears | None = None) -> None:
        self._hears = hears
        self._wire: LoadWebSocket | None = None
        self._id = 0
        self._asked: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._expected: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._broken = ""

    async def open(self, url: str) -> None:
        self._wire = await dial(url, self._hear, self._lost)

    async def greet(self, url: str) -> None:
        """Open the connection, say hello and wait for the welcome."""
        await self.open(url)
        await self.ask("hello", protocol=[VERSION], client="bench")

    def close(self) -> None:
        if self._wire is not None:
            self._wire.close()
            self._wire = None

    def say(self, text: bytes) -> None:
        if self._wire is None or self._broken:
            raise ConnectionError(self._broken or "the connection is not open")
        self._wire.say(text)

    async def ask(self, kind: str, **fields: object) -> dict[str, Any]:
        """Send a request and return the answer. Asks again while the store is away. Raises
        RuntimeError if the request is refused, ConnectionError if the connection is lost, and
        TimeoutError after ANSWER_S."""
        while True:
            self._id += 1
            future = self._asked[self._id] = asyncio.get_running_loop().create_future()
            self.say(json.dumps({"type": kind, "id": self._id, **fields}).encode())
            async with asyncio.timeout(ANSWER_S):
                answer: dict[str, Any] = await future
            if answer["type"] != "refused":
                return answer
            if answer["code"] != AWAY:
                raise RuntimeError(f"{kind}: {answer['error']}")
            await asyncio.sleep(AGAIN_S)

    def expect(self, kind: str) -> asyncio.Future[dict[str, Any]]:
        """Return a future of the next message of this type that does not answer a request. Call it
        before the message can arrive."""
        future = asyncio.get_running_loop().create_future()
        self._expected[kind] = future
        return future

    def _hear(self, data: bytes) -> None:
        if self._hears is not None and self._hears(data):
            return
        if not self._asked and not self._expected:
            return
        message = json.loads(data)
        waiting = self._asked.pop(message.get("id") or 0, None)
        if waiting is None:
            waiting = self._expected.pop(message["type"], None)
        if waiting is not None and not waiting.done():
            waiting.set_result(message)

    def _lost(self, why: str) -> None:
        self._broken = why
        for future in (*self._asked.values(), *self._expected.values()):
            if not future.done():
                future.set_exception(ConnectionError(why))


class Player(Line):
    """A seat that makes random legal moves, computed from the views it receives."""

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self._rng = rng
        self.seat = self.ply = 0
        self._rules: AnyGame | None = None
        self._view = View({}, {})

    async def enter(self, url: str, name: str, slug: str, code: str = "") -> str:
        """Take a seat in the room with this code, or in a new room if it is empty. Return the
        room's code."""
        await self.greet(url)
        seat = {"name": name, "token": secrets.token_urlsafe(24)}
        if code:
            room = await self.ask("join", code=code, **seat)
        else:
            room = await self.ask("create", game=slug, bell_ms=BELL_MS, **seat)
        self._rules, self.seat = game(slug), room["seat"]
        return str(room["code"])

    async def deal(self) -> None:
        """Say ready, and wait for the board. The race starts when all seats of the room, at least
        two, are ready."""
        table = self.expect("table")
        await self.ask("ready", nonce=secrets.token_hex(16))
        async with asyncio.timeout(ANSWER_S):
            self._view = View.from_json((await table)["view"])

    async def move(self) -> bool:
        """Make a random legal move. Return False if there was none, or if the move ended the
        game."""
        if self._rules is None:
            raise RuntimeError("take a seat first")
        moves = self._rules.legal(self._rules.state_of(self._view)).moves
        if not moves:
            return False
        answer = await self.say_move(self._rules.codec.to_text(self._rng.choice(moves)))
        self._view = self._view.after(View.from_json(answer["changed"]))
        return answer["over"] is None

    async def say_move(self, move: str) -> dict[str, Any]:
        answer = await self.ask("play", race=1, ply=self.ply, move=move)
        self.ply += 1
        return answer


Greeting = Callable[[Line, int], Coroutine[Any, Any, None]]
"""Opens a connection and sends the first requests. Gets the connection and its number."""


async def opened(numbers: range, greeting: Greeting, hears: Sequence[Hears] = ()) -> list[Line]:
    """Open connections with these numbers, AT_ONCE at a time, and return them. `hears[i]` gets the
    messages of the i-th."""
    lines = [Line(hears[i] if hears else None) for i in range(len(numbers))]
    for at in range(0, len(lines), AT_ONCE):
        some = zip(lines[at : at + AT_ONCE], numbers[at : at + AT_ONCE], strict=True)
        await asyncio.gather(*(greeting(line, number) for line, number in some))
    return lines


def close(lines: Iterable[Line]) -> None:
    for line in lines:
        line.close()
