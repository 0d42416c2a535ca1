"""All messages that a client may send. Each has an `id`. The server sends exactly one answer to
each message, and the answer repeats its `id`.

A room is a place on the server in which people meet to race; it has a code. A seat is a numbered
place in a room. Whoever sends the token of a seat, a random secret that the client made, plays on
the seat. One seat is the host, who may change the settings of the room and start its races. In a
race all contestants play the same deal; it ends at the latest with the bell, a time limit. The
server computes the deal from a secret of its own and from the nonces, which are random numbers that
the contestants send, so that nobody can choose the deal.
"""

import operator
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from engine.races.limits import LONGEST_BELL_MS, SHORTEST_BELL_MS
from protocol.accounts import AccountRequest
from protocol.chosen_terms import ChosenRace
from protocol.chosen_terms import Terms as Terms  # noqa: PLC0414 # re-exported beside its requests
from protocol.crown_races import CrownRaceRequest
from protocol.crowns import CrownRequest
from protocol.dailies import GetDailyBoard, ListDailies, TryDaily
from protocol.leaderboards import LeaderboardRequest
from protocol.leisure_races import LeisureRaceRequest
from protocol.message import Nonce, Options, Seating, read
from protocol.message import Request as Request  # noqa: PLC0414 # re-exported as their base
from protocol.names import Code, Name, Race
from protocol.presence import PresenceRequest
from protocol.rivals import RivalRequest
from protocol.rooms.analysis import GetAnalysis
from protocol.rooms.common_tables import PlayTable
from protocol.rooms.computer_players import SeatBot
from protocol.rooms.ghosts import GetGhost, RaceGhost
from protocol.rooms.replays import GetReplay
from protocol.rooms.room_settings import (
    ChangeSettings,
    Invite,
    JoinRace,
    Kick,
    Rooms,
    Settings,
    Silence,
    StandAside,
    TakeHost,
    Vote,
)
from protocol.rooms.talk import Say, SayPhrase
from protocol.rooms.travellers import GetTraveller
from protocol.rooms.watching import Mark, Unwatch, WatchBoard, WatchBoards
from protocol.schemas.payloads import MoveObject
from protocol.telephone import TelephoneRequest
from protocol.tournaments.requests import TournamentRequest

MoveText = Annotated[str, Field(max_length=400)]


class Hello(Request):
    """The first message of a connection. `protocol` lists the versions of the protocol that the
    client knows."""

    type: Literal["hello"] = "hello"
    protocol: Annotated[list[int], Field(min_length=1, max_length=20)]
    client: Annotated[str, Field(max_length=60)]


class Create(Seating):
    """Open a room, take its first seat and become its host. If `aside` is true, you take no part in
    its races."""

    type: Literal["create"] = "create"
    game: Annotated[str, Field(max_length=40)]
    options: Options = Field(default_factory=dict)
    terms: Terms = Field(default_factory=Terms)
    bell_ms: Annotated[int, Field(ge=SHORTEST_BELL_MS, le=LONGEST_BELL_MS)]
    settings: Settings = Field(default_factory=Settings)
    aside: bool = False
    name: Name


class PlayAlone(Seating):
    """Start a race with you as the only contestant, in a room that nobody else can enter. The race
    begins at once, and moves may be taken back unless `terms` forbid it. If you send the request
    again with the same `token`, you return to the same room."""

    type: Literal["play_alone"] = "play_alone"
    game: Annotated[str, Field(max_length=40)]
    options: Options = Field(default_factory=dict)
    terms: Terms = Field(default_factory=Terms)
    bell_ms: Annotated[int, Field(ge=SHORTEST_BELL_MS, le=LONGEST_BELL_MS)]
    name: Name
    nonce: Nonce


class Join(Seating):
    """Take a new seat in a room. `invite` is the invitation word; it is needed if the room can be
    entered by invitation only. A program sets `bot`."""

    type: Literal["join"] = "join"
    code: Code
    invite: Invite | None = None
    name: Name
    bot: bool = False


class Resume(Seating):
    """Return to your seat and use this connection for it. The server closes the connection that was
    used for the seat before."""

    type: Literal["resume"] = "resume"
    code: Code


