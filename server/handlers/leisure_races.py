"""Leisure race requests: make one, join, play a deal, quit, get one, list one's own.

In a leisure race a closed circle plays the same deals, each contestant alone and when they like,
within hours or days. A contestant plays each deal once, as a race with one contestant in a room
that is made for it (`leisure_races/rooms.py`); this is called a try. Contestants are accounts, and
guests, who have no account and prove with a token (a random text) who they are. A request with such
a token is treated as a request of the guest.
"""

from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

from engine.racing_demon.game import RacingDemon
from protocol import leisure_races as say
from protocol.chosen_terms import ChosenRace
from protocol.guests import GuestEntry
from protocol.message import encode
from server.accounts.name_rules import called, keys_of
from server.accounts.store import Account
from server.errors import Refusal
from server.handlers.session_deals import SessionCaller, SessionHandlers, SessionServices
from server.leisure_races import rooms, table
from server.leisure_races import state as decide
from server.leisure_races.account_data import LeisureRaceAccountData
from server.leisure_races.notifier import AccountConnections, LeisureNotifier
from server.leisure_races.service import MOST_LISTED, LeisureRaceService
from server.leisure_races.state import LeisurePlan, LeisureRace, PlannedDeal
from server.live_rooms.multi_deal_tasks import SessionSchedule
from server.rooms.commands import guest_id, rules_and_terms
from server.store.availability import StoreAvailability
from server.tasks import run_together


class LeisureRaceServices(NamedTuple):
    """The services that the leisure race handlers use, shared by all connections of a process."""

    shared: SessionServices
    races: LeisureRaceService
    notifier: LeisureNotifier

    @property
    def account_data(self) -> LeisureRaceAccountData:
        """The object that exports or deletes what leisure races store about an account."""
        return LeisureRaceAccountData(self.races, self.shared.deadlines)

    async def run(self, link: StoreAvailability, url: str) -> None:
        """Run the background tasks of leisure races, such as acting at their deadlines, until this
        task is cancelled. `url` is the address of Redis."""
        await run_together(
            self.races.run(link), self.races.watch_deadlines(link), self.notifier.run(link, url)
        )


def leisure_race_services(
    shared: SessionServices,
    schedule: SessionSchedule,
    connections: AccountConnections,
    muted: Callable[[Iterable[str]], Awaitable[set[str]]],
) -> LeisureRaceServices:
    """Make the services that the leisure race handlers of a process use. `shared` are services that
    they share with the handlers of tournaments and crown races; `schedule` has the timers of
    leisure races. News of leisure races is sent on `connections`, except to the accounts that
    `muted` returns, which have muted the telephone."""
    registry, quota, clock = shared.deadlines.registry, shared.quota, shared.clock
    races = LeisureRaceService(
        registry, registry.store, quota.archiver, clock, schedule, shared.accounts
    )
    return LeisureRaceServices(shared, races, LeisureNotifier(races, connections, muted))


