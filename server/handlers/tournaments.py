"""Tournament requests: create, enter, check in, withdraw, play, follow and list tournaments.

`tournament_organiser.py` has the other requests of an organiser.
"""

from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

from protocol import tournament_tables
from protocol import tournaments as say
from protocol.message import encode
from server.accounts.store import Account
from server.errors import Refusal
from server.handlers.session_deals import SessionCaller, SessionHandlers, SessionServices
from server.handlers.tournament_organiser import OrganiserHandlers, invited_by, plan_of
from server.live_rooms.multi_deal_tasks import SessionSchedule
from server.rooms.commands import Change, token_hash
from server.store.availability import StoreAvailability
from server.tasks import run_together
from server.tournaments import arena, entrants, rooms, table_messages
from server.tournaments.account_data import TournamentAccountData
from server.tournaments.entrants import Asker
from server.tournaments.service import TournamentService
from server.tournaments.state import StoredHeat, StoredRound, Tournament
from server.tournaments.steps import Decision
from server.tournaments.subscriptions import TournamentSubscriptions

MOST_LISTED = 50


class TournamentServices(NamedTuple):
    """What the tournament handlers work with, shared by all connections of a process."""

    shared: SessionServices
    tournaments: TournamentService
    following: TournamentSubscriptions

    @property
    def account_data(self) -> TournamentAccountData:
        """The tournament data of accounts, to export and to delete."""
        return TournamentAccountData(self.tournaments)

    async def run(self, link: StoreAvailability, url: str) -> None:
        """Run the background tasks of tournaments until cancelled."""
        await run_together(
            self.tournaments.run(link),
            self.tournaments.watch_deadlines(link),
            self.following.run(link, url),
        )


def tournament_services(shared: SessionServices, schedule: SessionSchedule) -> TournamentServices:
    """Build the tournament services of a process. `schedule` has the timers of tournaments."""
    deadlines, accounts, quota, clock, countdown_ms = shared
    store = deadlines.registry.store
    tournaments = TournamentService(
        deadlines, store, quota.archiver, accounts, clock, countdown_ms, schedule
    )
    following = TournamentSubscriptions(tournaments, accounts.names, clock.now)
    return TournamentServices(shared, tournaments, following)


