"""Messages about ghosts. A ghost is one contestant of a finished race, against whom you can race
alone on the same deal: your client shows how the standing of the ghost (result, progress, points
and moves) changed in the course of that race."""

import operator
from typing import Literal

from pydantic import Field

from protocol.message import Message, Ms, Options, Request, RequestId, Seat, Seating
from protocol.names import Name, Race
from protocol.rooms.races import Terms
from protocol.rooms.standings import SeatStanding

GHOST = 1
"""The seat number in the standings of a ghost. The player has seat 0."""


class GetGhost(Request):
    """Get the standings that one contestant had in the course of a finished race. `race` is a race
    id; a room code alone means the latest race of the room. Everybody who may get the record of the
    race may send this. Answered by `ghost`."""

    type: Literal["get_ghost"] = "get_ghost"
    race: Race
    seat: Seat


class RaceGhost(Seating):
    """Start a race with you as the only contestant, on the deal of the finished race `race`,
    against the contestant who had the seat `seat` in it. The new race begins at once, with the
    terms and the time limit of the finished race. If you send the request again with the same
    `token`, you return to the same room.

    With `practice` the new race has no time limit to speak of, and every move may be taken back; a
    client can make the first moves of the contestant by itself, so that you play on from there. It
    is left out otherwise, because older servers do not know the field."""

    type: Literal["race_ghost"] = "race_ghost"
    race: Race
    seat: Seat
    name: Name
    practice: bool = Field(default=False, exclude_if=operator.not_)


class GhostStep(Message):
    """The standing that the ghost had from the race time `ms` until the race time of the next
    step."""

    ms: Ms
    standing: SeatStanding


class Ghost(Message):
    """The answer to `get_ghost`, about one contestant of a finished race. `steps` are the standings
    of the contestant as others saw them during the race, oldest first and starting with the deal.
    `final` is the standing at the end. A race against this ghost has the `terms` and the time limit
    `bell_ms` given here. The message contains no cards."""

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
