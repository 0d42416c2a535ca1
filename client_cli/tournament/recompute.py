"""Compute a tournament's table of points again from the records of its races, and compare it with
the server's table.

This file does no input or output.
"""

from fractions import Fraction

from client_cli.tournament import state as known_as
from engine.errors import EngineError
from engine.races.verify import Check
from engine.tournaments import deal_scoring
from engine.tournaments.deal_scoring import shown
from engine.tournaments.standings import Row, StandingsTable, TeamRow, table
from engine.tournaments.table_input import Round, Team, rule
from protocol.texts import _
from protocol.tournaments.live import TableRow, Tournament
from protocol.tournaments.tables import FullRow, FullTeam, Score, TournamentTable

STEP = "table"


def table_check(tournament: Tournament, told: TournamentTable, rounds: list[Round]) -> Check:
    """Compute the table from `rounds`, the results in the records, and compare every field with
    `told`, the server's table. Return the outcome as a Check. If it fails, the Check names the
    first difference."""
    try:
        true = _worked_out(tournament, rounds)
    except EngineError as error:
        return Check(STEP, False, str(error))
    if list(true.deals) != told.rounds or list(true.fields) != told.fields:
        return Check(STEP, False, _("other rounds count than it says"))
    if not len(true.rows) == len(told.rows) == told.total or len(true.teams) != len(told.teams):
        return Check(STEP, False, _("there are not as many places as there should be"))
    called = (true.rule.way, list(true.rule.tie_breaks), list(true.rule.team_tie_breaks))
    if called != (told.way, told.tie_breaks, told.team_tie_breaks):
        return Check(STEP, False, _("it is scored in another way than the plan says"))
    names = known_as.names(tournament)
    for row, claimed in zip(true.rows, told.rows, strict=True):
        if not _same(row, claimed):
            name = names.get(claimed.entrant, f"#{claimed.entrant}")
            return Check(STEP, False, _("{name} is not as the records have it", name=name))
    for team, of_team in zip(true.teams, told.teams, strict=True):
        if not _same_team(team, of_team):
            return Check(
                STEP, False, _("team {team} is not as the records have it", team=of_team.team)
            )
    if not _same_as_seen(true, tournament):
        return Check(STEP, False, _("the one that people see is not as the records have it"))
    return Check(
        STEP,
        True,
        _("{rows} places over {deals} deals", rows=len(true.rows), deals=len(true.deals)),
    )


def _worked_out(tournament: Tournament, rounds: list[Round]) -> StandingsTable:
    """Return the table computed from the results in the records. Raises EngineError if the results
    or the way of scoring are invalid."""
    chosen = tournament.plan.get("scoring")
    entrants = [one for one in tournament.entrants if one.since is not None]
    members: dict[str, list[int]] = {}
    if known_as.has_teams(tournament):
        for one in tournament.entrants:
            if one.team:
                members.setdefault(one.team, []).append(one.number)
    return table(
        [one.number for one in entrants],
        rounds,
        rule(chosen if isinstance(chosen, dict) else {}),
        teams=[Team(name, tuple(numbers)) for name, numbers in sorted(members.items())],
        removed=[one.number for one in tournament.entrants if one.gone == "removed"],
    )


def _same(row: Row, claimed: FullRow) -> bool:
    true = (row.place, row.entrant, str(row.total), str(row.average))
    if true != (claimed.place, claimed.entrant, claimed.total, claimed.average):
        return False
    if claimed.shown != _shown(row) or _exact(row.tie_breaks) != claimed.tie_breaks:
        return False
    return [None if s is None else _true(s) for s in row.deals] == [
        None if s is None else _claimed(s) for s in claimed.rounds
    ]


def _shown(row: Row) -> TableRow:
    """Return a computed row in the form that the server sends: place, entrant, and total and
    average as rounded text."""
    total, average = shown(row.total), shown(row.average)
    return TableRow(place=row.place, entrant=row.entrant, total=total, average=average)


def _exact(values: tuple[Fraction | None, ...]) -> list[str | None]:
    return [None if value is None else str(value) for value in values]


def _true(score: deal_scoring.Score) -> tuple[object, ...]:
    exact = (str(score.beaten), str(score.progress), score.out, str(score.score))
    return score.place, score.of, *exact, shown(score.score)


def _claimed(score: Score) -> tuple[object, ...]:
    exact = (score.beaten, score.progress, score.out, score.worth)
    return score.place, score.of, *exact, score.shown


def _same_team(team: TeamRow, claimed: FullTeam) -> bool:
    true = (team.place, team.team, str(team.total), shown(team.total), list(team.counting))
    told = (claimed.place, claimed.team, claimed.total, claimed.shown, claimed.counting)
    return true == told and _exact(team.tie_breaks) == claimed.tie_breaks


def _same_as_seen(true: StandingsTable, tournament: Tournament) -> bool:
    """Return whether the table that the server sends as a part of the tournament, with rounded
    numbers, is equal to the computed one."""
    teams = [(team.place, team.team, shown(team.total), list(team.counting)) for team in true.teams]
    seen = [(team.place, team.team, team.total, team.counting) for team in tournament.teams]
    return [_shown(row) for row in true.rows] == tournament.table and teams == seen
