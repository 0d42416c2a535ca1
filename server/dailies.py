"""What may be asked about the daily deals. A try is a race for one, in a room of its own."""

import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from engine import fairness
from engine.ranking import Standing, rank
from engine.terms import terms
from protocol import dailies as say
from protocol.codes import LENGTH
from protocol.message import Message, encode
from protocol.rooms import Settings
from protocol.standings import Opened, SeatStanding
from server import daily
from server.accounts.store import Account
from server.daily import Daily
from server.daily_store import DailyStore
from server.decide import Change, Refusal, token_hash
from server.events import Attached, CountdownBegun, RacePrepared, SeatTaken, SettingsChanged
from server.hub import Hub
from server.live import Listener, LiveRoom


class Days(NamedTuple):
    """What the handlers work with: `now` is server time."""

    hub: Hub
    store: DailyStore
    now: Callable[[], int]
    countdown_ms: int


class Dailies:
    """The handlers for one connection. `account` is who is logged in there; `free` raises Refusal
    where it is in a room already; `enter` takes the seat of a try, answering the request."""

    def __init__(
        self,
        days: Days,
        listener: Listener,
        account: Callable[[], Awaitable[Account | None]],
        free: Callable[[], None],
        enter: Callable[[say.TryDaily, LiveRoom], None],
    ) -> None:
        self._days, self._me, self._account = days, listener, account
        self._free, self._enter = free, enter
        self.handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "list_dailies": self._list,
            "try_daily": self._try,
            "get_daily_board": self._board,
        }

    async def _list(self, request: say.ListDailies) -> None:
        today = daily.today(self._days.now())
        told = [
            [await self._info(deal) for deal in daily.of_day(day)]
            for day in (today, daily.next_day(today))
        ]
        self._say(say.Dailies(id=request.id, today=told[0], tomorrow=told[1]))

    async def _info(self, deal: Daily) -> say.DailyInfo:
        account, store, now = await self._account(), self._days.store, self._days.now()
        secret = await self._secret(deal)
        code = None if account is None else await store.tried(deal.name, account.number)
        rules = deal.game
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
            done=code is not None and code in await self._ends(deal, code),
        )

    async def _try(self, request: say.TryDaily) -> None:
        self._free()
        deal, account, now = self._deal(request.name), await self._account(), self._days.now()
        if account is None:
            raise Refusal("no_account", "A daily deal is tried once an account; log in first.")
        refuse_other_days(deal, now)
        hub, secret = self._days.hub, await self._secret(deal)
        fresh = hub.word(LENGTH)
        code = await self._days.store.claim(deal.name, account.number, fresh)
        decision = partial(
            begin, deal, account, request.token, self._me.name, secret, self._days.countdown_ms
        )
        # A claim without a room is one whose process died in between.
        live = await hub.open_under(code, decision)
        if live is None:
            raise Refusal("daily_tried", f"You have tried this deal already, in room {code}.")
        self._enter(request, live)

    async def _board(self, request: say.GetDailyBoard) -> None:
        deal, account, store = self._deal(request.name), await self._account(), self._days.store
        own = None if account is None else await store.tried(deal.name, account.number)
        ends, closed = await self._ends(deal, own), self._days.now() >= deal.told_at
        if not closed and own not in ends:
            sentence = "The board is shown to those who have finished the deal."
            raise Refusal("not_for_you", sentence)
        secret = await self._secret(deal)
        opened = Opened(secret=secret.hex(), nonces={}) if closed else None
        results = ranked(deal, ends)
        self._say(
            say.DailyBoard(
                id=request.id, name=deal.name, closed=closed, results=results, opened=opened
            )
        )

    async def _ends(self, deal: Daily, own: str | None) -> dict[str, str]:
        """How tries have ended, by code. One's own is looked at again: its end may have been missed
        by a process that died."""
        store = self._days.store
        ends = await store.ends(deal.name)
        if own is not None and own not in ends:
            with suppress(Refusal):  # a claim whose room was never made
                live = await self._days.hub.find(own)
                if live.race.status == "over":
                    await note_end(store, live)
                    ends = await store.ends(deal.name)
        return ends

    async def _secret(self, deal: Daily) -> bytes:
        return await self._days.store.secret(deal.name, self._days.hub.secret())

    def _deal(self, name: str) -> Daily:
        found = daily.named(name)
        if found is None or found.day > daily.next_day(daily.today(self._days.now())):
            raise Refusal("unknown_daily", "There is no such daily deal.")
        return found

    def _say(self, message: Message) -> None:
        self._me.send(encode(message))


def refuse_other_days(deal: Daily, now: int) -> None:
    """Raises Refusal unless the deal may be tried now."""
    if not deal.opens_at <= now < deal.closes_at:
        raise Refusal("not_today", "This deal is not of today.")


def begin(
    deal: Daily,
    account: Account,
    token: str,
    connection: str,
    secret: bytes,
    countdown_ms: int,
    now: int,
) -> Change:
    """The room of a try, its countdown begun. Raises Refusal where its day has ended meanwhile."""
    refuse_other_days(deal, now)
    rules = deal.game
    return (
        RacePrepared(
            at=now,
            by="server",
            n=1,
            game=rules.slug,
            options=rules.chosen,
            terms=terms(rules, {}).to_json(),
            bell_ms=deal.bell_ms,
            secret=secret.hex(),
            daily=deal.name,
        ),
        SeatTaken(
            at=now,
            by="seat",
            seat=0,
            name=account.name,
            token_hash=token_hash(token),
            account=account.number,
            bot=account.bot,
        ),
        Attached(at=now, by="seat", seat=0, connection=connection),
        SettingsChanged(
            at=now, by="server", settings=Settings(size=2, locked=True, boards="nobody")
        ),
        CountdownBegun(at=now, by="server", n=1, zero_at=now + countdown_ms, racing=(0,)),
    )


async def note_end(store: DailyStore, live: LiveRoom) -> None:
    """Keep who has tried, and how they stand, once the try is over."""
    race, numbers = live.race, live.numbers[0]
    if race.daily is not None:
        standing = numbers.standing(0, race.ended_ms)._asdict()
        name = live.room.seats[0].name
        how = json.dumps({"name": name, "progress": numbers.progress, **standing})
        await store.end(race.daily.name, live.room.code, how)


def ranked(deal: Daily, ends: dict[str, str]) -> list[say.DailyResult]:
    """The places of all who have finished; those who share one by name."""
    told = [(code, json.loads(end)) for code, end in ends.items()]
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
