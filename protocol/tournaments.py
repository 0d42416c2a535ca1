"""Tournaments: how they are made, entered and run. What is told of one that is followed is in
`tournament_live.py`, what it has come to in `tournament_tables.py`.

What is to be played is a `plan`: an object as `protocol/tournament_plan.py` has it; what is left
out of it is as usual. Entrants are accounts, told apart by a number from 0, theirs for good.
"""

from typing import Annotated, Any, Literal

from pydantic import Field

from protocol.message import Message, Nonce, Request, Seating, Token
from protocol.names import Code, Name

Plan = dict[str, Any]
EntrantNumber = Annotated[int, Field(ge=0, le=9_999)]
RoundNumber = Annotated[int, Field(ge=1, le=999)]
Status = Literal["draft", "open", "running", "paused", "finished"]
State = Literal["pairing", "lobby", "racing", "table", "closed", "voided"]
Why = Literal["played", "stopped", "too_few", "untended"]
MOST_NAMES = 200
"""Named in one invitation; another may follow."""
MOST_ROWS = 100
"""Rows of a table that are told at once."""
Row = Annotated[int, Field(ge=0, le=9_999)]


# Requests. --------------------------------------------------------------------------------------


class NewTournament(Request):
    """Draft a tournament. Answered by `tournament`; the commitment in it is for all its deals."""

    type: Literal["new_tournament"] = "new_tournament"
    plan: Plan


class ChangeTournament(Request):
    """The organiser: another plan, while it is a draft. Answered by `done`."""

    type: Literal["change_tournament"] = "change_tournament"
    code: Code
    plan: Plan


class EnterTournament(Request):
    """Take part, in this team where there are teams; or change the team. Answered by `done`."""

    type: Literal["enter_tournament"] = "enter_tournament"
    code: Code
    team: Name | None = None


class CheckInTournament(Request):
    """One is there. The nonce is for its deals, as that of `ready` is for a race's; the token is
    that of one's seat in every room from now on, and in the present one. Again with another token,
    the seat is another device's. Answered by `done`."""

    type: Literal["check_in_tournament"] = "check_in_tournament"
    code: Code
    nonce: Nonce
    token: Token


class WithdrawFromTournament(Request):
    """Take part no more; what was played stays. Answered by `done`."""

    type: Literal["withdraw_from_tournament"] = "withdraw_from_tournament"
    code: Code


class PlayTournamentDeal(Seating):
    """In an arena or a crown tournament: be dealt the next deal, or sit down again at the one in
    progress. Answered by `room`."""

    type: Literal["play_tournament_deal"] = "play_tournament_deal"
    code: Code


class Plain(Message):
    """open: whoever may, enters from now on. pause, resume: nothing begins meanwhile."""

    verb: Literal["open", "pause", "resume"]


class StartOf(Message):
    """It begins, or the lobby or the table it is at is over. `round` says of which round it is
    meant, so that it may be said again where no answer came: 0 for the start of all. What was of an
    earlier one is done."""

    verb: Literal["start"]
    round: Annotated[int, Field(ge=0, le=999)] | None = None


class AddTime(Message):
    """The lobby, the table, the window or the start is later by this; `round` as with start, and
    refused where that one's clock has run out."""

    verb: Literal["add_time"]
    round: Annotated[int, Field(ge=0, le=999)] | None = None
    ms: Annotated[int, Field(ge=1, le=3_600_000)]


class OfRound(Message):
    """This round counts for nothing; or is played again as well."""

    verb: Literal["void_round", "replay_round"]
    round: RoundNumber


class OfEntrant(Message):
    """remove: somebody is out, as if never there. withdraw: they are out, and what they played
    stays. reinstate: they take part again."""

    verb: Literal["remove", "withdraw", "reinstate"]
    entrant: EntrantNumber


class OfAccount(Message):
    """admit: somebody may enter, invited or not, late or not. hand_over: they organise it."""

    verb: Literal["admit", "hand_over"]
    name: Name


class InviteEntrants(Message):
    """These may enter too, where it is by invitation."""

    verb: Literal["invite"]
    names: Annotated[list[Name], Field(min_length=1, max_length=MOST_NAMES)]


class Announce(Message):
    """Something all who follow are told."""

    verb: Literal["announce"]
    text: Annotated[str, Field(max_length=400)]


class Stop(Message):
    """It is over, at once or when those have ended who play; `for_good`: nor is there a next."""

    verb: Literal["stop"]
    for_good: bool = False


Verb = Annotated[
    Plain | StartOf | AddTime | OfRound | OfEntrant | OfAccount | InviteEntrants | Announce | Stop,
    Field(discriminator="verb"),
]


class RunTournament(Request):
    """The organiser: do this. Answered by `done`. `once` is a word of the client's own, made anew
    for each thing to be done: whoever got no answer says it again with the same, and it is done
    once."""

    type: Literal["run_tournament"] = "run_tournament"
    code: Code
    do: Verb
    once: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")] | None = None


class GetTournament(Request):
    """All about a tournament, as `tournament`."""

    type: Literal["get_tournament"] = "get_tournament"
    code: Code


class FollowTournament(Request):
    """The same, and then what changes, as `tournament_changed`; until another is followed."""

    type: Literal["follow_tournament"] = "follow_tournament"
    code: Code


class UnfollowTournament(Request):
    """Follow no tournament any more. Answered by `done`."""

    type: Literal["unfollow_tournament"] = "unfollow_tournament"


class GetTournamentTable(Request):
    """The exact table, deal by deal, from the row at `offset` on: `tournament_table`."""

    type: Literal["get_tournament_table"] = "get_tournament_table"
    code: Code
    offset: Row = 0
    count: Annotated[int, Field(ge=1, le=MOST_ROWS)] = MOST_ROWS


class GetTournamentRound(Request):
    """Who did what on the same cards, once the round is over. Answered by `tournament_round`."""

    type: Literal["get_tournament_round"] = "get_tournament_round"
    code: Code
    round: RoundNumber


class ListTournaments(Request):
    """Tournaments that are open or running, and those that have finished lately."""

    type: Literal["list_tournaments"] = "list_tournaments"


TournamentRequest = (
    NewTournament
    | ChangeTournament
    | EnterTournament
    | CheckInTournament
    | WithdrawFromTournament
    | PlayTournamentDeal
    | RunTournament
    | GetTournament
    | FollowTournament
    | UnfollowTournament
    | GetTournamentTable
    | GetTournamentRound
    | ListTournaments
)
