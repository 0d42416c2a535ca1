"""Rooms that race Racing Demon, made from events without a server."""

from typing import Any

from protocol.from_client import Create, Join
from protocol.rooms.room_settings import Settings
from server.rooms import commands, membership, race_timeouts
from server.rooms.reducer import fold
from server.rooms.state import Room

ZERO_AT = 5
"""Server time of the start of the races."""


def token(seat: int) -> str:
    return "abcdefgh"[seat] * 24


def racing_room(seats: int, aside: int = 0, **settings: Any) -> Room:
    """A room that has just begun a race; the last `aside` of its seats do not take part."""
    create = Create(
        id=1, token=token(0), game="racing_demon", bell_ms=60_000, name="host",
        settings=Settings(**settings),
    )  # fmt: skip
    room = fold(Room("KQ74TX"), commands.create(create, "p:0", bytes(32), "KQ7KQ7KQ", 0))
    for seat in range(1, seats):
        join = Join(id=1, token=token(seat), code="KQ74TX", name=f"name {seat}")
        room = fold(room, membership.join(room, join, f"p:{seat}", 0))
    for seat in range(seats - aside):
        room = fold(room, commands.ready(room, seat, f"{seat:032}", ZERO_AT, 0))
    if room.race.status == "lobby":
        room = fold(room, commands.start(room, 0, ZERO_AT, 0))
    return fold(room, race_timeouts.due(room, {}, ZERO_AT))


def cut_off(room: Room, seat: int, now: int) -> Room:
    """The room after the connection of a seat has closed."""
    return fold(room, commands.detach(room, seat, f"p:{seat}", now))


def back(room: Room, seat: int, now: int) -> Room:
    return fold(room, commands.attach(room, seat, f"p:{seat}", now))


def left(room: Room, seat: int, now: int) -> Room:
    return fold(room, commands.leave(room, seat, ZERO_AT, now))