class LeisureRaceHandlers(SessionHandlers):
    """The leisure race handlers of one connection."""

    def __init__(self, services: LeisureRaceServices, caller: SessionCaller) -> None:
        super().__init__(services.shared, caller)
        self._services, self._races = services, services.races
        self.handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "new_leisure_race": self._new,
            "join_leisure_race": self._join,
            "invite_to_leisure_race": self._invite,
            "claim_leisure_entry": self._claim,
            "quit_leisure_race": self._quit,
            "get_leisure_race": self._get,
            "list_leisure_races": self._list,
            "play_leisure_deal": self._play,
        }

    async def _new(self, request: say.NewLeisureRace) -> None:
        account = await self._person()
        plan = plan_of(request, self._now())
        invited = await self._friends(account, request.invited)
        if not invited and not request.by_code:
            raise Refusal("bad_request", "Invite a friend, or let people come by the code.")
        await self._races.refuse_many(account.number)
        await self._shared.quota.take(self._caller.allowance.address, account.number)
        race = await self._races.new(plan, account.number, invited)
        await self._forget_gone(account)
        await self._answer(request.id, race, account.number)

    async def _friends(self, account: Account, names: list[str]) -> list[str]:
        """Return the ids of the accounts with these names. Raise Refusal if one of them is no
        friend of `account`, or is a bot."""
        found = []
        relations = await self._shared.accounts.friends(account.number) if names else {}
        for name in names:
            number = await self._shared.accounts.owner(keys_of(name))
            if number is None or relations.get(number) != "friend":
                raise Refusal(
                    "not_friends", f"{name} is no friend of yours here; send them the code instead."
                )
            found.append(number)
        bots = await self._shared.accounts.names(found) if found else {}
        for name, is_bot in bots.values():
            if is_bot:
                raise Refusal("no_bots", f"{name} is a bot; leisure races are for people.")
        return found

    async def _join(self, request: say.JoinLeisureRace) -> None:
        now = self._now
        if request.guest is None:
            account = await self._person()
            who, name = account.number, None
        else:
            account = None
            who, name = await self._guest(request.code, request.guest)
        race = await self._races.change(
            request.code, lambda race: decide.join(race, who, name, now())
        )
        if account is not None:
            await self._forget_gone(account)
        await self._answer(request.id, race, who)

    async def _guest(self, code: str, guest: GuestEntry) -> tuple[str, str]:
        """Return the id and the name of the guest who asks to join. A guest who has not joined yet
        counts towards the limit of guests of an address. Raise Refusal if the guest may not join,
        or too many guests have come from the address."""
        if guest.bot:
            raise Refusal("no_bots", "Leisure races are for people; bots take no part.")
        await self._refuse_account()
        who, name = guest_id(guest.token), called(guest.name)
        race = (await self._races.store.load(code)).race
        if race.contestant(who) is None:
            await self._refuse_claimed(name)
            decide.join(race, who, name, self._now())  # refuses before anything is counted
            await self._count_guest()
        return who, name

    async def _invite(self, request: say.InviteToLeisureRace) -> None:
        account, now = await self._person(), self._now
        invited = await self._friends(account, request.invited)
        race = await self._races.change(
            request.code, lambda race: decide.invite(race, account.number, invited, now())
        )
        await self._answer(request.id, race, account.number)

    async def _claim(self, request: say.ClaimLeisureEntry) -> None:
        account = await self._person()
        await self._races.claim_part(request.code, guest_id(request.guest), account.number)
        await self._forget_gone(account)
        self._done(request.id)

    async def _quit(self, request: say.QuitLeisureRace) -> None:
        who, now = await self._contestant(request.guest), self._now
        race = await self._races.change(request.code, lambda race: decide.quit_it(race, who, now()))
        await self._answer(request.id, race, who)

    async def _get(self, request: say.GetLeisureRace) -> None:
        reader = await self._reader(request.guest)
        race = await self._races.look(request.code)
        if race.over_at is not None and not race.told:  # who has just played last sees the table
            await self._races.meet(request.code)
            race = await self._races.look(request.code)
        if race.contestant(reader) is None and race.by_code == 0:
            raise Refusal("not_invited", decide.UNINVITED)
        if decide.seen(race, reader) != race:
            race = await self._races.change(request.code, lambda race: decide.seen(race, reader))
        await self._answer(request.id, race, reader)

    async def _list(self, request: say.ListLeisureRaces) -> None:
        account = await self._logged_in("Log in to see your leisure races.")
        races = await self._races.of(account.number, MOST_LISTED)
        named = await self._shared.accounts.names({race.organiser for race in races})
        names = {number: name for number, (name, _) in named.items()}
        now = self._now()
        lines = [table.entry(race, names, account.number, now) for race in races]
        listed = [line for line in lines if line is not None]
        self._listener.send(encode(say.LeisureRaces(id=request.id, races=listed)))

    async def _play(self, request: say.PlayLeisureDeal) -> None:
        self._caller.free()
        who = await self._contestant(request.guest)
        race = await self._races.look(request.code)
        if await self._gave_up(_room(race, who)):
            race = await self._races.look(request.code)
        if not _room(race, who):
            decide.claim(race, who, request.deal, "", self._now())  # refuses before the charge
            payer = decide.mine_in(race, who).owner
            await self._shared.quota.take(self._caller.allowance.address, payer)
            race = await self._races.claim(request.code, who, request.deal)
        mine = decide.mine_in(race, who)
        if mine.playing is None:
            raise Refusal("leisure_deals_played", "This try has just ended.")
        room, deal = mine.playing.room, mine.playing.deal
        name = mine.name or (await self._person()).name
        owner = None if mine.playing.by_guest else mine.owner
        begin = partial(
            rooms.begin,
            race,
            deal,
            name,
            owner,
            request.token,
            self._listener.name,
            self._shared.countdown_ms,
        )
        live, _ = await self._room_of(request, owner, room, begin)
        if mine.owner is not None and not await self._took_seat(mine.owner, room):
            await self._services.account_data.forget(mine.owner)
        await self._caller.sit(request, live)

    async def _forget_gone(self, account: Account) -> None:
        """Remove the account from its leisure races if the account has just been deleted. Otherwise
        the leisure races would wait for it."""
        if not await self._shared.accounts.names([account.number]):
            await self._services.account_data.forget(account.number)

    async def _answer(self, request: int, race: LeisureRace, reader: str | None) -> None:
        known = await self._races.known(race)
        self._listener.send(encode(table.message(known, reader, request, self._now())))

    async def _person(self) -> Account:
        """Return the account that is logged in. Raise Refusal if there is none, or it is a bot."""
        account = await self._logged_in("Log in first, or come as a guest with the code.")
        if account.bot:
            raise Refusal("no_bots", "Leisure races are for people; bots take no part.")
        return account

    async def _contestant(self, guest: str | None) -> str:
        """Return the id of the contestant who makes a request. If `guest` is a token, this is the
        guest who joined with the token; if it is None, the account that is logged in."""
        return (await self._person()).number if guest is None else guest_id(guest)

    async def _reader(self, guest: str | None) -> str | None:
        """Return the id of the guest or the account that makes a request; None if it is made
        without a token and without an account."""
        if guest is not None:
            return guest_id(guest)
        account = await self._caller.account()
        return None if account is None else account.number


