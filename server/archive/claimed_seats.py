"""What was raced as a guest on seats that an account has claimed: part of its history.

Such a seat stays a guest's in its room. So its races are in no results log, on no board and in no
rating: nobody could else choose which of their games count. They are noted with the account.
"""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from server.accounts.store import Account, AccountStore
from server.archive import record_builder
from server.errors import Refusal
from server.rooms.state import Race, Room
from server.rooms.store import Store
from server.store import keys
from server.store.redis_client import patience

MOST_RACES = 200
"""So many races of a seat are noted, the latest."""


class Claimed(NamedTuple):
    """A race on a claimed seat. `at` is server time: when it ended."""

    race: str
    at: int
    game: str
    seat: int
    place: int


class _Note(NamedTuple):
    """What is kept of a claimed seat: how many races of its room were over, and its own, each as
    number, end, game and place."""

    over: int
    races: list[list[Any]]


class Claims:
    """The claimed seats of accounts. Everything raises StoreAway."""

    def __init__(self, accounts: AccountStore, rooms: Store, now: Callable[[], int]) -> None:
        self._accounts, self._rooms, self._now = accounts, rooms, now

    async def note(self, account: str, room: Room, seat: int) -> None:
        """Note what an account has raced on a seat it has claimed; nothing where the room knows the
        seat as the account's."""
        if room.seats[seat].account is not None:
            return
        await self._keep(account, room, seat, _Note(0, []))

    async def races(self, account: str) -> list[Claimed]:
        """What was raced on the claimed seats of an account, the latest first."""
        kept = await self._accounts.claimed(account)
        over = await self._over({code for code, _ in kept})
        found = []
        for (code, seat), text in kept.items():
            note = _Note(*json.loads(text))
            if over.get(code, 0) > note.over:
                room, _ = await self._rooms.room(Room(code))
                if seat in room.seats:
                    note = await self._keep(account, room, seat, note)
            found += [
                Claimed(f"{code}-{n}", at, game, seat, place) for n, at, game, place in note.races
            ]
        return sorted(found, key=lambda one: (one.at, one.race), reverse=True)

    async def export(self, account: Account) -> dict[str, object]:
        """All of an account's, the latest first."""
        races = [
            {"race": one.race, "at_ms": one.at, "game": one.game, "place": one.place}
            for one in await self.races(account.number)
        ]
        return {"races_as_guest": races}

    async def forget(self, number: str) -> None:
        """Nothing is kept of an account that is no more, also where an older process deleted it."""
        await self._accounts.forget_claimed(number)

    async def _keep(self, account: str, room: Room, seat: int, before: _Note) -> _Note:
        """Note the races of a seat that are over by now, beside those that are noted."""
        known = {race[0] for race in before.races}
        races = list(before.races)
        over = [race for race in room.races.values() if race.status == "over"]
        for race in over[-MOST_RACES:]:
            if race.n not in known and _is_mine(room, race, seat, account, self._now()):
                place = await self._place(room, race, seat)
                if place is not None:
                    races.append([race.n, race.ended_at, race.rules.slug, place])
        note = _Note(len(over), races[-MOST_RACES:])
        await self._accounts.note_claimed(account, room.code, seat, json.dumps(note))
        return note

    async def _place(self, room: Room, race: Race, seat: int) -> int | None:
        """None where nothing of the race is kept any more."""
        try:
            return (await record_builder.places(self._rooms, room, race, self._now()))[seat]
        except Refusal:
            return None

    async def _over(self, codes: set[str]) -> dict[str, int]:
        """How many races of these rooms are over; nothing of a room that is no more."""
        asked = sorted(codes)
        async with patience():
            pipeline = self._rooms.others.pipeline(transaction=False)
            for code in asked:
                pipeline.hmget(keys.race(code), "n", "status")
            found = await pipeline.execute() if asked else []
        return {
            code: int(n) - (status != "over")
            for code, (n, status) in zip(asked, found, strict=True)
            if n is not None
        }


def _is_mine(room: Room, race: Race, seat: int, account: str, now: int) -> bool:
    """Whether a race that is over is one of the account's by this seat alone."""
    others = {room.seats[each].account for each in race.racing}
    return seat in race.racing and account not in others and race.opened(now)
