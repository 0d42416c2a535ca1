"""Behaviour of simulated users in an evening: races with friends, daily deals, watching."""

import asyncio
from random import Random
from typing import Any

from engine.games import GAMES, game
from engine.races.terms import formats
from engine.races.verify import verify
from tests.month import travellers
from tests.month.line import MINUTE_S, Line
from tests.month.people import Person, Town, nonce
from tests.month.playing import Manner, play
from tests.month.together import together

BELL_MS = 8 * 60_000
CALL_MS = 8_000
WAIT_S = 40.0
"""Seconds a host waits for latecomers."""
QUICK = ("aces_up", "accordion", "baroness", "poker_patience", "cribbage_patience")


def some_race(chance: Random) -> dict[str, Any]:
    """A random game with terms, weighted by popularity."""
    slug = chance.choice((*QUICK, *QUICK, *GAMES))
    terms: dict[str, Any] = {"format": chance.choice(formats(game(slug)))}
    if terms["format"] == "caller":
        terms["call_ms"] = CALL_MS
    elif chance.random() < 0.3:
        terms["take_back"] = "until_card"
    return {"game": slug, "terms": terms, "bell_ms": BELL_MS}


def record_holds(town: Town, document: dict[str, Any], commitment: str | None) -> bool:
    """Whether a record verifies; a failure is noted in the diary."""
    last = verify(document, commitment)[-1]
    town.diary.count("verified")
    if not last.ok:
        town.diary.wrong.append(f"record {document.get('race')}: {last.step}: {last.found}")
    return last.ok


class Table:
    """Friends who race each other in a room of their own, race after race."""

    def __init__(self, town: Town, people: list[Person], races: int) -> None:
        self.town, self.people, self.races = town, people, races
        self.chance = Random(town.chance.random())
        self.code: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def evening(self) -> None:
        """Everybody joins; watchers come separately."""
        async with asyncio.TaskGroup() as tasks:
            for number, one in enumerate(self.people):
                work = self._host if number == 0 else self._guest
                tasks.create_task(self.town.calmly("table", lambda o=one, w=work: w(o)))  # type: ignore[misc]
            if self.chance.random() < 0.4:
                tasks.create_task(self.town.calmly("watching", self._watch))

    async def _host(self, one: Person) -> None:
        try:
            async with self.town.visit(one) as line:
                room = await line.ask("create", name=one.name, **some_race(one.chance), **one.seat)
                if room["type"] != "room":
                    return
                self.code.set_result(room["code"])
                for number in range(1, self.races + 1):
                    await asyncio.sleep(WAIT_S)
                    await line.ask("ready", nonce=nonce())
                    await asyncio.sleep(WAIT_S)
                    await line.ask("start")  # refused if it has begun, or if nobody is ready
                    race = f"{await self.code}-{room['race']['n']}"
                    if not await self._race(line, one, race, room["race"]["commitment"]):
                        break
                    self.town.diary.count("races")
                    if number < self.races:
                        await line.ask("rematch")
                        room = await line.until("next_race", within_s=MINUTE_S) or room
                await line.ask("leave")
        finally:
            if not self.code.done():
                self.code.set_result("")

    async def _race(self, line: Line, one: Person, race: str, commitment: str) -> bool:
        """A race from the lobby to its record. Return whether there was one."""
        if await travellers.of_race(self.town, line, race):
            return False
        made = await play(line, self._manner(one))
        self.town.diary.count("moves", made)
        over = await line.until("over", within_s=1.5 * BELL_MS / 1000)
        if over is None:
            return False
        answer = await line.ask("get_record", race=race)
        if answer["type"] == "record":
            record_holds(self.town, answer["record"], commitment)
            self.town.raced.append(race)
        return True

    async def _guest(self, one: Person) -> None:
        code = await self.code
        if not code:
            return
        await asyncio.sleep(one.chance.uniform(2, WAIT_S))
        async with self.town.visit(one) as line:
            room = await line.ask("join", code=code, name=one.name, **one.seat)
            if room["type"] != "room":
                return
            for number in range(1, self.races + 1):
                await line.ask("ready", nonce=nonce())
                if one.chance.random() < 0.06:
                    await self._goes_away(line, one, code)
                    return
                self.town.diary.count("moves", await play(line, self._manner(one)))
                if one.chance.random() < 0.1:
                    await line.ask("phrase", phrase="rotten_cards")
                await line.until("over", within_s=1.5 * BELL_MS / 1000)
                if number < self.races:
                    await line.until("next_race", within_s=2 * MINUTE_S)
            if one.chance.random() < 0.7:
                await line.ask("leave")

    async def _goes_away(self, line: Line, one: Person, code: str) -> None:
        """Leave during a race, and come back in five minutes or next week."""
        await play(line, Manner(one.chance, most=one.chance.randrange(6), gives_up=False))
        one.left_behind = code
        self.town.diary.count("absent")

    def _manner(self, one: Person) -> Manner:
        return Manner(one.chance, one.chance.choice((10, 25, 40, 60)), one.chance.uniform(3, 12))

    async def _watch(self) -> None:
        code = await self.code
        if not code:
            return
        async with self.town.line() as line:
            room = await line.ask("watch", code=code)
            if room["type"] == "room":
                await asyncio.sleep(3 * WAIT_S)
                await line.ask("watch_board", seat=0)
                await line.until("over", within_s=15 * MINUTE_S)
                self.town.diary.count("watched")


