"""Common tables in server processes without sockets, on a real store and a clock that tests set.

A process hears of what others have stored only when it is told to catch up, so tests choose how far
behind it is.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from protocol.from_client import parse
from protocol.message import encode
from server.boards.common_table import CommonTable
from server.errors import Refusal
from server.live_rooms.feed_consumer import FeedConsumer
from server.live_rooms.live_room import LiveRoom
from server.net.connection import refused_request
from server.store.availability import StoreAvailability
from server.store.table_commands import CommandBatch, TableCommands
from server.views.visibility import shown
from tests.harness import LIMIT_S
from tests.messages import told
from tests.secrecy.glass import COUNTDOWN_MS, Ear
from tests.server.clocked_process import Process, Time, process, real_store, token
from tests.server.common_tables.table_bots import Told

BELL_MS = 600_000
BEGUN = 1_000_000
OPTIONS = {"piles": 5}

Hook = Callable[[str], Awaitable[None]]
"""Called with `before` or `after` and the name of a method of the store, around each call."""


class HookedCommands(TableCommands):
    """The stored commands of tables; a test may do something before and after each call, or fail
    it."""

    def __init__(self, real: TableCommands) -> None:
        self.__dict__ |= real.__dict__
        self.hook: Hook | None = None

    async def store(self, now: int, batch: CommandBatch) -> str:
        await self._around("before store")
        answer = await super().store(now, batch)
        await self._around("after store")
        return answer

    async def lines(self, code: str, n: int, since: Mapping[int, int]) -> dict[int, list[str]]:
        await self._around("before lines")
        found = await super().lines(code, n, since)
        await self._around("after lines")
        return found

    async def _around(self, where: str) -> None:
        if self.hook is not None:
            await self.hook(where)


class Doubted(StoreAvailability):
    """A store that is reached again at once after each failure."""

    def __init__(self) -> None:
        self.doubts = 0

    async def up(self) -> None:
        await asyncio.sleep(0)

    def doubt(self, why: BaseException | None = None) -> None:
        self.doubts += 1


class Host:
    """A process, its hooked store, and the room of the tests."""

    def __init__(self, served: Process) -> None:
        self.process = served
        self.commands = HookedCommands(served.kept.commands)
        served.kept.commands = self.commands
        self.link = Doubted()
        served.table_moves._link = self.link

    def live(self, code: str) -> LiveRoom:
        return self.process.registry.rooms[code]

    def table(self, code: str) -> CommonTable:
        table = self.live(code).common_table
        assert table is not None
        return table

    async def hear(self, code: str) -> None:
        """Read everything that others have stored for a room, as the feed would have told."""
        live = self.process.registry.rooms.get(code)
        if live is not None:
            await self.process.registry.look_again(live)
            await self.process.registry.common_tables.catch_up(live)

    async def refresh(self) -> None:
        await FeedConsumer(self.process.registry).refresh()


class Guest:
    """A contestant or spectator with a connection. `table` is the table as the messages tell it."""

    def __init__(self, host: Host, ear: Ear, name: str) -> None:
        self.host, self.ear, self.name = host, ear, name
        self.code, self.seat = "", -1
        self.table: Told | None = None
        self.answers: dict[int, dict[str, Any]] = {}
        self.missed = 0
        """How often a change did not follow the known table, so that it had to be asked for."""
        self._heard = 0
        self._asked = 10_000

    async def say(self, kind: str, **fields: Any) -> dict[str, Any]:
        answer = await self.ear.say(kind, **fields)
        self.listen()
        return answer

    def send(self, move: object, key: int, race: int = 1) -> int:
        """Ask for a command without waiting for the answer. Return the id of the request."""
        self._asked += 1
        fields = {"type": "play_table", "id": self._asked, "race": race, "key": key, "move": move}
        message = parse(json.dumps(fields))
        try:
            self.ear._requests.play_table_at_once(message)  # type: ignore[arg-type] # it is one
        except Refusal as refusal:
            refused = refused_request(self._asked, refusal)
            self.ear.send(encode(shown(refused, self.ear.viewer)))
        return self._asked

    async def answer(self, request: int) -> dict[str, Any]:
        async with asyncio.timeout(LIMIT_S):
            while request not in self.answers:
                await asyncio.sleep(0.001)
                self.listen()
        return self.answers[request]

    async def play(self, move: object, key: int, race: int = 1) -> dict[str, Any]:
        return await self.answer(self.send(move, key, race))

    def listen(self) -> list[dict[str, Any]]:
        """Take in what has been sent since; return it."""
        news = [m for data in self.ear.told[self._heard :] if data[:1] == b"{" for m in told(data)]
        self._heard = len(self.ear.told)
        for message in news:
            if message["type"] == "room":
                self.code, self.seat = message["code"], message["seat"]
                if message.get("common_table"):
                    self.table = Told(message["common_table"])
            elif message["type"] == "common_table":
                self.table = Told(message)
            elif message["type"] == "table_changed" and self.table is not None:
                if message["commands"][0]["number"] == self.table.number + 1:
                    self.table.change(message)
                else:
                    self.missed += 1
            elif message.get("id") is not None:
                self.answers[message["id"]] = message
        return news


@asynccontextmanager
async def hosts(tmp_path: Path, number: int = 2) -> AsyncIterator[tuple[list[Host], Time]]:
    """So many processes on one store, with one clock."""
    async with real_store(tmp_path) as redis:
        time = Time(BEGUN)
        async with (
            process(redis, time, "one") as one,
            process(redis, time, "two") as two,
        ):
            yield [Host(one), Host(two)][:number], time


async def guest(host: Host, name: str) -> Guest:
    return Guest(host, await host.process.ear(name), name)


async def race(
    where: list[Host], seats: int, options: Any = OPTIONS, **settings: Any
) -> list[Guest]:
    """A race that has just begun; its contestants sit at the processes in turn."""
    people = [await guest(where[at % len(where)], f"p{at}") for at in range(seats)]
    first = people[0]
    room = await first.say(
        "create", game="racing_demon", options=options, bell_ms=BELL_MS, name="p0",
        token=token(first.ear), legal=True, settings=settings,
    )  # fmt: skip
    assert room["type"] == "room", room
    for each in people[1:]:
        await each.say("join", code=first.code, name=each.name, token=token(each.ear), legal=True)
    await ready(people, where)
    return people


async def ready(people: list[Guest], where: list[Host]) -> None:
    """Everybody is ready; then the race begins."""
    code = people[0].code
    for each in people:
        await each.host.hear(code)
        await each.say("ready", nonce=f"{each.seat:032x}")
    for host in where:
        await host.hear(code)
    time = where[0].process.time
    await where[0].process.at(time.now + COUNTDOWN_MS)
    for host in where:
        await host.hear(code)
    for each in people:
        each.listen()
        assert each.table is not None, each.name
