"""Ghosts: a finished game as its figures over time, and races alone against it on the same deal."""

from typing import Literal

from protocol.message import Message, Ms, Options, Request, RequestId, Seat, Seating
from protocol.names import Name, Race
from protocol.rooms.races import Terms
from protocol.rooms.standings import SeatStanding

GHOST = 1
"""The seat number of the ghost in its figures. The player has seat 0."""


class GetGhost(Request):
    """Get the figures over time of a contestant of a finished race. A room code alone means the
    latest race of the room. Allowed to everybody who may get the record."""

    type: Literal["get_ghost"] = "get_ghost"
    race: Race
    seat: Seat


class RaceGhost(Seating):
    """Start a race for one on the deal of a finished race, against a contestant of it. It begins at
    once, with the terms and the bell of that race. Sent again with the same token, it returns to
    the same room."""

    type: Literal["race_ghost"] = "race_ghost"
    race: Race
    seat: Seat
    name: Name


class GhostStep(Message):
    """The ghost's figures from race time `ms` on, until its next step."""

    ms: Ms
    standing: SeatStanding


class Ghost(Message):
    """A contestant of a finished race: `steps` are their figures as rivals saw them, oldest first
    and starting with the deal, and `final` is their result. `terms` and `bell_ms` are those of a
    race against this ghost. There are no cards in it."""

    type: Literal["ghost"] = "ghost"
    id: RequestId
    race: str
    seat: Seat
    name: str
    game: str
    options: Options
    terms: Terms
    bell_ms: Ms
    final: SeatStanding
    steps: list[GhostStep]
