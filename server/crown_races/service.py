"""Crown race service: opens crown races and assigns their deals; `own_pace/service.py` has what all
own-pace races need.

A crown race is an event in which several accounts, its candidates, play the same five deals, one of
each of the five great games, at their own pace. Each candidate plays each deal alone, in a room of
its own. All deals are shuffled from one secret and from the nonces, random numbers that the
candidates send.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager

from server.archive.archiver import Archiver
from server.boards.seat_standing import StoredStanding
from server.crown_races import rooms
from server.crown_races import state as decide
from server.crown_races.state import CrownRace, DealEnd
from server.crown_races.store import CrownRaceStore
from server.live_rooms.multi_deal_tasks import SessionSchedule
from server.live_rooms.registry import RoomRegistry
from server.observability import error_log
from server.own_pace.service import OwnPaceService
from server.rooms.state import Race
from server.rooms.store import RoomStore
from server.store.clock import Clock

Decision = Callable[[CrownRace], CrownRace]


class CrownRaceService(OwnPaceService[CrownRace, DealEnd]):
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
        super().__init__(registry, rooms_store, archiver, clock, schedule, self.store)

    async def open(self, games: Iterable[str] | None, account: str, nonce: str) -> CrownRace:
        """Create and store a crown race under an unused code, with `account` as its host, who may
        start it, and its first candidate.

        `games` is the order of the five great games, None for the usual order. `nonce` is the
        random number that `account` contributes to the deals. Raise Refusal if `games` are not the
        five great games.
        """
        order = None if games is None else list(games)
        return await self.create(
            lambda code, secret: decide.opened(code, order, secret, account, nonce)
        )

    async def claim(self, code: str, account: str) -> CrownRace:
        """Assign an unused room code to the next deal of the candidate `account`, and return the
        crown race. If a deal of the candidate is in progress, nothing changes. The caller makes the
        room. Raise Refusal if the candidate cannot begin a deal."""
        room = await self._registry.free_code()
        return await self.change(
            code, lambda race: decide.claim(race, account, room, self._clock.now())
        )

    def _ended(self, race: CrownRace, ends: Mapping[str, DealEnd], now: int) -> CrownRace:
        return decide.ended(race, ends, now)

    def _end_of(self, race: Race, standing: StoredStanding) -> DealEnd:
        return rooms.end_of(race, standing)

    def _never_begun(self) -> DealEnd:
        return decide.NEVER_BEGUN

    def _isolated(self, code: str) -> AbstractContextManager[None]:
        return error_log.isolated("crown_race_failed", crown_race=code)
