"""Requests about tournaments: create, enter, play, organise, follow.

A `plan` is a JSON object as `protocol/tournaments/plan.py` defines it; fields left out get their
defaults. Entrants are accounts and, if the plan has `guests`, guests. Each has a number, from 0,
which never changes. Messages to followers are in `tournament_live.py`, tables and results in
`tournament_tables.py`.
"""

from typing import Annotated, Literal

from pydantic import Field

from protocol.message import Message, Nonce, Request, Seating, Token
from protocol.names import Code, Name
from protocol.schemas.game_types import TypeOf
from protocol.schemas.payloads import Described, Payload


def _complete_plan() -> TypeOf:
    from protocol.tournaments import (
        plan_types,  # a client that shows no tournament need not load it
    )

    return plan_types.complete()


def _given_plan() -> TypeOf:
    from protocol.tournaments import plan_types

    return plan_types.given()


Plan = Annotated[dict[str, object], Payload(_complete_plan)]
"""A complete plan, as JSON. A newer server may have fields and games a client does not know."""
GivenPlan = Annotated[dict[str, object], Described(_given_plan)]
"""A plan as an author writes it. The server validates it when it handles the request."""
EntrantNumber = Annotated[int, Field(ge=0, le=9_999)]
RoundNumber = Annotated[int, Field(ge=1, le=999)]
Status = Literal["draft", "open", "running", "paused", "finished"]
State = Literal["pairing", "lobby", "racing", "table", "closed", "voided"]
Why = Literal["played", "stopped", "too_few", "untended"]
MOST_NAMES = 200
"""The maximum number of names in one invitation. More can be sent in another."""
MOST_ROWS = 100
"""The maximum number of rows in one part of a table."""
Row = Annotated[int, Field(ge=0, le=9_999)]
MOST_IN_HALL = 200
"""The maximum number of people for whom the limits of an address are raised."""


def _is_none(value: object) -> bool:
    return value is None


GuestToken = Annotated[Token | None, Field(exclude_if=_is_none)]
"""The token with which a guest has entered; None if an account takes part. None is not sent,
because servers of earlier versions do not know the field."""


class GuestEntry(Message):
    """A guest who enters: the name, and a random secret that the device keeps. One token has one
    entry. A bot sets `bot`."""

    name: Name
    token: Token
    bot: bool = False


# Requests. --------------------------------------------------------------------------------------


class NewTournament(Request):
    """Create a draft of a tournament. Answered by `tournament`; the commitment in it covers all
    deals of the tournament."""

    type: Literal["new_tournament"] = "new_tournament"
    plan: GivenPlan


class ChangeTournament(Request):
    """Replace the plan of a draft. Organiser only. Answered by `done`."""

    type: Literal["change_tournament"] = "change_tournament"
    code: Code
    plan: GivenPlan


class EnterTournament(Request):
    """Enter a tournament, or change your team. `team` is needed where there are teams. `guest`
    enters somebody who has no account; the connection must not be logged in. Answered by `done`."""

    type: Literal["enter_tournament"] = "enter_tournament"
    code: Code
    team: Name | None = None
    guest: Annotated[GuestEntry | None, Field(exclude_if=_is_none)] = None


class CheckInTournament(Request):
    """Say that you are present. The nonce goes into the seeds of the deals, as the one in `ready`
    does for a race. The token becomes that of your seat in the present and all later rooms;
    checking in again with another token moves the seat to another device. Answered by `done`."""

    type: Literal["check_in_tournament"] = "check_in_tournament"
    code: Code
    nonce: Nonce
    token: Token
    guest: GuestToken = None


class WithdrawFromTournament(Request):
    """Stop taking part. Results so far stay. Answered by `done`."""

    type: Literal["withdraw_from_tournament"] = "withdraw_from_tournament"
    code: Code
    guest: GuestToken = None


class ClaimTournamentEntry(Request):
    """Make the entry of a guest that of your account, with its results; also after the tournament.
    It stays unrated. From then on the guest's token is of no use. Answered by `done`."""

    type: Literal["claim_tournament_entry"] = "claim_tournament_entry"
    code: Code
    guest: Token


class PlayTournamentDeal(Seating):
    """Get the next deal of an arena or crown tournament, or return to the deal in progress.
    Answered by `room`."""

    type: Literal["play_tournament_deal"] = "play_tournament_deal"
    code: Code
    guest: GuestToken = None


class SimpleVerb(Message):
    """`open`: let people enter. `pause`: begin nothing new until `resume`. `close_hall`: the limits
    of the hall's address are as before."""

    verb: Literal["open", "pause", "resume", "close_hall"]


class StartOf(Message):
    """Start the tournament, or end the present lobby or table early. `round` is the round this
    refers to, 0 for the start of the tournament: a repeated request about an earlier round succeeds
    without effect."""

    verb: Literal["start"]
    round: Annotated[int, Field(ge=0, le=999)] | None = None


