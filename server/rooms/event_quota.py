"""Quota of events that users may cause in a room: in an hour, and in the life of the room.

A room keeps every event, and a process that loads the room reads them all. A race is never stopped
by the quota: moves are not events, and its start, calls, holds and end, and the loss of a
connection, are events of the server. The counts follow from the events, so all processes agree.
"""

from server.rooms.events import (
    Attached,
    CountdownBegun,
    RaceEnded,
    RaceJoined,
    SeatCovered,
    SeatLeft,
    SeatTaken,
    StoredEvent,
)
from server.rooms.state import HOUR_MS, EventCount, Room

SEAT_HOURLY = 240
"""Events that a seat may cause in an hour. Resuming a seat is one of them."""
ROOM_HOURLY = 5_000
"""Events that all seats may cause in an hour. Beyond it nobody joins, and each seat may cause only
SPARED."""
SPARED = 20
"""Events in an hour that each seat may cause, whatever the other seats do."""
ROOM_EVER = 30_000
"""Events of a room after which it takes only seats that resume."""
LAST_EVER = 60_000
"""Events of a room after which seats resume only while a race is under way."""

OFTEN = "This has been asked for too often in the last hour; wait until the next one."
CROWDED = "Too much happens in this room just now; wait until the next hour."
WORN = "So much has happened in this room that it takes no more; open another one."


def after_event(count: EventCount, event: StoredEvent, host: int | None) -> EventCount:
    """The count with this event. `host` is the host's seat before it."""
    if not _is_asked_for(event):
        return count
    hour, asked, by_seat = count.within(event.at // HOUR_MS)
    seat = _whose(event, host)
    if seat is not None:
        by_seat = {**by_seat, seat: by_seat.get(seat, 0) + 1}
    return EventCount(hour, asked + 1, by_seat)


def too_much(room: Room, events: tuple[StoredEvent, ...], factor: float = 1.0) -> str | None:
    """Why the quota refuses these events; None if it allows them. `factor` scales all limits."""
    event = next(filter(_is_asked_for, events), None)
    if event is None or not room.seq:
        return None
    comes_back = isinstance(event, Attached)
    under_way = room.race.status in ("countdown", "running")
    ever = LAST_EVER if comes_back else ROOM_EVER
    if room.seq >= ever * factor and not (comes_back and under_way):
        return WORN
    _, asked, by_seat = room.event_count.within(event.at // HOUR_MS)
    seat = _whose(event, room.host)
    mine = SPARED * factor if seat is None else by_seat.get(seat, 0)
    if mine >= SEAT_HOURLY * factor:
        return OFTEN
    return CROWDED if asked >= ROOM_HOURLY * factor and mine >= SPARED * factor else None


def _is_asked_for(event: StoredEvent) -> bool:
    """Whether this event counts towards the quota. Not counted are events of the server; leaving a
    seat, and beginning, joining and ending a race, because they happen once; and the end of a
    break, because it is never refused."""
    if isinstance(event, SeatCovered) and not event.covered:
        return False
    once = (SeatLeft, CountdownBegun, RaceJoined, RaceEnded)
    return event.by != "server" and not isinstance(event, once)


def _whose(event: StoredEvent, host: int | None) -> int | None:
    """The seat that an event counts for; None for a seat that this event takes."""
    if isinstance(event, SeatTaken):
        return None
    seat: int | None = host if event.by == "host" else getattr(event, "seat", None)
    return seat
