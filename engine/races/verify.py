"""Verify a record without a server: compute from the rules everything that the record says, and
compare."""

from collections.abc import Iterator
from typing import Any

from engine.errors import EngineError, brief
from engine.races import record
from engine.races.board import GameBoard, standing
from engine.races.called_cards import CLOCKS_APART_MS, call_flaw
from engine.races.deal_checks import Check, deal_checks
from engine.races.race_end import race_end
from engine.races.ranking import rank
from engine.races.record import Record, SeatRecord
from engine.races.timeline import dealt
from engine.races.winnable_checks import winnable_checks
from engine.racing_demon.verify import table_checks
from engine.takeback import read_move

__all__ = ["Check", "summary", "verify"]


def verify(
    document: object, expected_commitment: str | None = None, expected_session: str | None = None
) -> list[Check]:
    """Check a record step by step, and return the results of the steps in order. The function stops
    at the first step that fails. The record is valid if the last returned step passed.

    `expected_commitment` is the commitment (the hash of the server's secret) that a contestant
    saved before the race. `expected_session` is the commitment that a contestant saved before the
    first race of the session, which is several deals from one secret. Without them the function
    checks only that the record does not contradict itself.
    """
    checks: list[Check] = []
    for check in _checks(document, expected_commitment, expected_session):
        checks.append(check)
        if not check.ok:
            break
    return checks


def _checks(
    document: object, expected: str | None, expected_session: str | None
) -> Iterator[Check]:
    if isinstance(document, dict) and "table_format" in document:
        yield from table_checks(document, expected, expected_session)
        return
    try:
        claimed = record.read(document)
    except EngineError as error:
        yield Check("format", False, str(error))
        return
    yield Check("format", True, f"{claimed.race}: {claimed.game.identity}")
    yield from deal_checks(claimed, expected, expected_session)
    # `verify` stops at the first step that fails, so all earlier steps have passed here.
    unchecked: list[str] = []
    for check in winnable_checks(claimed):
        if not check.checkable:
            unchecked.append(check.step)
        yield check
    start = dealt(claimed)
    boards: dict[int, GameBoard] = {}
    for seat in claimed.seats:
        check, board = _moves(claimed, seat, start)
        boards[seat.seat] = board
        yield check
    if claimed.terms.call_ms is not None:
        flaw = call_flaw(claimed)
        yield Check("calls", flaw is None, flaw or "each card was laid at its call")
    yield _end(claimed, boards)
    yield _results(claimed, boards)
    same = isinstance(document, dict) and document.get("digest") == record.digest(document)
    changed = "something else was changed"
    if unchecked:
        changed += f", perhaps what could not be checked: {', '.join(unchecked)}"
    yield Check("digest", same, "the whole document" if same else changed)


def _moves(claimed: Record, seat: SeatRecord, board: GameBoard) -> tuple[Check, GameBoard]:
    """Check whether the moves of a seat are possible on the deal, of which `board` is the board
    after dealing. Return the result of the check, and the board after the moves."""
    step = f"moves of seat {seat.seat}"
    last = 0
    for number, entry in enumerate(seat.moves, 1):
        late = claimed.bell_ms is not None and entry.ms >= claimed.bell_ms
        if late or not last <= entry.ms <= claimed.ended_ms:
            return Check(step, False, f"move {number} was made at an impossible time"), board
        try:
            move = read_move(claimed.game, entry.text)
            board = board.play(claimed.game, move, entry.ms, claimed.terms.take_back)
        except EngineError as error:
            return Check(step, False, f"move {number}, {brief(entry.text)}: {error}"), board
        last = entry.ms
    return Check(step, True, f"{board.ply} moves, progress {board.best}"), board


def _end(claimed: Record, boards: dict[int, GameBoard]) -> Check:
    """Check whether the race ended at the time that follows from its format, its games and its
    bell."""
    at_ms, bell_ms = claimed.ended_ms, claimed.bell_ms
    games = [standing(claimed.game, seat, board, None) for seat, board in boards.items()]
    playing = [game.seat for game in games if game.ended_ms is None]
    played_ms = race_end(claimed.terms.format, games, None)
    end_ms = bell_ms if played_ms is None else played_ms
    if end_ms is None:
        return Check("end", False, f"seat {playing[0]} was still playing, and there is no bell")
    if played_ms is None:
        why = "with the bell"
    elif playing:
        why = "when the first contestant was out"
    else:
        why = "when all contestants were done" if games else "without contestants"
    if at_ms == end_ms:
        return Check("end", True, f"{at_ms} ms, {why}")
    last_ms = max((seat.moves[-1].ms for seat in claimed.seats if seat.moves), default=None)
    # A last move can be stored while another process ends the race at its limit or calls it off.
    slack_ms = 0 if played_ms is None else CLOCKS_APART_MS
    if at_ms <= end_ms + slack_ms and (last_ms or 0) <= end_ms:
        if at_ms == bell_ms:
            return Check("end", True, f"{at_ms} ms, with the bell")
        if claimed.called_off:
            return Check("end", True, f"{at_ms} ms, when the round was called off")
        if claimed.of_tournament and claimed.called_off is None:
            untold = f"{at_ms} ms, and the record does not say whether the round was called off"
            return Check("end", True, untold, checkable=False)
    # If others play the same deal elsewhere, a contestant who left in the countdown stays in the
    # record, without moves.
    is_try = claimed.session is not None or not claimed.nonces
    if at_ms == 0 and last_ms is None and is_try:
        return Check("end", True, "0 ms, when nobody was there")
    return Check("end", False, f"the race ended at {end_ms} ms, {why}, and not at {at_ms} ms")


def _results(claimed: Record, boards: dict[int, GameBoard]) -> Check:
    game = claimed.game
    standings = [standing(game, seat, board, claimed.ended_ms) for seat, board in boards.items()]
    true = tuple(rank(standings, game.ranked_by, claimed.terms.winners))
    for place, claim in zip(true, claimed.results, strict=False):
        if place != claim:
            return Check("results", False, f"seat {place.standing.seat} is not as claimed")
    if len(true) != len(claimed.results):
        return Check("results", False, "there are not as many results as contestants")
    return Check("results", True, f"{len(true)} places")


def summary(checks: list[Check]) -> dict[str, Any]:
    """Return the results of a verification as JSON: `ok`; in `failed` the name of the step that
    failed, or None; in `unchecked` the names of the steps that could not be checked; and all
    `steps`."""
    failed = next((check.step for check in checks if not check.ok), None)
    return {
        "ok": failed is None,
        "failed": failed,
        "unchecked": [check.step for check in checks if not check.checkable],
        "steps": [check._asdict() for check in checks],
    }
