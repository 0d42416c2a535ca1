"""Fuzz targets: each takes a text and returns a word for the outcome.

Expected exceptions are caught inside. Any other exception is a fault, and so is a failed assertion:
a value that does not survive writing and reading, or a sentence that cannot be encoded.
"""

import json
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from client_cli.exit_codes import Failure
from client_cli.tournament.definition_file import read_plan
from engine.crowns.json_form import from_json, to_json
from engine.crowns.run import Run
from engine.driver import Driver
from engine.errors import BadPosition, BadRecord, BadRequest, EngineError, IllegalMove
from engine.games import AnyGame, game
from engine.races import record
from engine.races.verify import verify
from engine.takeback import UNDO, move_text, read_move
from protocol import from_client, from_server
from protocol.message import BadMessage, encode
from protocol.tournaments.plan import TournamentPlan
from tests.fuzz.evening import evening

NOW = 1_795_262_400_000
MOST_PLAYED = 4
SEED = bytes(32)


class Target(NamedTuple):
    """A target. `words` are the pieces its texts are made of, besides the corpus."""

    run: Callable[[str], str]
    words: tuple[str, ...] = ()


def client_message(text: str) -> str:
    """A frame as a client sends it."""
    try:
        said = from_client.parse(text)
    except BadMessage as error:
        return _kind(error)
    assert from_client.parse(encode(said)) == said
    return said.type


def server_message(text: str) -> str:
    """A frame as a server sends it."""
    try:
        said = from_server.parse(text)
    except BadMessage as error:
        return _kind(error)
    assert from_server.parse(encode(said)) == said
    return said.type


def _kind(error: BadMessage) -> str:
    """The sentence of the error, unless it repeats the input."""
    str(error).encode()
    return "no such field" if str(error).startswith("There is no field") else str(error)[:60]


def race_record(text: str) -> str:
    """A record, parsed and verified."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return "no JSON"
    checks = verify(document)
    _ = [check.found.encode() for check in checks]  # it can be encoded
    try:
        read = record.read(document)
    except BadRecord:
        assert not checks[-1].ok
        return "no record"
    assert record.read(read.to_json()) == read
    if all(check.ok for check in checks):
        assert verify(read.to_json())[-1].ok
    return checks[-1].step


def position_text(text: str) -> str:
    """A game and its options on the first line, a position of it on the second."""
    rules = _game(text)
    if rules is None:
        return "no game"
    try:
        state = rules.load(text.partition("\n")[2])
    except BadPosition as error:
        str(error).encode()
        return "no position"
    assert rules.load(rules.position(state)) == state
    for move in rules.legal(state).moves[:MOST_PLAYED]:
        assert rules.refusal(state, move) is None
        after = rules.play(state, move).state
        assert rules.load(rules.position(after)) == after
    return "over" if state.over else "goes on"


def move(text: str) -> str:
    """A game on the first line; then moves as text or JSON, each tried on its deal."""
    rules = _game(text)
    if rules is None:
        return "no game"
    state, said = rules.deal(rules.pack(SEED)), []
    for line in text.splitlines()[1:20]:
        try:
            value: object = json.loads(line)
        except (ValueError, RecursionError):
            value = line
        try:
            found = read_move(rules, value)
        except BadRequest as error:
            str(error).encode()
            said.append("none")
            continue
        assert read_move(rules, move_text(rules, found)) == found
        if found is UNDO:
            continue
        try:
            state = rules.play(state, found).state
        except IllegalMove:
            said.append("illegal")
        else:
            said.append(type(found).__name__)
    return " ".join(sorted(set(said)))


def _game(text: str) -> AnyGame | None:
    return _game_of(text.partition("\n")[0])


@cache
def _game_of(line: str) -> AnyGame | None:
    slug, _, options = line.partition(" ")
    try:
        chosen: Any = json.loads(options) if options else {}
        return game(slug, chosen) if isinstance(chosen, dict) else None
    except (EngineError, ValueError, RecursionError):
        return None


def driver(text: str) -> str:
    """Lines for the engine driver."""
    one, said = Driver(), set()
    for line in text.splitlines()[:30]:
        answer = json.loads(one.answer(line))
        assert answer["ok"] or answer["error"].encode()
        said.add(answer.get("code", "ok"))
    return " ".join(sorted(said))


def tournament_file(text: str) -> str:
    """A tournament definition file."""
    try:
        plan = read_plan(text, "fuzz.toml", None, NOW)
    except Failure as failure:
        str(failure).encode()
        return "no plan"
    assert TournamentPlan.model_validate_json(plan.model_dump_json()) == plan
    return plan.format


def crown_run(text: str) -> str:
    """A stored crown run."""
    try:
        run = from_json(Run, text)
    except BadRecord as error:
        return str(error)[:40]
    assert from_json(Run, to_json(run)) == run
    return "run"


TARGETS: dict[str, Target] = {
    "client_message": Target(client_message),
    "server_message": Target(server_message),
    "record": Target(race_record),
    "position": Target(position_text),
    "move": Target(move),
    "driver": Target(driver),
    "tournament_file": Target(tournament_file),
    "crown_run": Target(crown_run),
    "evening": Target(evening),
}
