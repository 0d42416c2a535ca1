"""Builds the protocol messages about the tables, the rounds and the list of tournaments. Pure.

The table of a tournament ranks its entrants by their results. A heat is one race of a round, in a
room of its own.
"""

from typing import Any

from engine.tournaments.deal_scoring import shown
from engine.tournaments.standings import StandingsTable
from protocol.tournaments import tables as say
from server.tournaments.messages import Names, round_info, table_row
from server.tournaments.state import StoredRound, Tournament
from server.tournaments.store import TournamentSummary


def score(given: Any) -> say.Score | None:
    """Return an entrant's score in a round, in the form that messages have. `given` is the score
    that the package `engine` has computed, None if the entrant has none in this round."""
    if given is None:
        return None
    return say.Score(
        place=given.place,
        of=given.of,
        beaten=str(given.beaten),
        progress=str(given.progress),
        out=given.out,
        worth=str(given.score),
        shown=shown(given.score),
    )


def full_table(
    tournament: Tournament, table: StandingsTable, request: int, offset: int, count: int
) -> say.TournamentTable:
    """Return the message with up to `count` rows of the table, from row `offset` (counted from 0)
    on, and with all teams. `request` is the id of the request that the message answers."""
    rule = table.rule
    return say.TournamentTable(
        id=request,
        code=tournament.code,
        way=rule.way,
        tie_breaks=list(rule.tie_breaks),
        team_tie_breaks=list(rule.team_tie_breaks),
        rounds=list(table.deals),
        fields=list(table.fields),
        total=len(table.rows),
        offset=offset,
        rows=[
            say.FullRow(
                place=row.place,
                entrant=row.entrant,
                total=str(row.total),
                average=str(row.average),
                shown=table_row(row),
                rounds=[score(each) for each in row.deals],
                tie_breaks=[None if value is None else str(value) for value in row.tie_breaks],
            )
            for row in table.rows[offset : offset + count]
        ],
        teams=[
            say.FullTeam(
                place=row.place,
                team=row.team,
                total=str(row.total),
                shown=shown(row.total),
                counting=list(row.counting),
                tie_breaks=[None if value is None else str(value) for value in row.tie_breaks],
            )
            for row in table.teams
        ],
    )


def of_round(
    tournament: Tournament, table: StandingsTable, each: StoredRound, request: int, now: int
) -> say.TournamentRound:
    """Return the message with the results of the round `each`, best first. `request` is the id of
    the request that the message answers.

    If everybody plays at their own pace, the list of heats is included only when the tournament is
    over.
    """
    told = tournament.is_over or not tournament.plan.own_pace
    at = table.deals.index(each.number) if each.number in table.deals else None
    scores = {} if at is None else {row.entrant: row.deals[at] for row in table.rows}
    results = []
    for heat in each.heats:
        for standing in heat.standings:
            entrant = heat.entrants[standing.seat]
            results.append(
                say.RoundResult(
                    entrant=entrant,
                    room=heat.room,
                    counts=score(scores.get(entrant)),
                    **standing._asdict(),
                )
            )
    results.sort(key=lambda one: (one.counts is None, one.counts.place if one.counts else 0))
    rules = tournament.plan_of(each).rules
    return say.TournamentRound(
        id=request,
        code=tournament.code,
        round=round_info(tournament, each, now, heats=told),
        goal=rules.goal,
        results=results,
    )


def entry(known: TournamentSummary, names: Names, now: int) -> say.TournamentEntry:
    """Return the message part for one tournament in the public list. `names` has the names of
    accounts, by account id."""
    return say.TournamentEntry.model_validate(
        {
            **known.model_dump(exclude={"turn", "starts_at", "ended_at"}),
            "organiser": names.get(known.organiser),
            "round": known.turn,
            "starts_in_ms": _ahead(known.starts_at, now) if known.status == "open" else None,
            "ended_ago_ms": None if known.ended_at is None else max(0, now - known.ended_at),
        }
    )


def _ahead(at: int | None, now: int) -> int | None:
    """Return the milliseconds from `now` to the server time `at`, at least 0; None if `at` is
    None."""
    return None if at is None else max(0, at - now)
