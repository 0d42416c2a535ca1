"""Requests about tournaments: create, enter, play, organise, follow.

A tournament is a number of rounds of races with one table of points. Its organiser runs it; other
accounts may help to organise it. Entrants, the people who take part, are accounts and, if the plan
allows `guests`, people without an account. Each entrant has a number, from 0, which never changes.
A draft is a tournament that is not yet open for entrants. Before each round the entrants wait in a
lobby, and after it the table of points is shown.

A `plan` is the definition of a tournament, a JSON object as `protocol/tournaments/plan.py` defines
it. Fields that are left out get their default values. `live.py` has the messages to those who
follow a tournament, and `tables.py` has those with tables and results.
"""

from typing import Annotated, Literal

from pydantic import Field

from protocol.guests import GuestEntry, GuestToken
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
"""The complete plan of a tournament, as JSON. A newer server may send fields and games that a
client does not know."""
GivenPlan = Annotated[dict[str, object], Described(_given_plan)]
"""The plan of a tournament as an author writes it. The server validates the plan when it handles
the request."""
EntrantNumber = Annotated[int, Field(ge=0, le=9_999)]
RoundNumber = Annotated[int, Field(ge=1, le=999)]
Status = Literal["draft", "open", "running", "paused", "finished"]
State = Literal["pairing", "lobby", "racing", "table", "closed", "voided"]
Why = Literal["played", "stopped", "too_few", "untended"]
MOST_NAMES = 200
"""The maximum number of names in one request that invites accounts. An organiser can send several
such requests."""
MOST_ROWS = 100
"""The maximum number of rows in one message with a part of a table."""
Row = Annotated[int, Field(ge=0, le=9_999)]
MOST_IN_HALL = 200
"""The maximum number of people for whom an organiser can raise the limits of a network address."""


def _is_none(value: object) -> bool:
    return value is None


# Requests. --------------------------------------------------------------------------------------


class NewTournament(Request):
    """Create a draft of a tournament, and become its organiser. Answered by `tournament`, which has
    the commitment: the hash of a secret from which all deals of the tournament are computed."""

    type: Literal["new_tournament"] = "new_tournament"
    plan: GivenPlan


class ChangeTournament(Request):
    """Replace the plan of a draft of a tournament. Only its organisers may send this. Answered by
    `done`."""

    type: Literal["change_tournament"] = "change_tournament"
    code: Code
    plan: GivenPlan


class EnterTournament(Request):
    """Enter a tournament, or change your team. `team` is required if the plan has teams. `guest` is
    for somebody without an account, whose connection must not be logged in. Answered by `done`."""

    type: Literal["enter_tournament"] = "enter_tournament"
    code: Code
    team: Name | None = None
    guest: Annotated[GuestEntry | None, Field(exclude_if=_is_none)] = None


class CheckInTournament(Request):
    """Say that you are present at a tournament that you have entered. `nonce` is your random number
    for the deals. `token` becomes the token of your seat in the present and all later rooms of the
    tournament. To continue on another device, check in there with another token. Answered by
    `done`."""

    type: Literal["check_in_tournament"] = "check_in_tournament"
    code: Code
    nonce: Nonce
    token: Token
    guest: GuestToken = None


class WithdrawFromTournament(Request):
    """Stop taking part in a tournament. Your results so far stay in the table. Answered by
    `done`."""

    type: Literal["withdraw_from_tournament"] = "withdraw_from_tournament"
    code: Code
    guest: GuestToken = None


class ClaimTournamentEntry(Request):
    """Make the entry of a guest, with its results, an entry of your account. You can also do this
    after the tournament. `guest` is the token of the entry, which is not valid any more afterwards.
    The races of the entry change no rating. Answered by `done`."""

    type: Literal["claim_tournament_entry"] = "claim_tournament_entry"
    code: Code
    guest: Token


class PlayTournamentDeal(Seating):
    """Get your next deal of a tournament in which everybody plays at their own pace (an arena or a
    tournament for crowns). If you are playing a deal, return to it. Answered by `room`."""

    type: Literal["play_tournament_deal"] = "play_tournament_deal"
    code: Code
    guest: GuestToken = None


class SimpleVerb(Message):
    """An action of an organiser that needs no values. `open`: let people enter. `pause`: begin no
    new round until `resume`. `close_hall`: end what `open_hall` began, the raised limits for the
    network address of a hall."""

    verb: Literal["open", "pause", "resume", "close_hall"]


class StartOf(Message):
    """The action of an organiser that starts the tournament, or ends the present lobby or the
    showing of the table before its time. `round` is the number of the round whose lobby or table is
    meant, 0 for the start of the tournament, None for whichever is present. A repeated request
    about an earlier round succeeds and changes nothing."""

    verb: Literal["start"]
    round: Annotated[int, Field(ge=0, le=999)] | None = None


