"""Events of a room: joins, races, calls, results. Their numbers, `seq`, have no gaps.

Events about settings, the host and who takes part are in `rooms.py`.
"""

from typing import Literal

from pydantic import Field

from protocol.message import Event, Ms, Seat
from protocol.rooms.races import RaceInfo
from protocol.rooms.room_settings import (
    Ballot,
    HostPassed,
    RaceJoined,
    RoomScore,
    SettingsChanged,
    Silenced,
    StoodAside,
)
from protocol.rooms.standings import Opened, Result


class Joined(Event):
    """Somebody took a seat. `claimed`: the name belongs to an account."""

    type: Literal["joined"] = "joined"
    seat: Seat
    name: str
    bot: bool = False
    claimed: bool = False


class Left(Event):
    """A seat was given up, or (`kicked`) removed by the host. `host` is the seat that is host now.
    A contestant who leaves during the countdown takes no part in the race."""

    type: Literal["left"] = "left"
    seat: Seat
    host: Seat | None
    kicked: bool = False


class Presence(Event):
    """The connection of a seat was opened or lost. The seat keeps its board and its clock."""

    type: Literal["presence"] = "presence"
    seat: Seat
    here: bool


class Covered(Event):
    """A contestant began or ended a break. During a break their board is covered and moves are
    refused; the clock goes on."""

    type: Literal["covered"] = "covered"
    seat: Seat
    covered: bool


class ReadyChanged(Event):
    """A seat declared itself ready for the next race, or no longer ready."""

    type: Literal["ready_changed"] = "ready_changed"
    seat: Seat
    ready: bool


class Countdown(Event):
    """The race starts in `starts_in_ms`; its contestants are the seats `racing`. No card is sent
    before the start."""

    type: Literal["countdown"] = "countdown"
    race: int
    starts_in_ms: Ms
    racing: list[Seat]


class Started(Event):
    """The race has started. Contestants get their `table` right after this."""

    type: Literal["started"] = "started"
    race: int


class Called(Event):
    """A card was called. Place it within `call_ms`, otherwise the server places it for you. The
    table with the card follows."""

    type: Literal["called"] = "called"
    race: int
    call: int
    call_ms: Ms


class Held(Event):
    """The server could store no moves for `held_ms`, so the race was held for that time: its start,
    its clock and its time limit have moved. `starts_in_ms` and `clock_ms` have the new values."""

    type: Literal["held"] = "held"
    race: int
    held_ms: Ms
    starts_in_ms: Ms | None
    clock_ms: Ms | None


class Over(Event):
    """The race is over: the results, and (`opened`) the secret that lets anybody check the deal. A
    daily deal is opened later, when its day is over; then `opened` is None here. `wins` are as in
    `room`."""

    type: Literal["over"] = "over"
    race: int
    ended_ms: Ms
    results: list[Result]
    opened: Opened | None
    wins: list[RoomScore] = Field(default_factory=list, json_schema_extra={"default": []})


class NextRace(Event):
    """The room has a new current race, which begins when everybody is ready or the host starts
    it."""

    type: Literal["next_race"] = "next_race"
    race: RaceInfo


class Skip(Event):
    """Stands for an event that you are not told, so that the numbers `seq` have no gaps; or, with
    `vote`, for a vote for the next game, which older clients do not know."""

    type: Literal["skip"] = "skip"
    vote: Ballot | None = None


RoomEvent = (
    Joined
    | Left
    | Presence
    | Covered
    | ReadyChanged
    | Countdown
    | Started
    | Called
    | Held
    | Over
    | NextRace
    | SettingsChanged
    | HostPassed
    | Silenced
    | StoodAside
    | RaceJoined
    | Skip
)
