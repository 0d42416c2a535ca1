"""Messages about rooms: settings, rights of the host, taking part in races, and the public list.

A seat is a numbered place in a room. The host is the seat that may change the settings and start
races. A bot is a program that has a seat.
"""

from typing import Annotated, Literal

from pydantic import Field

from engine.races.limits import MOST_SEATS
from protocol.message import Event, Message, Ms, Options, Request, RequestId, Seat

LONGEST_DELAY_MS = 3_600_000

Invite = Annotated[str, Field(pattern=r"^[0-9A-Z]{8}$")]
"""The word that lets people into a room that is by invitation only."""
RaceNumber = Annotated[int, Field(ge=1, le=999_999)]


class Settings(Message):
    """The settings of a room.

    - `size`: the maximum number of seats.
    - `locked`: nobody may take a new seat.
    - `invite_only`: people need the invitation word to enter.
    - `bots`: bots may take seats.
    - `listed`: the room is on the public list.
    - `boards`: who may see the boards of others during a race: `nobody`, those contestants who have
      finished this deal (`done`), or `everybody`. With `everybody`, spectators may see the boards
      too, `delay_ms` later.
    - `late`: newcomers may join a running race. `boards` must be `nobody` then, because somebody
      who has seen a board could join afterwards.
    """

    size: Annotated[int, Field(ge=2, le=MOST_SEATS)] = MOST_SEATS
    locked: bool = False
    invite_only: bool = False
    late: bool = False
    bots: bool = True
    boards: Literal["nobody", "done", "everybody"] = "everybody"
    delay_ms: Annotated[int, Field(ge=0, le=LONGEST_DELAY_MS)] = 0
    listed: bool = False


class ChangeSettings(Request):
    """Replace all settings of the room. Settings that you leave out get their default values. Only
    the host may send this."""

    type: Literal["change_settings"] = "change_settings"
    settings: Settings


class SettingsChanged(Event):
    """The host changed the settings of the room."""

    type: Literal["settings_changed"] = "settings_changed"
    settings: Settings


class Kick(Request):
    """Remove somebody from the room. Their seat is given up, and the server refuses its token from
    then on. Only the host may send this."""

    type: Literal["kick"] = "kick"
    seat: Seat


class Silence(Request):
    """Silence a seat (`silent` is true), or let its holder write again. As long as a seat is
    silenced, the server refuses what its holder writes to the room. Only the host may send this."""

    type: Literal["silence"] = "silence"
    seat: Seat
    silent: bool


class StandAside(Request):
    """Keep your seat without taking part in races, so that no race waits for you (`aside` is true),
    or take part again (`aside` is false)."""

    type: Literal["stand_aside"] = "stand_aside"
    aside: bool


class TakeHost(Request):
    """Become host of the room. The request is refused unless the present host has been away for a
    minute."""

    type: Literal["take_host"] = "take_host"


class JoinRace(Request):
    """Take part in a race that has begun, if the settings of the room let newcomers join late. Your
    clock has been running since the start of the race, like that of all contestants."""

    type: Literal["join_race"] = "join_race"
    race: RaceNumber


class Vote(Request):
    """Vote for the game of the race that follows race number `race`. A second vote replaces your
    first.

    The voters are the people with a seat who are connected and take part in races. The next race is
    opened as soon as more than half of them want the same game, or all of them have voted. The game
    with the most votes is played; of several such games, the one that was voted for first. If it is
    the same game again, the next race also has the options, terms and time limit of the race
    `race`.
    """

    type: Literal["vote"] = "vote"
    race: RaceNumber
    game: Annotated[str, Field(max_length=40)]


class Ballot(Message):
    """The vote of a seat for the game of the next race. `title` is the title of the game in
    English."""

    seat: Seat
    game: str
    title: str


class RoomScore(Message):
    """How many races against others somebody has won in this room. `name` is the name of that
    person, who may have left the room. The score lists everybody who has raced others, also without
    a win."""

    seat: Seat
    name: str
    wins: Annotated[int, Field(ge=0)]


class Silenced(Event):
    """The host silenced a seat (`silent` is true), or let its holder write again. As long as a seat
    is silenced, the server refuses what its holder writes to the room."""

    type: Literal["silenced"] = "silenced"
    seat: Seat
    silent: bool


class HostPassed(Event):
    """Another seat became host with `take_host`, because the host had been away for a minute.
    `host` is the number of the new host's seat."""

    type: Literal["host_passed"] = "host_passed"
    host: Seat


class StoodAside(Event):
    """Somebody with a seat no longer takes part in races, or takes part again."""

    type: Literal["stood_aside"] = "stood_aside"
    seat: Seat
    aside: bool


class RaceJoined(Event):
    """A newcomer joined the running race. They play the same deal, and their clock has been running
    since the start of the race."""

    type: Literal["race_joined"] = "race_joined"
    race: RaceNumber
    seat: Seat


class Rooms(Request):
    """Get the public list of rooms."""

    type: Literal["rooms"] = "rooms"


class OpenRoom(Message):
    """A room on the public list, which anybody may enter. `here` is the number of people connected,
    and `size` the maximum number of seats. `late` says that newcomers may also join a running
    race."""

    code: str
    game: str
    options: Options
    bell_ms: Ms
    format: str
    host: str | None
    here: int
    size: int
    status: Literal["lobby", "countdown", "running", "over"]
    late: bool


class OpenRooms(Message):
    """The answer to `rooms`, the public list: at most fifty rooms, the most recently changed
    first."""

    type: Literal["open_rooms"] = "open_rooms"
    id: RequestId
    rooms: list[OpenRoom]


class Watchers(Message):
    """The number of people who follow the room without a seat. Sent when it has changed."""

    type: Literal["watchers"] = "watchers"
    watchers: Annotated[int, Field(ge=0)]
