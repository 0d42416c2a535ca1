"""What happens in a room, as everybody in it is told: numbered without holes.

How the room is kept, and who takes part, is in `rooms.py`.
"""

from typing import Literal

from protocol.message import Event, Ms, Seat
from protocol.races import RaceInfo
from protocol.rooms import HostPassed, RaceJoined, SettingsChanged, Silenced, StoodAside
from protocol.standings import Opened, Result


class Joined(Event):
    type: Literal["joined"] = "joined"
    seat: Seat
    name: str
    bot: bool = False
    claimed: bool = False


class Left(Event):
    """A seat was given up, or (`kicked`) taken away by the host; `host` is who has the host's
    rights now. Whoever goes before zero is no contestant any more."""

    type: Literal["left"] = "left"
    seat: Seat
    host: Seat | None
    kicked: bool = False


class Presence(Event):
    """A seat's connection came or went. The seat, its board and its clock stay."""

    type: Literal["presence"] = "presence"
    seat: Seat
    here: bool


class Covered(Event):
    """A contestant has declared a break: their board is covered, and no move is taken until they
    are back. Their clock runs on."""

    type: Literal["covered"] = "covered"
    seat: Seat
    covered: bool


class ReadyChanged(Event):
    type: Literal["ready_changed"] = "ready_changed"
    seat: Seat
    ready: bool


class Countdown(Event):
    """The race begins in so many milliseconds for these seats; no card is sent before."""

    type: Literal["countdown"] = "countdown"
    race: int
    starts_in_ms: Ms
    racing: list[Seat]


class Started(Event):
    """Zero. Contestants get their `table` right after it."""

    type: Literal["started"] = "started"
    race: int


class Called(Event):
    """A card was called: place it within so many milliseconds, or it is placed for you. The table
    with it follows."""

    type: Literal["called"] = "called"
    race: int
    call: int
    call_ms: Ms


class Held(Event):
    """The server was away; race time and bell have been put off by so much."""

    type: Literal["held"] = "held"
    race: int
    held_ms: Ms
    starts_in_ms: Ms | None
    clock_ms: Ms | None


class Over(Event):
    """The race is over: the results, and what makes its deal checkable. A daily deal is opened when
    its day is over."""

    type: Literal["over"] = "over"
    race: int
    ended_ms: Ms
    results: list[Result]
    opened: Opened | None


class NextRace(Event):
    """A rematch: the room's next race, waiting for everybody to be ready."""

    type: Literal["next_race"] = "next_race"
    race: RaceInfo


class Skip(Event):
    """Something the reader has no part in; it keeps the numbering whole."""

    type: Literal["skip"] = "skip"


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
