"""Who was there when a race was run. Pure."""

from collections.abc import Iterable

from server.rooms.events import Attached, Detached, RaceEnded, RaceStarted, SeatLeft, StoredEvent


def who_came(events: Iterable[StoredEvent]) -> frozenset[int]:
    """The seats somebody spoke for while the race ran: nobody loses one they have not seen."""
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
