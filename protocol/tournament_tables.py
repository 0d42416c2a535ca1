"""What a tournament has come to: its table, its rounds, and the list of all of them."""

from typing import Literal

from protocol.message import Message, Ms, RequestId
from protocol.tournament_live import RoundInfo, TableRow
from protocol.tournaments import EntrantNumber, RoundNumber, Status


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


TournamentAnswer = TournamentTable | TournamentRound | Tournaments
