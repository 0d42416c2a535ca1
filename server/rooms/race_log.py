"""What the log says of races: when they begin, are held and end, by the process that stored it. Who
races and how it goes is nobody's business."""

from collections.abc import Iterable

import structlog

from server.rooms.events import RaceEnded, RaceHeld, RaceStarted, StoredEvent
from server.rooms.state import Room

log = structlog.get_logger()


def write(room: Room, stored: Iterable[StoredEvent]) -> None:
    """Tell what has been stored of a room, which is as it is after that."""
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
                log.info("race_held", room=room.code, race=event.n, ms=event.ms)
            case RaceEnded():
                log.info("race_ended", room=room.code, race=event.n, ms=event.ended_ms)
            case _:
                pass
