"""Leisure races: some users play the same deals over several evenings, each alone."""

import asyncio
from random import Random

from tests.month.habits import record_holds
from tests.month.line import MINUTE_S, Line
from tests.month.people import Person, Town
from tests.month.playing import Manner, play
from tests.month.travellers import is_told

LASTS_MS = 40 * 3_600_000
DEALS = 2


class LeisureRace:
    """A leisure race: the first of the people makes it, the others come by its code."""

    def __init__(self, town: Town, people: list[Person]) -> None:
        self.town, self.people = town, people
        self.chance = Random(town.chance.random())
        self.code = ""
        self.told = False
        self._closes_at = 0
        self._to_play: list[int | None] = [None] * len(people)
        """How many deals each of the people may still play; None if that is not known now."""

    async def evening(self) -> None:
        """Those who are in the mood play a deal."""
        if not self.code:
            await self.town.calmly("leisure race", lambda: self._makes(self.people[0]))
        for one in self.people if self.code and not self.told else ():
            if self.chance.random() < 0.7:
                await self.town.calmly("leisure race", lambda o=one: self._plays(o))  # type: ignore[misc]

    async def ends(self) -> None:
        """Those who are not done take part no more; otherwise the race would last for days, because
        the nights without a server are given back. The place of somebody who has left the town
        before joining is taken by somebody else, because it would stay free."""
        here = [Person(f"For {one.name}", self.chance) if one.gone else one for one in self.people]
        for one in here if self.code else ():
            await self.town.calmly("leisure race ended", lambda o=one: self._quits(o))  # type: ignore[misc]

    async def _makes(self, one: Person) -> None:
        async with self.town.visit(one) as line:
            made = await line.ask(
                "new_leisure_race",
                title="Over the week",
                game="aces_up",
                bell_ms=4 * 60_000,
                deals=DEALS,
                by_code=len(self.people) - 1,
                lasts_ms=LASTS_MS,
            )
            if made["type"] == "leisure_race":
                self.code = made["code"]
                self._closes_at = self.town.house.now_ms + LASTS_MS

    async def _plays(self, one: Person) -> None:
        async with self.town.visit(one) as line:
            await line.ask("join_leisure_race", code=self.code)
            self._to_play[self.people.index(one)] = None
            room = await line.ask("play_leisure_deal", code=self.code, **one.seat)
            if room["type"] == "room":
                made = await play(line, Manner(one.chance, one.chance.choice((4, 15)), 6.0))
                self.town.diary.count("moves", made)
                self.town.diary.count("leisure_tries")
                await line.until("over", within_s=MINUTE_S)
                await self._asks(line, room["code"])
                await line.ask("leave")
                line.forget()
            await self._looks(line, one)

    async def _quits(self, one: Person) -> None:
        async with self.town.visit(one) as line:
            await line.ask("join_leisure_race", code=self.code)
            if one in self.people:
                self._to_play[self.people.index(one)] = 0
            await line.ask("quit_leisure_race", code=self.code)
            await asyncio.sleep(1.0)
            await self._looks(line, one)

    def _somebody_may_play(self) -> bool:
        """Whether one of the people surely may still make a try."""
        open_ = self.town.house.now_ms < self._closes_at
        may = zip(self.people, self._to_play, strict=True)
        leaving = [one for one in self.people if one.gone or one.door.locked()]
        return open_ and any(left and one not in leaving for one, left in may)

    async def _asks(self, line: Line, room: str) -> bool:
        """Ask for the traveller of the deal of a try, and return whether it was told."""
        told = await is_told(self.town, line, f"{room}-1")
        assert not (told and self._somebody_may_play()), f"{room}: its traveller is told too early"
        return told

    async def _looks(self, line: Line, one: Person) -> None:
        """Look at the race: nothing of others before it is told, and then all of it."""
        told = await line.ask("get_leisure_race", code=self.code)
        if told["type"] != "leisure_race":
            return
        self.told = told["status"] == "told"
        assert not (self.told and self._somebody_may_play()), f"{self.code} is told too early"
        mine = [] if told["mine"] is None else told["contestants"][told["mine"]]["results"]
        if (
            not self.told
            and not told["has_quit"]
            and one in self.people
            and told["mine"] is not None
            and not any(each["is_playing"] for each in mine)
        ):
            self._to_play[self.people.index(one)] = DEALS - len(mine)
        for each in mine:
            if await self._asks(line, each["code"]) and not self.told:
                again = await line.ask("get_leisure_race", code=self.code)
                assert again["status"] == "told", again
        for number, other in enumerate(told["contestants"]):
            if not self.told:
                assert number == told["mine"] or not other["results"], told
            for each in other["results"] if self.told else ():
                answer = await line.ask("get_record", race=each["code"])
                if answer["type"] == "record":
                    record_holds(self.town, answer["record"], told["commitment"])
