"""Tournaments: made, entered and run, and how one that is followed goes on.

What is to be played is a `plan`: an object as `protocol/tournament_plan.py` has it; what is left
out of it is as usual. Entrants are accounts, told apart by a number from 0, theirs for good.
"""

from typing import Annotated, Any, Literal

from pydantic import Field

from protocol.message import Message, Ms, Nonce, Options, Request, RequestId, Seating, Token
from protocol.names import Code, Name
from protocol.races import Terms
from protocol.standings import Opened

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


# Answers. ---------------------------------------------------------------------------------------


class Entrant(Message):
    """Somebody who takes part, or did. `name` is None of an account that is no more. `since` is the
    first turn they play, None while they play in none."""

    number: EntrantNumber
    name: str | None
    bot: bool
    team: str | None
    checked_in: bool
    since: int | None
    gone: Literal["withdrawn", "removed"] | None


class HeatInfo(Message):
    """One race: the code of its room, and who is seated there, in the order of the seats. `over`:
    its results are known, and `absent` are those who were not there; they have none. `void`:
    whoever runs the server has said that it counts for nothing, as if nobody had been there."""

    room: str
    entrants: list[EntrantNumber]
    over: bool
    absent: list[EntrantNumber]
    void: bool = False


class RoundInfo(Message):
    """A round: all its heats are dealt the same cards, those of deal `number` of the session.

    `turn` says which of the evening it is, for one may be played again; a sprint `decides` the ties
    of the round with that number. Whoever has a bye does not play; of each heat of a knockout
    `through` go on, and `groups` is the bracket, byes with it.

    Where everybody goes on at their own pace `heats` are told by `tournament_round` alone, when the
    tournament is over. `ends_in_ms`: how long the lobby, the table or at most the race lasts.
    `starts_in_ms`: until all its races begin.
    """

    number: RoundNumber
    turn: int
    game: str
    options: Options
    terms: Terms
    bell_ms: Ms
    state: State
    heats: list[HeatInfo]
    byes: list[EntrantNumber]
    groups: list[list[EntrantNumber]]
    through: int
    decides: int | None
    ends_in_ms: Ms | None
    starts_in_ms: Ms | None


class TableRow(Message):
    """A place in the table, shared by equals. `total` and `average`, the total by the number of
    rounds, are as people read them."""

    place: int
    entrant: EntrantNumber
    total: str
    average: str


class TeamTotal(Message):
    """A team's place. `counting` are the members whose totals make up its own."""

    place: int
    team: str
    total: str
    counting: list[EntrantNumber]


class Bar(Message):
    """How far somebody has come in a round that goes on."""

    entrant: EntrantNumber
    round: RoundNumber
    progress: int
    best: int
    goal: int
    result: Literal["won", "lost", "complete"] | None
    ended_ms: Ms | None


class News(Message):
    """What the organiser has announced, so long ago."""

    ago_ms: Ms
    text: str


class Clocks(Message):
    """Until it starts by itself; until deals begin, and until none does any more, where everybody
    goes on at their own pace."""

    starts_in_ms: Ms | None = None
    opens_in_ms: Ms | None = None
    closes_in_ms: Ms | None = None


class Parts(Message):
    """What may change of a tournament. `bars` are there while a round is raced. `why` says how it
    came to be over; `opened` then has the secret of the session, and `next` the code of the next of
    a series of evenings."""

    status: Status
    why: Why | None
    organiser: str | None
    plan: Plan
    clocks: Clocks
    entrants: list[Entrant]
    rounds: list[RoundInfo]
    table: list[TableRow]
    teams: list[TeamTotal]
    bars: list[Bar]
    news: list[News]
    opened: Opened | None
    next: str | None


class Tournament(Parts):
    """All about a tournament. `mine` is the reader's number. `organised`: the reader organises it.
    `seq` numbers what is told of a tournament that is followed."""

    type: Literal["tournament"] = "tournament"
    id: RequestId | None
    seq: int
    code: str
    name: str
    commitment: str
    mine: EntrantNumber | None
    organised: bool