class AddTime(Message):
    """The action of an organiser that adds `ms` milliseconds to a time that has not ended yet: to
    the lobby, to the showing of the table, or to the time in which deals can be begun. Before the
    tournament it postpones the start. `round` is the number of the round whose lobby or table is
    meant, 0 before the start, None for whichever is present. The request is refused if that time is
    up."""

    verb: Literal["add_time"]
    round: Annotated[int, Field(ge=0, le=999)] | None = None
    ms: Annotated[int, Field(ge=1, le=3_600_000)]


class RoundVerb(Message):
    """An action of an organiser about a round. `void_round`: declare that the round counts for
    nothing. `replay_round`: declare this, and play the round again with a new deal."""

    verb: Literal["void_round", "replay_round"]
    round: RoundNumber


class EntrantVerb(Message):
    """An action of an organiser about an entrant. `remove`: the entrant no longer takes part, and
    counts as if they had never entered. `withdraw`: the entrant no longer takes part, and their
    results stay. `reinstate`: the entrant takes part again."""

    verb: Literal["remove", "withdraw", "reinstate"]
    entrant: EntrantNumber


class AccountVerb(Message):
    """An action of an organiser about the account `name`. `admit`: let the account enter without an
    invitation, or late. `hand_over`: make the account the organiser in your place."""

    verb: Literal["admit", "hand_over"]
    name: Name


class InviteEntrants(Message):
    """The action of an organiser that invites more accounts to a tournament that can be entered by
    invitation only."""

    verb: Literal["invite"]
    names: Annotated[list[Name], Field(min_length=1, max_length=MOST_NAMES)]


class Announce(Message):
    """The action of an organiser that sends a text to everybody who follows the tournament."""

    verb: Literal["announce"]
    text: Annotated[str, Field(max_length=400)]


class OpenHall(Message):
    """The action of an organiser that opens a hall, which is a network address from which many
    people take part. For `people` people the limits of the address are raised until the tournament
    is over, for half a day at most. If `address` is None, the address of this connection is meant.
    A hall that was opened for the tournament before is closed."""

    verb: Literal["open_hall"]
    people: Annotated[int, Field(ge=1, le=MOST_IN_HALL)] = MOST_IN_HALL
    address: Annotated[str, Field(max_length=45)] | None = None


class ShareOrganising(Message):
    """The action of an organiser that lets other accounts organise the tournament too. Each account
    that sends `organise_tournament` with `word`, a random text, may do so from then on. A new word
    replaces the previous one. If `word` is None, only the organiser may organise the tournament
    from then on."""

    verb: Literal["share"]
    word: Token | None = None


class Stop(Message):
    """The action of an organiser that ends the tournament: at once, or if games are in progress,
    when they have ended. With `for_good`, the later tournaments of a repeated tournament are
    cancelled as well."""

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
    """Carry out `do`, an action of an organiser. Only those who organise the tournament may send
    this. Answered by `done`. `once` is a random text, new for each action: if no answer came, send
    the request again with the same text, and the action is carried out only once."""

    type: Literal["run_tournament"] = "run_tournament"
    code: Code
    do: Verb
    once: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")] | None = None


class OrganiseTournament(Request):
    """Become one of those who organise the tournament. `word` is the text that the organiser has
    set with the action `share`. Answered by `done`."""

    type: Literal["organise_tournament"] = "organise_tournament"
    code: Code
    word: Token


class GetTournament(Request):
    """Get the state of a tournament once. Answered by `tournament`."""

    type: Literal["get_tournament"] = "get_tournament"
    code: Code
    guest: GuestToken = None


class FollowTournament(Request):
    """Get the state of a tournament as the message `tournament`, and then each change of it as
    `tournament_changed`. This goes on until you send `unfollow_tournament` or follow another
    tournament."""

    type: Literal["follow_tournament"] = "follow_tournament"
    code: Code
    guest: GuestToken = None


class UnfollowTournament(Request):
    """Stop getting the changes of the tournament that you follow. Answered by `done`."""

    type: Literal["unfollow_tournament"] = "unfollow_tournament"


class GetTournamentTable(Request):
    """Get part of the table of a tournament, starting with row `offset`. Its numbers are exact, not
    rounded. Answered by `tournament_table`."""

    type: Literal["get_tournament_table"] = "get_tournament_table"
    code: Code
    offset: Row = 0
    count: Annotated[int, Field(ge=1, le=MOST_ROWS)] = MOST_ROWS


class GetTournamentRound(Request):
    """Get the results of all entrants in a round that is over. Answered by `tournament_round`."""

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
