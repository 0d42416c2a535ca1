"""Leisure race service: makes leisure races, assigns their deals, and collects what the messages
about them show; `own_pace/service.py` has what all own-pace races need.

In a leisure race a closed circle plays the same deals, each contestant alone and when they like. A
contestant plays each deal once, in a room of its own; this is called a try.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager

from server.accounts.store import AccountStore
from server.archive.archiver import Archiver
from server.archive.claimed_seats import ClaimedSeats
from server.boards.seat_standing import StoredStanding
from server.errors import Refusal
from server.leisure_races import rooms
from server.leisure_races import state as decide
from server.leisure_races.state import LeisurePlan, LeisureRace, TryEnd
from server.leisure_races.store import LeisureRaceStore
from server.leisure_races.table import LeisureFacts
from server.live_rooms.multi_deal_tasks import SessionSchedule
from server.live_rooms.registry import RoomRegistry
from server.observability import error_log
from server.own_pace.service import OwnPaceService
from server.rooms.state import Race, Room
from server.rooms.store import RoomStore
from server.store.clock import Clock

MOST_OPEN = 30
"""The maximum number of leisure races of an account that are not told, as organiser or
contestant, from which on it can make no further one."""

MOST_LISTED = 100
"""The maximum number of leisure races in the list of an account."""

Decision = Callable[[LeisureRace], LeisureRace]


class LeisureRaceService(OwnPaceService[LeisureRace, TryEnd]):
    """Creates, changes and checks leisure races. Methods raise StoreAway if Redis cannot be
    reached, and Refusal if there is no leisure race with the code. `schedule` has the server times
    at which this process checks leisure races next."""

    def __init__(
        self,
        registry: RoomRegistry,
        rooms_store: RoomStore,
        archiver: Archiver,
        clock: Clock,
        schedule: SessionSchedule,
        accounts: AccountStore,
    ) -> None:
        self.store = LeisureRaceStore(rooms_store.others, rooms_store.kept_s)
        self._accounts = accounts
        self._claimed_seats = ClaimedSeats(accounts, rooms_store, clock.now)
        super().__init__(registry, rooms_store, archiver, clock, schedule, self.store)

    async def new(self, plan: LeisurePlan, organiser: str, invited: Iterable[str]) -> LeisureRace:
        """Make and store a leisure race under an unused code. `organiser` and `invited` are the ids
        of the accounts that make it and that are invited."""
        accounts = list(invited)
        return await self.create(
            lambda code, secret: decide.opened(
                code, secret, plan, organiser, accounts, self._clock.now()
            )
        )

    async def claim(self, code: str, account: str, deal: int | None) -> LeisureRace:
        """Assign an unused room code to a contestant's try of a deal, and return the leisure race.
        `account` is the id of the account or the guest; a `deal` of None stands for the first one
        that is not played. If a try of the contestant is in progress, nothing changes. The caller
        makes the room. Raise Refusal if the contestant cannot begin this try."""
        room = await self._registry.free_code()
        return await self.change(
            code, lambda race: decide.claim(race, account, deal, room, self._clock.now())
        )

    async def claim_part(self, code: str, guest: str, account: str) -> LeisureRace:
        """Give the part of a guest to an account, and return the leisure race. The races that the
        guest has played are added to the account's history; they count nowhere, as with other
        seats of guests. Raise Refusal if the account cannot claim the part."""
        race = await self.change(code, lambda race: decide.claimed(race, guest, account))
        mine = decide.mine_in(race, account)
        for each in mine.tries:
            room, _ = await self._rooms.room(Room(each.room))
            took = each.by_guest and 0 in room.seats
            if took and await self._accounts.take_seat(account, each.room, 0, self.now()):
                await self._claimed_seats.note(account, room, 0)
        return race

    async def of(self, account: str, most: int | None = None) -> list[LeisureRace]:
        """Return the leisure races of an account that are still stored, newest first; if there are
        more than `most`, only the newest."""
        found = []
        for code in (await self.store.of(account))[::-1][:most]:
            try:
                found.append((await self.store.load(code)).race)
            except Refusal:  # the leisure race has expired
                continue
        return found

    async def refuse_many(self, account: str) -> None:
        """Raise Refusal if an account takes part in MOST_OPEN leisure races that are not told."""
        if sum(not race.told for race in await self.of(account, MOST_LISTED)) >= MOST_OPEN:
            raise Refusal(
                "too_many", f"You take part in {MOST_OPEN} leisure races; finish one of them first."
            )

    async def known(self, race: LeisureRace) -> LeisureFacts:
        """Return a leisure race with the other values that the message about it shows."""
        accounts = {race.organiser, *(one.account for one in race.contestants if one.name is None)}
        names = {
            account: name for account, (name, _) in (await self._accounts.names(accounts)).items()
        }
        void = await self.store.void(race.rooms) if race.told and race.rooms else frozenset[str]()
        return LeisureFacts(race, names, void)

    def _ended(self, race: LeisureRace, ends: Mapping[str, TryEnd], now: int) -> LeisureRace:
        return decide.ended(race, ends, now)

    def _end_of(self, race: Race, standing: StoredStanding) -> TryEnd:
        return rooms.end_of(race, standing)

    def _never_begun(self) -> TryEnd:
        return decide.NEVER_BEGUN

    def _isolated(self, code: str) -> AbstractContextManager[None]:
        return error_log.isolated("leisure_race_failed", leisure_race=code)
