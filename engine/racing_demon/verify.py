"""Verify the record of a round of Racing Demon without a server: make the moves of all seats again
in their order, and name the first step that fails."""

from collections.abc import Iterator
from typing import Any

from engine.errors import EngineError, brief
from engine.races.deal_checks import Check, deal_checks
from engine.races.record import digest
from engine.racing_demon.record import TableRecord, end_of, read, results
from engine.racing_demon.state import RoundState


def table_checks(
    document: dict[str, Any], expected: str | None, expected_session: str | None = None
) -> Iterator[Check]:
    """Yield the results of the steps that check the record of a round, in order. The caller stops
    at the first step that fails. `expected` is the commitment (the hash of the server's secret)
    that a contestant saved before the start of the round, or None. `expected_session` is the
    commitment of a whole series or tournament that a contestant saved before its first round, or
    None."""
    try:
        claimed = read(document)
        state = claimed.begun()
    except EngineError as error:
        yield Check("format", False, str(error))
        return
    yield Check("format", True, f"{claimed.race}: {claimed.game.identity}")
    yield from deal_checks(claimed, expected, expected_session)
    check, state = _commands(claimed, state)
    yield check
    check, state = _end(claimed, state)
    yield check
    true = tuple(results(claimed.game, state, claimed.seats))
    for place, claim in zip(true, claimed.results, strict=False):
        if place != claim:
            yield Check("results", False, f"seat {place.seat} is not as claimed")
    if len(true) != len(claimed.results):
        yield Check("results", False, "there are not as many results as contestants")
    yield Check("results", True, f"{len(true)} places")
    same = document.get("digest") == digest(document)
    yield Check("digest", same, "the whole document" if same else "something else was changed")


def _commands(claimed: TableRecord, state: RoundState) -> tuple[Check, RoundState]:
    """Check whether the recorded commands are possible in their order. Return the result of the
    check, and the table after the commands."""
    last = 0
    for number, command in enumerate(claimed.commands, 1):
        what = f"command {number} of seat {command.seat}, {brief(command.text)}"
        late = claimed.bell_ms is not None and command.ms >= claimed.bell_ms
        if late or not last <= command.ms <= claimed.ended_ms:
            return Check("commands", False, f"{what}, was given at an impossible time"), state
        try:
            state = claimed.step(state, command).state
        except EngineError as error:
            return Check("commands", False, f"{what}: {error}"), state
        last = command.ms
    return Check("commands", True, f"{len(claimed.commands)} in their common order"), state


def _end(claimed: TableRecord, state: RoundState) -> tuple[Check, RoundState]:
    """Check whether the round ended in the way and at the time that follow from its commands and
    its bell. Return the result of the check, and the table at the end."""
    end_ms = claimed.commands[-1].ms if claimed.commands else 0
    if state.over is None:
        if claimed.bell_ms is None:
            return Check("end", False, "the round was not over, and there is no bell"), state
        rang_ms = claimed.ended_ms if claimed.called_off else claimed.bell_ms
        if rang_ms > claimed.bell_ms:
            return Check("end", False, "the round was called off after its bell"), state
        state, end_ms = claimed.game.ring(state), rang_ms
    elif claimed.called_off:
        return Check("end", False, "a round that was over cannot be called off"), state
    true = end_of(state, claimed.seats)
    if true is None or true != claimed.end:
        return Check("end", False, "the round did not end as claimed"), state
    if claimed.ended_ms != end_ms:
        found = f"the round ended at {end_ms} ms and not at {claimed.ended_ms} ms"
        return Check("end", False, found), state
    return Check("end", True, f"{end_ms} ms, {true.reason}"), state
