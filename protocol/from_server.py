"""What a server may say.

No message has room for a face-down card or a seed, and but two for a board that is not the reader's
own: `watched_table`, and `replay` of a race that is over. Messages with a `seq` tell what happened
in a room; the numbers have no holes, so whoever misses one asks for the room again by `resume` or
`watch`.
"""

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from protocol.accounts import AccountAnswer
from protocol.boards import Ended, Frame, Moved, Table, WatchedTable
from protocol.crown_races import CrownRaceAnswer
from protocol.crowns import CrownAnswer
from protocol.dailies import Dailies, DailyBoard
from protocol.events import (
    Called,
    Countdown,
    Covered,
    Held,
    Joined,
    Left,
    NextRace,
    Over,
    Presence,
    ReadyChanged,
    RoomEvent,
    Skip,
    Started,
)
from protocol.leaderboards import LeaderboardAnswer
from protocol.message import Event, Message, Ms, RequestId, Seat, read
from protocol.races import RaceInfo, Status, Terms
from protocol.replays import Replay
from protocol.rivals import RivalAnswer
from protocol.rooms import Invite, OpenRooms, Settings, Watchers
from protocol.standings import Opened, Result, SeatStanding
from protocol.talk import Said
from protocol.telephone import TelephoneAnswer
from protocol.tournament_live import TournamentNews
from protocol.tournament_tables import TournamentAnswer

__all__ = [
    "ADAPTER",
    "Called",
    "Countdown",
    "Covered",
    "Done",
    "Ended",
    "Event",
    "Frame",
    "FromServer",
    "Held",
    "Joined",
    "Left",
    "Member",
    "Moved",
    "NextRace",
    "Notice",
    "Opened",
    "Over",
    "Pong",
    "Presence",
    "Progress",
    "RaceInfo",
    "ReadyChanged",
    "Record",
    "Refused",
    "Result",
    "Room",
    "RoomEvent",
    "SeatStanding",
    "Skip",
    "Started",
    "Status",
    "Table",
    "Terms",
    "WatchedTable",
    "Welcome",
    "parse",
]


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
    """Something about the server itself: `storage_away`, `storage_back`, `closing`, `banned`."""

    type: Literal["notice"] = "notice"
    code: str
    text: str


class Member(Message):
    """Somebody with a seat. `racing`: they have a board in the current race; `aside`: they take no
    part in races; `silent`: the host has silenced them; `covered`: they have
    declared a break, and their board is covered; `claimed`: the name is that of an
    account; `left`: they are gone for good, and named for the race they are in."""

    seat: Seat
    name: str
    here: bool
    ready: bool
    racing: bool
    aside: bool = False
    silent: bool = False
    covered: bool = False
    bot: bool = False
    claimed: bool = False
    left: bool = False


class Room(Message):
    """A whole room, as the answer to create, join, resume and watch. `seat` is the reader's own.

    `invite` is the word that lets people in where one is needed; only the host is told.

    Whoever resumes finds everything here: `table` is their own board, `frame` the frame of the deal
    they had come to, where it is still to be watched or no move has been made, and `unread` what
    has happened since their last line ended, oldest first. All of that is folded into the rest.
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
    frame: Frame | None = None
    table: Table | None = None
    unread: list[Annotated[RoomEvent, Field(discriminator="type")]] = Field(default_factory=list)


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
    | RoomEvent
    | Said
    | OpenRooms
    | Watchers
    | Table
    | Frame
    | Moved
    | WatchedTable
    | Progress
    | Record
    | Replay
    | Dailies
    | DailyBoard
    | LeaderboardAnswer
    | RivalAnswer
    | CrownAnswer
    | CrownRaceAnswer
    | TelephoneAnswer
    | TournamentNews
    | TournamentAnswer
    | AccountAnswer,
    Field(discriminator="type"),
]

ADAPTER: TypeAdapter[FromServer] = TypeAdapter(FromServer)


def parse(frame: str | bytes) -> FromServer:
    """The message a server sent, without the fields that only a newer server knows.

    Raises BadMessage, whatever the frame holds.
    """
    return read(ADAPTER, frame, extra="ignore")
