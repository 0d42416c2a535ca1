"""A server that dies at any step of a tournament: the next one continues, and each effect happens
once."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from engine.races.verify import verify
from server.leaderboards.log_entry import LoggedVoid
from server.live_rooms.feed_consumer import FeedConsumer
from tests.server.clocked_process import Time, process, real_store
from tests.server.tournaments import by_hand
from tests.server.tournaments.tournament_process import NOON, Hall, plan
from tests.stores import RedisProcess

SHORT = {"game": "aces_up", "bell_ms": 60_000}
NEVER = 10**6


class Died(BaseException):
    """The process is no more: nothing catches it."""


class Mortal(Hall):
    """Two processes: people are at the first; whatever has to be done the second begins, and dies
    of once it has written so often, in all. Then the first does it."""

    def __init__(self, here: Any, other: Any) -> None:
        super().__init__(here)
        self.other = Hall(other)
        self.written, self.lives = 0, NEVER
        kept, effect_runner = other.kept, self.other.tournaments.effect_runner
        for owner, name in (
            (self.other.tournaments.store, "save"),
            (self.other.tournaments.store, "remind"),
            (kept, "append"),
            (other.accounts, "take_seat"),
            (effect_runner._archiver.results_log, "write"),
            (effect_runner._archiver.results_log, "void"),
        ):
            setattr(owner, name, self._counted(getattr(owner, name)))

    def _counted(self, write: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def counted(*arguments: Any, **named: Any) -> Any:
            if self.written >= self.lives:
                raise Died
            self.written += 1
            answer = await write(*arguments, **named)
            if self.written >= self.lives:
                raise Died
            return answer

        return counted

    async def due(self) -> None:
        self.other.code = self.code
        if self.written < self.lives:
            with suppress(Died):
                await self.other.due()
            await self.rooms_are_there()
        await FeedConsumer(self.one.registry).refresh()  # as the feed would have it
        await super().due()

    async def rooms_are_there(self) -> None:
        """Whoever is told of a room can come to it, wherever somebody has died."""
        rounds = (await self.told())["rounds"]
        rooms = [heat["room"] for each in rounds for heat in each["heats"]]
        assert None not in (await self.one.kept.statuses(rooms)).values()


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


async def evening(at: Mortal) -> None:
    """A round in which somebody withdraws, which is voided, and played again."""
    at.code, at.one.time.now = "", at.one.time.now + 86_400_000
    made = await at.people["Olga"].say("new_tournament", plan=plan(games=[SHORT]))
    at.code = made["code"]
    await at.run("open")
    await at.enter("Ann", "Ben", "Cid")
    await at.run("start")
    for names in (["Ann", "Ben", "Cid"], ["Ann", "Ben"]):
        await at.sit(names)
        await at.start_race()
        if len(names) == 3:
            await at.people["Cid"].say("withdraw_from_tournament", code=at.code)
            await at.due()
            await at.people["Cid"].say("leave")
        for moves, name in enumerate(names[:2]):
            await at.play(name, 2 * moves + 1)
        await at.due()
        await at.leave(names[:2])
        if len(names) == 3:
            await at.run("replay_round", round=1)
        else:
            await at.run("start")
    await outcome(at, made["commitment"])


async def outcome(at: Mortal, commitment: str) -> None:
    """All has been done, and once."""
    told, kept = await at.told(), await at.kept()
    assert (told["status"], told["why"], kept.to_do) == ("finished", "played", ())
    assert [each["state"] for each in told["rounds"]] == ["voided", "closed"]
    book = at.one.tournaments.shared.quota.archiver.results_log
    entries = [entry for _, entry in await book.entries(0, 10_000)]
    records = []
    for each in told["rounds"]:
        [heat] = each["heats"]
        race = f"{heat['room']}-1"
        mine = [entry for entry in entries if entry.race == race]
        assert len(mine) == 1 + (each["state"] == "voided")
        assert isinstance(mine[-1], LoggedVoid) == (each["state"] == "voided")
        answer = await at.people["Olga"].say("get_record", race=race)
        assert all(check.ok for check in verify(answer["record"], commitment)), answer
        assert answer["record"]["session"]["secret"] == told["opened"]["secret"]
        records.append(answer["record"])
    names = {one["number"]: one["name"] for one in told["entrants"]}
    assert set(names.values()) == {"Ann", "Ben", "Cid"}
    places = {names[row["entrant"]]: row["place"] for row in told["table"]}
    lines = by_hand.table(records[1:], ("Ann", "Ben", "Cid"))
    assert places == {line.name: line.place for line in lines}


async def test_a_process_dies_after_any_of_its_writes(redis: RedisProcess) -> None:
    time = Time(NOON)
    async with process(redis, time, "here") as here, process(redis, time, "other") as other:
        at = Mortal(here, other)
        for name in ("Olga", "Ann", "Ben", "Cid"):
            at.people[name] = await here.person(name)
        await evening(at)
        once = at.written
        assert once > 20
        for lives in range(once):
            at.written, at.lives = 0, lives
            await evening(at)


async def test_two_processes_do_everything_at_once(redis: RedisProcess) -> None:
    time = Time(NOON)
    async with process(redis, time, "here") as here, process(redis, time, "other") as other:

        class Both(Mortal):
            async def due(self) -> None:
                self.other.code = self.code
                await asyncio.gather(self.other.due(), Hall.due(self))
                await FeedConsumer(self.one.registry).refresh()
                await Hall.due(self)

        at = Both(here, other)
        for name in ("Olga", "Ann", "Ben", "Cid"):
            at.people[name] = await here.person(name)
        for _ in range(3):
            await evening(at)
