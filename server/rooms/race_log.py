"""Writes lines of the server's log for the start, the refunds and the end of a race, and when its
winnable deal was found. A refund gives a race the time of a server outage back.

The process that has stored the event writes the line. The line names no contestants and no results.
"""

from collections.abc import Iterable

import structlog

from server.rooms.events import DealFound, RaceEnded, RaceHeld, RaceStarted, StoredEvent
from server.rooms.state import Room

log = structlog.get_logger()


def write(room: Room, stored: Iterable[StoredEvent]) -> None:
    """Write a log line for each event in `stored` that is the start, a refund or the end of a race,
    or says that its winnable deal was found. `room` is the room after these events."""
    for event in stored:
        match event:
            case RaceStarted():
                race = room.races.get(event.n, room.race)
                log.info(
                    "race_begun",
                    room=room.code,
                    race=event.n,
                    game=race.rules.slug,
                    contestants=len(race.racing),
                )
            case RaceHeld():
                log.info("outage_refunded", room=room.code, race=event.n, ms=event.ms)
            case DealFound():
                log.info("winnable_deal_found", room=room.code, race=event.n)
            case RaceEnded():
                log.info("race_ended", room=room.code, race=event.n, ms=event.ended_ms)
            case _:
                pass
