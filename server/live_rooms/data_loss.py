"""A store that has come back without its end, as a replica may that takes its place: what a process
holds of a room may then be ahead of it."""

from server.errors import Refusal
from server.live_rooms.live_room import LiveRoom
from server.rooms.store import RoomStore


class RoomDataLost(Refusal):
    """The store no longer has what this process held of a room. What it has now, if it has
    anything, is found by looking again."""

    def __init__(self) -> None:
        super().__init__("unknown_room", "The room is no more.")


async def is_lost(store: RoomStore, live: LiveRoom) -> bool:
    """Whether the store lacks an event or a move that this process has heard of.

    Logs only grow, so where the last event is the same all before it are.
    """
    room, n = live.room, live.race.n
    made = {seat: numbers.moves for seat, numbers in live.numbers.items()}
    last = live.trail.events[-1] if live.trail.events else None
    found = await store.event(room.code, room.seq)
    if found is None or (last is not None and found != last):
        return True
    stored = await store.numbers(room.code, n)
    return any(
        moves > (stored[seat].moves if seat in stored else 0) for seat, moves in made.items()
    )
