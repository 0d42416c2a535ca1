"""The state of a tournament, and the changes sent to those who follow it."""

from typing import Annotated, Literal

from pydantic import Field

from protocol.message import Message, Ms, Options, RequestId
from protocol.rooms.races import Terms
from protocol.rooms.standings import Opened
from protocol.tournaments.requests import EntrantNumber, Plan, RoundNumber, State, Status, Why


class Entrant(Message):
    """Somebody who takes or took part. `name` is None if the account was deleted. `since` is the
    first turn they play in, None if they play in none. `gone` says how they left. `guest`: they
    have entered without an account, and are rated in no round."""

    number: EntrantNumber
    name: str | None
    bot: bool
    team: str | None
    checked_in: bool
    since: int | None
    gone: Literal["withdrawn", "removed"] | None
    guest: bool = False


class HeatInfo(Message):
    """One race of a round: its room code and its entrants in the order of their seats. `over`: its
    results are known; `absent` are the entrants who were not there, who have no result. `void`: the
    operator of the server has declared that the race counts for nothing, as if nobody had been
    there."""

    room: str
    entrants: list[EntrantNumber]
    over: bool
    absent: list[EntrantNumber]
    void: bool = False


class RoundInfo(Message):
    """A round. All its heats are dealt the same cards: deal `number` of the tournament.

    `turn` is the round's position in the tournament; it differs from `number` once a round has been
    played again. `decides` is set for a sprint: the number of the round whose ties it breaks.
    `byes` are the entrants who do not play. In a knockout `through` entrants of each heat advance,
    and `groups` is the bracket, including byes.

    `heats` is filled when their rooms exist, from the lobby on; if everybody plays at their own
    pace, only `tournament_round` has the heats, after the tournament. `ends_in_ms` is when the
    present state (lobby, race at the latest, or table) ends. `starts_in_ms` is when all races of
    the round start.
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
    """A row of the table. Equal entrants share a `place`. `total` and `average` (the total divided
    by the number of rounds) are texts as people read them."""

    place: int
    entrant: EntrantNumber
    total: str
    average: str


class TeamTotal(Message):
    """The place of a team. `counting` are the members whose totals make up the team's total."""

    place: int
    team: str
    total: str
    counting: list[EntrantNumber]


class EntrantProgress(Message):
    """The progress of an entrant in the current round: `best` of `goal`, and in a game ranked by
    points also `points`, unless a card that counts is face down."""

    entrant: EntrantNumber
    round: RoundNumber
    progress: int
    best: int
    goal: int
    result: Literal["won", "lost", "complete"] | None
    ended_ms: Ms | None
    points: int | None = None


class News(Message):
    """An announcement of the organiser."""

    ago_ms: Ms
    text: str


class Clocks(Message):
    """`starts_in_ms` is the time until the tournament starts by itself. If everybody plays at their
    own pace, deals can be begun from `opens_in_ms` until `closes_in_ms`, both counted from now."""

    starts_in_ms: Ms | None = None
    opens_in_ms: Ms | None = None
    closes_in_ms: Ms | None = None


class TournamentParts(Message):
    """The parts of a tournament that can change. `bars` is filled during a race. `why` is the
    reason for the end of the tournament; from then on `opened` has the secret of the session, and
    `next` the code of the next tournament of a series. `hall` is for how many people the limits of
    an address are raised, 0 if they are not. `helpers` are the names of the further organisers."""

    status: Status
    why: Why | None
    organiser: str | None
    plan: Plan
    clocks: Clocks
    entrants: list[Entrant]
    rounds: list[RoundInfo]
    table: list[TableRow]
    teams: list[TeamTotal]
    bars: list[EntrantProgress]
    news: list[News]
    opened: Opened | None
    next: str | None
    hall: int = 0
    helpers: Annotated[tuple[str, ...], Field(strict=False)] = ()


class Tournament(TournamentParts):
    """A tournament, complete. `mine` is your entrant number; `organised`: you may organise it.
    `seq` numbers the messages about a tournament that is followed."""

    type: Literal["tournament"] = "tournament"
    id: RequestId | None
    seq: int
    code: str
    name: str
    commitment: str
    mine: EntrantNumber | None
    organised: bool


class TournamentChanged(Message):
    """The followed tournament changed. Fields that are None have not changed. `entrants`, `rounds`
    and `bars` hold only new and changed items: match entrants and rounds by number, bars by entrant
    and round. Drop a bar when its round is no longer racing, or when its entrant gets another bar.
    All other fields are complete. If you missed a `seq`, follow again."""

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
    bars: list[EntrantProgress] | None = None
    news: list[News] | None = None
    opened: Opened | None = None
    next: str | None = None
    hall: int | None = None
    helpers: Annotated[tuple[str, ...], Field(strict=False)] | None = None


class TournamentReminder(Message):
    """A tournament you have entered starts by itself in `starts_in_ms`."""

    type: Literal["tournament_reminder"] = "tournament_reminder"
    code: str
    title: str
    starts_in_ms: Ms


TournamentNews = Tournament | TournamentChanged | TournamentReminder
