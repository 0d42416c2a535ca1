"""Messages with the state of a tournament, and with the changes of it, for those who follow the
tournament.

A tournament is a number of rounds with one table of points. An entrant is somebody who takes part,
and has a number. In each round all play the same deal, in one or more heats; a heat is one race in
a room of its own. Before a round the entrants wait in a lobby, and after it the table of points is
shown. In an arena and a tournament for crowns everybody plays at their own pace instead. The
organiser runs the tournament.
"""

from typing import Annotated, Literal

from pydantic import Field

from protocol.message import Message, Ms, Options, RequestId
from protocol.rooms.races import Terms
from protocol.rooms.standings import Opened
from protocol.tournaments.requests import EntrantNumber, Plan, RoundNumber, State, Status, Why


class Entrant(Message):
    """Somebody who takes or took part in a tournament. `name` is None if the account was deleted.
    `since` says in which round they play first, as its turn (its position among the rounds of the
    tournament); it is None if they play none. `gone` says how they left. `guest` says that they
    entered without an account; their races are not rated."""

    number: EntrantNumber
    name: str | None
    bot: bool
    team: str | None
    checked_in: bool
    since: int | None
    gone: Literal["withdrawn", "removed"] | None
    guest: bool = False


class HeatInfo(Message):
    """One heat of a tournament round. `room` is the code of the room in which it is played, and
    `entrants` are in the order of their seats in that room. `over` says that the results of the
    race are known. `absent` lists the entrants who were not there and have no result. `void` says
    that the operator of the server has declared that the race counts for nothing, as if nobody had
    been there."""

    room: str
    entrants: list[EntrantNumber]
    over: bool
    absent: list[EntrantNumber]
    void: bool = False


class RoundInfo(Message):
    """A round of a tournament. The same deal, number `number` of the tournament, is played in all
    its heats.

    `turn` is the position of the round in the tournament. It differs from `number` once a round has
    been played again with a new deal. A sprint is a short extra round that breaks ties; in a
    sprint, `decides` is the number of the round whose ties it breaks. `byes` are the entrants who
    do not play in this round. In a knockout, `through` entrants of each heat go on to the next
    round, and `groups` has the entrants of each heat of the bracket, including byes.

    `heats` is empty until the rooms of the heats are opened at the beginning of the lobby. In a
    tournament in which everybody plays at their own pace it stays empty; after the tournament the
    message `tournament_round` has the heats. `ends_in_ms` is the time until the present state ends:
    a lobby, a race (at the latest) or the showing of the table. `starts_in_ms` is the time until
    all races of the round start.
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
    """The row of one entrant in the table of a tournament. Equal entrants share a `place`. `total`
    and `average` (the total divided by the number of rounds) are texts for people."""

    place: int
    entrant: EntrantNumber
    total: str
    average: str


class TeamTotal(Message):
    """The row of one team in the table of teams. `counting` lists the entrants of the team whose
    totals add up to the total of the team."""

    place: int
    team: str
    total: str
    counting: list[EntrantNumber]


class EntrantProgress(Message):
    """The progress of an entrant in a race of the current round. `best` is the highest progress so
    far, and `goal` the progress at which the game is won. In a game with points, `points` has them;
    it is None while a card that counts lies face down."""

    entrant: EntrantNumber
    round: RoundNumber
    progress: int
    best: int
    goal: int
    result: Literal["won", "lost", "complete"] | None
    ended_ms: Ms | None
    points: int | None = None


class News(Message):
    """An announcement that the organiser made to everybody who follows the tournament. `ago_ms` is
    how long ago that was."""

    ago_ms: Ms
    text: str


class Clocks(Message):
    """The times of a tournament, as milliseconds from now. `starts_in_ms` is the time until the
    tournament starts by itself. If everybody plays at their own pace, entrants can begin deals
    after `opens_in_ms` and until `closes_in_ms`. A time that does not apply is None."""

    starts_in_ms: Ms | None = None
    opens_in_ms: Ms | None = None
    closes_in_ms: Ms | None = None


class TournamentParts(Message):
    """The fields of a tournament that can change.

    - `why`: the reason for the end of the tournament, None before the end.
    - `bars`: the progress of entrants in the races of the current round; empty if no race is
      running.
    - `opened`: after the end, the secret from which all deals were made.
    - `next`: after the end, the code of the next tournament if the plan repeats it.
    - `hall`: a hall is a network address from which many people take part, with raised limits. This
      is their number, 0 without a hall.
    - `helpers`: the names of those who organise the tournament besides its organiser.
    """

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
    """The complete state of a tournament. `mine` is your entrant number, None if you take no part.
    `organised` says that you may organise the tournament. `commitment` is the hash of the secret
    from which all deals are made. `seq` numbers the messages about a tournament that you follow."""

    type: Literal["tournament"] = "tournament"
    id: RequestId | None
    seq: int
    code: str
    name: str
    commitment: str
    mine: EntrantNumber | None
    organised: bool


class TournamentChanged(Message):
    """The tournament that you follow has changed. Fields that are None have not changed.

    `entrants`, `rounds` and `bars` (the progress of entrants) hold only new and changed items. Each
    replaces the item that you have for the same entrant number, the same round number, or, for a
    bar, the same entrant and round. Drop a bar when its round is no longer racing, or when its
    entrant gets a bar of another round. All other fields that are not None are complete and replace
    what you have. If you missed a `seq`, send `follow_tournament` again.
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
    bars: list[EntrantProgress] | None = None
    news: list[News] | None = None
    opened: Opened | None = None
    next: str | None = None
    hall: int | None = None
    helpers: Annotated[tuple[str, ...], Field(strict=False)] | None = None


class TournamentReminder(Message):
    """A tournament that you have entered starts by itself in `starts_in_ms`. The server sends this
    at the times before the start that the plan of the tournament sets."""

    type: Literal["tournament_reminder"] = "tournament_reminder"
    code: str
    title: str
    starts_in_ms: Ms


TournamentNews = Tournament | TournamentChanged | TournamentReminder
