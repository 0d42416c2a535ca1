"""What a client may say. Every message has an `id` and is answered by one that repeats it."""

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from engine.limits import LONGEST_BELL_MS, SHORTEST_BELL_MS
from engine.terms import LONGEST_CALL_MS, SHORTEST_CALL_MS
from protocol.accounts import AccountRequest
from protocol.crown_races import CrownRaceRequest
from protocol.crowns import CrownRequest
from protocol.dailies import GetDailyBoard, ListDailies, TryDaily
from protocol.leaderboards import LeaderboardRequest
from protocol.message import Message, Nonce, Options, Seating, read
from protocol.message import Request as Request  # noqa: PLC0414 # what all are that a client says
from protocol.names import Code, Name, Race
from protocol.replays import GetReplay
from protocol.rivals import RivalRequest
from protocol.rooms import (
    ChangeSettings,
    Invite,
    JoinRace,
    Kick,
    Rooms,
    Settings,
    Silence,
    StandAside,
    TakeHost,
)
from protocol.talk import Say, SayPhrase
from protocol.telephone import TelephoneRequest
from protocol.tournaments import TournamentRequest
from protocol.watching import Mark, Unwatch, WatchBoard

MoveObject = dict[Annotated[str, Field(max_length=20)], Any]
MoveText = Annotated[str, Field(max_length=400)]


class Hello(Request):
    """The first message of a connection: the protocol versions the client speaks."""

    type: Literal["hello"] = "hello"
    protocol: Annotated[list[int], Field(min_length=1, max_length=20)]
    client: Annotated[str, Field(max_length=60)]


class Terms(Message):
    """How a race is to be ended and won; what is None is as usual for the game."""

    format: Literal["first_out", "best", "score", "caller"] | None = None
    winners: Literal["time", "moves"] | None = None
    take_back: Literal["none", "until_card", "free", "practice"] | None = None
    call_ms: Annotated[int, Field(ge=SHORTEST_CALL_MS, le=LONGEST_CALL_MS)] | None = None


class Create(Seating):
    """Open a room and take its first seat; `aside`: as a host who takes no part in races."""

    type: Literal["create"] = "create"
    game: Annotated[str, Field(max_length=40)]
    options: Options = Field(default_factory=dict)
    terms: Terms = Field(default_factory=Terms)
    bell_ms: Annotated[int, Field(ge=SHORTEST_BELL_MS, le=LONGEST_BELL_MS)]
    settings: Settings = Field(default_factory=Settings)
    aside: bool = False
    name: Name


class PlayAlone(Seating):
    """A race for one, in a room that is closed to others, which begins at once. Moves may be taken
    back, unless `terms` say otherwise. Asked again with the same token it is the same room."""

    type: Literal["play_alone"] = "play_alone"
    game: Annotated[str, Field(max_length=40)]
    options: Options = Field(default_factory=dict)
    terms: Terms = Field(default_factory=Terms)
    bell_ms: Annotated[int, Field(ge=SHORTEST_BELL_MS, le=LONGEST_BELL_MS)]
    name: Name
    nonce: Nonce


class Join(Seating):
    """Take a new seat in a room, with the word of the invitation where one is needed."""

    type: Literal["join"] = "join"
    code: Code
    invite: Invite | None = None
    name: Name
    bot: bool = False


class Resume(Seating):
    """Return to a seat; the connection that held it until now is closed."""

    type: Literal["resume"] = "resume"
    code: Code


class Watch(Request):
    """Follow a room without a seat: its lobby, standings and results."""

    type: Literal["watch"] = "watch"
    code: Code
    invite: Invite | None = None


class Ready(Request):
    """Ready for the next race, with 16 random bytes for its deal."""

    type: Literal["ready"] = "ready"
    nonce: Nonce


class Unready(Request):
    """Not ready after all."""

    type: Literal["unready"] = "unready"


class Start(Request):
    """The host: begin with those who are ready."""

    type: Literal["start"] = "start"


class Play(Request):
    """A move in race number `race` of the room; `ply` is the number of moves made before it.

    Sent again with the same ply it is answered again and applied once.
    """

    type: Literal["play"] = "play"
    race: Annotated[int, Field(ge=1, le=999_999)]
    ply: Annotated[int, Field(ge=0, le=100_000)]
    move: MoveObject | MoveText


class NextFrame(Request):
    """The next frame of a deal that is watched step by step, or the current one again."""

    type: Literal["next_frame"] = "next_frame"
    race: Annotated[int, Field(ge=1, le=999_999)]
    frame: Annotated[int, Field(ge=1, le=1_000)]


class Look(Request):
    """The whole table of one's own seat again."""

    type: Literal["look"] = "look"


class Rematch(Request):
    """The host: another race in the same room, with a new deal."""

    type: Literal["rematch"] = "rematch"


class GetRecord(Request):
    """The record of a finished race; a bare code means the room's latest."""

    type: Literal["get_record"] = "get_record"
    race: Race


class Leave(Request):
    """Give the seat up for good; a game in play is resigned."""

    type: Literal["leave"] = "leave"


class Ping(Request):
    """Answered by `pong`: browsers cannot send protocol pings."""

    type: Literal["ping"] = "ping"


FromClient = Annotated[
    Hello
    | Create
    | PlayAlone
    | Join
    | Resume
    | Watch
    | Ready
    | Unready
    | Start
    | Play
    | NextFrame
    | Look
    | Rematch
    | GetRecord
    | GetReplay
    | ChangeSettings
    | Kick
    | Silence
    | StandAside
    | TakeHost
    | JoinRace
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
    | TelephoneRequest
    | TournamentRequest
    | AccountRequest
    | Mark
    | WatchBoard
    | Unwatch
    | Ping,
    Field(discriminator="type"),
]

ADAPTER: TypeAdapter[FromClient] = TypeAdapter(FromClient)


def parse(frame: str | bytes) -> FromClient:
    """The message a client sent. Raises BadMessage, whatever the frame holds."""
    return read(ADAPTER, frame)
