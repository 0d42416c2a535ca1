"""Own-pace race service: stores decisions, meets deadlines, and discloses the secret of a race at
its end.

An own-pace race is an event whose contestants play the same deals, each alone in rooms of their
own. A decision is a function that takes a race and returns the changed one.

A room stores the end of its deal first. The process that has stored it then calls `meet`, which
stores this end in the own-pace race too. If the process dies before that, another process finds the
end: when it starts, periodically, and at each request to play. A race that is over stays in the
list of races to check until its secret is disclosed in all its rooms.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial
from typing import Generic, TypeVar

from engine.races.fairness import SECRET_BYTES
from protocol.codes import LENGTH
from server.archive import record_builder
from server.archive.archiver import Archiver
from server.boards.seat_standing import StoredStanding
from server.errors import Refusal, StoreAway
from server.live_rooms.multi_deal_tasks import SessionSchedule, look_again, watch_deadlines
from server.live_rooms.registry import RoomRegistry
from server.own_pace import rooms
from server.own_pace import state as decide
from server.own_pace.state import R
from server.own_pace.store import OwnPaceStore
from server.rooms.state import Race, Room
from server.rooms.store import RoomStore
from server.store.availability import StoreAvailability
from server.store.clock import Clock

AGAIN_MS = 2_000
"""Milliseconds between two checks of a closed race in which deals are still in progress."""
STORED_MS = 60_000
"""Milliseconds after the close of a race. When they have passed, a deal that was assigned but whose
room was not made cannot begin any more."""

E = TypeVar("E")
"""How one contestant's game on a deal ended, as this kind of race stores it."""


class OwnPaceService(ABC, Generic[R, E]):
    """Creates, changes and checks own-pace races of one kind. Methods raise StoreAway if Redis
    cannot be reached, and Refusal if there is no race with the code. `schedule` has the server
    times at which this process checks races next."""

    def __init__(
        self,
        registry: RoomRegistry,
        rooms_store: RoomStore,
        archiver: Archiver,
        clock: Clock,
        schedule: SessionSchedule,
        store: OwnPaceStore[R],
    ) -> None:
        self.schedule = schedule
        self._races = store
        self._registry = registry
        self._rooms = rooms_store
        self._archiver = archiver
        self._clock = clock

    @abstractmethod
    def _ended(self, race: R, ends: Mapping[str, E], now: int) -> R:
        """Return the race after adding the ends of deals, which `ends` has by room code."""

    @abstractmethod
    def _end_of(self, race: Race, standing: StoredStanding) -> E:
        """Return how the game of a contestant ended. `race` is the finished race of the
        contestant's room, `standing` the final figures of its only seat."""

    @abstractmethod
    def _isolated(self, code: str) -> AbstractContextManager[None]:
        """Return a context manager that logs an error of its block, about the race with this code,
        instead of raising it (`error_log.isolated`)."""

    @abstractmethod
    def _never_begun(self) -> E:
        """Return the end of a deal that was assigned but whose room was never made."""

    def now(self) -> int:
        """Return the server time in ms."""
        return self._clock.now()

    async def create(self, make: Callable[[str, bytes], R]) -> R:
        """Store a new race under an unused code and return it. `make` gets the code and the secret
        of the race, and returns the race. It may be called more than once. An error that it raises
        is raised here."""
        secret = self._registry.random_bytes(SECRET_BYTES)
        while True:
            made = make(self._registry.word(LENGTH), secret)
            if await self._races.save(made, None, self._clock.now()):
                self._plan(made, was_over=False)
                return made

    async def change(self, code: str, decision: Callable[[R], R]) -> R:
        """Apply a decision to the race with this code, store the changed race and return it.

        If another change was stored meanwhile, the decision is applied again to the new state. An
        error that the decision raises is raised here, and then nothing is stored.
        """
        while True:
            kept = await self._races.load(code)
            race = decision(kept.race)
            if self._registry.is_stale():  # the outage that this process caused may not be stored
                raise StoreAway
            if race == kept.stored or await self._races.save(race, kept, self._clock.now()):
                self._plan(race, was_over=kept.race.over_at is not None)
                return race

    def _plan(self, race: R, *, was_over: bool) -> None:
        """Schedule the next check of a race: when it closes, or at once if it is over now and was
        not over before the change (`was_over`)."""
        deadline, now = race.deadline, self._clock.now()
        if deadline is not None and (deadline > now or (race.over_at is not None and not was_over)):
            self.schedule.add(race.code, deadline)

    async def look(self, code: str) -> R:
        """Bring a stored race up to date and return it: if rooms have stored the ends of deals that
        are still in progress in the race, store these ends in the race."""
        race = (await self._races.load(code)).race
        ends = await self._ends(race)
        return await self.change(code, lambda race: self._ended(race, ends, self._clock.now()))

    async def end_unmade(self, code: str, room: str) -> None:
        """Store that the game in the room `room`, which was assigned but never made, ended without
        having begun."""
        ends = {room: self._never_begun()}
        await self.change(code, lambda race: self._ended(race, ends, self._clock.now()))

    async def meet(self, code: str) -> None:
        """Check a race: store the ends of its deals, and if it is over, disclose its secret and
        publish the results of its deals.

        If the race is no longer stored, raise no Refusal, but remove it from the stored list of
        races that must be checked.
        """
        try:
            race = await self.look(code)
        except Refusal:  # the race has expired
            await self._races.forget(code)
            return
        if race.over_at is not None and not race.told:
            await self._tell(race)
        elif race.over_at is None and race.has_closed(self._clock.now()):
            self.schedule.add(code, self._clock.now() + AGAIN_MS)

    async def run(self, link: StoreAvailability) -> None:
        """Check periodically all races that have a time of closing and whose secret is not
        disclosed. Run until cancelled. `link` tells whether Redis can be reached."""

        async def look() -> None:
            for code in await self._races.due():
                with self._isolated(code):
                    await self.meet(code)

        await look_again(link, look)

    async def watch_deadlines(self, link: StoreAvailability) -> None:
        """Check each race at its time in `schedule`. Run until cancelled. `link` tells whether
        Redis can be reached."""
        await watch_deadlines(link, self.schedule, self.meet)

    async def _ends(self, race: R) -> dict[str, E]:
        """Return how those deals ended that are still in progress in `race` although their rooms
        have finished, by room code."""
        ends = {}
        closes_at = race.closes_at or 0
        for code, status in (await self._rooms.statuses(race.pending)).items():
            if status == "over":
                room, _ = await self._rooms.room(Room(code))
                if not room.seq:
                    continue
                numbers = await record_builder.final_standings(self._rooms, room, room.race)
                ends[code] = self._end_of(room.race, numbers[0])
            elif status is None and self._clock.now() >= closes_at + STORED_MS:
                # The room was never made, and it is too late for that now.
                ends[code] = self._never_begun()
        return ends

    async def _tell(self, race: R) -> None:
        """Publish the secret of a race that is over. It is stored in each room in which the race
        was played. Then publish the results of its deals."""
        for code in race.rooms:
            try:
                live = await self._registry.find(code)
                await self._registry.change(live, partial(rooms.disclose, own_pace=race))
            except Refusal:  # the room was never made, or has expired
                continue
            await self._archiver.write_result(code, 1)
        await self.change(race.code, decide.told)
