"""Candidates of a crown race in one process without sockets, with a real store and a clock that
tests advance."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from server.rooms.events import RaceEnded
from server.store import keys
from tests.secrecy.glass import COUNTDOWN_MS, Ear
from tests.server.clocked_process import Process, Time, process, token
from tests.stores import RedisProcess

NOON = 1_795_262_400_000
"""2026-11-21, 12:00 Coordinated Universal Time."""


NONCE = "5a" * 16


class Table:
    """A process, and the crown race that is open there."""

    def __init__(self, one: Process) -> None:
        self.one = one
        self.races = one.crown_races.races
        self.code = ""

    async def open(self, *names: str) -> list[Ear]:
        """A crown race that has started; its candidates, the host first."""
        ears = [await self.one.person(name) for name in names]
        opened = await ears[0].say("open_crown_race", nonce=NONCE)
        assert opened["type"] == "crown_race", opened
        self.code = opened["code"]
        for ear in ears[1:]:
            await ear.say("join_crown_race", code=self.code, nonce=NONCE)
        started = await ears[0].say("start_crown_race", code=self.code)
        assert started["type"] == "crown_race", started
        return ears

    async def play(self, ear: Ear) -> str:
        """Be dealt the next deal, up to its first board; the code of its room."""
        room = await ear.say("play_crown_deal", code=self.code, token=token(ear))
        assert room["type"] == "room", room
        await self.one.at(self.one.time.now + COUNTDOWN_MS)
        return str(room["code"])

    async def resign(self, ear: Ear, room: str) -> None:
        answer = await self.one.resign(ear, room)
        assert answer["type"] == "moved", answer
        await ear.say("leave")
        await self.due()

    async def win(self, ear: Ear, room: str, took_ms: int = 60_000) -> None:
        """The game comes out, as the store would have it."""
        self.one.time.now += took_ms
        standing = f"50 104 104 0 {took_ms} 1 - - won - {took_ms}"
        await self.one.kept.others.hset(keys.seats(room, 1), "0", standing)
        live = await self.one.registry.find(room)
        await self.one.registry.change(
            live, lambda _, *, now: (RaceEnded(at=now, by="server", n=1, ended_ms=took_ms),)
        )
        await ear.say("leave")
        await self.due()

    async def due(self) -> None:
        """What the race has to do is done."""
        await self.races.meet(self.code)

    async def at(self, now: int) -> None:
        """Set the clock, and do what has fallen due."""
        await self.one.at(now)
        await self.due()

    async def told(self, ear: Ear) -> dict[str, Any]:
        """How the race stands."""
        told = await ear.say("follow_crown_race", code=self.code)
        assert told["type"] == "crown_race", told
        return told


@asynccontextmanager
async def table(redis: RedisProcess, time: Time, name: str = "one") -> AsyncIterator[Table]:
    async with process(redis, time, name) as one:
        yield Table(one)


@asynccontextmanager
async def two(redis: RedisProcess, time: Time) -> AsyncIterator[tuple[Table, Table]]:
    """Two processes on one store."""
    async with table(redis, time, "one") as one, table(redis, time, "two") as other:
        yield one, other


async def together(*asked: Any) -> list[Any]:
    return list(await asyncio.gather(*asked))
