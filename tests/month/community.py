"""The schedule of a simulated month: who does what on which day."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from time import monotonic
from typing import Any

from tests.month import accounts, habits
from tests.month.crowns import CrownRace, Hunter, answers
from tests.month.house import House
from tests.month.leisure import LeisureRace
from tests.month.people import Person, Town
from tests.month.presence import MEETING, Meeting, everybody_has_left
from tests.month.tournaments import KINDS, Evening
from tests.winning import OFTEN

FIRST_DAY = datetime(2026, 11, 2, tzinfo=UTC)
"""A Monday."""
OPENS_S, CLOSES_S = 20.5 * 3600, 22 * 3600
"""Opening hours of the server, in seconds of the simulated day."""


@dataclass(frozen=True)
class Size:
    """The size of a simulation: days and people, and for each evening the tables of friends, those
    who play the daily deals, play alone and look around, the crown hunters, those who enter the
    tournament, and the meetings of friends on line."""

    days: int
    people: int
    tables: int
    faithful: int
    alone: int
    lookers: int
    hunters: int
    entrants: int
    meetings: int
    opens_s: float = OPENS_S
    within_s: float = float("inf")
    """Real seconds after which the month is cut short."""
    after: tuple[str, ...] = OFTEN
    """The crown games that hunters play; to find a winnable deal takes a second."""
    quiet_s: float = 13 * 3600
    """Seconds of the days afterwards that are simulated: by then every bell has rung."""


MONTH = Size(30, 200, 12, 25, 10, 8, 3, 8, 4)
SHORT = Size(
    3, 9, 1, 2, 1, 1, 1, 3, 1, opens_s=CLOSES_S - 540, after=("auntie_allis",), quiet_s=500
)


class Community:
    """The events of a simulation. They follow from its seed, except for the cards, which follow
    from the server's secrets."""

    def __init__(self, town: Town, size: Size) -> None:
        self.town, self.size = town, size
        self.loop = asyncio.get_running_loop()
        town.people += [self._newcomer(number) for number in range(size.people)]
        bots = [self._newcomer(number, bot=True) for number in range(max(1, size.people // 40))]
        town.people += bots
        self._crown_races: list[CrownRace] = []
        self._leisure_races: list[LeisureRace] = []
        self._hunters = [Hunter(one, size.after) for one in town.people[: size.hunters]]

    def _newcomer(self, number: int, *, bot: bool = False) -> Person:
        name = f"{'Bot' if bot else NAMES[number % len(NAMES)]} {number}"
        return Person(name, Random(self.town.chance.random()), bot)

    async def month(self) -> None:
        diary, until, day = self.town.diary, monotonic() + self.size.within_s, 0
        diary.begin()
        while day < self.size.days and monotonic() < until:
            await self._day(day)
            day += 1
        if day < self.size.days:
            diary.say(f"cut short after {day} of {self.size.days} days")
        await self._quiet(day)

    async def _day(self, day: int) -> None:
        """An evening and the night before it. On some days the machine is suspended, or the evening
        runs long."""
        town, house, chance = self.town, self.town.house, self.town.chance
        await self._until(day, self.size.opens_s)
        if house.app is None:
            await house.open()
        evening = asyncio.create_task(self._evening(day))
        if chance.random() < 0.3:
            napping = asyncio.create_task(self._nap(house, chance))
            await asyncio.wait({evening, napping})
            await napping
        await asyncio.wait({evening}, timeout=self._left(day, CLOSES_S))
        if evening.done():
            await town.calmly("nobody on line", partial(everybody_has_left, town))
        if chance.random() < 0.1:
            town.diary.note("open all night")
            await self._until(day, CLOSES_S + 2.5 * 3600)
        await house.close()
        await evening
        town.diary.end_day(f"{FIRST_DAY + timedelta(days=day):%a %d %b}")

    async def _nap(self, house: House, chance: Random) -> None:
        await asyncio.sleep(chance.uniform(600, 3000))
        minutes = chance.choice((1, 10, 45))
        house.sleep(60 * minutes)
        self.town.diary.note(f"asleep for {minutes} min")

    async def _quiet(self, day: int) -> None:
        """Give up unfinished crown races and leisure races; then run without users until everything
        has ended, and once more when the deals of the last day are published."""
        await self._until(day, self.size.opens_s)
        await self.town.house.open()
        for race in self._crown_races:
            await race.ends()
        for leisure in self._leisure_races:
            await leisure.ends()
        await asyncio.sleep(self.size.quiet_s)
        await self.town.house.close()
        await self._until(day + 2, self.size.opens_s)
        await self.town.house.open()
        await asyncio.sleep(60)

    def _left(self, day: int, second: float) -> float:
        """Seconds until then."""
        return max(0.0, day * 86_400 + second - self.loop.time())

    async def _until(self, day: int, second: float) -> None:
        """Pass the time until then; while the server is closed nothing has to happen."""
        await asyncio.sleep(self._left(day, second))

    # An evening. --------------------------------------------------------------------------------

    async def _evening(self, day: int) -> None:
        town, size = self.town, self.size
        doings: list[tuple[str, Callable[[], Coroutine[Any, Any, None]]]] = []
        come = partial(self._come, doings)
        for hunter in self._hunters:
            if not hunter.one.gone:
                come(
                    "hunting",
                    partial(hunter.evening, town, town.chance.randint(1, len(size.after))),
                )
        for one in [one for one in town.here if one.left_behind]:
            if town.chance.random() < 0.4:
                come("coming back", partial(habits.comes_back, town, one))
        for what, count, habit in (
            ("dailies", size.faithful, habits.daily),
            ("alone", size.alone, habits.alone),
            ("looking round", size.lookers, habits.looks_round),
            ("racing a ghost", size.lookers, habits.races_a_ghost),
            ("answering", size.lookers, answers),
        ):
            for one in town.some(count):
                come(what, partial(habit, town, one))
        self._accounts(come)
        async with asyncio.TaskGroup() as tasks:
            for what, doing in doings:
                tasks.create_task(self._later(what, doing))
            for _ in range(size.tables):
                tasks.create_task(self._table())
            self._meetings(tasks)
            tasks.create_task(self._tournament(day))
            self._leisure(tasks, day)
            if day % 3 == 1:
                await self._wait()
                self._crown_races.append(CrownRace(town, town.some(3)))
                tasks.create_task(self._crown_races[-1].evening())

    def _meetings(self, tasks: asyncio.TaskGroup) -> None:
        """Let people meet on line, each in at most one meeting."""
        people = self.town.some(MEETING * self.size.meetings)
        for four in zip(*[iter(people)] * MEETING, strict=False):
            tasks.create_task(self._meeting(Meeting(self.town, list(four))))

    async def _meeting(self, meeting: Meeting) -> None:
        await self._wait()
        await meeting.evening()

    def _leisure(self, tasks: asyncio.TaskGroup, day: int) -> None:
        """Let people play in the leisure races, one of which is made on every third day."""
        if day % 3 == 0:
            self._leisure_races.append(LeisureRace(self.town, self.town.some(4)))
        for leisure in self._leisure_races:
            tasks.create_task(leisure.evening())

    def _accounts(self, come: Callable[..., None]) -> None:
        town, chance, size = self.town, self.town.chance, self.size
        spared = {id(hunter.one) for hunter in self._hunters}
        for _ in range(1 + size.people // 40):
            one, other, renamed, forgetful = (*town.some(4), *[None] * 4)[:4]
            if one is None or other is None or renamed is None or forgetful is None:
                return
            come("friends", partial(accounts.befriends, town, one, other))
            if id(renamed) not in spared:
                come("renaming", partial(accounts.renames, town, renamed))
            if forgetful.session:
                come("forgetting", partial(accounts.forgets, town, forgetful))
        if chance.random() < 0.4:
            leaving = [one for one in town.some(3) if one.session and id(one) not in spared]
            if leaving:
                come("leaving", partial(accounts.leaves_town, town, leaving[0]))
                town.people.append(self._newcomer(len(town.people)))

    def _come(
        self, doings: list[Any], what: str, doing: Callable[[], Coroutine[Any, Any, None]]
    ) -> None:
        doings.append((what, doing))

    async def _wait(self) -> None:
        await asyncio.sleep(self.town.chance.uniform(0, 0.5 * (CLOSES_S - self.size.opens_s)))

    async def _later(self, what: str, doing: Callable[[], Coroutine[Any, Any, None]]) -> None:
        await self._wait()
        await self.town.calmly(what, doing)

    async def _table(self) -> None:
        await self._wait()
        friends = self.town.some(self.town.chance.choice((2, 2, 3, 4, 6)))
        if self.town.chance.random() < 0.1:
            friends += [one for one in self.town.here if one.bot][:1]
        if len(friends) > 1:
            races = self.town.chance.choice((1, 2, 3))
            await habits.Table(self.town, friends, races).evening()

    async def _tournament(self, day: int) -> None:
        kind = list(KINDS)[day % len(KINDS)]
        organiser, *entrants = self.town.some(1 + self.size.entrants)
        await Evening(self.town, kind, organiser, entrants).held()


NAMES = ("Auntie", "Basil", "Cecily", "Dora", "Edmund", "Flora", "Gwen", "Hugo", "Ida", "Jasper")
