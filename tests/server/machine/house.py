"""Two servers on one store in this process, with a clock that tests advance."""

import asyncio
import contextlib
import gc
import hashlib
import io
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

import structlog
from redis.asyncio import Redis
from websockets.protocol import State

from engine.races.fairness import SECRET_BYTES
from server.app import App
from server.net.connection import Connection
from server.rooms.state import Room
from server.settings import ServerSettings
from tests.harness import LIMIT_S, connected
from tests.server.machine.hands import FURTHEST_MS, Hands
from tests.server.machine.lines import Line
from tests.stores import RedisProcess, engines

COUNTDOWN_MS = 3_000
MOST_UNSENT = 1024 * 1024 + 64 * 1024
"""Bytes queued for a reader: it is cut off beyond a mebibyte, and the last message may exceed
it."""


class Expected(NamedTuple):
    """What must be stored, and known to every server, once nothing is in progress."""

    code: str
    seq: int
    status: str
    plies: dict[int, int]
    watchers: int


class Draws:
    """The random bytes of the servers, the same in each try of an example. Each example has bytes,
    and so a room code, of its own: a server may still archive or read a race of the example before,
    and must not find a room of this one under the same code."""

    def __init__(self) -> None:
        self._evening = 0
        self._secrets = 0

    def begin(self, evening: int | None = None) -> None:
        """Begin an example, or restart the current one with its first bytes."""
        self._evening = self._evening if evening is None else evening
        self._secrets = 0

    def draw(self, n: int) -> bytes:
        """The next `n` bytes. A room draws once for its code, and once for the secret of each
        race."""
        text = f"evening {self._evening} drawn {self._secrets}"
        self._secrets += n == SECRET_BYTES
        return hashlib.sha256(text.encode()).digest()[:n]