def plan_of(request: say.NewLeisureRace, now: int) -> LeisurePlan:
    """Return the plan of the leisure race that a request asks for at server time `now`. Raise
    Refusal if the game, the options or the terms of a deal are wrong, or if they do not suit a race
    that each contestant plays alone."""
    first = ChosenRace(
        game=request.game, options=request.options, terms=request.terms, bell_ms=request.bell_ms
    )
    if request.rounds and (len(request.rounds) != request.deals or request.rounds[0] != first):
        raise Refusal("bad_request", "The rounds are not those of the deals.")
    deals = tuple(map(_planned, request.rounds or [first] * request.deals))
    opens_at = now + request.opens_in_ms
    return LeisurePlan(
        title=request.title,
        deals=deals,
        by_code=request.by_code,
        opens_at=opens_at,
        ends_at=opens_at + request.lasts_ms,
    )


def _planned(asked: ChosenRace) -> PlannedDeal:
    """Return a deal of a leisure race as a client has chosen it. Raise Refusal if its game, options
    or terms are wrong, or if they do not suit a race that each contestant plays alone."""
    rules, chosen = rules_and_terms(asked)
    if isinstance(rules, RacingDemon) or not rules.has_choice():
        raise Refusal("bad_option", "This game cannot be played in a leisure race.")
    if chosen.format == "caller":
        raise Refusal("bad_option", "Cards are called only if all contestants play together.")
    if chosen.winnable is not None:
        raise Refusal("bad_option", "The server deals no winnable deals in leisure races.")
    return PlannedDeal(
        game=rules.slug,
        options=dict(rules.chosen),
        terms=chosen.to_json(),
        bell_ms=asked.bell_ms,
    )


def _room(race: LeisureRace, who: str) -> str:
    """Return the code of the room in which a contestant's try is in progress; the empty text if
    there is none. Raise Refusal if `who` takes no part."""
    playing = decide.mine_in(race, who).playing
    return "" if playing is None else playing.room
