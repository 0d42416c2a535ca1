"""Cache of the rooms in which crown candidates play, each with the facts derived from it.

A candidate is an account that tries for a crown, an award for great games (five games of patience)
won in a row. The great games that it has won in a row until now are its run. A fact is something
that counts in a run, such as the end of a game."""

import asyncio
from collections import OrderedDict

from server.crowns.fact_extractor import FactExtractor
from server.crowns.store import CrownStore
from server.rooms.store import RoomStore

MOST_ROOMS = 200
"""The maximum number of cached rooms."""


class RoomCache:
    """Least-recently-used cache of rooms, each with the facts derived from it. A fact is something
    that counts in a run, such as the end of a game. Methods that read from Redis raise StoreAway if
    it cannot be reached."""

    def __init__(self, rooms: RoomStore, crowns: CrownStore) -> None:
        self._rooms, self._crowns = rooms, crowns
        self._room_cache: OrderedDict[str, FactExtractor] = OrderedDict()
        self._reading = asyncio.Lock()

    def forget_all(self) -> None:
        """Drop all rooms from the cache. This is called when Redis may have lost its latest
        writes, so that a cached room may have events that are no longer stored."""
        self._room_cache.clear()

    def known(self, code: str) -> FactExtractor | None:
        """Return the room `code` as it was read last, with the facts derived from it; None if the
        room is not cached."""
        return self._room_cache.get(code)

    async def of(self, code: str) -> FactExtractor:
        """Read the new events of the room `code`, and how the games of its races have ended, and
        return the room with all facts derived from it. The events of a room that plays none of the
        five great games are not read, and it has no facts."""
        async with self._reading:
            if code not in self._room_cache and not await self._crowns.is_great(code):
                return FactExtractor(code)
            facts = self._room_cache.setdefault(code, FactExtractor(code))
            self._room_cache.move_to_end(code)
            if len(self._room_cache) > MOST_ROOMS:
                self._room_cache.popitem(last=False)
            _, events = await self._rooms.room(facts.room)
            for event in events:
                facts.add(event)
            for n in sorted(facts.unended):
                over = facts.room.races[n].status == "over"
                facts.apply_room(n, await self._rooms.standings(code, n), over)
            return facts

    async def times(self, facts: FactExtractor, n: int, seat: int) -> list[int]:
        """Return the race times (ms since the start of the race, without outages) of the moves that
        the player on the seat `seat` has made in race `n` of the room, in order. Moves that the
        server made for the player are left out. Only moves that are not cached are read from
        Redis."""
        async with self._reading:
            read, times = facts.moves.get((n, seat), (0, []))
            entries = await self._rooms.moves(facts.room.code, n, seat, read)
            times += [entry.ms for entry in entries if entry.by == "seat"]
            facts.moves[n, seat] = read + len(entries), times
            return times
