"""Whether a tournament is what it says: every deal, every move, and the table made from them.

Pure but for `check`, which asks a server for the records and its table, and believes neither.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from client_cli import tournament_known as known_as
from client_cli import tournaments
from client_cli.account_line import AccountLine
from client_cli.account_lines import visiting
from client_cli.exits import UNREACHABLE, Failure
from client_cli.offline import check_lines
from client_cli.online import Visit
from engine import fairness, record, scoring
from engine.errors import EngineError
from engine.games import game
from engine.record import Record
from engine.standings import Row, Table, TeamRow, table
from engine.tournament import Heat, Round, Team, rule
from engine.verify import Check, verify
from protocol import codes
from protocol.tournaments import FullRow, HeatInfo, RoundInfo, Score, Tournament, TournamentTable

Documents = Mapping[str, object]
"""Records by room; those that could not be had are not there."""


class Found(NamedTuple):
    """What was checked, and sentences about what could not be."""

    checks: list[Check]
    unchecked: list[str]


# With a server. -------------------------------------------------------------------------------


def check(visit: Visit, code: str) -> None:
    """Check a tournament, and tell each step. Raises Failure naming the first that failed."""

    async def work(line: AccountLine) -> Found:
        saved_before = visit.storage.commitment(visit.server, f"tournament-{code}")
        tournament = await tournaments.get(line, code)
        exact = await tournaments.table(line, code)
        documents: dict[str, object] = {}
        for each in counting(tournament):
            for heat in each.heats:
                try:
                    race = codes.race_id(heat.room, 1)
                    documents[heat.room] = await tournaments.record(line, race)
                except Failure as failure:
                    if failure.code == UNREACHABLE:
                        raise
        return found(tournament, exact, documents, saved_before)

    told = visiting(visit, work)
    failed = next((each for each in told.checks if not each.ok), None)
    visit.voice.put(
        {
            "ok": failed is None,
            "failed": failed.step if failed else None,
            "steps": [each._asdict() for each in told.checks],
            "unchecked": told.unchecked,
        }
    )
    if not visit.voice.as_json:
        visit.voice.say([*check_lines(told.checks), *told.unchecked])
    if failed is not None:
        raise Failure.refused(f"The tournament does not verify: {failed.step}: {failed.found}.")
    if not visit.voice.as_json:
        visit.voice.say(["The tournament verifies."])


# Without one. ---------------------------------------------------------------------------------


def counting(tournament: Tournament) -> list[RoundInfo]:
    """The rounds whose results make the table."""
    states = ["table", "closed", *(["racing"] if known_as.own_pace(tournament) else [])]
    return [each for each in tournament.rounds if each.state in states]


def found(
    tournament: Tournament, told: TournamentTable, documents: Documents, saved: str | None
) -> Found:
    """All that can be checked of a tournament, by what was told and its records. `saved` is the
    commitment that was kept before."""
    checks = list(_commitments(tournament, saved))
    unchecked = list(_not_yet(tournament))
    rounds: list[Round] = []
    complete = True
    for each in counting(tournament):
        heats: list[Heat] = []
        for heat in each.heats:
            if not heat.over:
                continue
            if heat.room not in documents:
                complete = complete and not _had_a_race(heat)
                unchecked += [f"Round {each.number}: {_no_record(heat)}"]
                heats.append(Heat(tuple(heat.entrants), ()))
                continue
            checked, raced = _heat(tournament, each, heat, documents[heat.room])
            checks.append(checked)
            if raced is not None:
                heats.append(_standings(heat, raced))
        heats += [Heat((one,), ()) for one in each.byes]
        rounds.append(_round(each, heats))
        unchecked += [f"Round {each.number}: {line}" for line in _absences(tournament, each)]
    if complete and all(each.ok for each in checks):
        checks.append(_table(tournament, told, rounds))
    elif not complete:
        unchecked.append("The table cannot be worked out without these records.")
    return Found(checks, unchecked)


def _commitments(tournament: Tournament, saved: str | None) -> Iterator[Check]:
    if saved is not None:
        same = saved == tournament.commitment
        what = "as it was kept here before" if same else "not the one that was kept here before"
        yield Check("saved commitment", same, what)
    if tournament.opened is None:
        return
    try:
        secret = fairness.read_hex(tournament.opened.secret, 32, "The secret")
    except EngineError as error:
        yield Check("commitment", False, str(error))
        return
    ok = fairness.commitment(secret) == tournament.commitment
    no = "the secret is not the one committed to"
    yield Check("commitment", ok, tournament.commitment if ok else no)


def _not_yet(tournament: Tournament) -> Iterator[str]:
    if tournament.status != "finished":
        yield "It is not over: its secret is told at the end, and its deals are checked against it."
    for each in tournament.rounds:
        if each.state == "voided":
            yield f"Round {each.number} counts for nothing, and is not checked."


def _had_a_race(heat: HeatInfo) -> bool:
    return len(heat.absent) < len(heat.entrants)


def _no_record(heat: HeatInfo) -> str:
    room = codes.spoken(heat.room)
    if not _had_a_race(heat):
        return f"nobody came to {room}."
    return f"the record of {room} is not told, or not kept any more."


def _absences(tournament: Tournament, each: RoundInfo) -> Iterator[str]:
    names = known_as.names(tournament)
    absent = [names[one] for heat in each.heats for one in heat.absent if _had_a_race(heat)]
    if absent:
        verb = "was" if len(absent) == 1 else "were"
        yield f"that {', '.join(absent)} {verb} absent is the server's word."


def _heat(
    tournament: Tournament, each: RoundInfo, heat: HeatInfo, document: object
) -> tuple[Check, Record | None]:
    """One race: its record, and whether that is of this deal and of these people."""
    step = f"round {each.number}, {codes.spoken(heat.room)}"
    steps = verify(document, tournament.commitment if tournament.opened is not None else None)
    if not steps[-1].ok:
        return Check(step, False, f"{steps[-1].step}: {steps[-1].found}"), None
    raced = record.read(document)
    wrong = _of_another_deal(tournament, each, heat, raced)
    if wrong is not None:
        return Check(step, False, wrong), None
    moves = sum(len(seat.moves) for seat in raced.seats)
    return Check(step, True, f"{raced.race}: {moves} moves of {len(raced.seats)}"), raced


def _of_another_deal(
    tournament: Tournament, each: RoundInfo, heat: HeatInfo, raced: Record
) -> str | None:
    session = raced.session
    if session is None or (session.name, session.deal) != (tournament.name, each.number):
        return f"the record is of {raced.race}, not of deal {each.number}"
    if session.commitment != tournament.commitment:
        return "the record names another commitment"
    if raced.game.slug != each.game or raced.game.chosen != each.options:
        return "the record is of another game"
    if raced.terms.to_json() != each.terms.model_dump():
        return "the record has other terms"
    if tournament.opened is not None:
        given = {str(number): nonce.hex() for number, nonce in raced.nonces.items()}
        if given != tournament.opened.nonces:
            return "the record has other nonces"
    seats = {seat.seat for seat in raced.seats}
    if not seats <= set(range(len(heat.entrants))):
        return "the record has more contestants than the heat"
    played = [s.seat for s in raced.seats if s.moves and heat.entrants[s.seat] in heat.absent]
    return f"seat {played[0]} has moves, and is said to have been absent" if played else None


def _standings(heat: HeatInfo, raced: Record) -> Heat:
    """The results of those who were there."""
    return Heat(
        tuple(heat.entrants),
        tuple(
            placed.standing
            for placed in raced.results
            if heat.entrants[placed.standing.seat] not in heat.absent
        ),
    )


def _round(each: RoundInfo, heats: list[Heat]) -> Round:
    rules = game(each.game, each.options)
    return Round(
        each.number,
        rules.goal,
        rules.ranked_by,
        each.terms.winners,
        tuple(heats),
        each.through,
        each.decides,
    )


# The table. -----------------------------------------------------------------------------------


def _table(tournament: Tournament, told: TournamentTable, rounds: list[Round]) -> Check:
    """Whether the table is the one that follows from the records."""
    step = "table"
    try:
        true = _worked_out(tournament, rounds)
    except EngineError as error:
        return Check(step, False, str(error))
    if list(true.deals) != told.rounds or list(true.fields) != told.fields:
        return Check(step, False, "other rounds count than it says")
    if len(true.rows) != len(told.rows) or len(true.teams) != len(told.teams):
        return Check(step, False, "there are not as many places as there should be")
    names = known_as.names(tournament)
    for row, claimed in zip(true.rows, told.rows, strict=True):
        if not _same(row, claimed):
            name = names.get(claimed.entrant, f"#{claimed.entrant}")
            return Check(step, False, f"{name} is not as the records have it")
    for team, of_team in zip(true.teams, told.teams, strict=True):
        if not _same_team(team, of_team.place, of_team.team, of_team.total):
            return Check(step, False, f"team {of_team.team} is not as the records have it")
    return Check(step, True, f"{len(true.rows)} places over {len(true.deals)} deals")


def _worked_out(tournament: Tournament, rounds: list[Round]) -> Table:
    """Raises EngineError."""
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
    if [None if v is None else str(v) for v in row.tie_breaks] != claimed.tie_breaks:
        return False
    return [None if s is None else _true(s) for s in row.deals] == [
        None if s is None else _claimed(s) for s in claimed.rounds
    ]


def _true(score: scoring.Score) -> tuple[object, ...]:
    exact = (str(score.beaten), str(score.progress), score.out, str(score.score))
    return score.place, score.of, *exact


def _claimed(score: Score) -> tuple[object, ...]:
    return score.place, score.of, score.beaten, score.progress, score.out, score.worth


def _same_team(team: TeamRow, place: int, name: str, total: str) -> bool:
    return (team.place, team.team, str(team.total)) == (place, name, total)
