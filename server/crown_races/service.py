"""Crown race service: stores decisions, meets deadlines, and discloses the secret of a crown race
at its end.

A crown race is an event in which several accounts, its candidates, play the same five deals, one of
each of the five great games, at their own pace. Each candidate plays each deal alone, in a room of
its own. All deals are shuffled from one secret and from the nonces, random numbers that the
candidates send. A decision is a function that takes a crown race and returns the changed one.

A room stores the end of its deal first. The process that has stored it then calls `meet`, which
stores this end in the crown race too. If the process dies before that, another process finds the
end: when it starts, periodically, and at each request of a candidate. A crown race that is over
stays in the list of crown races to check until its secret is disclosed in all its rooms.
"""

from collections.abc import Callable, Iterable
from functools import partial

from engine.races.fairness import SECRET_BYTES
from protocol.codes import LENGTH
from server.archive import record_builder
from server.archive.archiver import Archiver
from server.crown_races import rooms
from server.crown_races import state as decide
from server.crown_races.state import STORED_MS, CrownRace, DealEnd
from server.crown_races.store import CrownRaceStore
from server.errors import Refusal, StoreAway
from server.live_rooms.multi_deal_tasks import SessionSchedule, look_again, watch_deadlines
from server.live_rooms.registry import RoomRegistry
from server.observability import error_log
from server.rooms.state import Room
from server.rooms.store import RoomStore
from server.store.availability import StoreAvailability
from server.store.clock import Clock

AGAIN_MS = 2_000
"""Milliseconds between two checks of a closed crown race in which deals are still in progress."""
PREFIX = "crown-"
"""Prefix of the names by which deal seeds and records refer to crown races."""

Decision = Callable[[CrownRace], CrownRace]


class CrownRaceService:
    """Creates, changes and checks crown races. Methods raise StoreAway if Redis cannot be reached,
    and Refusal if there is no crown race with the code. `schedule` has the server times at which
    this process checks crown races next."""

    def __init__(
        self,
        registry: RoomRegistry,
        rooms_store: RoomStore,
        archiver: Archiver,
        clock: Clock,
        schedule: SessionSchedule,
    ) -> None:
        self.store = CrownRaceStore(rooms_store.others, rooms_store.kept_s)
        self.schedule = schedule
        self._registry = registry
        self._rooms = rooms_store
        self._archiver = archiver
        self._clock = clock

    def now(self) -> int:
        """Return the server time in ms."""
        return self._clock.now()

    async def open(self, games: Iterable[str] | None, account: str, nonce: str) -> CrownRace:
        """Create and store a crown race under an unused code, with `account` as its host, who may
        start it, and its first candidate.

        `games` is the order of the five great games, None for the usual order. `nonce` is the
        random number that `account` contributes to the deals. Raise Refusal if `games` are not the
        five great games.
        """
        order, secret = (
            None if games is None else list(games),
            self._registry.random_bytes(SECRET_BYTES),
        )
        while True:
            made = decide.opened(self._registry.word(LENGTH), order, secret, account, nonce)
            if await self.store.save(made, None, self._clock.now()):
                return made

    async def change(self, code: str, decision: Decision) -> CrownRace:
        """Apply a decision to the crown race with this code, store the changed crown race and
        return it.

        If another change was stored meanwhile, the decision is applied again to the new state. An
        error that the decision raises is raised here, and then nothing is stored.
        """
        while True:
            kept = await self.store.load(code)
            race = decision(kept.race)
            if self._registry.is_stale():  # the outage that this process caused may not be stored
                raise StoreAway
            if race == kept.stored or await self.store.save(race, kept, self._clock.now()):
                self._plan(race, was_over=kept.race.over_at is not None)
                return race

    def _plan(self, race: CrownRace, *, was_over: bool) -> None:
        """Schedule the next check of a crown race: when it closes, or at once if it is over now and
        was not over before the change (`was_over`)."""
        deadline, now = race.deadline, self._clock.now()
        if deadline is not None and (deadline > now or (race.over_at is not None and not was_over)):
            self.schedule.add(race.code, deadline)

    async def claim(self, code: str, account: str) -> CrownRace:
        """Assign an unused room code to the next deal of the candidate `account`, and return the
        crown race. If a deal of the candidate is in progress, nothing changes. The caller makes the
        room. Raise Refusal if the candidate cannot begin a deal."""
        room = await self._registry.free_code()
        return await self.change(
            code, lambda race: decide.claim(race, account, room, self._clock.now())
        )

    async def look(self, code: str) -> CrownRace:
        """Bring a stored crown race up to date and return it: if rooms have stored the ends of
        deals that are still in progress in the crown race, store these ends in the crown race."""
        race = (await self.store.load(code)).race
        ends = await self._ends(race)
        return await self.change(code, lambda race: decide.ended(race, ends, self._clock.now()))

    async def meet(self, code: str) -> None:
        """Check a crown race: store the ends of its deals, and if it is over, disclose its secret
        and publish the results of its deals.

        If the crown race is no longer stored, raise no Refusal, but remove it from the stored list
        of crown races that must be checked.
        """
        try:
            race = await self.look(code)
        except Refusal:  # the crown race has expired
            await self.store.forget(code)
            return
        if race.over_at is not None and not race.told:
            await self._tell(race)
        elif race.over_at is None and race.has_closed(self._clock.now()):
            self.schedule.add(code, self._clock.now() + AGAIN_MS)

    async def run(self, link: StoreAvailability) -> None:
        """Check periodically all crown races that have started and whose secret is not disclosed.
        Run until cancelled. `link` tells whether Redis can be reached."""

        async def look() -> None:
            for code in await self.store.due():
                with error_log.isolated("crown_race_failed", crown_race=code):
                    await self.meet(code)

        await look_again(link, look)

    async def watch_deadlines(self, link: StoreAvailability) -> None:
        """Check each crown race at its time in `schedule`. Run until cancelled. `link` tells
        whether Redis can be reached."""
        await watch_deadlines(link, self.schedule, self.meet)

    async def _ends(self, race: CrownRace) -> dict[str, DealEnd]:
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
                ends[code] = rooms.end_of(room.race, numbers[0])
            elif status is None and self._clock.now() >= closes_at + STORED_MS:
                # The room was never made, and it is too late for that now.
                ends[code] = DealEnd(how="abandoned", best=0, took_ms=0)
        return ends

    async def _tell(self, race: CrownRace) -> None:
        """Publish the secret of a crown race that is over. It is stored in each room in which the
        crown race was played. Then publish the results of its deals."""
        for code in race.rooms:
            try:
                live = await self._registry.find(code)
                await self._registry.change(live, partial(rooms.disclose, crown_race=race))
            except Refusal:  # the room was never made, or has expired
                continue
            await self._archiver.write_result(code, 1)
        await self.change(race.code, decide.told)
