"""Claimed seats: the races that a player raced as a guest, on seats that an account claimed later.

A seat is the numbered place of a player in a room. A guest has a seat but no account; whoever makes
an account later can claim the seat for it. These races count for no leaderboard or rating of the
account, because otherwise players could choose which of their games count. In the room itself, the
seat is still shown as a guest's. The races are stored with the account and shown in its history.
"""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from server.accounts.store import Account, AccountStore
from server.archive import record_builder
from server.errors import Refusal
from server.rooms.state import Race, Room
from server.rooms.store import RoomStore
from server.store import keys
from server.store.redis_client import patience
from server.store.redis_commands import replies

MOST_RACES = 200
"""Most races stored for each claimed seat; the latest are kept."""


class ClaimedRace(NamedTuple):
    """A race on a claimed seat: its race id, the server time of its end in milliseconds (`at`), the
    slug of its game, the number of the seat, and the seat's place in the result."""

    race: str
    at: int
    game: str
    seat: int
    place: int


class _Note(NamedTuple):
    """The stored form of a claimed seat. `over` is the number of races in the seat's room that were
    over, and their secret public, when this was stored. `races` are the account's races on the
    seat, oldest first, each as [race number, server time of its end, slug of the game, place]."""

    over: int
    races: list[list[Any]]


class ClaimedSeats:
    """Reads and stores the claimed seats of accounts. Methods raise StoreAway if the store cannot
    be reached."""

    def __init__(self, accounts: AccountStore, rooms: RoomStore, now: Callable[[], int]) -> None:
        self._accounts, self._rooms, self._now = accounts, rooms, now

    async def note(self, account: str, room: Room, seat: int) -> None:
        """Store the races that a player played as a guest on a seat that `account` has claimed now.
        Do nothing if the player was logged in when taking the seat: such races are stored anyway,
        as results of the account with which the player was logged in."""
        if room.seats[seat].account is not None:
            return
        await self._keep(account, room, seat, _Note(0, []))

    async def races(self, account: str) -> list[ClaimedRace]:
        """Return the races on the claimed seats of an account, latest first. Races that have ended
        since the last call, or whose secret has become public since, are stored first."""
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
                ClaimedRace(f"{code}-{n}", at, game, seat, place)
                for n, at, game, place in note.races
            ]
        return sorted(found, key=lambda one: (one.at, one.race), reverse=True)

    async def export(self, account: Account) -> dict[str, object]:
        """Return the account's races on claimed seats, latest first, for its data export."""
        races = [
            {"race": one.race, "at_ms": one.at, "game": one.game, "place": one.place}
            for one in await self.races(account.number)
        ]
        return {"races_as_guest": races}

    async def forget(self, number: str) -> None:
        """Delete the claimed seats of a deleted account. `AccountStore.delete` deletes them too,
        but a process of an earlier version may have deleted the account without them."""
        await self._accounts.forget_claimed(number)

    async def _keep(self, account: str, room: Room, seat: int, before: _Note) -> _Note:
        """Store the claimed seat with all its races, and return it. `before` is what was stored;
        only races that ended later are added."""
        known = {race[0] for race in before.races}
        races = list(before.races)
        over = [race for race in room.races.values() if race.status == "over"]
        for race in over[-MOST_RACES:]:
            if race.n not in known and _is_mine(room, race, seat, account, self._now()):
                place = await self._place(room, race, seat)
                if place is not None:
                    races.append([race.n, race.ended_at, race.rules.slug, place])
        public = sum(race.opened(self._now()) for race in over)
        note = _Note(public, races[-MOST_RACES:])
        await self._accounts.note_claimed(account, room.code, seat, json.dumps(note))
        return note

    async def _place(self, room: Room, race: Race, seat: int) -> int | None:
        """Return the seat's place in a finished race; None if the race is no longer stored."""
        try:
            return (await record_builder.places(self._rooms, room, race, self._now()))[seat]
        except Refusal:
            return None

    async def _over(self, codes: set[str]) -> dict[str, int]:
        """Return the number of finished races of each of these rooms, by room code. Rooms that have
        expired are left out."""
        asked = sorted(codes)
        async with patience():
            pipeline = self._rooms.others.pipeline(transaction=False)
            known = [pipeline.hmget(keys.race(code), "n", "status") for code in asked]
            found = await replies(pipeline, known)
        return {
            code: int(n) - (status != "over")
            for code, (n, status) in zip(asked, found, strict=True)
            if n is not None
        }


def _is_mine(room: Room, race: Race, seat: int, account: str, now: int) -> bool:
    """Return whether a finished race on a claimed seat is shown in the history of the seat's
    account. It is shown if this seat took part, the secret of the race is public by `now`, and no
    other seat of the race belongs to the account."""
    others = {room.seats[each].account for each in race.racing}
    return seat in race.racing and account not in others and race.opened(now)
