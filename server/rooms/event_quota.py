"""Quota of events that users may cause in a room: in an hour, and in the life of the room.

An event is a stored fact about a room, such as that a player has joined or is ready. The quota
exists because a room keeps every event, and a process that loads the room reads all of them. The
quota never stops a race: moves are not events, and events that the server itself causes (such as
the start and the end of a race, or a lost connection) do not count. The counts are computed from
the events, so all processes agree on them.
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
"""The maximum number of events that a seat may cause in an hour. Connecting to the seat again is
such an event."""
ROOM_HOURLY = 5_000
"""The maximum number of events that all seats together may cause in an hour. After that, nobody new
may join, and each seat may cause only SPARED events in the hour."""
SPARED = 20
"""Events that each seat may cause in an hour, even if the other seats have used up ROOM_HOURLY."""
ROOM_EVER = 30_000
"""Once a room has this number of events, whoever caused them, the quota allows only connecting to a
seat again."""
LAST_EVER = 60_000
"""Once a room has this number of events, whoever caused them, people may connect to their seats
again only while a race is under way."""

OFTEN = "This has been asked for too often in the last hour; wait until the next one."
CROWDED = "Too much happens in this room just now; wait until the next hour."
WORN = "So much has happened in this room that it takes no more; open another one."


def after_event(count: EventCount, event: StoredEvent, host: int | None) -> EventCount:
    """Return how many events users have caused in the present hour, in total and by seat, after one
    more event. `count` has the numbers before it. `host` is the seat that was the host before the
    event, if any; an event that the host has caused counts for that seat."""
    if not _is_asked_for(event):
        return count
    hour, asked, by_seat = count.within(event.at // HOUR_MS)
    seat = _whose(event, host)
    if seat is not None:
        by_seat = {**by_seat, seat: by_seat.get(seat, 0) + 1}
    return EventCount(hour, asked + 1, by_seat)


def too_much(room: Room, events: tuple[StoredEvent, ...], factor: float = 1.0) -> str | None:
    """Return a sentence for the user that says why the quota refuses `events`, which one request
    would add to `room`; None if it allows them. All limits are multiplied by `factor`."""
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
    """Return whether the quota counts an event, because a user has asked for it.

    Not counted are events of the server; leaving a seat, and beginning, joining and ending a race,
    because each happens once; and the end of a break, because it must never be refused.
    """
    if isinstance(event, SeatCovered) and not event.covered:
        return False
    once = (SeatLeft, CountdownBegun, RaceJoined, RaceEnded)
    return event.by != "server" and not isinstance(event, once)


def _whose(event: StoredEvent, host: int | None) -> int | None:
    """Return the seat for which the quota counts an event. Return None for the event that takes a
    new seat, which counts for no seat."""
    if isinstance(event, SeatTaken):
        return None
    seat: int | None = host if event.by == "host" else getattr(event, "seat", None)
    return seat
