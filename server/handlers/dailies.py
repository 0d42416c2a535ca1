"""Daily deal requests: list the deals, try one, get its leaderboard. Also draws the deals' secrets.

A daily deal is the same for everybody on one day. Each account may play it once; this is its try, a
race with one contestant in a room that is made for it. The deal is shuffled with its secret, which
becomes public when nobody plays the deal any more.
"""

import json
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from engine.races import fairness
from engine.races.ranking import Standing, rank
from engine.races.terms import terms
from engine.solver.winnable_deals import winnable_terms
from protocol import dailies as say
from protocol.codes import LENGTH
from protocol.message import Message, encode
from protocol.rooms.races import SearchTerms
from protocol.rooms.standings import DealtPack, Opened, SeatStanding
from server.accounts.name_rules import keys_of
from server.accounts.store import Account, AccountNames, CurrentAccount
from server.daily.store import DailySearch, DailyStore, DailyTries, DailyTry
from server.errors import Refusal
from server.live_rooms.deal_searches import DealSearches
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.registry import RoomRegistry
from server.rooms import daily_deals, solo
from server.rooms.commands import Change, SeatOwner
from server.rooms.daily_deals import DailyDeal
from server.rooms.events import FoundDeal, RacePrepared
from server.rooms.state import deal_seed
from server.views.listener import Listener


class DailyServices(NamedTuple):
    """The services that the handlers of daily deals use. `now` returns the server time, and
    `countdown_ms` is the length of the countdown before a try. `searches` searches for winnable
    deals. With `winnable`, new daily deals are winnable deals if their games have such deals."""

    registry: RoomRegistry
    store: DailyStore
    now: Callable[[], int]
    countdown_ms: int
    searches: DealSearches
    winnable: bool = False


