"""Requests of the organiser of a tournament: change its plan, open its hall, and make it go on, for
example start the next round. A hall is a network address from which many people take part; its
limits of requests are raised until the tournament ends."""

from collections.abc import Awaitable, Callable
from typing import Any

from protocol.from_server import Done
from protocol.message import encode
from protocol.tournaments import requests as say
from protocol.tournaments.plan import MOST_ENTRANTS
from server.access.client_address import paying_address, read_address
from server.accounts.store import Account, AccountStore, account_named
from server.errors import Refusal
from server.handlers.tournaments.plans import invited_by, plan_of
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
    """The handlers, for one connection, of the requests that only an organiser may make. `somebody`
    returns the account that is logged in, and raises Refusal if none is. `address` is the network
    address whose limits apply to the connection; None if no limits of addresses apply to it."""

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
        plan = plan_of(request.plan, now(), winnable=self._tournaments.deals_winnable)
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
        """Return the address of the hall that an organiser opens: the address that the request
        names, or by default that of this connection. Raise Refusal if the named address is no IP
        address, or if none is named and no limits apply to the address of this connection."""
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
