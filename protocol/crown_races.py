"""Crown races: several candidates set off on the same five deals, dealt from one commitment.

All play the deals in the same order, each at their own pace and in a room of their own, and each
deal is shown only to those who have reached it. Candidates are accounts.
"""

from typing import Annotated, Literal

from pydantic import Field

from protocol.crowns import CrownKind
from protocol.message import Message, Ms, Nonce, Request, RequestId, Seating
from protocol.names import Code
from protocol.standings import Opened

GreatGame = Annotated[str, Field(max_length=40)]


class OpenCrownRace(Request):
    """Open a crown race, and take part: the five great games in this order, or in the book's. The
    nonce is for its deals, as that of `ready` is for a race's."""

    type: Literal["open_crown_race"] = "open_crown_race"
    nonce: Nonce
    games: Annotated[list[GreatGame], Field(min_length=5, max_length=5)] | None = None


class JoinCrownRace(Request):
    """Take part; only before it starts."""

    type: Literal["join_crown_race"] = "join_crown_race"
    code: Code
    nonce: Nonce


class StartCrownRace(Request):
    """Whoever opened it: let everybody set off."""

    type: Literal["start_crown_race"] = "start_crown_race"
    code: Code


class PlayCrownDeal(Seating):
    """Be dealt the deal one has come to, or sit down at it again. Answered by `room`."""

    type: Literal["play_crown_deal"] = "play_crown_deal"
    code: Code


class QuitCrownRace(Request):
    """Take part no more: deals not yet reached are never shown. A game in progress goes on."""

    type: Literal["quit_crown_race"] = "quit_crown_race"
    code: Code


class FollowCrownRace(Request):
    """How a crown race stands, as `crown_race`, and again whenever that changes; until another is
    followed."""

    type: Literal["follow_crown_race"] = "follow_crown_race"
    code: Code


class UnfollowCrownRace(Request):
    """Follow no crown race any more."""

    type: Literal["unfollow_crown_race"] = "unfollow_crown_race"


CrownResult = Literal["playing", "won", "lost", "resigned", "timeout", "abandoned", "void"]


class GameRaced(Message):
    """How a candidate has fared with one of the games: `playing`, or how it ended; one that was
    declared `void` counts for nothing. `code` is the room it was played in, told to others once the
    crown race is over. `progress` is the best of it."""

    game: str
    result: CrownResult
    progress: int
    took_ms: Ms | None
    code: str | None


class CrownRacer(Message):
    """A candidate. `games` are those reached, in the order of the race. `crown` is the greatest won
    within this race, `quit` says that they take part no more. `place` is shared by equals: the
    greater crown is first, then more games won, then less time for them."""

    name: str | None
    place: int
    crown: CrownKind | None
    won: int
    took_ms: Ms
    quit: bool
    games: list[GameRaced]


class CrownRace(Message):
    """A crown race. `games` are in the order of the deals; `mine` is the place in `racers` of the
    reader. `commitment` is published before anybody starts, and `opened`, told when it is over, has
    the secret of the session: the secret of deal k is made from it."""

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
