"""A tournament in one process without sockets, with a real store and a clock that tests set."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from server.tournaments.state import Tournament
from tests.messages import told
from tests.secrecy.glass import Ear
from tests.server.clocked_process import Process, Time, process
from tests.stores import RedisProcess

NOON = 1_795_262_400_000
"""2026-11-21, 12:00 Coordinated Universal Time."""
MINUTE = 60_000


def plan(format: str = "series", games: Iterable[Any] = ("aces_up",), **more: Any) -> Any:  # noqa: A002
    return {"title": "Friday", "format": format, "rounds": list(games), **more}


def token(name: str) -> str:
    return f"{name.replace(' ', '_'):-<24}"


def nonce(number: int) -> str:
    return f"{number:032x}"


class Hall:
    """A process, and the tournament that is held there. `people` are by name."""

    def __init__(self, one: Process) -> None:
        self.one = one
        self.tournaments = one.tournaments.tournaments
        self.following = one.tournaments.following
        self.people: dict[str, Ear] = {}
        self.code = ""
        self.chance = Random(7)

    async def draft(self, given: dict[str, Any], organiser: str = "Olga") -> dict[str, Any]:
        """A tournament, open to whoever enters."""
        olga = self.people[organiser] = await self.one.person(organiser)
        made = await olga.say("new_tournament", plan=given)
        assert made["type"] == "tournament", made
        self.code = made["code"]
        await self.run("open")
        return made

    async def run(self, verb: str, organiser: str = "Olga", **fields: Any) -> dict[str, Any]:
        """The organiser does something, and what follows happens."""
        asked = {"verb": verb, **fields}
        answer = await self.people[organiser].say("run_tournament", code=self.code, do=asked)
        assert answer["type"] == "done", answer
        await self.due()
        return answer

    async def enter(self, *names: str, team: str | None = None) -> None:
        """People with accounts enter, and check in."""
        for name in names:
            if name not in self.people:
                self.people[name] = await self.one.person(name)
            entered = await self.people[name].say("enter_tournament", code=self.code, team=team)
            assert entered["type"] == "done", entered
            await self.check_in(name)

    async def check_in(self, name: str) -> None:
        there = await self.people[name].say(
            "check_in_tournament",
            code=self.code,
            nonce=nonce(len(self.people)),
            token=token(name),
        )
        assert there["type"] == "done", there

    async def due(self) -> None:
        """What has to be done by now is done: in the rooms, then in the tournament."""
        now = self.one.time.now
        for code, at in (await self.one.kept.deadlines()).items():
            if at <= now:
                await self.one.deadlines.meet(code)
        await self.tournaments.meet(self.code)

    async def at(self, now: int) -> None:
        self.one.time.now = now
        await self.due()

    async def later(self, ms: int) -> None:
        await self.at(self.one.time.now + ms)

    async def kept(self) -> Tournament:
        """The tournament as it is stored."""
        return await self.kept_as(self.code)

    async def kept_as(self, code: str) -> Tournament:
        return (await self.tournaments.store.load(code)).stored

    async def told(self, who: str = "Olga") -> dict[str, Any]:
        told = await self.people[who].say("get_tournament", code=self.code)
        assert told["type"] == "tournament", told
        return told

    async def sit(self, names: Iterable[str]) -> dict[str, dict[str, Any]]:
        """Those who are here come to their rooms of the round."""
        told = await self.told()
        numbers = {one["name"]: one["number"] for one in told["entrants"]}
        rooms = {}
        for heat in told["rounds"][-1]["heats"]:
            for name in names:
                if numbers[name] in heat["entrants"]:
                    rooms[name] = await self.people[name].say(
                        "resume", code=heat["room"], token=token(name), legal=True
                    )
                    assert rooms[name]["type"] == "room", rooms[name]
        return rooms

    async def start_race(self) -> None:
        """The lobby is over, and the race begins."""
        await self.run("start")
        zero_at = (await self.kept()).rounds[-1].zero_at
        assert zero_at is not None
        await self.at(zero_at)

    async def play(self, name: str, moves: int, *, give_up: bool = True) -> None:
        """So many moves by chance; then giving up, unless the game has ended."""
        ear = self.people[name]
        for frame in range(2, 200):  # where the deal is watched first, watch it
            if (await ear.say("next_frame", race=1, frame=frame))["type"] == "refused":
                break
        await ear.say("look")
        table = next(m for data in ear.told[::-1] for m in told(data) if m["type"] == "table")
        ply, legal, over = table["ply"], table["legal"], table["over"]
        while moves and legal and not over:
            self.one.time.now += 137
            said = await ear.say("play", race=1, ply=ply, move=self.chance.choice(legal))
            assert said["type"] == "moved", said
            ply, legal, over, moves = said["ply"], said["legal"], said["over"], moves - 1
        if give_up and not over:
            said = await ear.say("play", race=1, ply=ply, move="resign")
            assert said["type"] == "moved", said

    async def leave(self, names: Iterable[str]) -> None:
        for name in names:
            await self.people[name].say("leave")


@asynccontextmanager
async def hall(redis: RedisProcess, time: Time, name: str = "one") -> AsyncIterator[Hall]:
    async with process(redis, time, name) as one:
        yield Hall(one)
