"""Verify a tournament: every deal, every move, and the table of points computed from them.

It is given the records of the races and the server's table, and trusts neither. This file does no
input or output.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from client_cli.tournament import claims_check, records
from client_cli.tournament import state as known_as
from client_cli.tournament.claims_check import KeptCheckIn
from client_cli.tournament.recompute import table_check
from engine.errors import EngineError
from engine.races import fairness, record
from engine.races.called_cards import RESIGN
from engine.races.record import Record
from engine.races.terms import Terms
from engine.races.verify import Check, verify
from engine.racing_demon import record as table_record
from engine.racing_demon.record import TableRecord
from engine.racing_demon.standings import has_moved, standings
from engine.rules import rules as rules_of
from engine.solver.winnable_deals import WinnableTerms
from engine.tournaments.table_input import Heat, Round
from protocol import codes
from protocol.texts import N_, _, ngettext
from protocol.tournaments.live import HeatInfo, RoundInfo, Tournament
from protocol.tournaments.tables import TournamentTable

Documents = Mapping[str, object]
"""Records as JSON, by room code. A record that could not be fetched is missing."""

AnyRecord = Record | TableRecord

MISSING = N_("The table cannot be worked out without these records.")


class Findings(NamedTuple):
    """The result of verifying a tournament: the checks made, and sentences about what could not be
    checked (`unchecked`). `complete` is False if a record was missing that should exist, so that
    the table could not be computed."""

    checks: list[Check]
    unchecked: list[str]
    complete: bool


def counting(tournament: Tournament) -> list[RoundInfo]:
    """Return the rounds of a tournament whose results count in its table of points so far."""
    states = ["table", "closed", *(["racing"] if known_as.own_pace(tournament) else [])]
    return [each for each in tournament.rounds if each.state in states]


def found(
    tournament: Tournament,
    told: TournamentTable,
    documents: Documents,
    saved: str | None,
    kept: KeptCheckIn | None = None,
) -> Findings:
    """Verify a tournament as far as the given data allow, and return what was found. `told` is the
    server's table with exact fractions, and `documents` are the records. `saved` is the commitment
    (the hash of the server's secret) that this computer stored before the tournament, None if it
    stored none. `kept` is the player's check-in as this computer has stored it."""
    checks = [*_commitments(tournament, saved), *claims_check.checks(tournament, kept)]
    unchecked = [*_not_yet(tournament), *claims_check.unchecked(tournament, kept)]
    read = [_read(tournament, each, documents) for each in counting(tournament)]
    for each in read:
        checks += each.checks
        unchecked += each.unchecked
    complete = all(each.complete for each in read)
    if not complete:
        unchecked.append(_(MISSING))
    elif not _rooms_are_told(tournament):
        unchecked.append(_("Its races are told at the end, and its table is checked then."))
    elif all(each.ok for each in checks):
        rounds = [_round(each.info, each.heats) for each in read]
        checks.append(table_check(tournament, told, rounds))
    return Findings(checks, unchecked, complete)


class _Read(NamedTuple):
    """A round of the tournament: the results from its valid records, and the checks of these
    records."""

    info: RoundInfo
    heats: list[Heat]
    checks: list[Check]
    unchecked: list[str]
    complete: bool


def _read(tournament: Tournament, each: RoundInfo, documents: Documents) -> _Read:
    checks: list[Check] = []
    unchecked: list[str] = []
    heats: list[Heat] = []
    complete = True
    for heat in each.heats:
        word = _no_results(heat, documents)
        if word is not None:
            unchecked.append(word)
            complete &= heat.void or not heat.over or records.nobody_came(heat)
            heats += [Heat(tuple(heat.entrants), ())] if heat.over else []
            continue
        checked, raced = _heat(tournament, each, heat, documents[heat.room])
        checks.append(checked)
        heats += [_standings(heat, raced)] if raced is not None else []
    heats += [Heat((one,), ()) for one in each.byes]
    unchecked += _absences(tournament, each)
    told = [_("Round {number}: {line}", number=each.number, line=line) for line in unchecked]
    return _Read(each, heats, checks, told, complete)


def _rooms_are_told(tournament: Tournament) -> bool:
    return tournament.status == "finished" or not known_as.own_pace(tournament)


def _commitments(tournament: Tournament, saved: str | None) -> Iterator[Check]:
    if saved is not None:
        same = saved == tournament.commitment
        what = (
            _("as it was kept here before") if same else _("not the one that was kept here before")
        )
        yield Check("saved commitment", same, what)  # not a text: a step's name
    if tournament.opened is None:
        return
    try:
        secret = fairness.read_hex(tournament.opened.secret, 32, _("The secret"))
    except EngineError as error:
        yield Check("commitment", False, str(error))
        return
    ok = fairness.commitment(secret) == tournament.commitment
    no = _("the secret is not the one committed to")
    yield Check("commitment", ok, tournament.commitment if ok else no)


def _not_yet(tournament: Tournament) -> Iterator[str]:
    if tournament.status != "finished":
        yield _(
            "It is not over: its secret is told at the end, and its deals are checked against it."
        )
    for each in tournament.rounds:
        if each.state == "voided":
            yield _("Round {number} counts for nothing, and is not checked.", number=each.number)


def _no_results(heat: HeatInfo, documents: Documents) -> str | None:
    """Return a sentence that says why the record of a heat is not checked, for example because
    nobody came to the heat; None if its record is available."""
    room = codes.spoken(heat.room)
    if not heat.over:
        return _("{room} went on when the tournament was ended, and counts for nothing.", room=room)
    if heat.void:
        return _(
            "whoever runs the server has let {room} count for nothing; it is not checked.",
            room=room,
        )
    if heat.room in documents:
        return None
    if records.nobody_came(heat):
        return _("that nobody came to {room} is the server's word.", room=room)
    return _("the record of {room} is not told, or not kept any more.", room=room)


def _absences(tournament: Tournament, each: RoundInfo) -> Iterator[str]:
    names = known_as.names(tournament)
    absent = [names[one] for heat in each.heats for one in _partly(heat)]
    if absent:
        yield ngettext(
            "that {names} was absent is the server's word.",
            "that {names} were absent is the server's word.",
            len(absent),
            names=", ".join(absent),
        )


def _partly(heat: HeatInfo) -> list[int]:
    """Return the entrants of a heat who were absent while others were present."""
    return [] if records.nobody_came(heat) else heat.absent


def _heat(
    tournament: Tournament, each: RoundInfo, heat: HeatInfo, document: object
) -> tuple[Check, AnyRecord | None]:
    """Return the check of one race, and its record, which is None if the check failed. The record
    must pass verification. Its deal and its contestants must be those of the heat."""
    step = _("round {number}, {room}", number=each.number, room=codes.spoken(heat.room))
    steps = verify(document, tournament.commitment if tournament.opened is not None else None)
    if not steps[-1].ok:
        return Check(step, False, f"{steps[-1].step}: {steps[-1].found}"), None
    raced = _record(document)
    wrong = _of_another_deal(tournament, each, heat, raced) or _called_off(raced, steps)
    if wrong is not None:
        return Check(step, False, wrong), None
    moves = (
        len(raced.commands)
        if isinstance(raced, TableRecord)
        else sum(len(seat.moves) for seat in raced.seats)
    )
    sentence = ngettext("{n} move", "{n} moves", moves)
    by = ngettext("{n} contestant", "{n} contestants", len(raced.seats))
    by_whom = _("{race}: {moves} by {contestants}", race=raced.race, moves=sentence, contestants=by)
    return Check(step, True, by_whom), raced


def _record(document: object) -> AnyRecord:
    """Return the record that a document contains, which has passed verification."""
    if isinstance(document, dict) and "table_format" in document:
        return table_record.read(document)
    return record.read(document)


def _of_another_deal(
    tournament: Tournament, each: RoundInfo, heat: HeatInfo, raced: AnyRecord
) -> str | None:
    session = raced.session
    if session is None or (session.name, session.deal) != (tournament.name, each.number):
        return _(
            "the record is of {race}, not of deal {number}", race=raced.race, number=each.number
        )
    if session.commitment != tournament.commitment:
        return _("the record names another commitment")
    if raced.game.slug != each.game or raced.game.chosen != each.options:
        return _("the record is of another game")
    given = each.terms.model_dump() | {"winnable": None}
    how = each.terms.winnable
    searched = None if how is None else WinnableTerms(**how.model_dump())
    told = Terms(**given)._replace(winnable=searched)
    if isinstance(raced, Record) and raced.terms.to_json() != told.to_json():
        return _("the record has other terms")
    if raced.bell_ms != each.bell_ms:
        return _("the record has another time limit")
    if tournament.opened is not None:
        given = {str(number): nonce.hex() for number, nonce in raced.nonces.items()}
        if given != tournament.opened.nonces:
            return _("the record has other nonces")
    seats = [seat.seat for seat in raced.seats]
    if not set(seats) <= set(range(len(heat.entrants))):
        return _("the record has more contestants than the heat")
    absent = {seat for seat, one in enumerate(heat.entrants) if one in heat.absent}
    played = [seat for seat in seats if seat in absent and _has_moved(raced, seat)]
    return (
        _("seat {seat} has moves, and is said to have been absent", seat=played[0])
        if played
        else None
    )


def _called_off(raced: AnyRecord, steps: list[Check]) -> str | None:
    """Return a sentence that says that a race was called off and therefore cannot have results;
    None if it was not called off."""
    untold = any(each.step == "end" and not each.checkable for each in steps)
    if raced.called_off or (untold and raced.ended_ms):
        return _("the race was called off, and its results count")
    return None


def _has_moved(raced: AnyRecord, seat: int) -> bool:
    """Return whether a seat has moved. Resigning does not count, because the server also resigns
    for entrants who never came."""
    if isinstance(raced, TableRecord):
        return has_moved(raced, seat)
    moves = next(each.moves for each in raced.seats if each.seat == seat)
    return bool(moves) and moves[0].text != RESIGN


def _standings(heat: HeatInfo, raced: AnyRecord) -> Heat:
    """Return a heat with the results of the entrants who were present."""
    found = (
        standings(raced)
        if isinstance(raced, TableRecord)
        else [placed.standing for placed in raced.results]
    )
    return Heat(
        tuple(heat.entrants),
        tuple(each for each in found if heat.entrants[each.seat] not in heat.absent),
    )


def _round(each: RoundInfo, heats: list[Heat]) -> Round:
    rules = rules_of(each.game, each.options)
    return Round(
        each.number,
        rules.goal,
        rules.ranked_by,
        each.terms.winners,
        tuple(heats),
        each.through,
        each.decides,
    )