class Watch(Request):
    """Follow a room without a seat. The server then sends you its members, standings and results.
    `invite` is the invitation word; it is needed if the room can be entered by invitation only."""

    type: Literal["watch"] = "watch"
    code: Code
    invite: Invite | None = None


class Ready(Request):
    """Say that you are ready for the next race. `nonce` is your random number for the deal of that
    race."""

    type: Literal["ready"] = "ready"
    nonce: Nonce


class Unready(Request):
    """Say that you are no longer ready for the next race."""

    type: Literal["unready"] = "unready"


class Start(Request):
    """Begin the countdown of the race. The seats that are ready become its contestants. Only the
    host may send this."""

    type: Literal["start"] = "start"


class Play(Request):
    """Make a move in race number `race` of the room. `ply` is the number of moves that you have
    made before it. `move` is an object or a text, as `protocol/rooms/boards.py` describes.

    You may send a move again with the same `ply`. Then the server answers again, but the move is
    made only once.
    """

    type: Literal["play"] = "play"
    race: Annotated[int, Field(ge=1, le=999_999)]
    ply: Annotated[int, Field(ge=0, le=100_000)]
    move: MoveObject | MoveText


class NextFrame(Request):
    """Get one frame of a watched deal, a deal that you see step by step before you play; a frame is
    one step. `frame` is the number of the next frame. If it is the number of the current frame, you
    get that frame again."""

    type: Literal["next_frame"] = "next_frame"
    race: Annotated[int, Field(ge=1, le=999_999)]
    frame: Annotated[int, Field(ge=1, le=1_000)]


class Look(Request):
    """Get your complete board again. The answer is `table`, or `frame` while you are still watching
    your deal step by step. At a common table, on which all contestants play, it is
    `common_table`."""

    type: Literal["look"] = "look"


class Rematch(Request):
    """Add another race to the room, with a new deal. It is the next race of the room. Without
    `race` it has the game, options, terms and bell of the last race. If `race` is set, it has
    these, and a race of Racing Demon begins a new series. Only the host may send this.

    A client leaves out `race` unless the host has chosen, because older servers refuse messages
    with fields that they do not know."""

    type: Literal["rematch"] = "rematch"
    race: ChosenRace | None = Field(default=None, exclude_if=operator.not_)


class GetRecord(Request):
    """Get the record of a finished race, a document with which anybody can check its deal, its
    moves and its results. A room code alone means the latest race of the room."""

    type: Literal["get_record"] = "get_record"
    race: Race


class Leave(Request):
    """Give up your seat for good. If you are playing a game, it counts as resigned."""

    type: Literal["leave"] = "leave"


class Ping(Request):
    """Ask the server for `pong`, to test the connection. It is a message because browsers cannot
    send the ping frames of the websocket protocol."""

    type: Literal["ping"] = "ping"


FromClient = Annotated[
    Hello
    | Create
    | PlayAlone
    | RaceGhost
    | Join
    | Resume
    | Watch
    | Ready
    | Unready
    | Start
    | Play
    | PlayTable
    | NextFrame
    | Look
    | Rematch
    | GetRecord
    | GetAnalysis
    | GetTraveller
    | GetReplay
    | GetGhost
    | ChangeSettings
    | Kick
    | SeatBot
    | Silence
    | StandAside
    | TakeHost
    | JoinRace
    | Vote
    | Rooms
    | Say
    | SayPhrase
    | Leave
    | ListDailies
    | TryDaily
    | GetDailyBoard
    | LeaderboardRequest
    | RivalRequest
    | CrownRequest
    | CrownRaceRequest
    | LeisureRaceRequest
    | TelephoneRequest
    | PresenceRequest
    | TournamentRequest
    | AccountRequest
    | Mark
    | WatchBoard
    | WatchBoards
    | Unwatch
    | Ping,
    Field(discriminator="type"),
]

ADAPTER: TypeAdapter[FromClient] = TypeAdapter(FromClient)


def parse(frame: str | bytes) -> FromClient:
    """Parse and validate the message in a websocket frame from a client. Raises BadMessage for
    every invalid frame."""
    return read(ADAPTER, frame)
