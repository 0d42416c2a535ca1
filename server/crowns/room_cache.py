"""The rooms that candidates play in, as far as they have been read."""

import asyncio
from collections import OrderedDict

from server.crowns.fact_extractor import Story
from server.crowns.store import CrownStore
from server.rooms.store import Store

MOST_STORIES = 200


class Stories:
    """The latest asked for. Every method that reads raises StoreAway where the store is away."""

    def __init__(self, rooms: Store, crowns: CrownStore) -> None:
        self._rooms, self._crowns = rooms, crowns
        self._stories: OrderedDict[str, Story] = OrderedDict()
        self._reading = asyncio.Lock()

    def forget_all(self) -> None:
        """The store may have come back without its end: all is to be read anew."""
        self._stories.clear()

    def known(self, code: str) -> Story | None:
        """A room as it was read last."""
        return self._stories.get(code)

    async def of(self, code: str) -> Story:
        """The room as far as it is stored; of one that plays none of the five, nothing."""
        async with self._reading:
            if code not in self._stories and not await self._crowns.is_great(code):
                return Story(code)
            story = self._stories.setdefault(code, Story(code))
            self._stories.move_to_end(code)
            if len(self._stories) > MOST_STORIES:
                self._stories.popitem(last=False)
            _, events = await self._rooms.room(story.room)
            for event in events:
                story.add(event)
            for n in sorted(story.unended):
                over = story.room.races[n].status == "over"
                story.hear(n, await self._rooms.numbers(code, n), over)
            return story

    async def times(self, story: Story, n: int, seat: int) -> list[int]:
        """When a seat moved, by race time. What was read before is not read again."""
        async with self._reading:
            read, times = story.moves.get((n, seat), (0, []))
            entries = await self._rooms.moves(story.room.code, n, seat, read)
            times += [entry.ms for entry in entries if entry.by == "seat"]
            story.moves[n, seat] = read + len(entries), times
            return times
