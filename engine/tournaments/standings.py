"""The table of a tournament. It is always computed anew from all results, so nothing in it has to
be repaired when a result is corrected, a round is declared void or an entrant is removed."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from engine.errors import BadRecord
from engine.tournaments.deal_scoring import Score, shown
from engine.tournaments.scores import CountedDeal, deals
from engine.tournaments.table_input import IN_HEATS, Round, ScoringRule, Team
from engine.tournaments.tie_breaks import NOTHING, TieBreakInput, asked_of, heats_of, in_order
from engine.view import Json


class Row(NamedTuple):
    """The row of an entrant in the table of a tournament. `total` is the sum of the scores of all
    deals, with what the rule of scoring counts for missed deals. `average` is the total divided by
    the number of deals. `deals` has a score for each deal, None if the entrant missed it.
    `tie_breaks` has the value of each tie-break, None if the tie-break was not needed."""

    place: int
    entrant: int
    total: Fraction
    average: Fraction
    deals: tuple[Score | None, ...]
    tie_breaks: tuple[Fraction | None, ...]


class TeamRow(NamedTuple):
    """The row of a team in the table of a tournament. `counting` are the members whose totals add
    up to the total of the team. `tie_breaks` has the value of each tie-break, None if the tie-break
    was not needed."""

    place: int
    team: str
    total: Fraction
    counting: tuple[int, ...]
    tie_breaks: tuple[Fraction | None, ...]


class StandingsTable(NamedTuple):
    """The table of a tournament. `rule` is how it is scored. `deals` are the numbers of the deals
    that count. `fields` has, for each of these deals, the number of entrants who played it. `rows`
    are the rows of the entrants and `teams` those of the teams, best first."""

    rule: ScoringRule
    deals: tuple[int, ...]
    fields: tuple[int, ...]
    rows: tuple[Row, ...]
    teams: tuple[TeamRow, ...]

    def to_json(self) -> dict[str, Json]:
        """Return the table as JSON. Exact numbers are texts such as `1475/19`. Rows and scores have
        a field `shown` with rounded numbers for people."""
        return {
            "rule": _plain(self.rule),
            "deals": list(self.deals),
            "fields": list(self.fields),
            "rows": [_row(row) for row in self.rows],
            "teams": [_plain(row) | {"shown": shown(row.total)} for row in self.teams],
        }


def table(
    entrants: Collection[int],
    rounds: Collection[Round],
    rule: ScoringRule,
    *,
    teams: Collection[Team] = (),
    voided: Collection[int] = (),
    removed: Collection[int] = (),
) -> StandingsTable:
    """Return the table of a tournament after the rounds `rounds`, all of which are finished. The
    items of each argument may be in any order.

    A round whose number is in `voided` counts as never played, and so do the sprints (short extra
    races) that decide its ties. An entrant in `removed` counts as never entered. Raises BadRecord
    if the results are impossible.
    """
    _check(entrants, rounds, teams)
    staying = set(entrants) - set(removed)
    scored = deals((each for each in rounds if each.number not in voided), rule, staying)
    totals = {who: _total(who, scored, rule) for who in sorted(staying)}
    meetings = [field.order for deal in scored for field in deal.fields]
    heats = heats_of(meetings) if rule.way in IN_HEATS else None
    book = TieBreakInput([deal.scores for deal in scored], meetings, heats, totals)
    rows = [
        Row(
            place,
            who,
            totals[who],
            totals[who] / max(1, len(scored)),
            tuple(deal.scores.get(who) for deal in scored),
            values,
        )
        for place, who, values in in_order(totals, asked_of(book, rule.tie_breaks))
    ]
    return StandingsTable(
        rule,
        tuple(deal.number for deal in scored),
        tuple(sum(len(field.results) for field in deal.fields) for deal in scored),
        tuple(rows),
        tuple(_team_rows(teams, rows, rule)),
    )


def _check(entrants: Collection[int], rounds: Iterable[Round], teams: Collection[Team]) -> None:
    if len({team.name for team in teams}) < len(teams):
        raise BadRecord("There are two teams of one name.")
    numbers = set[int]()
    for each in rounds:
        if each.number in numbers:
            raise BadRecord(f"There are two deals {each.number}.")
        numbers.add(each.number)
        seated = [entrant for heat in each.heats for entrant in heat.entrants]
        if len(set(seated)) < len(seated):
            raise BadRecord(f"Somebody is in deal {each.number} twice.")
        if not set(seated) <= set(entrants):
            raise BadRecord(f"Somebody is in deal {each.number} who never entered.")
        for heat in each.heats:
            seats = {standing.seat for standing in heat.standings}
            if len(seats) < len(heat.standings) or not seats <= set(range(len(heat.entrants))):
                raise BadRecord(f"A result of deal {each.number} is twice there, or nobody's.")


def _total(who: int, scored: Sequence[CountedDeal], rule: ScoringRule) -> Fraction:
    scores = [deal.scores[who].score for deal in scored if who in deal.scores]
    total = sum(scores, NOTHING)
    if rule.missed == "average" and 2 * len(scores) >= len(scored) > 0:
        return total / len(scores) * len(scored)
    return total


def _team_rows(teams: Iterable[Team], rows: Sequence[Row], rule: ScoringRule) -> list[TeamRow]:
    """Return the rows of the teams, best first. The total of a team is the sum of the totals of its
    best `rule.team_best` members."""
    ranked = {
        team.name: [row for row in rows if row.entrant in team.members]
        for team in sorted(teams, key=lambda team: team.name)
    }
    best = {name: members[: rule.team_best] for name, members in ranked.items()}
    totals = {name: sum((row.total for row in some), NOTHING) for name, some in best.items()}
    number = {"best_member": 0, "next_member": rule.team_best}
    asked = [partial(_member, ranked, number[name]) for name in rule.team_tie_breaks]
    return [
        TeamRow(place, name, totals[name], tuple(row.entrant for row in best[name]), values)
        for place, name, values in in_order(totals, asked)
    ]


def _member(
    ranked: Mapping[str, Sequence[Row]], number: int, group: Sequence[str]
) -> Mapping[str, Fraction]:
    """Return, for each team of `group`, the total of one of its members: number 0 is the best
    member, 1 the next, and so on. A team without such a member gets 0. This is a tie-break between
    teams."""
    return {
        name: ranked[name][number].total if number < len(ranked[name]) else NOTHING
        for name in group
    }


def _row(row: Row) -> dict[str, Json]:
    return _plain(row) | {"shown": {"total": shown(row.total), "average": shown(row.average)}}


def _plain(value: ScoringRule | Row | TeamRow | Score) -> dict[str, Json]:
    """Return the fields of a row, a score or a rule as a JSON object."""
    return {name: _json(each) for name, each in value._asdict().items()}


def _json(value: object) -> Json:
    match value:
        case None | bool() | int() | str():
            return value
        case Fraction():
            return str(value)
        case Score():
            return _plain(value) | {"shown": shown(value.score)}
        case tuple():
            return [_json(each) for each in value]
    raise TypeError(f"No part of a table is a {type(value).__name__}.")
