"""Messages about ghosts: how the standing of a contestant changed in a finished race, and races
alone against that contestant on the same deal."""

from typing import Literal

from protocol.message import Message, Ms, Options, Request, RequestId, Seat, Seating
from protocol.names import Name, Race
from protocol.rooms.races import Terms
from protocol.rooms.standings import SeatStanding

GHOST = 1
"""The seat number in the standings of a ghost. The player has seat 0."""


class GetGhost(Request):
    """Get how the standing of one contestant changed in the course of a finished race. `race` is a
    race id; a room code alone means the latest race of the room. Everybody who may get the record
    may send this. Answered by `ghost`."""

    type: Literal["get_ghost"] = "get_ghost"
    race: Race
    seat: Seat


class RaceGhost(Seating):
    """Start a race for one on the deal of a finished race, against the contestant `seat` of that
    race. The new race begins at once, with the terms and the bell of the finished race. If you send
    the request again with the same `token`, you return to the same room."""

    type: Literal["race_ghost"] = "race_ghost"
    race: Race
    seat: Seat
    name: Name


class GhostStep(Message):
    """The standing of the ghost (the contestant of a finished race) from the race time `ms` until
    its next step."""

    ms: Ms
    standing: SeatStanding


class Ghost(Message):
    """The answer to `get_ghost`, about one contestant of a finished race. `steps` are the standings
    of the contestant as others saw them during the race, oldest first and starting with the deal.
    `final` is the last standing. A race against this ghost has the `terms` and the `bell_ms` given
    here. The message contains no cards."""

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
