"""Attendance: computes which seats of a room had a connection while a race ran. Pure.

A seat is the numbered place of a player in a room.
"""

from collections.abc import Iterable

from server.rooms.events import Attached, Detached, RaceEnded, RaceStarted, SeatLeft, StoredEvent


def attended(events: Iterable[StoredEvent]) -> frozenset[int]:
    """Return the seats that had a connection at any time while a race ran. `events` are all events
    of the room, oldest first.

    In a tournament or a crown race (an event in which everybody plays the same five deals), a
    contestant that is not among the returned seats was absent. An absent contestant does not count
    as a loser of the race.
    """
    here, came, running = set[int](), set[int](), False
    for event in events:
        match event:
            case Attached():
                here.add(event.seat)
                if running:
                    came.add(event.seat)
            case Detached() | SeatLeft():
                here.discard(event.seat)
            case RaceStarted():
                running = True
                came |= here
            case RaceEnded():
                running = False
    return frozenset(came)
