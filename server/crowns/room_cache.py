"""Cache of the rooms in which crown candidates play, each with the facts derived from it. A fact is
something that counts in a run, such as the end of a game."""

import asyncio
from collections import OrderedDict

from server.crowns.fact_extractor import FactExtractor
from server.crowns.store import CrownStore
from server.rooms.store import RoomStore

MOST_ROOMS = 200
"""The maximum number of cached rooms."""


class RoomCache:
    """Least-recently-used cache of rooms, each with the facts derived from it. A fact is something
    that counts in a run, such as the end of a game. Methods that read the store raise StoreAway if
    the store cannot be reached."""

    def __init__(self, rooms: RoomStore, crowns: CrownStore) -> None:
        self._rooms, self._crowns = rooms, crowns
        self._room_cache: OrderedDict[str, FactExtractor] = OrderedDict()
        self._reading = asyncio.Lock()

    def forget_all(self) -> None:
        """Drop all rooms from the cache. This is called when the store may have lost its latest
        writes."""
        self._room_cache.clear()

    def known(self, code: str) -> FactExtractor | None:
        """Return a room with the facts derived from it, as it was read last; None if the room is
        not cached. A fact is something that counts in a run."""
        return self._room_cache.get(code)

    async def of(self, code: str) -> FactExtractor:
        """Read the new events of a room and the standings of its races, and return the room with
        all facts derived from it. A fact is something that counts in a run. The events of a room
        that plays none of the five great games are not read, and it has no facts."""
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
        """Return the race times in ms, in order, of the moves that the player of a seat has made in
        race `n` of the room. Moves that the server made for the player are left out. Only new moves
        are read from the store."""
        async with self._reading:
            read, times = facts.moves.get((n, seat), (0, []))
            entries = await self._rooms.moves(facts.room.code, n, seat, read)
            times += [entry.ms for entry in entries if entry.by == "seat"]
            facts.moves[n, seat] = read + len(entries), times
            return times
