"""Tournament requests of players and spectators: enter, check in, withdraw, play, follow, list."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

from protocol import tournament_tables
from protocol import tournaments as say
from protocol.from_server import Done
from protocol.message import encode
from server.access.rate_limits import Allowance
from server.accounts.store import Account, AccountStore
from server.errors import Refusal
from server.handlers.tournament_organiser import OrganiserHandlers, invited_by, plan_of
from server.live_rooms.deadlines import Deadlines
from server.live_rooms.multi_deal_tasks import SessionSchedule, SessionSeats, given_up, returned
from server.live_rooms.race_quota import RaceQuota
from server.live_rooms.registry import RoomRegistry
from server.rooms.commands import Change, token_hash
from server.rooms.store import RoomStore
from server.store.availability import StoreAvailability
from server.store.clock import Clock
from server.tournaments import arena, entrants, rooms, table_messages
from server.tournaments.account_data import TournamentAccountData
from server.tournaments.entrants import Asker
from server.tournaments.service import TournamentService
from server.tournaments.state import StoredHeat, StoredRound, Tournament
from server.tournaments.steps import Decision
from server.tournaments.subscriptions import TournamentSubscriptions
from server.views.listener import Listener

MOST_LISTED = 50


class TournamentServices(NamedTuple):
    """What the tournament handlers work with; one for a process."""

    registry: RoomRegistry
    deadlines: Deadlines
    tournaments: TournamentService
    following: TournamentSubscriptions
    quota: RaceQuota
    accounts: AccountStore
    clock: Clock
    countdown_ms: int

    @property
    def belongings(self) -> TournamentAccountData:
        """The tournament data of accounts, to export and to delete."""
        return TournamentAccountData(self.tournaments)

    async def run(self, link: StoreAvailability, url: str) -> None:
        """Run the background tasks of tournaments until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.tournaments.run(link))
            tasks.create_task(self.tournaments.meet_deadlines(link))
            tasks.create_task(self.following.run(link, url))


def tournament_services(
    deadlines: Deadlines,
    store: RoomStore,
    accounts: AccountStore,
    quota: RaceQuota,
    countdown_ms: int,
    schedule: SessionSchedule,
) -> TournamentServices:
    """A process's tournaments; `schedule` hears of races that end."""
    registry = deadlines.registry
    tournaments = TournamentService(
        deadlines, store, quota.archiver, accounts, quota.clock, countdown_ms, schedule
    )
    following = TournamentSubscriptions(tournaments, accounts.names, quota.clock.now)
    return TournamentServices(
        registry, deadlines, tournaments, following, quota, accounts, quota.clock, countdown_ms
    )


