"""The crown races as the server has them: changed, looked at when that is due, and told at the end.

Whoever stores the end of a deal has it looked at; if they die before, it is found by whoever looks
next: at the start of a process, time and again, and whenever a candidate asks. That a crown race is
over is stored with that it has to be looked at, and is so until all its rooms know.
"""

from collections.abc import Callable, Iterable
from functools import partial

from engine.fairness import SECRET_BYTES
from protocol.codes import LENGTH
from server.archive import record_builder
from server.archive.archiver import Shelf
from server.crown_races import rooms
from server.crown_races import state as decide
from server.crown_races.state import STORED_MS, CrownRace, End
from server.crown_races.store import CrownRaceStore
from server.errors import Refusal, StoreAway
from server.live_rooms.deal_sessions import SessionSchedule, look_again, meet_deadlines
from server.live_rooms.registry import Hub
from server.observability import error_log
from server.rooms.state import Room
from server.rooms.store import Store
from server.store.availability import Link
from server.store.clock import Clock

AGAIN_MS = 2_000
"""So soon a closed one is looked at again in which somebody still plays."""
PREFIX = "crown-"

Decision = Callable[[CrownRace], CrownRace]


class CrownRaces:
    """One process's way to crown races. Every method raises StoreAway where the store is away, and
    Refusal where there is no such crown race."""

    def __init__(
        self,
        hub: Hub,
        rooms_store: Store,
        shelf: Shelf,
        clock: Clock,
        schedule: SessionSchedule,
    ) -> None:
        self.store = CrownRaceStore(rooms_store.others, rooms_store.kept_s)
        self.schedule = schedule
        self._hub = hub
        self._rooms = rooms_store
        self._shelf = shelf
        self._clock = clock

    def now(self) -> int:
        """Server time."""
        return self._clock.now()

    async def open(self, games: Iterable[str] | None, account: str, nonce: str) -> CrownRace:
        """A new crown race under a code no other has."""
        order, secret = None if games is None else list(games), self._hub.random_bytes(SECRET_BYTES)
        while True:
            made = decide.opened(self._hub.word(LENGTH), order, secret, account, nonce)
            if await self.store.save(made, None, self._clock.now()):
                return made

    async def change(self, code: str, decision: Decision) -> CrownRace:
        """Store what is decided; decides anew while the race has moved on meanwhile. Raises what
        the decision raises."""
        while True:
            kept = await self.store.load(code)
            race = decision(kept.race)
            if self._hub.is_stale():  # somebody may be about to note that the server was away
                raise StoreAway
            if race == kept.stored or await self.store.save(race, kept, self._clock.now()):
                self._plan(race, was_over=kept.race.over_at is not None)
                return race

    def _plan(self, race: CrownRace, *, was_over: bool) -> None:
        """Look at a race again when it closes, and now if it is over as of now."""
        deadline, now = race.deadline, self._clock.now()
        if deadline is not None and (deadline > now or (race.over_at is not None and not was_over)):
            self.schedule.add(race.code, deadline)

    async def claim(self, code: str, account: str) -> CrownRace:
        """The next deal of a candidate is theirs, once."""
        room = self._hub.word(LENGTH)
        while (await self.store.statuses([room]))[room] is not None:
            room = self._hub.word(LENGTH)
        return await self.change(
            code, lambda race: decide.claim(race, account, room, self._clock.now())
        )

    async def look(self, code: str) -> CrownRace:
        """The race with all that has become of its deals."""
        race = (await self.store.load(code)).race
        ends = await self._ends(race)
        return await self.change(code, lambda race: decide.ended(race, ends, self._clock.now()))

    async def meet(self, code: str) -> None:
        """Look at a race, and do what is due."""
        try:
            race = await self.look(code)
        except Refusal:  # it has lived its time
            await self.store.forget(code)
            return
        if race.over_at is not None and not race.told:
            await self._tell(race)
        elif race.over_at is None and race.has_closed(self._clock.now()):
            self.schedule.add(code, self._clock.now() + AGAIN_MS)

    async def run(self, link: Link) -> None:
        """One task for the life of the process: looks at all that are under way."""

        async def look() -> None:
            for code in await self.store.due():
                await self._safely(code)

        await look_again(link, look)

    async def meet_deadlines(self, link: Link) -> None:
        """Another, for what falls due in between."""
        await meet_deadlines(link, self.schedule, self.meet)

    async def _safely(self, code: str) -> None:
        """One crown race's fault must not stop the others."""
        try:
            await self.meet(code)
        except StoreAway:
            raise
        except Exception as error:
            error_log.note("crown_race_failed", error, crown_race=code)

    async def _ends(self, race: CrownRace) -> dict[str, End]:
        """How deals have ended that go on as far as is known."""
        ends = {}
        closes_at = race.closes_at or 0
        for code, status in (await self.store.statuses(race.pending)).items():
            if status == "over":
                room, _ = await self._rooms.room(Room(code))
                if not room.seq:
                    continue
                numbers = await record_builder.final_numbers(self._rooms, room, room.race)
                ends[code] = rooms.end_of(room.race, numbers[0])
            elif status is None and self._clock.now() >= closes_at + STORED_MS:
                ends[code] = End(how="abandoned", best=0, took_ms=0)  # it never began
        return ends

    async def _tell(self, race: CrownRace) -> None:
        """Let every room of a race that is over know the secret, and its result be known."""
        for code in race.rooms:
            try:
                live = await self._hub.find(code)
                await self._hub.change(live, partial(rooms.disclose, crown_race=race))
            except Refusal:  # it never was, or has lived its time
                continue
            await self._shelf.write_result(code, 1)
        await self.change(race.code, decide.told)
