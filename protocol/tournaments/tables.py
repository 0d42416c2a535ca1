"""Results of tournaments: the exact table, the rounds, and the list of tournaments."""

from typing import Literal

from protocol.message import Message, Ms, RequestId
from protocol.tournaments.live import RoundInfo, TableRow
from protocol.tournaments.requests import EntrantNumber, RoundNumber, Status


class Score(Message):
    """The score of an entrant in a round. Fractions are exact texts, such as `1475/19`. `place` is
    among the `of` entrants they are compared with, `beaten` are matchpoints, `progress` is in
    hundredths of the goal, `worth` is what the round adds to the total, and `shown` the same
    rounded for people."""

    place: int
    of: int
    beaten: str
    progress: str
    out: bool
    worth: str
    shown: str


class FullRow(Message):
    """A row of the table with everything it is computed from. `rounds` has None for each round that
    was missed, `tie_breaks` None for each tie-break that was not needed."""

    place: int
    entrant: EntrantNumber
    total: str
    average: str
    shown: TableRow
    rounds: list[Score | None]
    tie_breaks: list[str | None]


class FullTeam(Message):
    """The place of a team, with exact numbers."""

    place: int
    team: str
    total: str
    shown: str
    counting: list[EntrantNumber]
    tie_breaks: list[str | None]


class TournamentTable(Message):
    """Part of the table, starting with row `offset`; `total` counts all rows. `rounds` are the
    numbers of the rounds that count, and `fields` how many entrants played each. `tie_breaks` and
    `team_tie_breaks` are the names of the tie-breaks."""

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
    """How an entrant finished a round. Times are race time. `counts` is the score of the result,
    None if the round or the entrant does not count."""

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
    """All results of a round, best first. If only entrants of the same heat are compared, the
    results are listed heat by heat."""

    type: Literal["tournament_round"] = "tournament_round"
    id: RequestId
    code: str
    round: RoundInfo
    goal: int
    results: list[RoundResult]


class TournamentEntry(Message):
    """A tournament on the list. `of` is the planned number of rounds, None if it is not known."""

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
    """At most fifty tournaments, most recently changed first."""

    type: Literal["tournaments"] = "tournaments"
    id: RequestId
    tournaments: list[TournamentEntry]


TournamentAnswer = TournamentTable | TournamentRound | Tournaments