class TournamentHandlers:
    """The tournament handlers of one connection. `account` gives the account logged in there."""

    def __init__(
        self,
        desk: TournamentServices,
        listener: Listener,
        allowance: Allowance,
        account: Callable[[], Awaitable[Account | None]],
        seats: SessionSeats,
    ) -> None:
        self._d, self._me, self._allowance = desk, listener, allowance
        self._account, self._seats = account, seats
        self.handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "enter_tournament": self._enter,
            "check_in_tournament": self._check_in,
            "withdraw_from_tournament": self._withdraw,
            "play_tournament_deal": self._play,
            "get_tournament": self._get,
            "follow_tournament": self._follow,
            "unfollow_tournament": self._unfollow,
            "get_tournament_table": self._table,
            "get_tournament_round": self._round,
            "list_tournaments": self._list,
            **OrganiserHandlers(desk.tournaments, desk.accounts, listener, self._somebody).handlers,
            "new_tournament": self._new,
        }

    def stop(self) -> None:
        """End the subscriptions of a closed connection."""
        self._d.following.gone(self._me)

    async def _new(self, request: say.NewTournament) -> None:
        account = await self._somebody()
        plan = plan_of(request.plan, self._d.clock.now())
        invited = await invited_by(self._d.accounts, plan)
        await self._d.quota.take(self._allowance.address, account.number)
        made = await self._d.tournaments.new(plan, account.number, invited)
        known = await self._d.following.known(made.code)
        self._me.send(self._d.following.answer(known, account.number, request.id))

    # Who takes part. --------------------------------------------------------------------------

    async def _enter(self, request: say.EnterTournament) -> None:
        account, now = await self._somebody(), self._d.clock.now
        who = Asker(account.number, account.bot)
        await self._change(request, lambda each: entrants.enter(each, who, request.team, now()))

    async def _check_in(self, request: say.CheckInTournament) -> None:
        account, now = await self._somebody(), self._d.clock.now
        hashed = token_hash(request.token)
        tournament = await self._d.tournaments.change(
            request.code,
            lambda each: entrants.check_in(each, account.number, request.nonce, hashed, now()),
        )
        for room in _rooms_of(tournament, account.number):
            await self._d.tournaments.doer.move_seat(room, account.number, hashed)
        self._me.send(encode(Done(id=request.id)))

    async def _withdraw(self, request: say.WithdrawFromTournament) -> None:
        account, now = await self._somebody(), self._d.clock.now
        await self._change(request, lambda each: entrants.withdraw(each, account.number, now()))

    async def _play(self, request: say.PlayTournamentDeal) -> None:
        self._seats.free()
        account, code = await self._somebody(), request.code
        tournaments = self._d.tournaments
        tournament = await self._give_up_left(await tournaments.look(code), account)
        if _playing(tournament, account) is None:
            arena.claim(tournament, account.number, "", self._d.clock.now())
            # Not charged to the address: a whole venue may share one.
            await self._d.quota.take(None, account.number)
            tournament = await tournaments.claim(code, account.number)
        found = _playing(tournament, account)
        if found is None:
            raise Refusal("deals_played", "There is no deal to play.")
        each, heat = found
        # A deal claimed without a room: its process died in between, or is just making the room.
        if (await tournaments.store.statuses([heat.room]))[heat.room] is None:
            arena.refuse_closed(tournament, self._d.clock.now())
            begun = partial(self._begun, request, tournament, each, heat, account.name)
            live = await self._d.registry.open_under(heat.room, begun)
            if live is not None:
                await self._took_seat(account, heat.room)
                if await tournaments.is_wanted(code, each.number, heat):
                    await self._seats.sit(request, live)
                else:
                    await self._play(request)
                return
        live = await returned(
            self._d.registry, heat.room, account.number, request.token, self._me.name
        )
        await self._took_seat(account, heat.room)
        await self._seats.sit(request, live)

    def _begun(
        self,
        request: say.PlayTournamentDeal,
        tournament: Tournament,
        each: StoredRound,
        heat: StoredHeat,
        name: str,
        now: int,
    ) -> Change:
        [number] = heat.entrants
        names = {tournament.entrants[number].account: name}
        made = rooms.prepared(tournament, each, heat, names, now)
        return rooms.begun(made, request.token, self._me.name, self._d.countdown_ms, now)

    async def _give_up_left(self, tournament: Tournament, account: Account) -> Tournament:
        """Give up the player's deal if they have left its room for good; return the tournament."""
        found = _playing(tournament, account)
        room = found[1].room if found else ""
        if not room or (await self._d.tournaments.store.statuses([room]))[room] is None:
            return tournament
        if not await given_up(self._d.registry, self._d.deadlines, room):
            return tournament
        return await self._d.tournaments.look(tournament.code)

    async def _took_seat(self, account: Account, room: str) -> None:
        await self._d.accounts.take_seat(account.number, room, 0, self._d.clock.now())

    # Spectators. ------------------------------------------------------------------------------

    async def _get(self, request: say.GetTournament) -> None:
        known = await self._d.following.known(request.code)
        self._me.send(self._d.following.answer(known, await self._reader(), request.id))

    async def _follow(self, request: say.FollowTournament) -> None:
        await self._d.following.follow(request.code, await self._reader(), self._me, request.id)

    async def _unfollow(self, request: say.UnfollowTournament) -> None:
        self._d.following.stop(self._me)
        self._me.send(encode(Done(id=request.id)))

    async def _table(self, request: say.GetTournamentTable) -> None:
        tournament = await self._d.tournaments.load(request.code)
        table = await self._d.following.tables.of(tournament)
        offset, count = request.offset, request.count
        self._me.send(
            encode(table_messages.full_table(tournament, table, request.id, offset, count))
        )

    async def _round(self, request: say.GetTournamentRound) -> None:
        tournament = await self._d.tournaments.load(request.code)
        if request.round > len(tournament.rounds):
            raise Refusal("unknown_round", "There is no such round yet.")
        each = tournament.rounds[request.round - 1]
        if not (each.counts or each.state == "voided"):
            raise Refusal("race_not_over", "The round is not over yet.")
        table, now = await self._d.following.tables.of(tournament), self._d.clock.now()
        self._me.send(encode(table_messages.of_round(tournament, table, each, request.id, now)))

    async def _list(self, request: say.ListTournaments) -> None:
        found = await self._d.tournaments.store.listed(MOST_LISTED)
        named = await self._d.accounts.names({each.organiser for each in found}) if found else {}
        names = {account: name for account, (name, _) in named.items()}
        now = self._d.clock.now()
        entries = [table_messages.entry(each, names, now) for each in found]
        self._me.send(encode(tournament_tables.Tournaments(id=request.id, tournaments=entries)))

    # Shared helpers. --------------------------------------------------------------------------

    async def _change(
        self,
        request: say.EnterTournament | say.WithdrawFromTournament,
        decision: Decision,
    ) -> None:
        await self._d.tournaments.change(request.code, decision)
        self._me.send(encode(Done(id=request.id)))

    async def _somebody(self) -> Account:
        account = await self._account()
        if account is None:
            raise Refusal("no_account", "Tournaments are for accounts; log in first.")
        return account

    async def _reader(self) -> str | None:
        account = await self._account()
        return None if account is None else account.number


def _playing(tournament: Tournament, account: Account) -> tuple[StoredRound, StoredHeat] | None:
    """(round, heat) of the deal an arena player has in progress; None if there is none."""
    one = tournament.entrant(account.number)
    return None if one is None else arena.in_progress(tournament, one.number)


def _rooms_of(tournament: Tournament, account: str) -> Iterable[str]:
    """The rooms of the unfinished heats an account plays in."""
    one = tournament.entrant(account)
    for each in tournament.rounds:
        heat = None if one is None else each.heat_of(one.number)
        if heat is not None and not heat.is_over and each.state in ("pairing", "lobby", "racing"):
            yield heat.room
