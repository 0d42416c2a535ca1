"""Crown race requests: open, join, start, play a deal, quit, follow.

A candidate plays each deal as a solo race in a room of its own.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

from protocol import crown_races as say
from protocol.from_server import Done
from protocol.message import encode
from server.access.rate_limits import Allowance
from server.accounts.store import Account, AccountStore
from server.crown_races import rooms
from server.crown_races import state as decide
from server.crown_races.account_data import CrownRaceAccountData
from server.crown_races.service import CrownRaceService, Decision
from server.crown_races.state import CrownRace
from server.crown_races.subscriptions import CrownRaceSubscriptions
from server.errors import Refusal
from server.live_rooms.deadlines import Deadlines
from server.live_rooms.multi_deal_tasks import SessionSchedule, SessionSeats, given_up, returned
from server.live_rooms.race_quota import RaceQuota
from server.live_rooms.registry import RoomRegistry
from server.rooms.commands import Change
from server.rooms.store import RoomStore
from server.store.availability import StoreAvailability
from server.store.clock import Clock
from server.views.listener import Listener


class CrownRaceServices(NamedTuple):
    """What the crown race handlers work with; one for a process."""

    registry: RoomRegistry
    deadlines: Deadlines
    races: CrownRaceService
    following: CrownRaceSubscriptions
    quota: RaceQuota
    accounts: AccountStore
    clock: Clock
    countdown_ms: int

    @property
    def belongings(self) -> CrownRaceAccountData:
        """The crown race data of accounts, to export and to delete."""
        return CrownRaceAccountData(self.races, self.following, self.deadlines)

    async def run(self, link: StoreAvailability, url: str) -> None:
        """Run the background tasks of crown races until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.races.run(link))
            tasks.create_task(self.races.meet_deadlines(link))
            tasks.create_task(self.following.run(link, url))


def crown_race_services(
    deadlines: Deadlines,
    store: RoomStore,
    accounts: AccountStore,
    quota: RaceQuota,
    countdown_ms: int,
    schedule: SessionSchedule,
) -> CrownRaceServices:
    """A process's crown races; `schedule` hears of deals that end."""
    registry = deadlines.registry
    races = CrownRaceService(registry, store, quota.archiver, quota.clock, schedule)
    following = CrownRaceSubscriptions(races, accounts.names, quota.clock.now)
    return CrownRaceServices(
        registry, deadlines, races, following, quota, accounts, quota.clock, countdown_ms
    )


class CrownRaceHandlers:
    """The crown race handlers of one connection. `account` gives the account logged in there."""

    def __init__(
        self,
        desk: CrownRaceServices,
        listener: Listener,
        allowance: Allowance,
        account: Callable[[], Awaitable[Account | None]],
        seats: SessionSeats,
    ) -> None:
        self._d, self._me, self._allowance = desk, listener, allowance
        self._account, self._seats = account, seats
        self.handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "open_crown_race": self._open,
            "join_crown_race": self._join,
            "start_crown_race": self._start,
            "play_crown_deal": self._play,
            "quit_crown_race": self._quit,
            "follow_crown_race": self._follow,
            "unfollow_crown_race": self._unfollow,
        }

    def stop(self) -> None:
        """Stop following; call it when the connection has ended."""
        self._d.following.stop(self._me)

    async def _open(self, request: say.OpenCrownRace) -> None:
        account = await self._candidate()
        decide.order_of(request.games)  # a refused request is not charged to the quota
        await self._d.quota.take(self._allowance.address, account.number)
        race = await self._d.races.open(request.games, account.number, request.nonce)
        await self._forget_gone(account)
        await self._answer(request.id, race, account)

    async def _join(self, request: say.JoinCrownRace) -> None:
        account = await self._candidate()
        await self._change(
            request, account, lambda race: decide.join(race, account.number, request.nonce)
        )
        await self._forget_gone(account)

    async def _start(self, request: say.StartCrownRace) -> None:
        account, now = await self._candidate(), self._d.clock.now
        await self._change(request, account, lambda race: decide.start(race, account.number, now()))

    async def _quit(self, request: say.QuitCrownRace) -> None:
        account, now = await self._candidate(), self._d.clock.now
        await self._change(
            request, account, lambda race: decide.quit_it(race, account.number, now())
        )

    async def _play(self, request: say.PlayCrownDeal) -> None:
        self._seats.free()
        account, races = await self._candidate(), self._d.races
        race = await self._give_up_left(await races.look(request.code), account)
        if _playing(race, account) is None:
            decide.claim(
                race, account.number, "", self._d.clock.now()
            )  # a refused request is not charged to the quota
            await self._d.quota.take(self._allowance.address, account.number)
            race = await races.claim(request.code, account.number)
        room, number = _playing(race, account) or ("", 0)
        # A deal claimed without a room: its process died in between, or is just making the room.
        if (await races.store.statuses([room]))[room] is None:
            live = await self._d.registry.open_under(
                room, self._begin(request, race, account, number)
            )
            if live is not None:
                await self._took_seat(account, room)
                await self._seats.sit(request, live)
                return
        live = await returned(self._d.registry, room, account.number, request.token, self._me.name)
        await self._took_seat(account, room)
        await self._seats.sit(request, live)

    def _begin(
        self, request: say.PlayCrownDeal, race: CrownRace, account: Account, number: int
    ) -> Callable[[int], Change]:
        token, name, countdown = request.token, self._me.name, self._d.countdown_ms
        return partial(rooms.begin, race, number, account, token, name, countdown)

    async def _give_up_left(self, race: CrownRace, account: Account) -> CrownRace:
        """Give up the candidate's deal if they have left its room for good; return the race."""
        room, _ = _playing(race, account) or ("", 0)
        if not room or (await self._d.races.store.statuses([room]))[room] is None:
            return race
        if not await given_up(self._d.registry, self._d.deadlines, room):
            return race
        return await self._d.races.look(race.code)

    async def _took_seat(self, account: Account, room: str) -> None:
        """Add the seat to its account's list, where crowns are looked for."""
        if not await self._d.accounts.take_seat(account.number, room, 0, self._d.clock.now()):
            await self._forget_gone(account)

    async def _forget_gone(self, account: Account) -> None:
        """Remove an account deleted a moment ago from its races; they must not wait for it."""
        if not await self._d.accounts.names([account.number]):
            await self._d.belongings.forget(account.number)

    async def _follow(self, request: say.FollowCrownRace) -> None:
        await self._d.following.follow(request.code, self._account, self._me, request.id)

    async def _unfollow(self, request: say.UnfollowCrownRace) -> None:
        self.stop()
        self._me.send(encode(Done(id=request.id)))

    async def _change(
        self,
        request: say.JoinCrownRace | say.StartCrownRace | say.QuitCrownRace,
        account: Account,
        decision: Decision,
    ) -> None:
        race = await self._d.races.change(request.code, decision)
        await self._answer(request.id, race, account)

    async def _answer(self, request: int, race: CrownRace, account: Account) -> None:
        told = await self._d.following.answer(race, account.number, request)
        self._me.send(encode(told))

    async def _candidate(self) -> Account:
        account = await self._account()
        if account is None:
            raise Refusal("no_account", "A crown race is for accounts; log in first.")
        if account.bot:
            raise Refusal("no_bots", "Crowns are won by people; bots take no part.")
        return account


def _playing(race: CrownRace, account: Account) -> tuple[str, int] | None:
    """(room, deal number) of a candidate's deal in progress; None if there is none."""
    mine = race.candidate(account.number)
    if mine is None or mine.playing is None:
        return None
    return mine.playing.room, len(mine.tries)