class TournamentChanged(Message):
    """The tournament that is followed has changed: what is None is as it was. `entrants`, `rounds`
    and `bars` have those alone that are new or have changed, known by number, and bars by
    entrant and round; bars go where `rounds` says that nobody races in that round any more, or with
    the next bar of that entrant. The others are whole. Whoever has missed a number follows again.
    """

    type: Literal["tournament_changed"] = "tournament_changed"
    seq: int
    code: str
    status: Status | None = None
    why: Why | None = None
    organiser: str | None = None
    plan: Plan | None = None
    clocks: Clocks | None = None
    entrants: list[Entrant] | None = None
    rounds: list[RoundInfo] | None = None
    table: list[TableRow] | None = None
    teams: list[TeamTotal] | None = None
    bars: list[Bar] | None = None
    news: list[News] | None = None
    opened: Opened | None = None
    next: str | None = None


class TournamentReminder(Message):
    """A tournament one has entered starts by itself so soon."""

    type: Literal["tournament_reminder"] = "tournament_reminder"
    code: str
    title: str
    starts_in_ms: Ms


class Score(Message):
    """What somebody has of a round; numbers are exact, such as `1475/19`. `place` is among the `of`
    with whom they are compared, `beaten` their matchpoints, `progress` hundredths of the goal."""

    place: int
    of: int
    beaten: str
    progress: str
    out: bool
    worth: str
    shown: str


class FullRow(Message):
    """A place with all it is made of: of each round None where it was missed, of each tie-break
    None where it was not needed."""

    place: int
    entrant: EntrantNumber
    total: str
    average: str
    shown: TableRow
    rounds: list[Score | None]
    tie_breaks: list[str | None]


class FullTeam(Message):
    """A team's place, exactly."""

    place: int
    team: str
    total: str
    shown: str
    counting: list[EntrantNumber]
    tie_breaks: list[str | None]


class TournamentTable(Message):
    """A part of the table, of `total` rows. `rounds` are the numbers of those that count,
    `fields` how many have played each; `tie_breaks` and `team_tie_breaks` are what those are
    called."""

    type: Literal["tournament_table"] = "tournament_table"
    id: RequestId
    code: str
    way: str
    tie_breaks: list[str]
    team_tie_breaks: list[str]
    rounds: list[RoundNumber]
    fields: list[int]
    total: int
    offset: int
    rows: list[FullRow]
    teams: list[FullTeam]


class RoundResult(Message):
    """How somebody ended a round, and where. Times are race time; `counts` is what it is worth,
    None where the round does not count, or they do not."""

    entrant: EntrantNumber
    room: str
    seat: int
    result: Literal["won", "lost", "complete"] | None
    reason: Literal["stuck", "resigned", "timeout"] | None
    best: int
    tie_break: int
    reached_ms: Ms
    points: int | None
    ended_ms: Ms | None
    moves: int
    clean: bool
    counts: Score | None


class TournamentRound(Message):
    """All results of a round, best first; of the heats one after the other where only these are
    compared."""

    type: Literal["tournament_round"] = "tournament_round"
    id: RequestId
    code: str
    round: RoundInfo
    goal: int
    results: list[RoundResult]


class TournamentEntry(Message):
    """A tournament on the list. `of` is how many rounds its plan has, None where nobody can say."""

    code: str
    title: str
    format: str
    status: Status
    organiser: str | None
    entrants: int
    most: int
    invited: bool
    round: int
    of: int | None
    starts_in_ms: Ms | None
    ended_ago_ms: Ms | None


class Tournaments(Message):
    """Those that changed last first, fifty at most."""

    type: Literal["tournaments"] = "tournaments"
    id: RequestId
    tournaments: list[TournamentEntry]


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
TournamentAnswer = (
    Tournament
    | TournamentChanged
    | TournamentReminder
    | TournamentTable
    | TournamentRound
    | Tournaments
)
