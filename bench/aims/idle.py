"""Measure the memory of a connection while nothing happens."""

import asyncio
import secrets
from collections.abc import Callable
from typing import NamedTuple

from bench import machine, servers
from bench.aims.effort import Effort
from bench.aims.line import Greeting, Line, close, opened
from bench.contestant import BELL_MS
from bench.servers import Served
from server.net.connection_limits import RESERVED, raise_descriptors

ROOM = 4
BEFORE = 0.1
"""As a share of the measured connections, how many are opened before the measurement, so that
objects which the server makes once are not counted."""
SETTLE_S = 2.0


class IdleCost(NamedTuple):
    """KiB of resident memory per connection, of the server and of the echo server."""

    what: str
    connections: int
    kib: float
    echo_kib: float


async def measured(effort: Effort, note: Callable[[str], None]) -> list[IdleCost]:
    """Measure idle connections, at most as many as the system permits file descriptors for."""
    idle = min(effort.idle, int((raise_descriptors() - 2 * RESERVED) / (1 + BEFORE)))
    note(f"{idle} idle connections")
    async with servers.echo() as echo:
        bare = await each(echo, idle, _say(echo.url))
    async with servers.patience() as served:
        greeted = await each(served, idle, hello(served.url))
    note(f"{effort.seated} in rooms of {ROOM}")
    async with servers.patience() as served:
        seated = await each(served, effort.seated, sit(served.url))
    return [
        IdleCost("said hello", idle, greeted, bare),
        IdleCost(f"in a room, {ROOM} in each", effort.seated, seated, bare),
    ]


async def each(served: Served, count: int, greeting: Greeting) -> float:
    """Open `count` connections with this greeting, and return by how many KiB of resident memory
    per connection the server grew; 0 if the system does not tell."""
    first = int(count * BEFORE) // ROOM * ROOM
    lines = await opened(range(first), greeting)
    await asyncio.sleep(SETTLE_S)
    before = machine.used_by(served.processes)
    lines += await opened(range(first, first + count), greeting)
    await asyncio.sleep(SETTLE_S)
    after = machine.used_by(served.processes)
    close(lines)
    return round((after.rss - before.rss) / count / 1024, 1) if before and after else 0.0


def _say(url: str) -> Greeting:
    async def greeting(line: Line, _: int) -> None:
        await line.open(url)
        line.say(b"hello")

    return greeting


def hello(url: str) -> Greeting:
    """Return a greeting that says hello and waits for the welcome."""

    async def greeting(line: Line, _: int) -> None:
        await line.greet(url)

    return greeting


def sit(url: str) -> Greeting:
    """Return a greeting that takes a seat. The first of each four connections opens a room, and the
    other three wait for its code and join."""
    codes: dict[int, asyncio.Future[str]] = {}

    async def greeting(line: Line, number: int) -> None:
        loop, room = asyncio.get_running_loop(), number // ROOM
        code = codes.setdefault(room, loop.create_future())
        await line.greet(url)
        seat = {"name": f"idler {number}", "token": secrets.token_urlsafe(24)}
        if number % ROOM:
            await line.ask("join", code=await code, **seat)
        else:
            made = await line.ask("create", game="uncle_remus", bell_ms=BELL_MS, **seat)
            code.set_result(made["code"])

    return greeting
