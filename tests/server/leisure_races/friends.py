"""Friends in a leisure race, in one process without sockets, with a real store and a clock that
tests set."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from server.store import keys
from tests.secrecy.glass import COUNTDOWN_MS, Ear
from tests.server.clocked_process import Process, Time, process, token
from tests.stores import RedisProcess

NOON = 1_795_262_400_000
"""2026-11-21, 12:00 Coordinated Universal Time."""
HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
BELL_MS = 240_000


class Friends:
    """A process, and the leisure race that was made last."""

    def __init__(self, one: Process) -> None:
        self.one = one
        self.races = one.leisure_races.races
        self.code = ""
        places = (one.leisure_races.account_data,)
        one.seat_boards = one.seat_boards._replace(
            accounts=one.seat_boards.accounts._replace(elsewhere=places)
        )

    async def befriend(self, one: Ear, name: str, other: Ear, other_name: str) -> None:
        """Make two accounts friends."""
        await one.say("befriend", name=other_name, what="add")
        answer = await other.say("befriend", name=name, what="accept")
        assert answer["type"] == "friends", answer

    async def make(self, ear: Ear, **plan: Any) -> dict[str, Any]:
        """Make a leisure race that lasts three days, unless `plan` says otherwise."""
        usual = {
            "title": "Over the holidays",
            "game": "aces_up",
            "bell_ms": BELL_MS,
            "lasts_ms": 3 * DAY_MS,
        }
        made = await ear.say("new_leisure_race", **{**usual, **plan})
        assert made["type"] == "leisure_race", made
        self.code = made["code"]
        return made

    async def play(self, ear: Ear, guest: str | None = None, deal: int | None = None) -> str:
        """Begin a try, up to its first board; the code of its room."""
        room = await self.ask(ear, "play_leisure_deal", guest, token=token(ear), deal=deal)
        assert room["type"] == "room", room
        await self.one.at(self.one.time.now + COUNTDOWN_MS)
        return str(room["code"])

    async def resign(self, ear: Ear, room: str, took_ms: int = 60_000) -> None:
        """Give a try up, and leave its room."""
        self.one.time.now += took_ms
        answer = await self.one.resign(ear, room)
        assert answer["type"] == "moved", answer
        await ear.say("leave")
        await self.due()

    async def win(self, ear: Ear, room: str, took_ms: int) -> None:
        """The game comes out, as the store would have it."""
        self.one.time.now += took_ms
        standing = f"50 48 48 0 {took_ms} 1 - - won - {took_ms}"
        await self.one.kept.others.hset(keys.seats(room, 1), "0", standing)
        await self.one.deadlines.meet(room)
        await ear.say("leave")
        await self.due()

    async def due(self) -> None:
        """What the race has to do is done."""
        await self.races.meet(self.code)

    async def at(self, now: int) -> None:
        """Set the clock, and do what has fallen due."""
        await self.one.at(now)
        await self.due()

    async def told(self, ear: Ear, guest: str | None = None) -> dict[str, Any]:
        """The leisure race, as somebody is shown it."""
        told = await self.ask(ear, "get_leisure_race", guest)
        assert told["type"] == "leisure_race", told
        return told

    async def ask(self, ear: Ear, kind: str, guest: str | None, **fields: Any) -> dict[str, Any]:
        """Send a request about the leisure race, as a guest if a token is given."""
        with_it = {} if guest is None else {"guest": guest}
        return await ear.say(kind, code=self.code, **with_it, **fields)

    async def join(self, ear: Ear, name: str, guest: str | None = None) -> dict[str, Any]:
        """Come by the code, as a guest if a token is given."""
        with_it = {} if guest is None else {"guest": {"name": name, "token": guest}}
        return await ear.say("join_leisure_race", code=self.code, **with_it)


def guest_token(name: str) -> str:
    return f"{name:-<30}"


@asynccontextmanager
async def friends(redis: RedisProcess, time: Time, name: str = "one") -> AsyncIterator[Friends]:
    async with process(redis, time, name) as one:
        yield Friends(one)
