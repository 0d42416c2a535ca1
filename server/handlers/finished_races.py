"""Finds the finished race that a request names."""

from typing import NamedTuple

from protocol.codes import split_race
from server.archive import record_builder
from server.errors import Refusal
from server.handlers.services import Services
from server.rooms.state import Race, Room


class FinishedRace(NamedTuple):
    """A finished race that may be shown in full, its room, and the server time of the request, in
    milliseconds."""

    room: Room
    race: Race
    now: int


async def finished_race(services: Services, name: str) -> FinishedRace:
    """Return the finished race that `name` stands for. `name` is the id of a race, or the code of a
    room, which stands for the latest finished race of this room. Raises Refusal if there is no such
    race or it may not be shown in full yet, and StoreAway if the store cannot be reached."""
    parts = split_race(name)
    if parts is None:
        raise Refusal("unknown_race", "There is no such race.")
    code, n = parts
    live = await services.registry.find(code)
    now = services.clock.now()
    return FinishedRace(
        live.room, record_builder.finished(live.room, n, now, services.keep_days), now
    )
