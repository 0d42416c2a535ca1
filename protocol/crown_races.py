"""Messages about crown races: several candidates play the same five deals. One commitment to all
five deals is published in advance.

The five deals are one of each great game. The great games are five games of patience; somebody who
wins three different great games in a row wins the Triple Crown, and somebody who wins all five the
Quintuple Crown. A candidate is an account that takes part in the crown race. The commitment is the
hash of a secret of the server. Each deal is computed from this secret and from the nonces of all
candidates; a nonce is a random number that the candidate sends. So neither the server nor a
candidate can choose a deal.

Each candidate plays the deals in the same order, at their own pace and in a room of their own. A
deal is shown only to candidates who have reached it, which means that their earlier deals are over.
"""

from typing import Annotated, Literal

from pydantic import Field

from protocol.crowns import CrownKind
from protocol.message import Message, Ms, Nonce, Request, RequestId, Seating
from protocol.names import Code
from protocol.rooms.standings import Opened

GreatGame = Annotated[str, Field(max_length=40)]


class OpenCrownRace(Request):
    """Open a crown race and take part in it. `games` lists the five great games in the order in
    which they are played; None means the usual order. `nonce` is your random number for the
    deals."""

    type: Literal["open_crown_race"] = "open_crown_race"
    nonce: Nonce
    games: Annotated[list[GreatGame], Field(min_length=5, max_length=5)] | None = None


class JoinCrownRace(Request):
    """Take part in a crown race that has not started. `nonce` is your random number for the
    deals."""

    type: Literal["join_crown_race"] = "join_crown_race"
    code: Code
    nonce: Nonce


class StartCrownRace(Request):
    """Start the crown race. Only its host may send this: the account that opened it or, if that
    account has quit, the candidate who joined next."""

    type: Literal["start_crown_race"] = "start_crown_race"
    code: Code


class PlayCrownDeal(Seating):
    """Enter the room in which you play the deal that you have reached in the crown race, or return
    to it. Answered by `room`."""

    type: Literal["play_crown_deal"] = "play_crown_deal"
    code: Code


class QuitCrownRace(Request):
    """Stop taking part in the crown race. The deals that you have not reached are never shown to
    you. If you are playing a deal, you may play it to its end."""

    type: Literal["quit_crown_race"] = "quit_crown_race"
    code: Code


class FollowCrownRace(Request):
    """Get the state of a crown race as the message `crown_race`, at once and again after every
    change. This goes on until you send `unfollow_crown_race` or follow another crown race."""

    type: Literal["follow_crown_race"] = "follow_crown_race"
    code: Code


class UnfollowCrownRace(Request):
    """Stop getting the state of the crown race that you follow with `follow_crown_race`."""

    type: Literal["unfollow_crown_race"] = "unfollow_crown_race"


CrownResult = Literal["playing", "won", "lost", "resigned", "timeout", "abandoned", "void"]


class GameRaced(Message):
    """The result of a candidate in one game of a crown race. `result` is `playing` while the game
    is not over, and `abandoned` if the game was never dealt. A game is `void` if the operator of
    the server has declared that it counts for nothing. `code` is the code of the room in which the
    candidate plays; other people get None until the crown race is over. `progress` is the best
    progress that the candidate reached."""

    game: str
    result: CrownResult
    progress: int
    took_ms: Ms | None
    code: str | None


class CrownRacer(Message):
    """The standing of a candidate in a crown race. `games` lists the games that the candidate has
    reached, in order. `crown` is the highest crown won in this crown race. `quit` says that the
    candidate has stopped taking part.

    Candidates are ordered by the higher crown, then by more games won, then by less time used for
    the won games. If all three are equal they share a `place`.
    """

    name: str | None
    place: int
    crown: CrownKind | None
    won: int
    took_ms: Ms
    quit: bool
    games: list[GameRaced]


class CrownRace(Message):
    """The state of a crown race. `games` lists the five games in the order of the deals. `mine` is
    your index in `racers`, None if you take no part. `closes_in_ms` is the time until the crown
    race closes and games still in progress are ended. `opened` has the secret from which the secret
    of each deal is computed; it is None until the crown race is over."""

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