async def comes_back(town: Town, one: Person) -> None:
    """Return to a race that was left; it goes on, is over, or is deleted."""
    code, one.left_behind = one.left_behind, ""
    async with town.visit(one) as line:
        room = await line.ask("resume", code=code, **one.seat)
        if room["type"] != "room":
            assert room["code"] in ("unknown_room", "unknown_seat"), room
            return
        town.diary.count("back")
        if room["race"]["status"] == "running":
            await play(line, Manner(one.chance, most=15))
        await line.ask("leave")


async def daily(town: Town, one: Person) -> None:
    """Play the daily deals, one try each, and read the results of yesterday's."""
    async with town.visit(one) as line:
        listed = await line.ask("list_dailies")
        for deal in listed["tomorrow"]:
            town.promised.setdefault(deal["name"], deal["commitment"])
        for name in one.chance.sample(sorted(town.promised), min(2, len(town.promised))):
            await travellers.of_day(town, line, name, name)
        for deal in listed["today"]:
            if deal["slot"] == "long" and one.chance.random() < 0.6:
                continue
            room = await line.ask("try_daily", name=deal["name"], **one.seat)
            if room["type"] != "room":
                continue
            until = town.house.now_ms + deal["bell_ms"]
            town.played_until[deal["name"]] = max(town.played_until.get(deal["name"], 0), until)
            gives_up = one.chance.random() < 0.8
            manner = Manner(one.chance, one.chance.choice((8, 20, 50)), gives_up=gives_up)
            town.diary.count("moves", await play(line, manner))
            town.diary.count("dailies")
            if gives_up:
                await line.until("over", within_s=MINUTE_S)
                await line.ask("get_daily_board", name=deal["name"])
                for played in (deal["name"], f"{room['code']}-1"):
                    await travellers.of_day(town, line, deal["name"], played)
                await line.ask("leave")
            else:
                return  # left before the bell


async def alone(town: Town, one: Person) -> None:
    """Play alone, about half of the time as a guest whose seat may be claimed later."""
    guest = one.chance.random() < 0.3
    async with town.line() if guest else town.visit(one) as line:
        chosen = {name: value for name, value in some_race(one.chance).items() if name != "terms"}
        name = f"guest of {one.name}"[:24] if guest else one.name
        token = nonce()
        seat = {"token": token, "legal": True}
        room = await line.ask("play_alone", name=name, nonce=nonce(), **chosen, **seat)
        if room["type"] != "room":
            return
        manner = Manner(one.chance, one.chance.choice((10, 30)), gives_up=one.chance.random() < 0.8)
        town.diary.count("moves", await play(line, manner))
        town.diary.count("alone")
    if guest:
        async with town.visit(one) as line:
            held = [{"code": room["code"], "token": token}]
            await line.ask("claim_seats", seats=held)


async def races_a_ghost(town: Town, one: Person) -> None:
    """Play the deal of a finished race again, against one of its contestants."""
    if not town.raced:
        return
    async with town.visit(one) as line:
        race = one.chance.choice(town.raced)
        room = await line.ask("race_ghost", race=race, seat=0, name=one.name, **one.seat)
        if room["type"] == "room":
            made = await play(line, Manner(one.chance, one.chance.choice((3, 8, 20)), 3.0))
            town.diary.count("moves", made)
            await line.until("over", within_s=MINUTE_S)
            if await travellers.is_told(town, line, race):
                town.diary.count("ghosts")
            await line.ask("leave")


async def looks_round(town: Town, one: Person) -> None:
    """Read boards, the roll of honour, one's history, rivals, and public rooms."""
    async with town.visit(one) as line:
        slug = one.chance.choice(list(GAMES))
        for period in ("day", "week", "all"):
            await line.ask("get_board", game=slug, period=period)
        await line.ask("follow_board", game=slug, measure="rating")
        for kind in ("get_roll", "get_my_races", "get_my_seats", "get_rivals", "rooms"):
            await line.ask(kind)
        await line.ask("list_tournaments")
        others = [other.name for other in town.some(one.chance.randint(1, 3)) if other is not one]
        if others and (told := await together(line, others)) is not None:
            assert sum(told.wins) >= len(told.races), told
            town.diary.count("together_told")
        await asyncio.sleep(one.chance.uniform(30, 300))
