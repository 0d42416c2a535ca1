"""Data loss of the store (Redis): detects a cached room that has events or moves that the store
does not have.

This can happen because a store that fails over to a replica may lose its last writes.
"""

from server.errors import Refusal
from server.live_rooms.live_room import LiveRoom
from server.rooms.store import RoomStore


class RoomDataLost(Refusal):
    """Raised if the store has lost events of a room that this process had cached. The room has been
    removed from the cache; the caller may look it up again, to get it as it is stored now."""

    def __init__(self) -> None:
        super().__init__("unknown_room", "The room is no more.")


async def is_lost(store: RoomStore, live: LiveRoom) -> bool:
    """Return whether the store lacks an event of the room, or a move or other command of a
    contestant, that this process knows. Raises StoreAway if the store cannot be reached.

    Of the events, only the last one is compared. Stored events are never changed, and new ones are
    only added after them. So if the last event is the same, all earlier events are the same too.
    """
    room, n = live.room, live.race.n
    last = live.trail.events[-1] if live.trail.events else None
    found = await store.event(room.code, room.seq)
    if found is None or (last is not None and found != last):
        return True
    table = live.common_table
    if table is not None and live.race.status == "running":
        return table.number > await store.commands.number(room.code)
    stored = await store.standings(room.code, n)
    return any(
        known.moves > (stored[seat].moves if seat in stored else 0)
        for seat, known in live.standings.items()
    )
