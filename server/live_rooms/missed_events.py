"""Missed events: finds the events of a room that a seat missed while it had no connection.

A seat is the numbered place of a player in a room. An event is a stored fact about the room, for
example that somebody has joined or the race has ended.
"""

from server.archive.record_builder import final_standings
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.recent_events import MOST_UNREAD, RecentEvents
from server.rooms.events import Attached, Detached, RaceEnded, StoredEvent
from server.rooms.state import Room
from server.rooms.store import RoomStore
from server.views.view_inputs import RoomEvent


async def unread(store: RoomStore, live: LiveRoom, seat: int, now: int) -> tuple[RoomEvent, ...]:
    """Return the last events, at most MOST_UNREAD and oldest first, that a seat missed while it had
    no connection. Return an empty tuple if the seat always had a connection, because a new one has
    replaced one that was still open. `now` is server time. Raises StoreAway if the store cannot be
    reached."""
    told = []
    missed = missed_by(seat, live.trail)
    for event, then in missed[-MOST_UNREAD:]:
        over = isinstance(event, RaceEnded)
        standings = await final_standings(store, then, then.race) if over else {}
        told.append(RoomEvent(event, then, standings, now))
    return tuple(told)


def missed_by(seat: int, trail: RecentEvents) -> list[tuple[StoredEvent, Room]]:
    """Return the recent events (those in `trail`) that happened while the seat last had no
    connection, oldest first, each with the room after it. The events by which this seat itself got
    or lost a connection are left out."""
    missed: list[tuple[StoredEvent, Room]] = []
    before = trail.before
    away = seat in before.seats and before.seats[seat].connection is None
    for event, room in zip(trail.events, trail.rooms, strict=True):
        match event:
            case Attached() | Detached() if event.seat == seat:
                if not away:
                    missed = []
                away = room.seats[seat].connection is None
            case _ if away:
                missed.append((event, room))
    return missed
