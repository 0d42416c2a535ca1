"""Messages with results of tournaments: the table of points with exact numbers, the results of each
round, and the list of tournaments.

An entrant is somebody who takes part in a tournament. In each round all entrants play the same
deal, in one or more heats; a heat is one race in a room of its own.
"""

from typing import Literal

from protocol.message import Message, Ms, RequestId
from protocol.tournaments.live import RoundInfo, TableRow
from protocol.tournaments.requests import EntrantNumber, RoundNumber, Status


class Score(Message):
    """The score of an entrant in a round. The texts `beaten`, `progress` and `worth` are exact
    fractions, such as `1475/19`. `place` is the place among the `of` entrants who are compared with
    each other. `beaten` is the number of matchpoints: one for each entrant with a worse place, and
    half for each other entrant with the same place. `progress` is the progress of the entrant in
    hundredths of the progress at which the game is won. `out` says that the game was won. `worth`
    is what the round adds to the total, and `shown` is `worth` rounded for people."""

    place: int
    of: int
    beaten: str
    progress: str
    out: bool
    worth: str
    shown: str


class FullRow(Message):
    """The row of one entrant in the table of a tournament, with all scores and tie-breaks from
    which it is computed. `total` and `average` are exact numbers as texts, and `shown` is the row
    in the form that people read. `rounds` has a score for each round, None if the entrant missed
    it. `tie_breaks` has a value for each tie-break, None if it was not needed."""

    place: int
    entrant: EntrantNumber
    total: str
    average: str
    shown: TableRow
    rounds: list[Score | None]
    tie_breaks: list[str | None]


class FullTeam(Message):
    """The row of one team in the table of teams, with exact numbers as texts. `shown` is the total
    rounded for people. `counting` lists the entrants of the team whose totals add up to the total
    of the team."""

    place: int
    team: str
    total: str
    shown: str
    counting: list[EntrantNumber]
    tie_breaks: list[str | None]


class TournamentTable(Message):
    """Part of the table of a tournament, starting with row `offset`. `total` is the number of all
    rows. `way` is the way in which rounds are scored. `rounds` are the numbers of the rounds that
    count, and `fields` has, for each of them, the number of entrants who played it. `tie_breaks`
    and `team_tie_breaks` are the names of the tie-breaks, which order entrants and teams with equal
    totals."""

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
    """The result of one entrant in a round of a tournament. Times are race time, which runs from
    the start of the race. `counts` is the score that the entrant gets for the result, None if the
    round or the entrant does not count."""

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
    progress at which the game is won."""

    type: Literal["tournament_round"] = "tournament_round"
    id: RequestId
    code: str
    round: RoundInfo
    goal: int
    results: list[RoundResult]


class TournamentEntry(Message):
    """A tournament on the list of tournaments. `round` is the number of its present round. `of` is
    the planned number of rounds, None if that is not known. `most` is the maximum number of
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