class House:
    """The servers, what they drew, and what they logged. `hands` is their clock."""

    def __init__(
        self, apps: list[App], draws: Draws, log: io.StringIO, socket: Path, hands: Hands
    ) -> None:
        self.apps = apps
        self.draws = draws
        self.log = log
        self.hands = hands
        self.most_unsent = 0
        self._socket = socket

    async def line(self, name: str, app: int, *, hello: bool = True) -> Line:
        """A new connection, by default after hello."""
        served = self.apps[app]
        url = f"ws://127.0.0.1:{served.port_listener.port}/ws"
        socket = await connected(url, max_size=None, max_queue=16)
        made, number = Line(name, served, socket), 0
        if hello:
            words = {"type": "hello", "id": number, "protocol": [1], "client": "x"}
            await made.send(json.dumps(words))
            await made.answered(number)
        return made

    async def turn(self, ms: int) -> None:
        """Advance the clock by at most a second; every server beats and looks for due timers."""
        self.hands.turn(ms)
        for app in self.apps:
            await app.store.heartbeat.beat(self.hands.ms, app.process)
            app.link.beaten(self.hands.ms)
            app.schedule._wake.set()

    async def forget(self, code: str | None) -> None:
        """Start anew: delete everything stored but the time and the days, restart the random bytes,
        and clear the servers' caches."""
        self.draws.begin()
        if code is None:
            return
        for app in self.apps:
            app._services.listing._rooms = ()
            app.crowns.room_cache.forget_all()
            app.crowns.store._great.clear()
        async with asyncio.timeout(LIMIT_S):
            while any(app.registry.rooms for app in self.apps):  # nobody is in them
                gc.collect()
                await asyncio.sleep(0.01)
        client = Redis(unix_socket_path=str(self._socket))
        names = [name async for name in client.scan_iter("*", count=1_000)]
        old = [name for name in names if not re.search(rb"\{(clock|daily)\}|:feed$", name)]
        if old:
            await client.delete(*old)
        await client.aclose()
        for _ in range(3):
            await self.turn(FURTHEST_MS)

    async def stored(self, code: str) -> Room:
        return (await self.apps[0].store.room(Room(code)))[0]

    async def until_still(self, expected: Expected | None, lines: list[Line]) -> None:
        """Wait until nothing is in progress: every request is stored and heard by everybody. Fails
        if that takes too long, or if anything is left in a queue."""
        under_way = "nothing was looked at yet"
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LIMIT_S):
                # There is no event for what is waited for.
                while under_way := await self._restless(expected, lines):  # noqa: ASYNC110
                    await asyncio.sleep(0.003)
        # Raised outside: the frames of a TimeoutError would keep rooms that `forget` waits for.
        assert not under_way, under_way
        for line in lines:
            await line.drained()

    def serving(self, line: Line) -> Connection:
        """The server's end of a connection."""
        address = line.socket.local_address
        connections = line.app.port_listener.connections
        return next(c for c in connections if c._socket.remote_address == address)

    async def hang_up(self, line: Line, served: Connection) -> None:
        """Have the server close a connection and leave unread what was sent on it. It then would
        not hear the close frame, and wait for it for some seconds."""
        async with asyncio.timeout(LIMIT_S):
            while line.socket.state is State.OPEN:  # noqa: ASYNC110
                await asyncio.sleep(0.003)
        served._socket.transport.abort()
        await line.cut()

    async def until_dealt_with(self, connection: Connection) -> None:
        """Wait until everything received on a connection has been handled, or it is closing."""
        before = -1
        while not connection._closing and (
            connection._socket._waiting or connection._socket.unsent != before
        ):
            before = connection._socket.unsent
            self.queues_within_bounds()
            await asyncio.sleep(0.02)

    async def until_no_move_is_under_way(self, lines: list[Line]) -> None:
        """Wait until all requests on these connections, which are all there are, have been
        handled."""
        async with asyncio.timeout(LIMIT_S):
            while await self._restless(None, lines):  # noqa: ASYNC110
                await asyncio.sleep(0.003)
        for line in lines:
            await line.drained()

    def queues_within_bounds(self) -> None:
        """Check that the queues of all readers are bounded."""
        for app in self.apps:
            for connection in app.port_listener.connections:
                self.most_unsent = max(self.most_unsent, connection._socket.unsent)
        assert self.most_unsent <= MOST_UNSENT, self.most_unsent

    async def _restless(self, expected: Expected | None, lines: list[Line]) -> str:
        """What is still in progress; empty if nothing is."""
        self.queues_within_bounds()
        for number, app in enumerate(self.apps):
            count = sum(line.app is app for line in lines)
            connections = len(app.port_listener.connections)
            if connections != count:
                return f"server {number} has {connections} connections, not {count}"
            if app.move_writer._queue:
                return f"server {number} has moves to store"
            for connection in app.port_listener.connections:
                if connection._socket.unsent or connection._socket._waiting:
                    return f"server {number} has frames in a queue"
            for live in app.registry.rooms.values():
                if any(
                    seat_board.under_way and not seat_board.broken
                    for seat_board in live.seat_boards.values()
                ):
                    return f"server {number} has moves under way"
        return await self._behind(expected) if expected else ""

    async def _behind(self, expected: Expected) -> str:
        """What is not stored yet, or which server does not know of it."""
        code, store = expected.code, self.apps[0].store
        stored = await self.stored(code)
        if (stored.race.status, stored.seq) != (expected.status, expected.seq):
            return f"stored are {stored.seq} events, {stored.race.status}; not {expected}"
        numbers = await store.standings(code, stored.race.n)
        plies = {seat: kept.moves for seat, kept in numbers.items()}
        if plies != {seat: ply for seat, ply in expected.plies.items() if ply}:
            return f"stored are the moves {plies}, not {expected}"
        _, said_until = await store.said(code, "0-0")
        for number, app in enumerate(self.apps):
            live = app.registry.rooms.get(code)
            if live is None:
                continue
            known = {seat: live.standings[seat].moves for seat in numbers if seat in live.standings}
            if live.room.seq != stored.seq:
                return f"server {number} has {live.room.seq} events, not {stored.seq}"
            if known != plies:
                return f"server {number} has the moves {known}, not {plies}"
            if live.watchers != expected.watchers:
                return f"server {number} has {live.watchers} watchers, not {expected.watchers}"
            if _stamp(self.hands.stamp(live.heard_until)) < _stamp(said_until):
                return f"server {number} has not heard what was said"
        return ""


def _stamp(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split("-")))


@contextlib.asynccontextmanager
async def house(directory: Path, servers: int = 2) -> AsyncIterator[House]:
    """Servers with known secrets, on a store of their own."""
    log = io.StringIO()
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(log))
    draws = Draws()
    stop, apps, running, hands = asyncio.Event(), [], [], Hands()
    async with RedisProcess(directory / "redis", engines()["embedded"]) as redis:
        for _ in range(servers):
            app, listening = App(_settings(directory), redis.url), asyncio.Event()
            app.registry.random_bytes = draws.draw
            hands.drive(app)
            running.append(asyncio.create_task(app.run(stop, listening)))
            await listening.wait()
            apps.append(app)
        try:
            yield House(apps, draws, log, redis.socket, hands)
        finally:
            stop.set()
            await asyncio.gather(*running)
            structlog.reset_defaults()


def _settings(directory: Path) -> ServerSettings:
    return ServerSettings(
        port=0, countdown_ms=COUNTDOWN_MS, data_dir=directory, limits=1e6, log_level="debug"
    )
