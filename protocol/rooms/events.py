"""Messages about events of a room: joins, races, calls, results. `seq` numbers them without gaps.

A seat is a numbered place in a room, and the host is the seat that may change the settings and
start races. The contestants of a race are the seats that take part in it. Race time is the time
since the start of the race. In some races cards are called: the server announces one card to all
contestants, who have to place it in a given time. The race ends at the latest with the bell, its
time limit.

Events about settings, the host and taking part in races are in `room_settings.py`.
"""

import operator
from typing import Literal

from pydantic import Field

from protocol.message import Event, Ms, Seat
from protocol.rooms.common_tables import SeriesInfo
from protocol.rooms.computer_players import ComputerPlayer
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
    """Somebody took a seat in the room. `bot` says that it is a program, and `claimed` that the
    name belongs to an account. `player` is set for a computer player of the server."""

    type: Literal["joined"] = "joined"
    seat: Seat
    name: str
    bot: bool = False
    claimed: bool = False
    player: ComputerPlayer | None = Field(default=None, exclude_if=operator.not_)


class Left(Event):
    """Somebody gave up their seat, or, if `kicked` is true, the host removed them. `host` is the
    seat that is host from now on, None if there is no host. A contestant who leaves during the
    countdown takes no part in the race."""

    type: Literal["left"] = "left"
    seat: Seat
    host: Seat | None
    kicked: bool = False


class Presence(Event):
    """Somebody with a seat connected (`here` is true) or lost their connection. The seat keeps its
    board, and race time goes on."""

    type: Literal["presence"] = "presence"
    seat: Seat
    here: bool


class Covered(Event):
    """A contestant began or ended a break (`covered` says which). During a break their board is
    hidden from them and their moves are refused, and race time goes on."""

    type: Literal["covered"] = "covered"
    seat: Seat
    covered: bool


class ReadyChanged(Event):
    """Somebody with a seat said that they are ready for the next race, or that they no longer
    are."""

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
    """The race has started. Right after this message the server sends each contestant their
    `table`."""

    type: Literal["started"] = "started"
    race: int


class Called(Event):
    """Card number `call` of the race was called. You have `call_ms` to place it; otherwise the
    server places it for you. The server sends a `table` with the card after this message."""

    type: Literal["called"] = "called"
    race: int
    call: int
    call_ms: Ms


class Held(Event):
    """After an outage, in which the server could store no moves, the race got back `held_ms`
    milliseconds. Before the start, the start is later by that time. After the start, the race time
    is put back by it. The bell rings later by it in both cases. `starts_in_ms` (before the start)
    or `clock_ms` (the race time, after the start) has the new value."""

    type: Literal["held"] = "held"
    race: int
    held_ms: Ms
    starts_in_ms: Ms | None
    clock_ms: Ms | None


class Over(Event):
    """The race is over. `results` are its results. `opened` has the secret with which anybody can
    check the deal. It is None while others may still play the same deal in other rooms, as with a
    daily deal, which each account may play once on its day. `wins` lists everybody who has raced
    others in this room, most wins first. `series` is sent after a round of Racing Demon: it has the
    points of the contestants in all rounds so far, this round included."""

    type: Literal["over"] = "over"
    race: int
    ended_ms: Ms
    results: list[Result]
    opened: Opened | None
    wins: list[RoomScore] = Field(default_factory=list, json_schema_extra={"default": []})
    series: SeriesInfo | None = Field(default=None, exclude_if=operator.not_)


class NextRace(Event):
    """The room has a new race, which has not begun. It begins when everybody is ready or the host
    starts it."""

    type: Literal["next_race"] = "next_race"
    race: RaceInfo


class Skip(Event):
    """An event with the number `seq` happened whose content is not sent to you. The message is sent
    so that you see no gap in the numbers. If `vote` is set, the event is a vote for the game of the
    next race. A vote has no message of its own, because older clients would not know the
    message."""

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
