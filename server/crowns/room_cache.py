"""Cache of the facts that were derived from the rooms in which crown candidates play."""

import asyncio
from collections import OrderedDict

from server.crowns.fact_extractor import FactExtractor
from server.crowns.store import CrownStore
from server.rooms.store import RoomStore

MOST_ROOMS = 200
"""The maximum number of cached rooms."""


class RoomCache:
    """Least-recently-used cache of rooms, each with the facts derived from it. Methods that read
    the store raise StoreAway if the store cannot be reached."""

    def __init__(self, rooms: RoomStore, crowns: CrownStore) -> None:
        self._rooms, self._crowns = rooms, crowns
        self._room_cache: OrderedDict[str, FactExtractor] = OrderedDict()
        self._reading = asyncio.Lock()

    def forget_all(self) -> None:
        """Drop all rooms, because the store may have lost its latest writes."""
        self._room_cache.clear()

    def known(self, code: str) -> FactExtractor | None:
        """Return the facts of a room as it was read last; None if it is not cached."""
        return self._room_cache.get(code)

    async def of(self, code: str) -> FactExtractor:
        """Return the facts of a room after reading its new events and the standings of its races.
        For a room that plays none of the five great games, nothing is read and there are no
        facts."""
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
        """Return the race times in ms of the moves that the player of a seat made by hand, in
        order, in race `n` of the room. Only new moves are read from the store."""
        async with self._reading:
            read, times = facts.moves.get((n, seat), (0, []))
            entries = await self._rooms.moves(facts.room.code, n, seat, read)
            times += [entry.ms for entry in entries if entry.by == "seat"]
            facts.moves[n, seat] = read + len(entries), times
            return times
