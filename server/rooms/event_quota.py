"""How much may happen in a room because somebody asks for it: in an hour, and in all its life.

Every event of a room stays, and whoever comes to the room reads them all. What a race needs is
never refused: moves are kept elsewhere, and its beginning, calls, holds and end, and that somebody
has gone, are the server's own events. Everything is counted by the events themselves, so all
processes agree.
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
"""So many events a seat may ask for in an hour; it comes back to the room by such an event."""
ROOM_HOURLY = 5_000
"""So many all seats together. Beyond, nobody new comes in, and a seat has but SPARED."""
SPARED = 20
"""So many a seat may ask for whatever others do."""
ROOM_EVER = 30_000
"""With so many a room takes no more races, settings or people; its people may still come back."""
LAST_EVER = 60_000
"""With so many they come back only to a race under way."""

OFTEN = "This has been asked for too often in the last hour; wait until the next one."
CROWDED = "Too much happens in this room just now; wait until the next hour."
WORN = "So much has happened in this room that it takes no more; open another one."


def after_event(count: EventCount, event: StoredEvent, host: int | None) -> EventCount:
    """What has been asked for once this event is stored."""
    if not _is_asked_for(event):
        return count
    hour, asked, by_seat = count.within(event.at // HOUR_MS)
    seat = _whose(event, host)
    if seat is not None:
        by_seat = {**by_seat, seat: by_seat.get(seat, 0) + 1}
    return EventCount(hour, asked + 1, by_seat)


def too_much(room: Room, events: tuple[StoredEvent, ...], factor: float = 1.0) -> str | None:
    """Why a room does not take these events; None where it does. All numbers times `factor`."""
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
    """Whether it is one of those that could be repeated for ever. A seat leaves once, a race is
    begun, joined and ended once, and who has begun a break has to come back from it."""
    if isinstance(event, SeatCovered) and not event.covered:
        return False
    once = (SeatLeft, CountdownBegun, RaceJoined, RaceEnded)
    return event.by != "server" and not isinstance(event, once)


def _whose(event: StoredEvent, host: int | None) -> int | None:
    """The seat an event is counted to; None for one that has just been taken."""
    if isinstance(event, SeatTaken):
        return None
    seat: int | None = host if event.by == "host" else getattr(event, "seat", None)
    return seat