class DailyHandlers:
    """The handlers of daily deals of one connection.

    `account` returns the account that is logged in. `names` returns the names of the accounts with
    given ids. `free` raises Refusal if the connection is in a room already. `sit` makes the
    connection enter the room of a try, and answers the request with the room.
    """

    def __init__(
        self,
        days: DailyServices,
        listener: Listener,
        account: CurrentAccount,
        names: AccountNames,
        free: Callable[[], None],
        sit: Callable[[say.TryDaily, LiveRoom], Awaitable[None]],
    ) -> None:
        self._days, self._listener, self._account = days, listener, account
        self._names, self._free, self._sit = names, free, sit
        self.handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "list_dailies": self._list,
            "try_daily": self._try,
            "get_daily_board": self._board,
        }

    async def _list(self, request: say.ListDailies) -> None:
        today = daily_deals.today(self._days.now())
        told = [
            [
                info
                for deal in daily_deals.of_day(day)
                if (info := await self._info(deal)) is not None
            ]
            for day in (today, daily_deals.next_day(today))
        ]
        self._send(say.Dailies(id=request.id, today=told[0], tomorrow=told[1]))

    async def _info(self, deal: DailyDeal) -> say.DailyInfo | None:
        account, store, now = await self._account(), self._days.store, self._days.now()
        secret = await store.secret(deal)
        if secret is None:
            return None
        code = None if account is None else await store.tried(deal, account.number)
        rules, how = deal.game, (await store.winnable(deal)).how
        return say.DailyInfo(
            name=deal.name,
            slot=deal.slot,
            game=rules.slug,
            options=dict(rules.chosen),
            bell_ms=deal.bell_ms,
            commitment=fairness.commitment(secret),
            opens_in_ms=max(0, deal.opens_at - now),
            closes_in_ms=max(0, deal.closes_at - now),
            told_in_ms=max(0, deal.told_at - now),
            code=code,
            done=code is not None and bool(await store.over([code])),
            winnable=None if how is None else SearchTerms(**how._asdict()),
        )

    async def _try(self, request: say.TryDaily) -> None:
        self._free()
        deal, secret = await known_daily(self._days, request.name)
        account, registry = await self._account(), self._days.registry
        if account is None:
            raise Refusal("no_account", "A daily deal needs an account; log in first.")
        refuse_other_days(deal, self._days.now())
        searched = await find(self._days, deal, secret)
        now, one = (
            self._days.now(),
            DailyTry(account.number, keys_of(account.name), registry.word(LENGTH)),
        )
        code = await self._days.store.claim(deal, one, secret, now)
        if code is None:
            raise Refusal("daily_tried", "Somebody of your name has tried this deal already.")
        decision = partial(
            begin,
            deal,
            account,
            request.token,
            self._listener.name,
            secret,
            searched,
            self._days.countdown_ms,
        )
        # An earlier request may have claimed the try and then its process died before it opened the
        # room. Then this call opens the room.
        live = await registry.open_under(code, decision)
        if live is None:
            raise Refusal("daily_tried", f"You have tried this deal already, in room {code}.")
        await self._sit(request, live)

    async def _board(self, request: say.GetDailyBoard) -> None:
        deal, secret = await known_daily(self._days, request.name)
        account, store = await self._account(), self._days.store
        closed = self._days.now() >= deal.told_at
        own = None if account is None else await store.tried(deal, account.number)
        if not closed and (own is None or not await store.over([own])):
            sentence = "The board is shown to those who have finished the deal."
            raise Refusal("not_for_you", sentence)
        ends = await self._ends(deal)
        self._send(
            say.DailyBoard(
                id=request.id,
                name=deal.name,
                closed=closed,
                results=ranked(deal, ends, bots=False),
                bots=ranked(deal, ends, bots=True),
                opened=await self._opened(deal, secret) if closed else None,
            )
        )

    async def _opened(self, deal: DailyDeal, secret: bytes) -> Opened:
        """Return what is published of a daily deal."""
        how, found = await self._days.store.winnable(deal)
        pack = None if how is None or found is None else DealtPack(k=found.k)
        return Opened(secret=secret.hex(), nonces={}, winnable=pack)

    async def _ends(self, deal: DailyDeal) -> dict[str, dict[str, Any]]:
        """Return the results of the finished tries by room code, with the present names of the
        accounts.

        A result may be missing in the store because the process that had to store it died. Such
        results are stored first.
        """
        store = self._days.store
        tries = await store.tries(deal)
        missed = await store.over(sorted(tries.pending))
        for code in missed:
            with suppress(Refusal):  # the room has expired just now
                await note_end(store, await self._days.registry.find(code))
        return await self._named(await store.tries(deal) if missed else tries)

    async def _named(self, tries: DailyTries) -> dict[str, dict[str, Any]]:
        """Return the stored results of tries by room code, with the present names of the accounts.
        The result of a deleted account keeps the name that the account had in the race."""
        ends = {code: json.loads(end) for code, end in tries.ends.items()}
        owners = {code: tries.owners[code] for code in ends if code in tries.owners}
        names = await self._names(set(owners.values())) if owners else {}
        for code, owner in owners.items():
            if owner in names:
                ends[code]["name"] = names[owner][0]
        return ends

    def _send(self, message: Message) -> None:
        self._listener.send(encode(message))


async def known_daily(days: DailyServices, name: str) -> tuple[DailyDeal, bytes]:
    """Return the daily deal with this name, and its secret. Raises Refusal if there is no such
    deal, if its day is later than tomorrow, or if no secret is stored for it."""
    found = daily_deals.named(name)
    if found is not None and found.day <= daily_deals.next_day(daily_deals.today(days.now())):
        secret = await days.store.secret(found)
        if secret is not None:
            return found, secret
    raise Refusal("unknown_daily", "There is no such daily deal.")


async def draw(days: DailyServices) -> None:
    """Store a new random secret for each deal of today and the next days that has none yet.

    Every process calls this periodically. Requests never draw a secret.
    """
    now = days.now()
    deals = daily_deals.to_draw(now)
    for deal in deals:
        how = winnable_terms(deal.game) if days.winnable else None
        await days.store.draw(deal, days.registry.secret(), how, now)
    if days.winnable:
        days.registry.later(_find_ahead(days, deals))


