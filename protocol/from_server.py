"""What a server may say.

No message has room for a face-down card or a seed, and but one, `watched_table`, for a board that
is not the reader's own. Messages with a `seq` tell what happened in a room; the numbers have no
holes, so whoever misses one asks for the room again by `resume` or `watch`.
"""

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from protocol.accounts import AccountAnswer
from protocol.boards import Ended as Ended  # noqa: PLC0414 # boards are said here, kept apart
from protocol.boards import Frame as Frame  # noqa: PLC0414
from protocol.boards import Moved as Moved  # noqa: PLC0414
from protocol.boards import Table as Table  # noqa: PLC0414
from protocol.boards import WatchedTable as WatchedTable  # noqa: PLC0414
from protocol.dailies import Dailies, DailyBoard
from protocol.message import Event as Event  # noqa: PLC0414 # one of what a server says
from protocol.message import Message, Ms, Options, RequestId, Seat, read
from protocol.rooms import (
    Invite,
    OpenRooms,
    RaceJoined,
    Settings,
    SettingsChanged,
    Silenced,
    StoodAside,
    Watchers,
)
from protocol.standings import Opened as Opened  # noqa: PLC0414 # said here, kept apart
from protocol.standings import Result as Result  # noqa: PLC0414
from protocol.standings import SeatStanding as SeatStanding  # noqa: PLC0414
from protocol.talk import Said

Status = Literal["lobby", "countdown", "running", "over"]


class Welcome(Message):
    """The answer to `hello`: the version both will speak from now on."""

    type: Literal["welcome"] = "welcome"
    id: RequestId
    protocol: int
    server: str


class Done(Message):
    """A request was carried out; what it changed follows as events."""

    type: Literal["done"] = "done"
    id: RequestId


class Refused(Message):
    """A request changed nothing. `code` is for programs, `error` a sentence for people.

    For a refused move `ply` is the number of moves the server has.
    """

    type: Literal["refused"] = "refused"
    id: RequestId | None
    code: str
    error: str
    ply: int | None = None


class Pong(Message):
    type: Literal["pong"] = "pong"
    id: RequestId


class Notice(Message):
    """Something about the server itself: `storage_away`, `storage_back`, `closing`."""

    type: Literal["notice"] = "notice"
    code: str
    text: str


class Member(Message):
    """Somebody with a seat. `racing`: they have a board in the current race; `aside`: they take no
    part in races; `silent`: the host has silenced them; `claimed`: the name is that of an
    account."""

    seat: Seat
    name: str
    here: bool
    ready: bool
    racing: bool
    aside: bool = False
    silent: bool = False
    bot: bool = False
    claimed: bool = False


class Terms(Message):
    """How a race is ended and won; see `docs/protocol.md`."""

    format: Literal["first_out", "best", "score", "caller"]
    winners: Literal["time", "moves"]
    take_back: Literal["none", "until_card", "free"]
    call_ms: Ms | None


class RaceInfo(Message):
    """The current race of a room. `id` is what its deal seed is made with.

    `starts_in_ms` is there during the countdown, `clock_ms` (race time) while it runs and after.
    Where cards are called, `call` counts them from 1, and `call_ms` is what is left to place it.
    """

    id: str
    n: int
    game: str
    options: Options
    terms: Terms
    bell_ms: Ms
    commitment: str
    status: Status
    starts_in_ms: Ms | None = None
    clock_ms: Ms | None = None
    call: int | None = None
    call_ms: Ms | None = None


class Room(Message):
    """A whole room, as the answer to create, join, resume and watch. `seat` is the reader's own.

    `invite` is the word that lets people in where one is needed; only the host is told.
    """

    type: Literal["room"] = "room"
    id: RequestId | None
    seq: int
    code: str
    seat: Seat | None
    host: Seat | None
    settings: Settings = Field(default_factory=Settings)
    invite: Invite | None = None
    watchers: int = 0
    members: list[Member]
    race: RaceInfo
    standings: list[SeatStanding]
    results: list[Result] | None
    opened: Opened | None


class Joined(Event):
    type: Literal["joined"] = "joined"
    seat: Seat
    name: str
    bot: bool = False
    claimed: bool = False


class Left(Event):
    """A seat was given up, or (`kicked`) taken away by the host; `host` is who has the host's
    rights now."""

    type: Literal["left"] = "left"
    seat: Seat
    host: Seat | None
    kicked: bool = False


class Presence(Event):
    """A seat's connection came or went. The seat, its board and its clock stay."""

    type: Literal["presence"] = "presence"
    seat: Seat
    here: bool


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


class Progress(Message):
    """The numbers of the seats that changed since the last one; at most four a second."""

    type: Literal["progress"] = "progress"
    race: int
    clock_ms: Ms
    standings: list[SeatStanding]


class Record(Message):
    type: Literal["record"] = "record"
    id: RequestId
    record: dict[str, Any]


FromServer = Annotated[
    Welcome
    | Done
    | Refused
    | Pong
    | Notice
    | Room
    | Joined
    | Left
    | Presence
    | ReadyChanged
    | Countdown
    | Started
    | Called
    | Held
    | Over
    | NextRace
    | SettingsChanged
    | Silenced
    | StoodAside
    | RaceJoined
    | Said
    | OpenRooms
    | Watchers
    | Skip
    | Table
    | Frame
    | Moved
    | WatchedTable
    | Progress
    | Record
    | Dailies
    | DailyBoard
    | AccountAnswer,
    Field(discriminator="type"),
]

ADAPTER: TypeAdapter[FromServer] = TypeAdapter(FromServer)


def parse(frame: str | bytes) -> FromServer:
    """The message a server sent. Raises BadMessage, whatever the frame holds."""
    return read(ADAPTER, frame)