class AddTime(Message):
    """Extend the lobby, the table or the window, or postpone the start. `round` is the round this
    refers to; refused if its time is up."""

    verb: Literal["add_time"]
    round: Annotated[int, Field(ge=0, le=999)] | None = None
    ms: Annotated[int, Field(ge=1, le=3_600_000)]


class RoundVerb(Message):
    """Declare that a round counts for nothing; with `replay_round` it is also played again, with a
    new deal."""

    verb: Literal["void_round", "replay_round"]
    round: RoundNumber


class EntrantVerb(Message):
    """`remove`: the entrant is out, as if they had never entered. `withdraw`: they are out, and
    their results stay. `reinstate`: they take part again."""

    verb: Literal["remove", "withdraw", "reinstate"]
    entrant: EntrantNumber


class AccountVerb(Message):
    """`admit`: let somebody enter without an invitation, or late. `hand_over`: make somebody the
    organiser."""

    verb: Literal["admit", "hand_over"]
    name: Name


class InviteEntrants(Message):
    """Invite more accounts to a tournament that is by invitation."""

    verb: Literal["invite"]
    names: Annotated[list[Name], Field(min_length=1, max_length=MOST_NAMES)]


class Announce(Message):
    """Send a text to everybody who follows the tournament."""

    verb: Literal["announce"]
    text: Annotated[str, Field(max_length=400)]


class OpenHall(Message):
    """Raise the limits of the address from which many take part, for this many people, until the
    tournament is over, for half a day at most. `address` is that of this connection if None. A hall
    that the organiser has opened before is closed."""

    verb: Literal["open_hall"]
    people: Annotated[int, Field(ge=1, le=MOST_IN_HALL)] = MOST_IN_HALL
    address: Annotated[str, Field(max_length=45)] | None = None


class ShareOrganising(Message):
    """Let whoever sends `organise_tournament` with this word, a random text, organise the
    tournament too. It replaces the word before. Without a word, nobody but the organiser organises
    it any more."""

    verb: Literal["share"]
    word: Token | None = None


class Stop(Message):
    """End the tournament: at once, or when the games in progress have ended. With `for_good` the
    rest of the series is cancelled as well."""

    verb: Literal["stop"]
    for_good: bool = False


Verb = Annotated[
    SimpleVerb
    | StartOf
    | AddTime
    | RoundVerb
    | EntrantVerb
    | AccountVerb
    | InviteEntrants
    | Announce
    | OpenHall
    | ShareOrganising
    | Stop,
    Field(discriminator="verb"),
]


class RunTournament(Request):
    """Do something with the tournament. Organiser only. Answered by `done`. `once` is a random
    text, new for each action: if no answer came, send the request again with the same text, and it
    is carried out only once."""

    type: Literal["run_tournament"] = "run_tournament"
    code: Code
    do: Verb
    once: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")] | None = None


class OrganiseTournament(Request):
    """Become an organiser of the tournament, besides the one who has given you the word. Answered
    by `done`."""

    type: Literal["organise_tournament"] = "organise_tournament"
    code: Code
    word: Token


class GetTournament(Request):
    """Get a tournament. Answered by `tournament`."""

    type: Literal["get_tournament"] = "get_tournament"
    code: Code
    guest: GuestToken = None


class FollowTournament(Request):
    """Get a tournament, and its changes as `tournament_changed` until you follow another."""

    type: Literal["follow_tournament"] = "follow_tournament"
    code: Code
    guest: GuestToken = None


class UnfollowTournament(Request):
    """Stop following the tournament. Answered by `done`."""

    type: Literal["unfollow_tournament"] = "unfollow_tournament"


class GetTournamentTable(Request):
    """Get the exact table, starting with row `offset`. Answered by `tournament_table`."""

    type: Literal["get_tournament_table"] = "get_tournament_table"
    code: Code
    offset: Row = 0
    count: Annotated[int, Field(ge=1, le=MOST_ROWS)] = MOST_ROWS


class GetTournamentRound(Request):
    """Get everybody's results in a round that is over. Answered by `tournament_round`."""

    type: Literal["get_tournament_round"] = "get_tournament_round"
    code: Code
    round: RoundNumber


class ListTournaments(Request):
    """Get the tournaments that are open or running, and those that finished recently."""

    type: Literal["list_tournaments"] = "list_tournaments"


TournamentRequest = (
    NewTournament
    | ChangeTournament
    | EnterTournament
    | CheckInTournament
    | WithdrawFromTournament
    | ClaimTournamentEntry
    | PlayTournamentDeal
    | RunTournament
    | OrganiseTournament
    | GetTournament
    | FollowTournament
    | UnfollowTournament
    | GetTournamentTable
    | GetTournamentRound
    | ListTournaments
)
