"""Crown hunters and crown races: runs over several evenings, with declared breaks and lost
connections."""

import asyncio
from dataclasses import dataclass, field
from random import Random

from tests.month.habits import record_holds
from tests.month.line import MINUTE_S, Line, Message
from tests.month.people import Person, Town, nonce
from tests.month.playing import Manner, dealt, play, win
from tests.month.travellers import is_told
from tests.winning import Winning, winning

ALONE = {"size": 2, "locked": True, "boards": "nobody"}
BELL_MS = 8 * 60_000
BREAK_S = 4 * MINUTE_S


@dataclass
class Hunter:
    """A user who plays for a Triple Crown, with their progress. `code` is the room of the current
    game, `known` the moves that win it."""

    one: Person
    after: tuple[str, ...]
    games: list[str] = field(default_factory=list)
    code: str = ""
    known: Winning | None = None
    rung: set[str] = field(default_factory=set)

    async def evening(self, town: Town, games: int) -> None:
        """Play so many games, beginning with the unfinished one."""
        async with town.visit(self.one) as line:
            await line.ask("follow_crown")
            for _ in range(games):
                if not self.games and not self.code:
                    self.games = self.one.chance.sample(self.after, len(self.after))
                if not await (self._goes_on(town, line) if self.code else self._begins(town, line)):
                    self.games.clear()
                self.code, self.known = "", None
                line.forget()
                if not self.games:
                    await self._rings(town, line)
                await asyncio.sleep(self.one.chance.uniform(5, 120))

    async def _begins(self, town: Town, line: Line) -> bool:
        """Play the next game from its deal. Return whether it was won."""
        asked = {"game": self.games[0], "bell_ms": BELL_MS, "settings": ALONE}
        room = await line.ask("create", name=self.one.name, **asked, **self.one.seat)
        if room["type"] != "room":
            return False
        self.code = room["code"]
        known = self.known = await winning(town.redis, self.code)
        await line.ask("ready", nonce=known.nonce)
        await line.ask("start")
        return await self._plays(town, line)

    async def _goes_on(self, town: Town, line: Line) -> bool:
        """Continue the game that was in progress when the server closed."""
        room = await line.ask("resume", code=self.code, **self.one.seat)
        return room["type"] == "room" and await self._plays(town, line)

    async def _plays(self, town: Town, line: Line) -> bool:
        table = await dealt(line, 3 * MINUTE_S)
        assert self.known is not None
        if table is None or table["over"] is not None:
            return False
        manner, moves = Manner(self.one.chance, pace_s=4.0), self.known.moves[table["ply"] :]
        if self.one.chance.random() < 0.1:  # they lose heart
            await play_on_badly(line, table, manner)
            await line.ask("leave")
            return False
        errand = self.one.chance.randrange(len(moves)) if moves else 0
        held = await win(line, manner, moves[:errand], table["ply"])
        if held and self.one.chance.random() < 0.5:
            await line.ask("begin_break")
            await asyncio.sleep(self.one.chance.uniform(5, BREAK_S))
            await line.ask("end_break")
        held = held and await win(line, manner, moves[errand:], table["ply"] + errand)
        await line.until("over", within_s=MINUTE_S)
        await line.ask("leave")
        if held:
            self.games.pop(0)
            town.diary.count("crown_games")
        return held

    async def _rings(self, town: Town, line: Line) -> None:
        """After winning a crown, ring everybody about it."""
        await asyncio.sleep(2.0)
        roll = await line.ask("get_roll", offset=0, count=100)
        for honour in roll.get("honours", ()):
            if honour["award"] and honour["name"] == self.one.name:
                answer = await line.ask("ring", award=honour["award"], line="Three on the trot!")
                if answer["type"] == "call" and honour["award"] not in self.rung:
                    self.rung.add(honour["award"])
                    town.diary.count("crowns")
                    town.diary.note(f"{self.one.name} wins a {honour['crown']} crown and rings")


async def play_on_badly(line: Line, table: Message, manner: Manner) -> None:
    """Resign."""
    await manner.think()
    await line.ask("play", race=table["race"], ply=table["ply"], move={"kind": "resign"})


async def answers(town: Town, one: Person) -> None:
    """Answer missed calls."""
    async with town.visit(one) as line:
        told = await line.ask("get_calls")
        for call in told.get("calls", ())[:1]:
            if not call["mine"]:
                await line.ask("answer_call", call=call["call"], answer="rotten_luck")
                await line.ask("hear_calls", up_to=call["call"])


class CrownRace:
    """Several users start together, and play as many of the five games as they like."""

    def __init__(self, town: Town, people: list[Person]) -> None:
        self.town, self.people = town, people
        self.chance = Random(town.chance.random())
        self.code: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def evening(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            for number, one in enumerate(self.people):
                work = self._opens if number == 0 else self._joins
                tasks.create_task(self.town.calmly("crown race", lambda o=one, w=work: w(o)))  # type: ignore[misc]

    async def ends(self) -> None:
        """Those who are not done give up; otherwise the race would last half a day."""
        code = await self.code
        for one in self.people if code else ():
            await self.town.calmly("crown race ended", lambda o=one: self._gives_up(o, code))  # type: ignore[misc]

    async def _gives_up(self, one: Person, code: str) -> None:
        async with self.town.visit(one) as line:
            room = await line.ask("play_crown_deal", code=code, **one.seat)
            if room["type"] == "room":
                await play(line, Manner(one.chance, most=0, pace_s=1.0))
                await line.until("over", within_s=MINUTE_S)
            await line.ask("quit_crown_race", code=code)

    async def _opens(self, one: Person) -> None:
        try:
            async with self.town.visit(one) as line:
                told = await line.ask("open_crown_race", nonce=nonce())
                if told["type"] != "crown_race":
                    return
                self.code.set_result(told["code"])
                await asyncio.sleep(MINUTE_S)
                await line.ask("start_crown_race", code=told["code"])
                await self._deals(line, one)
        finally:
            if not self.code.done():
                self.code.set_result("")

    async def _joins(self, one: Person) -> None:
        code = await self.code
        if not code:
            return
        async with self.town.visit(one) as line:
            told = await line.ask("join_crown_race", code=code, nonce=nonce())
            if told["type"] == "crown_race":
                await asyncio.sleep(1.2 * MINUTE_S)
                await self._deals(line, one)

    async def _deals(self, line: Line, one: Person) -> None:
        code = await self.code
        for _ in range(5):
            if one.chance.random() < 0.1:
                break
            room = await line.ask("play_crown_deal", code=code, **one.seat)
            if room["type"] != "room":
                break
            made = await play(line, Manner(one.chance, one.chance.choice((4, 15)), 6.0))
            self.town.diary.count("moves", made)
            self.town.diary.count("heats")
            await line.until("over", within_s=MINUTE_S)
            if await is_told(self.town, line, f"{room['code']}-1"):
                told = await line.ask("follow_crown_race", code=code)
                assert told["status"] == "over", f"{code}: a traveller is told too early"
            await line.ask("leave")
            line.forget()
        await line.ask("quit_crown_race", code=code)
        told = await line.ask("follow_crown_race", code=code)
        if told.get("status") == "over":
            await self._holds(line, told)

    async def _holds(self, line: Line, told: Message) -> None:
        """Check that every deal that was reached matches its commitment."""
        for racer in told["racers"]:
            for game in racer["games"]:
                if game["code"]:
                    answer = await line.ask("get_record", race=game["code"])
                    if answer["type"] == "record":
                        record_holds(self.town, answer["record"], told["commitment"])