class TournamentHandlers(SessionHandlers):
    """The tournament handlers of one connection."""

    def __init__(self, services: TournamentServices, caller: SessionCaller) -> None:
        super().__init__(services.shared, caller)
        self._services = services
        organiser = OrganiserHandlers(
            services.tournaments, self._shared.accounts, self._listener, self._somebody
        )
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
            **organiser.handlers,
            "new_tournament": self._new,
        }

    def stop(self) -> None:
        """Stop sending changes of tournaments to the connection. Call this when it has ended."""
        self._services.following.gone(self._listener)

    async def _new(self, request: say.NewTournament) -> None:
        account = await self._somebody()
        plan = plan_of(request.plan, self._now())
        invited = await invited_by(self._shared.accounts, plan)
        await self._shared.quota.take(self._caller.allowance.address, account.number)
        made = await self._services.tournaments.new(plan, account.number, invited)
        known = await self._services.following.known(made.code)
        self._listener.send(self._services.following.answer(known, account.number, request.id))

    # Who takes part. --------------------------------------------------------------------------

    async def _enter(self, request: say.EnterTournament) -> None:
        account, now = await self._somebody(), self._now
        who = Asker(account.number, account.bot)
        await self._change(request, lambda each: entrants.enter(each, who, request.team, now()))

    async def _check_in(self, request: say.CheckInTournament) -> None:
        account, now = await self._somebody(), self._now
        hashed = token_hash(request.token)
        tournament = await self._services.tournaments.change(
            request.code,
            lambda each: entrants.check_in(each, account.number, request.nonce, hashed, now()),
        )
        for room in _rooms_of(tournament, account.number):
            await self._services.tournaments.effect_runner.move_seat(room, account.number, hashed)
        self._done(request.id)

    async def _withdraw(self, request: say.WithdrawFromTournament) -> None:
        account, now = await self._somebody(), self._now
        await self._change(request, lambda each: entrants.withdraw(each, account.number, now()))

    async def _play(self, request: say.PlayTournamentDeal) -> None:
        self._caller.free()
        account, code = await self._somebody(), request.code
        tournaments = self._services.tournaments
        tournament = await tournaments.look(code)
        found = _playing(tournament, account)
        if found is not None and await self._gave_up(found[1].room):
            tournament = await tournaments.look(code)
        if _playing(tournament, account) is None:
            arena.claim(tournament, account.number, "", self._now())
            # The address is not charged, because all players at a venue may share one.
            await self._shared.quota.take(None, account.number)
            tournament = await tournaments.claim(code, account.number)
        found = _playing(tournament, account)
        if found is None:
            raise Refusal("deals_played", "There is no deal to play.")
        each, heat = found
        begun = partial(self._begun, request, tournament, each, heat, account.name)
        live, is_new = await self._room_of(request, account, heat.room, begun)
        await self._took_seat(account, heat.room)
        if is_new and not await tournaments.is_wanted(code, each.number, heat):
            await self._play(request)
        else:
            await self._caller.sit(request, live)

    def _begun(
        self,
        request: say.PlayTournamentDeal,
        tournament: Tournament,
        each: StoredRound,
        heat: StoredHeat,
        name: str,
        now: int,
    ) -> Change:
        arena.refuse_closed(tournament, now)
        [number] = heat.entrants
        names = {tournament.entrants[number].account: name}
        made = rooms.prepared(tournament, each, heat, names, now)
        return rooms.begun(made, request.token, self._listener.name, self._shared.countdown_ms, now)

    # Spectators. ------------------------------------------------------------------------------

    async def _get(self, request: say.GetTournament) -> None:
        known = await self._services.following.known(request.code)
        self._listener.send(
            self._services.following.answer(known, await self._reader(), request.id)
        )

    async def _follow(self, request: say.FollowTournament) -> None:
        await self._services.following.follow(
            request.code, await self._reader(), self._listener, request.id
        )

    async def _unfollow(self, request: say.UnfollowTournament) -> None:
        self._services.following.stop(self._listener)
        self._done(request.id)

    async def _table(self, request: say.GetTournamentTable) -> None:
        tournament = await self._services.tournaments.load(request.code)
        table = await self._services.following.tables.of(tournament)
        offset, count = request.offset, request.count
        self._listener.send(
            encode(table_messages.full_table(tournament, table, request.id, offset, count))
        )

    async def _round(self, request: say.GetTournamentRound) -> None:
        tournament = await self._services.tournaments.load(request.code)
        if request.round > len(tournament.rounds):
            raise Refusal("unknown_round", "There is no such round yet.")
        each = tournament.rounds[request.round - 1]
        if not (each.counts or each.state == "voided"):
            raise Refusal("race_not_over", "The round is not over yet.")
        table, now = await self._services.following.tables.of(tournament), self._now()
        self._listener.send(
            encode(table_messages.of_round(tournament, table, each, request.id, now))
        )

    async def _list(self, request: say.ListTournaments) -> None:
        found = await self._services.tournaments.store.listed(MOST_LISTED)
        named = (
            await self._shared.accounts.names({each.organiser for each in found}) if found else {}
        )
        names = {account: name for account, (name, _) in named.items()}
        now = self._now()
        entries = [table_messages.entry(each, names, now) for each in found]
        self._listener.send(
            encode(tournament_tables.Tournaments(id=request.id, tournaments=entries))
        )

    # Shared helpers. --------------------------------------------------------------------------

    async def _change(
        self,
        request: say.EnterTournament | say.WithdrawFromTournament,
        decision: Decision,
    ) -> None:
        await self._services.tournaments.change(request.code, decision)
        self._done(request.id)

    async def _somebody(self) -> Account:
        return await self._logged_in("Tournaments are for accounts; log in first.")

    async def _reader(self) -> str | None:
        account = await self._caller.account()
        return None if account is None else account.number


def _playing(tournament: Tournament, account: Account) -> tuple[StoredRound, StoredHeat] | None:
    """Return the round and the heat of the deal that an account has in progress in a tournament
    that entrants play at their own pace; None if there is none."""
    one = tournament.entrant(account.number)
    return None if one is None else arena.in_progress(tournament, one.number)


def _rooms_of(tournament: Tournament, account: str) -> Iterable[str]:
    """Yield the room codes of the unfinished heats that an account plays in."""
    one = tournament.entrant(account)
    for each in tournament.rounds:
        heat = None if one is None else each.heat_of(one.number)
        if heat is not None and not heat.is_over and each.state in ("pairing", "lobby", "racing"):
            yield heat.room
