"""A tournament as it stands, and how one that is followed goes on."""

from typing import Literal

from protocol.message import Message, Ms, Options, RequestId
from protocol.races import Terms
from protocol.standings import Opened
from protocol.tournaments import EntrantNumber, Plan, RoundNumber, State, Status, Why


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

    `heats` are told once their rooms are there, from the lobby on; where everybody goes on at their
    own pace by `tournament_round` alone, when the tournament is over. `ends_in_ms`: how long the
    lobby, the table or at most the race lasts. `starts_in_ms`: until all its races begin.
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
    """How far somebody has come in a round that goes on: `best` progress of `goal`, and in a game
    that is played for points these, while no card that counts is face down."""

    entrant: EntrantNumber
    round: RoundNumber
    progress: int
    best: int
    goal: int
    result: Literal["won", "lost", "complete"] | None
    ended_ms: Ms | None
    points: int | None = None


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


TournamentNews = Tournament | TournamentChanged | TournamentReminder