async def _find_ahead(days: DailyServices, deals: Iterable[DailyDeal]) -> None:
    """Search for the winnable deals of daily deals for which none was found yet. A search that
    fails is begun again when `draw` is called the next time."""
    for deal in deals:
        secret = await days.store.secret(deal)
        if secret is not None:
            with suppress(Refusal):
                await find(days, deal, secret)


async def find(days: DailyServices, deal: DailyDeal, secret: bytes) -> DailySearch:
    """Return how the winnable deal of a daily deal is searched for, and what was found. If it was
    not found yet, search for it, which can take many seconds, and store it. Raises Refusal if the
    search ends without an answer."""
    searched = await days.store.winnable(deal)
    if searched.how is None or searched.found is not None:
        return searched
    seed = deal_seed(deal.game, secret, deal.name, {})
    found = await days.searches.search_once(deal.game, seed, searched.how)
    if found is None:
        raise Refusal("wait", "The deal was not found yet; ask again.")
    await days.store.keep_found(deal, found)
    return searched._replace(found=found)


def refuse_other_days(deal: DailyDeal, now: int) -> None:
    """Raise Refusal if server time `now` is not on the day of the deal, the only day on which it
    may be tried."""
    if not deal.opens_at <= now < deal.closes_at:
        raise Refusal("not_today", "This deal is not of today.")


def begin(  # noqa: PLR0913 # the deal, who tries it, and when
    deal: DailyDeal,
    account: Account,
    token: str,
    connection: str,
    secret: bytes,
    searched: DailySearch,
    countdown_ms: int,
    now: int,
) -> Change:
    """Return the events that create the room for a try of a daily deal by `account`, and begin the
    countdown of the race. `token` will prove the right to the seat, `connection` is the name of the
    account's connection, `secret` the secret of the deal, and `searched` its winnable deal. Raises
    Refusal if server time `now` is not on the day of the deal."""
    refuse_other_days(deal, now)
    rules, found = deal.game, searched.found
    how = None if searched.how is None else searched.how.to_json()
    race = RacePrepared(
        at=now,
        by="server",
        n=1,
        game=rules.slug,
        options=rules.chosen,
        terms=terms(rules, {"winnable": how}).to_json(),
        bell_ms=deal.bell_ms,
        secret=secret.hex(),
        daily=deal.name,
        found=None if found is None else FoundDeal(k=found.k, line=found.line),
    )
    owner = SeatOwner(account.number, account.bot)
    return solo.begin(race, account.name, owner, token, connection, countdown_ms)


async def note_end(store: DailyStore, live: LiveRoom) -> None:
    """Store the result of a try that is over: the name and the final standing (the figures) of the
    contestant. If it is stored already, change nothing. Do nothing if the race in the room is not
    of a daily deal."""
    race, standings = live.race, live.standings[0]
    if race.daily is not None:
        seat, standing = live.room.seats[0], standings.standing(0, race.ended_ms)._asdict()
        told = {"name": seat.name, "bot": seat.bot, "progress": standings.progress, **standing}
        await store.end(race.daily, live.room.code, json.dumps(told))


def ranked(
    deal: DailyDeal, ends: dict[str, dict[str, Any]], *, bots: bool
) -> list[say.DailyResult]:
    """Return the results of finished tries, best first: only those of bots if `bots` is True,
    otherwise only those of people. `ends` has the stored result of each try by the code of its
    room. Results with equal places are in the order of the names."""
    told = [(code, end) for code, end in ends.items() if end.get("bot", False) == bots]
    told.sort(key=lambda one: (one[1]["name"].casefold(), one[0]))
    standings = [
        Standing(**{field: how[field] for field in Standing._fields})._replace(seat=number)
        for number, (_, how) in enumerate(told)
    ]
    results = []
    for place, standing in rank(standings, deal.game.ranked_by):
        code, how = told[standing.seat]
        seat = SeatStanding(**standing._asdict(), progress=how["progress"])
        results.append(say.DailyResult(place=place, name=how["name"], code=code, standing=seat))
    return results
