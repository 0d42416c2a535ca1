"""Tournament requests: create, enter, check in, withdraw, play, follow and list tournaments.

An entrant, a player of a tournament, is an account or a guest, who has no account. A request of a
guest contains the token (a random text) with which the guest has entered. A request with a token is
treated as a request of this guest, even if an account is logged in on the connection.
`organiser.py` has the other requests of an organiser.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from engine.solver.winnable_deals import WinnableDeal
from protocol.guests import GuestEntry
from protocol.message import encode
from protocol.tournaments import requests as say
from protocol.tournaments import tables as tournament_tables
from server.accounts.name_rules import called
from server.accounts.store import Account
from server.errors import Refusal
from server.handlers.session_deals import SessionCaller, SessionHandlers, SessionServices
from server.handlers.tournaments.organiser import OrganiserHandlers
from server.handlers.tournaments.plans import invited_by, plan_of
from server.live_rooms.multi_deal_tasks import SessionSchedule
from server.rooms.commands import Change, guest_id, token_hash
from server.store.availability import StoreAvailability
from server.tasks import run_together
from server.tournaments import entrants, rooms, table_messages
from server.tournaments.account_data import TournamentAccountData
from server.tournaments.effect_runner import DealMissing
from server.tournaments.entrants import Asker
from server.tournaments.formats import arena
from server.tournaments.service import TournamentService
from server.tournaments.state import (
    Entrant,
    StoredHeat,
    StoredRound,
    Tournament,
)
from server.tournaments.steps import Decision, mine
from server.tournaments.subscriptions import TournamentSubscriptions

MOST_LISTED = 50


class TournamentServices(NamedTuple):
    """The services that the tournament handlers use, shared by all connections of a process."""

    shared: SessionServices
    tournaments: TournamentService
    following: TournamentSubscriptions

    @property
    def account_data(self) -> TournamentAccountData:
        """The object that exports or deletes what tournaments store about an account."""
        return TournamentAccountData(self.tournaments)

    async def run(self, link: StoreAvailability, url: str) -> None:
        """Run the background tasks of tournaments until cancelled."""
        await run_together(
            self.tournaments.run(link),
            self.tournaments.watch_deadlines(link),
            self.following.run(link, url),
        )


def tournament_services(shared: SessionServices, schedule: SessionSchedule) -> TournamentServices:
    """Make the services that the tournament handlers of a process use. `shared` are services that
    they share with the crown race handlers; `schedule` has the timers of tournaments."""
    deadlines, accounts, quota, clock, countdown_ms, _ = shared
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
            services.tournaments,
            self._shared.accounts,
            self._listener,
            self._somebody,
            caller.allowance.address,
        )
        self.handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "enter_tournament": self._enter,
            "check_in_tournament": self._check_in,
            "withdraw_from_tournament": self._withdraw,
            "claim_tournament_entry": self._claim_entry,
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
        """Stop sending changes of tournaments to the connection. This is called when the connection
        has closed."""
        self._services.following.gone(self._listener)

    async def _new(self, request: say.NewTournament) -> None:
        account = await self._somebody()
        plan = plan_of(
            request.plan, self._now(), winnable=self._services.tournaments.deals_winnable
        )
        invited = await invited_by(self._shared.accounts, plan)
        await self._shared.quota.take(self._caller.allowance.address, account.number)
        made = await self._services.tournaments.new(plan, account.number, invited)
        known = await self._services.following.known(made.code)
        self._listener.send(self._services.following.answer(known, account.number, request.id))

    # Who takes part. --------------------------------------------------------------------------

    async def _enter(self, request: say.EnterTournament) -> None:
        now = self._now
        if request.guest is None:
            account = await self._somebody()
            who = Asker(account.number, account.bot)
        else:
            who = await self._guest(request.code, request.guest, request.team)
        await self._change(request, lambda each: entrants.enter(each, who, request.team, now()))

    async def _guest(self, code: str, guest: GuestEntry, team: str | None) -> Asker:
        """Return the guest who asks to enter. A guest who has not entered yet counts towards the
        limit of guests of an address. Raises Refusal if the guest may not enter, or too many guests
        have come from the address."""
        await self._refuse_account()
        name = called(guest.name)
        who = Asker(guest_id(guest.token), guest.bot, name)
        tournament = await self._services.tournaments.load(code)
        if tournament.entrant(who.account) is None:
            await self._refuse_claimed(name)
            entrants.enter(tournament, who, team, self._now())  # refuses before anything is counted
            await self._count_guest()
        return who

    async def _check_in(self, request: say.CheckInTournament) -> None:
        who, now = await self._taker(request.guest), self._now
        hashed = token_hash(request.token)
        tournament = await self._services.tournaments.change(
            request.code,
            lambda each: entrants.check_in(each, who, request.nonce, hashed, now()),
        )
        one = mine(tournament, who)
        for heat in _heats_under_way(tournament, one):
            await self._services.tournaments.effect_runner.move_seat(heat, one)
        self._done(request.id)

    async def _withdraw(self, request: say.WithdrawFromTournament) -> None:
        who, now = await self._taker(request.guest), self._now
        await self._change(request, lambda each: entrants.withdraw(each, who, now()))

    async def _claim_entry(self, request: say.ClaimTournamentEntry) -> None:
        account = await self._somebody()
        guest = guest_id(request.guest)
        await self._services.tournaments.claim_entry(request.code, guest, account.number)
        self._done(request.id)

    async def _play(self, request: say.PlayTournamentDeal) -> None:
        self._caller.free()
        who, code = await self._taker(request.guest), request.code
        tournaments = self._services.tournaments
        tournament = await tournaments.look(code)
        one = mine(tournament, who)
        found = arena.in_progress(tournament, one.number)
        if found is not None and await self._gave_up(found[1].room):
            tournament = await tournaments.look(code)
        if arena.in_progress(tournament, one.number) is None:
            arena.claim(tournament, who, "", self._now())
            # The address is not charged, because all players at a venue may share one.
            await self._shared.quota.take(None, who)
            tournament = await tournaments.claim(code, who)
        found = arena.in_progress(tournament, one.number)
        if found is None:
            raise Refusal("deals_played", "There is no deal to play.")
        each, heat = found
        names = await self._shared.accounts.names([one.account] if one.name is None else [])
        seated = {account: name for account, (name, _) in names.items()}
        deal = await self._deal(tournament, each, heat)
        begun = partial(self._begun, request, tournament, each, heat, seated, deal)
        live, is_new = await self._room_of(request, one.owner, heat.room, begun)
        if one.owner is not None:
            await self._took_seat(one.owner, heat.room)
        await tournaments.effect_runner.note_claimed(heat, one)
        if is_new and not await tournaments.is_wanted(code, each.number, heat):
            await self._play(request)
        else:
            await self._caller.sit(request, live)

    async def _deal(
        self, tournament: Tournament, each: StoredRound, heat: StoredHeat
    ) -> WinnableDeal | None:
        """Return the winnable deal that is dealt in a room that is about to be made; None if the
        room is made already, or its terms ask for no winnable deal. Begin to search for the deal
        of the next round too, so that nobody has to wait for it. Raise Refusal if the search has
        failed."""
        searched = any(kind.terms.winnable for kind in tournament.plan.rounds)
        if not searched or await self._registry.store.is_made(heat.room):
            return None
        runner = self._services.tournaments.effect_runner
        try:
            deal = await runner.find_deal(tournament, each)
        except DealMissing:
            raise Refusal("wait", "The deal was not found yet; ask again.") from None
        following = arena.round_after(tournament, each.number)
        if following is not None:
            self._registry.later(runner.find_ahead(tournament, following))
        return deal

    def _begun(
        self,
        request: say.PlayTournamentDeal,
        tournament: Tournament,
        each: StoredRound,
        heat: StoredHeat,
        names: Mapping[str, str],
        deal: WinnableDeal | None,
        now: int,
    ) -> Change:
        arena.refuse_closed(tournament, now)
        made = rooms.prepared(tournament, each, heat, names, deal, now)
        return rooms.begun(made, request.token, self._listener.name, self._shared.countdown_ms, now)

    # Spectators. ------------------------------------------------------------------------------

    async def _get(self, request: say.GetTournament) -> None:
        known = await self._services.following.known(request.code)
        self._listener.send(
            self._services.following.answer(known, await self._reader(request.guest), request.id)
        )

    async def _follow(self, request: say.FollowTournament) -> None:
        await self._services.following.follow(
            request.code, await self._reader(request.guest), self._listener, request.id
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

    async def _taker(self, guest: str | None) -> str:
        """Return the id of the entrant who makes a request. If `guest` is a token, this is the
        guest who entered with the token; if it is None, the account that is logged in."""
        return (await self._somebody()).number if guest is None else guest_id(guest)

    async def _reader(self, guest: str | None) -> str | None:
        if guest is not None:
            return guest_id(guest)
        account = await self._caller.account()
        return None if account is None else account.number


def _heats_under_way(tournament: Tournament, one: Entrant) -> Iterable[StoredHeat]:
    """Yield the unfinished heats that an entrant plays in."""
    for each in tournament.rounds:
        heat = each.heat_of(one.number)
        if heat is not None and not heat.is_over and each.state in ("pairing", "lobby", "racing"):
            yield heat
