"""All messages that a server may send.

A room is a place on the server in which people meet to race. A seat is a numbered place in a room;
a spectator follows the room without a seat. In a race all contestants play the same deal, each on a
board of their own, except in Racing Demon, where they play together on a common table. Messages
with a `seq` are events of a room, numbered without gaps. A client that misses a number sends
`resume` or `watch` again to get the whole room.

No message has a field for a face-down card or a seed. Only these messages contain a board that is
not the recipient's own: `watched_table`; `grids`, which has only cards that everybody has placed;
`common_table` and `table_changed`, which show what everybody at a common table sees; and `replay`,
which is about a race that is over.
"""

import operator
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from protocol.accounts import AccountAnswer
from protocol.crown_races import CrownRaceAnswer
from protocol.crowns import CrownAnswer
from protocol.dailies import Dailies, DailyBoard
from protocol.leaderboards import LeaderboardAnswer
from protocol.leisure_races import LeisureRaceAnswer
from protocol.message import Event, Message, Ms, RequestId, Seat, read
from protocol.presence import PresenceAnswer
from protocol.rivals import RivalAnswer
from protocol.rooms.analysis import Analysis
from protocol.rooms.boards import (
    DealCounts,
    Ended,
    Frame,
    Grids,
    Moved,
    SeatGrid,
    Table,
    WatchedTable,
)
from protocol.rooms.common_tables import (
    CommonTable,
    OvertakenClaim,
    TableChanged,
    TableLegal,
    TablePlayed,
)
from protocol.rooms.computer_players import ComputerPlayer
from protocol.rooms.events import (
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
from protocol.rooms.ghosts import Ghost
from protocol.rooms.races import RaceInfo, Status, Terms
from protocol.rooms.replays import Replay
from protocol.rooms.room_settings import Invite, OpenRooms, RoomScore, Settings, Watchers
from protocol.rooms.standings import Opened, Result, SeatStanding
from protocol.rooms.talk import Said
from protocol.rooms.travellers import Traveller
from protocol.schemas.payloads import RecordDocument
from protocol.telephone import TelephoneAnswer
from protocol.tournaments.live import TournamentNews
from protocol.tournaments.tables import TournamentAnswer

__all__ = [
    "ADAPTER",
    "Called",
    "CommonTable",
    "ComputerPlayer",
    "Countdown",
    "Covered",
    "DealCounts",
    "Done",
    "Ended",
    "Event",
    "Frame",
    "FromServer",
    "Grids",
    "Held",
    "Joined",
    "Left",
    "Member",
    "Moved",
    "NextRace",
    "Notice",
    "Opened",
    "Over",
    "OvertakenClaim",
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
    "SeatGrid",
    "SeatStanding",
    "Skip",
    "Started",
    "Status",
    "Table",
    "TableChanged",
    "TableLegal",
    "TablePlayed",
    "Terms",
    "WatchedTable",
    "Welcome",
    "parse",
]


class Welcome(Message):
    """The answer to `hello`. `protocol` is the version of the protocol that both use from now on.
    `server` is the name and version of the server program."""

    type: Literal["welcome"] = "welcome"
    id: RequestId
    protocol: int
    server: str


class Done(Message):
    """The answer to a request that was carried out and needs no other answer. If the request
    changed the room, the server also sends the events that describe the change."""

    type: Literal["done"] = "done"
    id: RequestId


class RequestFault(Message):
    """One mistake in a request. `error` is a sentence about it. `path` leads to the wrong value by
    names of fields and positions in lists, such as `["rounds", 2, "bell_ms"]`."""

    path: list[str | int]
    error: str


class Refused(Message):
    """The answer to a request that was not carried out and changed nothing. `code` is for programs,
    and `error` is a sentence for people. `protocol/retries.py` lists the codes after which a client
    may repeat the request by itself.

    For a refused move, `ply` is the number of your moves that the server has stored. For a refused
    plan of a tournament, `faults` lists all its mistakes. If a card that you lay on a foundation of
    a common table (all contestants play on it) comes too late because somebody else was quicker,
    `overtaken` says which card took its place.
    """

    type: Literal["refused"] = "refused"
    id: RequestId | None
    code: str
    error: str
    ply: int | None = None
    faults: tuple[RequestFault, ...] = ()
    overtaken: OvertakenClaim | None = Field(default=None, exclude_if=operator.not_)


class Pong(Message):
    """The answer to `ping`."""

    type: Literal["pong"] = "pong"
    id: RequestId


class Notice(Message):
    """News about the server itself. `code` is `storage_away` (an outage began), `storage_back` (the
    outage is over), `closing` (the server stops) or `banned` (the operator has banned you). `text`
    is a sentence for people."""

    type: Literal["notice"] = "notice"
    code: str
    text: str


class Member(Message):
    """Somebody with a seat in the room.

    - `here` says that they are connected.
    - `ready` says that they are ready for the next race.
    - `racing` says that they have a board in the current race.
    - `aside` says that they take no part in races.
    - `silent` says that the host has silenced them.
    - `covered` says that they are on a break and their board is hidden.
    - `claimed` says that the name belongs to an account.
    - `left` says that they gave up the seat. They are listed because they took part in the current
      race.
    - `player` is set for a computer player of the server.
    """

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
    player: ComputerPlayer | None = Field(default=None, exclude_if=operator.not_)


class Room(Message):
    """The whole state of a room: the answer to `create`, `join`, `resume`, `watch` and other
    requests that enter a room. `seat` is your seat, None if you are a spectator.

    `invite` is the invitation word, which only the host gets. `table` is your board. `frame` is set
    if you watch the deal step by step before you play. It is the step that you have reached, and is
    set until you have made a move. `grids` is set in a race with called cards (everybody places the
    same card at the same time): it is the latest message `grids`, if the terms of the race show the
    grids and a card has been placed. `common_table` is the table of a race whose contestants share
    one. `unread` lists the events since your last connection ended, oldest first; all other fields
    already include the effects of these events. `wins` lists everybody who has raced others in this
    room, most wins first.
    """

    type: Literal["room"] = "room"
    id: RequestId | None
    seq: int
    code: str
    seat: Seat | None
    host: Seat | None
    settings: Settings = Field(default_factory=Settings, json_schema_extra={"default": {}})
    invite: Invite | None = None
    watchers: int = 0
    members: list[Member]
    race: RaceInfo
    standings: list[SeatStanding]
    results: list[Result] | None
    opened: Opened | None
    frame: Frame | None = None
    table: Table | None = None
    grids: Grids | None = None
    common_table: CommonTable | None = Field(default=None, exclude_if=operator.not_)
    unread: list[Annotated[RoomEvent, Field(discriminator="type")]] = Field(
        default_factory=list, json_schema_extra={"default": []}
    )
    wins: list[RoomScore] = Field(default_factory=list, json_schema_extra={"default": []})


class Progress(Message):
    """The standings (result, progress, time and moves) of those seats whose standing has changed
    since the last message `progress`. The server sends this at most four times a second."""

    type: Literal["progress"] = "progress"
    race: int
    clock_ms: Ms
    standings: list[SeatStanding]


class Record(Message):
    """The record of a finished race: a document with everything that is needed to check its deal,
    its moves and its results."""

    type: Literal["record"] = "record"
    id: RequestId
    record: RecordDocument


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
    | DealCounts
    | WatchedTable
    | Grids
    | CommonTable
    | TableChanged
    | TableLegal
    | TablePlayed
    | Progress
    | Record
    | Analysis
    | Traveller
    | Replay
    | Ghost
    | Dailies
    | DailyBoard
    | LeaderboardAnswer
    | RivalAnswer
    | CrownAnswer
    | CrownRaceAnswer
    | LeisureRaceAnswer
    | TelephoneAnswer
    | PresenceAnswer
    | TournamentNews
    | TournamentAnswer
    | AccountAnswer,
    Field(discriminator="type"),
]

ADAPTER: TypeAdapter[FromServer] = TypeAdapter(FromServer)


def parse(frame: str | bytes) -> FromServer:
    """Parse and validate the message in a websocket frame from a server. Unknown fields are
    dropped, because a newer server may send more.

    Raises BadMessage for every invalid frame.
    """
    return read(ADAPTER, frame, extra="ignore")
