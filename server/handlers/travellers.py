"""Requests for the traveller of a deal, which compares all tries of it.

Nothing of a traveller is sent while anybody may still make a try that counts: the request is
refused as long as a request for the record would be.
"""

from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any, NamedTuple

from engine.games import AnyGame
from engine.races.record import Record
from engine.races.terms import terms
from protocol.codes import race_id
from protocol.message import encode
from protocol.rooms import travellers as say
from server.accounts.store import CurrentAccount
from server.archive import record_builder
from server.errors import Refusal
from server.handlers.dailies import known_daily
from server.handlers.finished_races import finished_race
from server.handlers.services import Services
from server.rooms.state import Race, Room, deal_seed
from server.travellers import recorder
from server.travellers.cache import PlacedRow, Traveller
from server.travellers.store import deal_key, deal_of
from server.travellers.stored_try import unpacked
from server.views.listener import Listener

MOST_APART = 50
"""The maximum number of tries that count nowhere in an answer."""


class _Found(NamedTuple):
    """A traveller, and the game of its deal."""

    game: AnyGame
    traveller: Traveller


class TravellerHandlers:
    """The traveller handlers of one connection. `account` returns the account that is logged in.
    `note_deal_seen` stores that this account is about to see the deal of a race."""

    def __init__(
        self,
        services: Services,
        listener: Listener,
        account: CurrentAccount,
        note_deal_seen: Callable[[Room, Race], Awaitable[None]],
    ) -> None:
        self._services, self._cache = services, services.travellers
        self._listener, self._account = listener, account
        self._note_deal_seen = note_deal_seen
        self.handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "get_traveller": self._get_traveller
        }

    async def _get_traveller(self, request: say.GetTraveller) -> None:
        daily = request.deal.startswith("daily-")
        found = await (self._of_daily if daily else self._of_race)(request.deal)
        account = await self._account()
        (game, told), end = found, request.offset + request.count
        parts = (
            told.rows(request.offset, end),
            told.rows_of(account.number, say.MOST_ROWS) if account else [],
            told.apart[:MOST_APART],
        )
        names = await self._names(told, (row for part in parts for row in part))
        rows, own, apart = ([_row(told, row, names) for row in part] for part in parts)
        self._listener.send(
            encode(
                say.Traveller(
                    id=request.id,
                    game=game.slug,
                    options=dict(game.chosen),
                    goal=game.goal,
                    total=len(told.counted),
                    rows=rows,
                    own=own,
                    apart=apart,
                    apart_total=len(told.apart),
                    left_out=told.left_out,
                    pace=[say.TenthReached(**tenth._asdict()) for tenth in told.pace],
                    choices=[say.FirstChoice(**branch._asdict()) for branch in told.tree],
                )
            )
        )

    async def _of_race(self, name: str) -> _Found:
        found = await finished_race(self._services, name)
        room, race, now = found
        if race.shares_table:
            raise Refusal(
                "no_traveller", "In this game all play at one table, so nobody had the same deal."
            )
        ghost = race.ghost
        with suppress(Refusal):  # that race may have expired
            while ghost is not None:
                original = await finished_race(self._services, ghost.race)
                await self._stored(*original)
                ghost = original.race.ghost
        traveller = await self._stored(room, race, now)
        await self._note_deal_seen(room, race)
        return _Found(race.game, traveller)

    async def _stored(self, room: Room, race: Race, now: int) -> Traveller:
        """Return the traveller of the deal of a finished race, and store the tries of the race
        before, unless they are stored already."""
        cache, deal = self._cache, deal_of(room, race)
        about = deal, race.game, race.terms.winners
        traveller = await cache.traveller(*about)
        if traveller.has_race(room.code, race.n):
            return traveller
        async with cache.storing:
            traveller = await cache.traveller(*about)  # another request may have stored them
            if not traveller.has_race(room.code, race.n):
                record = await record_builder.record(self._services.store, room, race, now)
                if isinstance(record, Record):
                    await recorder.store_tries(cache.tries, room, race, record)
        return await cache.traveller(*about)

    async def _of_daily(self, name: str) -> _Found:
        days = self._services.days
        deal, secret = await known_daily(days, name)
        if days.now() < deal.told_at:
            sentence = "The traveller of a daily deal is given when its last try has ended."
            raise Refusal("not_opened", sentence)
        game, pack = deal.game, (await days.store.winnable(deal)).found
        key = deal_key(game, deal_seed(game, secret, deal.name, {}), pack.dealt if pack else 0)
        return _Found(game, await self._cache.traveller(key, game, terms(game, {}).winners))

    async def _names(self, told: Traveller, rows: Iterable[PlacedRow]) -> dict[str, str]:
        """Return the present names of the accounts that have made these tries, by account id.
        Deleted accounts are left out."""
        accounts = {unpacked(row.row, told.texts).account or "" for row in rows} - {""}
        names = await self._services.accounts.store.names(sorted(accounts))
        return {number: name for number, (name, _) in names.items()}


def _row(told: Traveller, placed: PlacedRow, names: dict[str, str]) -> say.TravellerRow:
    one = unpacked(placed.row, told.texts)
    final = one.summary.standing
    return say.TravellerRow(
        name=names.get(one.account) if one.account else one.name,
        bot=one.bot,
        ghost=one.ghost,
        race=race_id(one.code, one.n),
        seat=one.seat,
        place=placed.place,
        matchpoints=placed.matchpoints,
        percent=placed.percent,
        result=final.result,  # type: ignore[arg-type] # pydantic checks it
        reason=final.reason,  # type: ignore[arg-type]
        best=final.best,
        tie_break=final.tie_break,
        reached_ms=final.reached_ms,
        points=final.points,
        ended_ms=final.ended_ms or 0,
        moves=final.moves,
        clean=final.clean,
        tenths=list(one.summary.tenths),
    )
