"""The public room list: rooms that anybody may enter and whose hosts want them listed."""

from collections.abc import AsyncIterator

from protocol.message import encode
from protocol.rooms.room_settings import Rooms
from server.errors import Refusal
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.registry import RoomRegistry
from server.rooms.state import Room
from server.rooms.store import RoomStore
from server.store.clock import Clock
from server.views.listener import Listener
from server.views.view_inputs import ListedRooms
from server.views.visibility import shown

LONGEST = 50
FRESH_MS = 2_000
"""Milliseconds for which the public room list is sent as it is cached, before it is read from the
store again."""


class PublicRooms:
    """The public room list, cached in this process for FRESH_MS. It has the rooms for which
    `is_open` returns True."""

    def __init__(self, store: RoomStore, registry: RoomRegistry, clock: Clock) -> None:
        self._store, self._registry, self._clock = store, registry, clock
        self._rooms: tuple[LiveRoom, ...] = ()
        self._looked_at: int | None = None

    async def answer(self, request: Rooms, listener: Listener) -> None:
        """Send the list of public rooms to the connection `listener`, as the answer to `request`.
        Raises StoreAway if the store (Redis) cannot be reached."""
        now = self._clock.now()
        if self._looked_at is None or now - self._looked_at >= FRESH_MS:
            # The registry keeps a room in memory as long as it is referenced from this list, so the
            # next reading is cheap.
            self._rooms = tuple([live async for live in self._look()])
            self._looked_at = now
        rooms = tuple(live.room for live in self._rooms if is_open(live.room))
        listener.send(encode(shown(ListedRooms(request.id, rooms), listener.viewer)))

    async def _look(self) -> AsyncIterator[LiveRoom]:
        for code in await self._store.listed(LONGEST):
            try:
                live = await self._registry.find(code)
            except Refusal:  # it has expired
                await self._store.forget_listed(code)
                continue
            if is_open(live.room):
                yield live


def is_open(room: Room) -> bool:
    """Return whether a room belongs on the public room list: its host wants it listed, anybody may
    enter it, and at least one of its players is connected."""
    kept = room.settings
    here = any(seat.connection is not None for seat in room.seats.values())
    return kept.listed and not kept.locked and not kept.invite_only and here
