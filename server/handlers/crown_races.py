"""Crown race requests: open, join, start, play a deal, quit, follow.

A crown is a title for several games won in a row. A crown race is an event in which players, called
candidates, try for it on the same five deals, each at their own pace. A candidate plays each deal
alone, as a race with one contestant in a room that is made for it (`crown_races/rooms.py`).
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

from protocol import crown_races as say
from protocol.message import encode
from server.accounts.store import Account
from server.crown_races import rooms
from server.crown_races import state as decide
from server.crown_races.account_data import CrownRaceAccountData
from server.crown_races.service import CrownRaceService, Decision
from server.crown_races.state import CrownRace
from server.crown_races.subscriptions import CrownRaceSubscriptions
from server.errors import Refusal
from server.handlers.session_deals import SessionCaller, SessionHandlers, SessionServices
from server.live_rooms.multi_deal_tasks import SessionSchedule
from server.store.availability import StoreAvailability
from server.tasks import run_together


class CrownRaceServices(NamedTuple):
    """The services that the crown race handlers use, shared by all connections of a process."""

    shared: SessionServices
    races: CrownRaceService
    following: CrownRaceSubscriptions

    @property
    def account_data(self) -> CrownRaceAccountData:
        """The object that exports or deletes what crown races store about an account."""
        return CrownRaceAccountData(self.races, self.following, self.shared.deadlines)

    async def run(self, link: StoreAvailability, url: str) -> None:
        """Run the background tasks of crown races, such as acting at their deadlines, until this
        task is cancelled."""
        await run_together(
            self.races.run(link), self.races.watch_deadlines(link), self.following.run(link, url)
        )


def crown_race_services(shared: SessionServices, schedule: SessionSchedule) -> CrownRaceServices:
    """Make the services that the crown race handlers of a process use. `shared` are services that
    they share with the tournament handlers; `schedule` has the timers of crown races."""
    registry, quota, clock = shared.deadlines.registry, shared.quota, shared.clock
    races = CrownRaceService(registry, registry.store, quota.archiver, clock, schedule)
    following = CrownRaceSubscriptions(races, shared.accounts.names, clock.now)
    return CrownRaceServices(shared, races, following)


class CrownRaceHandlers(SessionHandlers):
    """The crown race handlers of one connection."""

    def __init__(self, services: CrownRaceServices, caller: SessionCaller) -> None:
        super().__init__(services.shared, caller)
        self._services = services
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
        """Stop sending changes of crown races to the connection. This is called when the connection
        has closed, and when its user asks for it."""
        self._services.following.stop(self._listener)

    async def _open(self, request: say.OpenCrownRace) -> None:
        account = await self._candidate()
        decide.order_of(request.games)  # refuses before the quota is charged
        await self._shared.quota.take(self._caller.allowance.address, account.number)
        race = await self._services.races.open(request.games, account.number, request.nonce)
        await self._forget_gone(account)
        await self._answer(request.id, race, account)

    async def _join(self, request: say.JoinCrownRace) -> None:
        account = await self._candidate()
        await self._change(
            request, account, lambda race: decide.join(race, account.number, request.nonce)
        )
        await self._forget_gone(account)

    async def _start(self, request: say.StartCrownRace) -> None:
        account, now = await self._candidate(), self._now
        await self._change(request, account, lambda race: decide.start(race, account.number, now()))

    async def _quit(self, request: say.QuitCrownRace) -> None:
        account, now = await self._candidate(), self._now
        await self._change(
            request, account, lambda race: decide.quit_it(race, account.number, now())
        )

    async def _play(self, request: say.PlayCrownDeal) -> None:
        self._caller.free()
        account, races = await self._candidate(), self._services.races
        race = await races.look(request.code)
        if await self._gave_up(_playing(race, account)[0]):
            race = await races.look(request.code)
        if not _playing(race, account)[0]:
            decide.claim(race, account.number, "", self._now())  # refuses before the charge
            await self._shared.quota.take(self._caller.allowance.address, account.number)
            race = await races.claim(request.code, account.number)
        room, number = _playing(race, account)
        ms, token, name = self._shared.countdown_ms, request.token, self._listener.name
        begin = partial(rooms.begin, race, number, account, token, name, ms)
        live, _ = await self._room_of(request, account.number, room, begin)
        # Crowns are computed from the races on the account's seats.
        if not await self._took_seat(account.number, room):
            await self._forget_gone(account)
        await self._caller.sit(request, live)

    async def _forget_gone(self, account: Account) -> None:
        """Remove the account from its crown races if the account has just been deleted. Otherwise
        the crown races would wait for it."""
        if not await self._shared.accounts.names([account.number]):
            await self._services.account_data.forget(account.number)

    async def _follow(self, request: say.FollowCrownRace) -> None:
        await self._services.following.follow(
            request.code, self._caller.account, self._listener, request.id
        )

    async def _unfollow(self, request: say.UnfollowCrownRace) -> None:
        self.stop()
        self._done(request.id)

    async def _change(
        self,
        request: say.JoinCrownRace | say.StartCrownRace | say.QuitCrownRace,
        account: Account,
        decision: Decision,
    ) -> None:
        race = await self._services.races.change(request.code, decision)
        await self._answer(request.id, race, account)

    async def _answer(self, request: int, race: CrownRace, account: Account) -> None:
        told = await self._services.following.answer(race, account.number, request)
        self._listener.send(encode(told))

    async def _candidate(self) -> Account:
        account = await self._logged_in("A crown race is for accounts; log in first.")
        if account.bot:
            raise Refusal("no_bots", "Crowns are won by people; bots take no part.")
        return account


def _playing(race: CrownRace, account: Account) -> tuple[str, int]:
    """Return the room code and the number, from 1, of the deal that a candidate has in progress;
    the code is empty if there is none."""
    mine = race.candidate(account.number)
    if mine is None or mine.playing is None:
        return "", 0
    return mine.playing.room, len(mine.tries)
