"""Cache of the rooms that crown candidates play in, reduced to facts."""

import asyncio
from collections import OrderedDict

from server.crowns.fact_extractor import FactExtractor
from server.crowns.store import CrownStore
from server.rooms.store import RoomStore

MOST_STORIES = 200


class RoomCache:
    """The rooms asked for last. Methods that read raise StoreAway."""

    def __init__(self, rooms: RoomStore, crowns: CrownStore) -> None:
        self._rooms, self._crowns = rooms, crowns
        self._room_cache: OrderedDict[str, FactExtractor] = OrderedDict()
        self._reading = asyncio.Lock()

    def forget_all(self) -> None:
        """Drop all rooms: the store may have come back without its latest writes."""
        self._room_cache.clear()

    def known(self, code: str) -> FactExtractor | None:
        """A room as it was read last; None if it is not cached."""
        return self._room_cache.get(code)

    async def of(self, code: str) -> FactExtractor:
        """The room with all its stored events; empty if it plays none of the five games."""
        async with self._reading:
            if code not in self._room_cache and not await self._crowns.is_great(code):
                return FactExtractor(code)
            facts = self._room_cache.setdefault(code, FactExtractor(code))
            self._room_cache.move_to_end(code)
            if len(self._room_cache) > MOST_STORIES:
                self._room_cache.popitem(last=False)
            _, events = await self._rooms.room(facts.room)
            for event in events:
                facts.add(event)
            for n in sorted(facts.unended):
                over = facts.room.races[n].status == "over"
                facts.apply_room(n, await self._rooms.standings(code, n), over)
            return facts

    async def times(self, facts: FactExtractor, n: int, seat: int) -> list[int]:
        """The race times of a seat's moves by hand, in order. Reads only the new moves."""
        async with self._reading:
            read, times = facts.moves.get((n, seat), (0, []))
            entries = await self._rooms.moves(facts.room.code, n, seat, read)
            times += [entry.ms for entry in entries if entry.by == "seat"]
            facts.moves[n, seat] = read + len(entries), times
            return times
