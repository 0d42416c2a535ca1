"""Crown races: several candidates play the same five deals, all committed to in advance.

Each candidate plays the deals in the same order, at their own pace and in a room of their own. A
deal is shown only to candidates who have reached it. Candidates need an account.
"""

from typing import Annotated, Literal

from pydantic import Field

from protocol.crowns import CrownKind
from protocol.message import Message, Ms, Nonce, Request, RequestId, Seating
from protocol.names import Code
from protocol.rooms.standings import Opened

GreatGame = Annotated[str, Field(max_length=40)]


class OpenCrownRace(Request):
    """Open a crown race and take part. `games` are the five great games in the order to be played;
    None for the usual order. The nonce goes into the seeds of its deals, as the one in `ready` does
    for a race."""

    type: Literal["open_crown_race"] = "open_crown_race"
    nonce: Nonce
    games: Annotated[list[GreatGame], Field(min_length=5, max_length=5)] | None = None


class JoinCrownRace(Request):
    """Take part in a crown race that has not started."""

    type: Literal["join_crown_race"] = "join_crown_race"
    code: Code
    nonce: Nonce


class StartCrownRace(Request):
    """Start the crown race. Only the account that opened it may."""

    type: Literal["start_crown_race"] = "start_crown_race"
    code: Code


class PlayCrownDeal(Seating):
    """Get the deal you have reached, or return to it. Answered by `room`."""

    type: Literal["play_crown_deal"] = "play_crown_deal"
    code: Code


class QuitCrownRace(Request):
    """Stop taking part. Deals you have not reached are never shown to you. A game in progress
    continues."""

    type: Literal["quit_crown_race"] = "quit_crown_race"
    code: Code


class FollowCrownRace(Request):
    """Get the state of a crown race as `crown_race`, and again after every change. Ends when you
    follow another one."""

    type: Literal["follow_crown_race"] = "follow_crown_race"
    code: Code


class UnfollowCrownRace(Request):
    """Stop following the crown race."""

    type: Literal["unfollow_crown_race"] = "unfollow_crown_race"


CrownResult = Literal["playing", "won", "lost", "resigned", "timeout", "abandoned", "void"]


class GameRaced(Message):
    """The result of a candidate in one of the games, or `playing`. A `void` game counts for
    nothing. `code` is the room it was played in; others are told it when the crown race is over.
    `progress` is the best progress reached."""

    game: str
    result: CrownResult
    progress: int
    took_ms: Ms | None
    code: str | None


class CrownRacer(Message):
    """A candidate. `games` are those reached, in the order of the race. `crown` is the highest
    crown won within this race; `quit` says that the candidate has stopped. Equal candidates share a
    `place`; the order is: higher crown, then more games won, then less time used for them."""

    name: str | None
    place: int
    crown: CrownKind | None
    won: int
    took_ms: Ms
    quit: bool
    games: list[GameRaced]


class CrownRace(Message):
    """The state of a crown race. `games` are in the order of the deals; `mine` is your index in
    `racers`, None if you take no part. `closes_in_ms` is the time until the games in progress are
    ended. `commitment` is published before the start. `opened` is None until the race is over; it
    has the secret from which the secret of each deal is derived."""

    type: Literal["crown_race"] = "crown_race"
    id: RequestId | None
    code: str
    status: Literal["lobby", "running", "over"]
    host: str | None
    games: list[str]
    commitment: str
    opened: Opened | None
    closes_in_ms: Ms | None
    mine: int | None
    racers: list[CrownRacer]


CrownRaceRequest = (
    OpenCrownRace
    | JoinCrownRace
    | StartCrownRace
    | PlayCrownDeal
    | QuitCrownRace
    | FollowCrownRace
    | UnfollowCrownRace
)
CrownRaceAnswer = CrownRace
