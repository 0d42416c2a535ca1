"""Tournament organiser requests: change the plan of a tournament, and run its steps.

Also checks plans, which `tournaments.py` needs to create a tournament.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from pydantic import ValidationError

from protocol.from_server import Done
from protocol.message import encode
from protocol.tournaments import requests as say
from protocol.tournaments.plan import MOST_ENTRANTS, TournamentPlan
from server.access.client_address import paying_address, read_address
from server.accounts.name_rules import called, keys_of, visible
from server.accounts.store import Account, AccountStore, account_named
from server.errors import Refusal
from server.rooms.commands import token_hash
from server.tournaments import organiser_commands
from server.tournaments.entrants import Asker
from server.tournaments.service import TournamentService
from server.tournaments.state import Tournament
from server.tournaments.steps import Decision, once
from server.views.listener import Listener

PLAIN = {
    "open": organiser_commands.open_it,
    "pause": organiser_commands.pause,
    "resume": organiser_commands.resume,
    "close_hall": organiser_commands.close_hall,
}
ROUNDS = {
    "void_round": organiser_commands.void_round,
    "replay_round": organiser_commands.replay_round,
}
ENTRANTS = {
    "remove": organiser_commands.remove,
    "withdraw": organiser_commands.withdraw,
    "reinstate": organiser_commands.reinstate,
}


class OrganiserHandlers:
    """The organiser handlers of one connection. `somebody` returns the account that is logged in,
    and raises Refusal for a guest. `address` is that whose limits apply to the connection, None if
    none apply."""

    def __init__(
        self,
        tournaments: TournamentService,
        accounts: AccountStore,
        listener: Listener,
        somebody: Callable[[], Awaitable[Account]],
        address: str | None,
    ) -> None:
        self._tournaments, self._accounts = tournaments, accounts
        self._listener, self._somebody, self._address = listener, somebody, address
        self.handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "change_tournament": self._redefine,
            "run_tournament": self._run,
            "organise_tournament": self._help,
        }

    async def _redefine(self, request: say.ChangeTournament) -> None:
        account, now = await self._somebody(), self._tournaments.now
        plan = plan_of(request.plan, now())
        invited = await invited_by(self._accounts, plan)
        await self._change(
            request,
            lambda each: organiser_commands.redefine(each, account.number, plan, now(), invited),
        )

    async def _run(self, request: say.RunTournament) -> None:
        account = await self._somebody()
        do, by = request.do, account.number
        if isinstance(do, say.AccountVerb | say.InviteEntrants):
            decision = await self._of_others(do, by)
        elif isinstance(do, say.OpenHall | say.ShareOrganising):
            decision = self._of_access(do, by)
        else:
            decision = self._decision(do, by)
        word = request.once
        await self._change(request, lambda each: once(each, word, decision))

    async def _help(self, request: say.OrganiseTournament) -> None:
        account, now = await self._somebody(), self._tournaments.now
        hashed = token_hash(request.word)
        await self._change(
            request, lambda each: organiser_commands.helped(each, account.number, hashed, now())
        )

    def _decision(self, do: Any, by: str) -> Decision:
        now, fresh = self._tournaments.now, self._tournaments.fresh
        match do:
            case say.StartOf(round=meant):
                return lambda each: organiser_commands.start(each, by, now(), fresh, meant)
            case say.SimpleVerb(verb=verb):
                return lambda each: PLAIN[verb](each, by, now())
            case say.AddTime(ms=ms, round=meant):
                return lambda each: organiser_commands.add_time(each, by, ms, now(), meant)
            case say.RoundVerb(verb=verb, round=number):
                return lambda each: ROUNDS[verb](each, by, number, now())
            case say.EntrantVerb(verb=verb, entrant=number):
                return lambda each: ENTRANTS[verb](each, by, number, now())
            case say.Announce(text=text):
                return lambda each: organiser_commands.announce(each, by, text, now())
        return lambda each: organiser_commands.stop(each, by, now(), fresh, for_good=do.for_good)

    def _of_access(self, do: say.OpenHall | say.ShareOrganising, by: str) -> Decision:
        now = self._tournaments.now
        if isinstance(do, say.ShareOrganising):
            hashed = None if do.word is None else token_hash(do.word)
            return lambda each: organiser_commands.share(each, by, hashed, now())
        address, people = self._hall_of(do), do.people
        return lambda each: organiser_commands.open_hall(each, by, address, people, now())

    def _hall_of(self, do: say.OpenHall) -> str:
        """Return the address whose limits a hall raises. Raise Refusal if it is no address, or none
        is named and the limits do not apply to this connection."""
        if do.address is None:
            if self._address is None:
                raise Refusal(
                    "no_limits", "Your address has no limits; name the address of the hall."
                )
            return self._address
        if read_address(do.address) is None:
            raise Refusal("bad_address", "That is no address of a network, such as 203.0.113.7.")
        return paying_address(do.address, ()) or do.address

    async def _of_others(self, do: say.AccountVerb | say.InviteEntrants, by: str) -> Decision:
        now = self._tournaments.now
        if isinstance(do, say.InviteEntrants):
            found = [await account_named(self._accounts, name) for name in do.names]
            accounts = tuple(account.number for account in found)
            return lambda each: _bounded(organiser_commands.invite(each, by, accounts, now()))
        account = await account_named(self._accounts, do.name)
        if do.verb == "hand_over":
            return lambda each: organiser_commands.hand_over(each, by, account.number, now())
        who = Asker(account.number, account.bot)
        return lambda each: organiser_commands.admit(each, by, who, now())

    async def _change(
        self,
        request: say.ChangeTournament | say.RunTournament | say.OrganiseTournament,
        decision: Decision,
    ) -> None:
        await self._tournaments.change(request.code, decision)
        self._listener.send(encode(Done(id=request.id)))


def _bounded(tournament: Tournament) -> Tournament:
    if len(tournament.invited or ()) > MOST_ENTRANTS:
        raise Refusal("too_many", f"At most {MOST_ENTRANTS} can be invited.")
    return tournament


def plan_of(given: Mapping[str, object], now: int) -> TournamentPlan:
    """Validate a tournament plan at a server time. Raises Refusal that names the first mistake."""
    try:
        plan = TournamentPlan.model_validate(given)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])[:60] or "plan"
        what = first["msg"].removeprefix("Value error, ")[:300]
        raise Refusal("bad_plan", f"In {where}: {what}.") from None
    if not visible(plan.title).strip():
        raise Refusal("bad_plan", "In title: a title has something to be seen in it.")
    if plan.teams is not None:
        _refuse_alike(plan.teams.names)
    if plan.schedule is not None and plan.schedule.starts_at <= now:
        raise Refusal("start_passed", "In schedule.starts_at: that time has passed.")
    return plan


def _refuse_alike(teams: tuple[str, ...]) -> None:
    """Raise Refusal if the name of a team is not allowed, or two names look alike."""
    seen = set[str]()
    for team in teams:
        try:
            keys = keys_of(called(team))
        except Refusal as refusal:
            raise Refusal("bad_plan", f"In teams.names: {refusal}") from None
        if keys & seen:
            raise Refusal("bad_plan", f"In teams.names: {team} looks like another team.")
        seen |= keys


async def invited_by(accounts: AccountStore, plan: TournamentPlan) -> tuple[str, ...] | None:
    """Return the ids of the accounts that a plan invites; None if anybody may enter. Raises Refusal
    for an unknown name."""
    if plan.invited is None:
        return None
    found = [await account_named(accounts, name) for name in plan.invited]
    return tuple(account.number for account in found)
