"""Messages with results of tournaments: the exact table, the rounds, and the list of
tournaments."""

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
    """One entrant's row in the table of a tournament, with all scores and tie-breaks from which it
    is computed. `shown` is the row as people read it. `rounds` has None for each round that the
    entrant missed, `tie_breaks` None for each tie-break that was not needed."""

    place: int
    entrant: EntrantNumber
    total: str
    average: str
    shown: TableRow
    rounds: list[Score | None]
    tie_breaks: list[str | None]


class FullTeam(Message):
    """A team's row in the table of teams, with exact numbers as texts. `shown` is the total rounded
    for people. `counting` lists the members whose totals make up the team's total."""

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
    """One entrant's result in a round of a tournament. Times are race time. `counts` is the score
    for the result, None if the round or the entrant does not count."""

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
    """The answer to `get_tournament_round`: all results of a round, best first. If only entrants of
    the same heat are compared with each other, the results are listed heat by heat. `goal` is the
    progress of a finished game."""

    type: Literal["tournament_round"] = "tournament_round"
    id: RequestId
    code: str
    round: RoundInfo
    goal: int
    results: list[RoundResult]


class TournamentEntry(Message):
    """A tournament on the list of tournaments. `round` is the number of its present round, `of` the
    planned number of rounds, None if that is not known. `most` is the maximum number of
    entrants."""

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
    """The answer to `list_tournaments`: at most fifty tournaments, the most recently changed
    first."""

    type: Literal["tournaments"] = "tournaments"
    id: RequestId
    tournaments: list[TournamentEntry]


TournamentAnswer = TournamentTable | TournamentRound | Tournaments
