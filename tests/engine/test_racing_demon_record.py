"""Records of rounds of Racing Demon: an honest one verifies; the failing step names any change."""

import copy
import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import deal_number_seed
from engine.errors import BadRecord
from engine.options import canonical
from engine.races import record as races
from engine.races.fairness import commitment, deal_seed, sub_secret
from engine.races.record import Session, digest, series_name
from engine.races.verify import summary, verify
from engine.racing_demon import record as table_record
from engine.racing_demon.game import RacingDemon
from engine.racing_demon.record import (
    AWAY,
    BACK,
    Command,
    TableRecord,
    TableSeat,
    end_of,
    read,
    results,
)
from engine.racing_demon.state import RoundEnd
from tests.engine.racing_tables import some_move

SECRET = bytes(range(32))
NONCES = {2: bytes(range(16)), 5: bytes(range(16, 32))}
SEATS = (TableSeat(2, "Ann"), TableSeat(5, "Bob"), TableSeat(7, "Cid"))
BELL = 600_000

Document = dict[str, Any]


def played(
    options: dict[str, object], *, plies: int = 3_000, session: Session | None = None
) -> TableRecord:
    """The record of a random round of three, a tenth of a second a command; one is away twice."""
    rules, rng = RacingDemon(options), random.Random(4)
    race = session.race if session else "KQ74TX-1"
    secret = sub_secret(session.secret, session.deal) if session and session.secret else SECRET
    seed = deal_seed(secret, race, rules.slug, canonical(rules.chosen), NONCES)
    empty = TableRecord(
        race=race,
        game=rules,
        deal_number=None,
        commitment=commitment(secret),
        secret=secret,
        nonces=NONCES,
        seed=seed,
        bell_ms=BELL,
        ended_ms=0,
        seats=SEATS,
        commands=(),
        end=RoundEnd("bell"),
        results=(),
        session=session,
    )
    state, commands = empty.begun(), []
    for ply in range(1, plies + 1):
        if state.over:
            break
        if ply in (20, 40):
            command = Command(100 * ply, 7, AWAY if ply == 20 else BACK)
        else:
            at = rng.randrange(2 if 20 < ply < 40 else 3)
            if not rules.legal(state, at):
                continue
            text = rules.codec.to_text(some_move(rules, state, at, rng))
            command = Command(100 * ply, SEATS[at].seat, text)
        state = empty.step(state, command).state
        commands.append(command)
    ended = commands[-1].ms if state.over else BELL
    state = state if state.over else rules.ring(state)
    end = end_of(state, SEATS)
    assert end
    true = tuple(results(rules, state, SEATS))
    return empty._replace(ended_ms=ended, commands=tuple(commands), end=end, results=true)


OUT = played({"same_deal": False, "piles": 5})
AT_THE_BELL = played({}, plies=120)
OF_A_SERIES = played(
    {}, plies=60, session=Session(series_name("KQ74TX", 2), 3, commitment(SECRET), SECRET)
)
RECORDS = [OUT, AT_THE_BELL, OF_A_SERIES]


def document(record: TableRecord = OUT) -> Document:
    """The record as JSON gives it."""
    value: Document = json.loads(json.dumps(record.to_json()))
    return value


def failed(changed: Document, *, sealed: bool = True) -> str | None:
    """The step that fails; with `sealed`, the digest is made to fit."""
    if sealed:
        changed["digest"] = digest(changed)
    step: str | None = summary(verify(changed))["failed"]
    return step


@pytest.mark.parametrize("record", RECORDS, ids=lambda r: f"{r.race} {r.end.reason}")
def test_a_record_verifies_and_reads_back(record: TableRecord) -> None:
    assert read(document(record)).to_json() == record.to_json()
    checks = verify(document(record))
    assert summary(checks)["ok"], checks[-1]


def test_a_record_of_the_first_format_verifies() -> None:
    """A file that was written when the format was new."""
    kept = json.loads((Path(__file__).parent / "records" / "racing-demon-1.json").read_text())
    assert [check.step for check in verify(kept) if not check.ok] == []
    assert len(kept["commands"]) > 100


def test_the_steps_and_their_order() -> None:
    steps = [check.step for check in verify(document(), commitment(SECRET))]
    assert steps == [
        *("format", "commitment", "saved commitment", "seed", "commands", "end", "results"),
        "digest",
    ]
    assert OUT.end.reason == "out"
    assert OUT.end.out in {2, 5, 7}
    assert AT_THE_BELL.end == RoundEnd("bell")


def test_a_round_of_a_series() -> None:
    """The third round of a series that began with the second race of its room."""
    record = document(OF_A_SERIES)
    assert (record["race"], record["session"]["name"]) == ("KQ74TX-4", "series-KQ74TX-2")
    sealed = record["session"]["commitment"]
    steps = [check.step for check in verify(record, expected_session=sealed)]
    assert steps[2:4] == ["saved commitment of the session", "session"]
    assert summary(verify(record, expected_session="0" * 64))["failed"] == steps[2]
    record["session"]["deal"] = 2
    assert failed(record) == "session"
    record["session"] |= {"deal": 3, "name": "series-KQ74TX-3"}
    assert failed(record) == "session"
    record["session"] |= {"name": "series-KQ74TX-2", "secret": None}
    record["digest"] = digest(record)
    assert summary(verify(record))["unchecked"] == ["session"]


def test_the_record_of_a_practice_round() -> None:
    alone = AT_THE_BELL._replace(
        deal_number=7, commitment=None, secret=None, nonces={}, seed=deal_number_seed(7)
    )
    state = alone.game.ring(alone.begun())
    true = tuple(results(alone.game, state, SEATS))
    alone = alone._replace(commands=(), results=true)
    assert failed(document(alone), sealed=False) is None
    assert failed({**document(alone), "deal": 8}) == "seed"


def test_a_record_of_a_race_is_none_of_a_table_and_the_other_way() -> None:
    with pytest.raises(BadRecord, match="reads records of the formats"):
        races.read(document())
    assert summary(verify({"format": 1}))["failed"] == "format"


def changed(change: Callable[[Document], object], record: TableRecord = OUT) -> Document:
    value = document(record)
    change(value)
    return value


@pytest.mark.parametrize(
    ("change", "step"),
    [
        (lambda d: d.update(secret="00" * 32), "commitment"),
        (lambda d: d.update(commitment="00" * 32), "commitment"),
        (lambda d: d["nonces"].update({"2": "00" * 16}), "seed"),
        (lambda d: d.update(seed="00" * 32), "seed"),
        (lambda d: d.update(race="KQ74TX-2"), "seed"),
        (lambda d: d["options"].update(piles=4), "seed"),
        (lambda d: d["commands"].pop(0), "commands"),
        (lambda d: d["commands"][5].__setitem__(0, 10), "commands"),
        (lambda d: d["commands"][-1].__setitem__(0, 599_999), "commands"),
        (lambda d: d["commands"][5].__setitem__(1, 3), "commands"),
        (lambda d: d["commands"][5].__setitem__(2, "dance"), "commands"),
        (lambda d: d["commands"].insert(0, [0, 2, "back"]), "commands"),
        (lambda d: d["commands"].append([d["ended_ms"], 2, "turn"]), "commands"),
        (lambda d: d["commands"].pop(), "end"),
        (lambda d: d.update(ended_ms=d["ended_ms"] + 1), "end"),
        (lambda d: d["end"].update(reason="blocked"), "end"),
        (lambda d: d["end"].update(out=None), "end"),
        (lambda d: d["results"].reverse(), "results"),
        (lambda d: d["results"].pop(), "results"),
        (lambda d: d["results"][1].update(points=99), "results"),
        (lambda d: d["results"][1].update(cards=0), "results"),
        (lambda d: d["results"][1].update(resigned=True), "results"),
        (lambda d: d["seats"][0].update(name="Eve"), None),
        (lambda d: d.update(table_format=3), "format"),
        (lambda d: d.update(seats=[]), "format"),
        (lambda d: d["seats"].append(d["seats"][0]), "format"),
        (lambda d: d.update(game="demon"), "format"),
        (lambda d: d.update(deal=1), "format"),
        (lambda d: d["commands"].insert(0, [0, "turn"]), "format"),
        (lambda d: d["end"].update(reason="tired"), "format"),
        (lambda d: d["results"][0].update(stray=1), "format"),
        (lambda d: d["results"][0].update(points="1"), "format"),
    ],
)
def test_what_was_changed_is_named(change: Callable[[Document], object], step: str | None) -> None:
    assert failed(changed(change)) == step
    assert not summary(verify(changed(change)))["ok"]


def test_the_digest_covers_names() -> None:
    eve = changed(lambda d: d["seats"][0].update(name="Eve"))
    assert failed(eve, sealed=False) == "digest"


def test_the_first_command_that_does_not_hold_is_named() -> None:
    value = changed(lambda d: d["commands"][6].__setitem__(2, "claim waste foundation.9 3"))
    found = verify(value)[-1].found
    assert found.startswith("command 7 of seat ")
    assert "'claim waste foundation.9" in found


def test_a_round_without_an_end_needs_a_bell() -> None:
    value = changed(lambda d: d.update(bell_ms=None), AT_THE_BELL)
    assert failed(value) == "end"
    early = changed(lambda d: d.update(ended_ms=BELL - 1), AT_THE_BELL)
    assert failed(early) == "end"


@pytest.mark.parametrize("field", list(document()))
def test_a_record_without_one_of_its_fields(field: str) -> None:
    value = document()
    del value[field]
    assert failed(value, sealed=False) == ("digest" if field == "digest" else "format")


@given(data=st.data())
def test_any_value_anywhere_never_raises(data: st.DataObject) -> None:
    value: Any = document(AT_THE_BELL)
    spot, key = value, data.draw(st.sampled_from(list(value)))
    while isinstance(spot[key], dict | list) and spot[key] and data.draw(st.booleans()):
        spot = spot[key]
        key = data.draw(
            st.sampled_from(list(spot)) if isinstance(spot, dict) else st.integers(0, len(spot) - 1)
        )
    before = copy.deepcopy(spot[key])
    spot[key] = data.draw(
        st.sampled_from([None, True, -1, 0, 10**30, 1.5, "", "x", "\ud800", [], {}, [[]], {"a": 1}])
    )
    if spot[key] != before or type(spot[key]) is not type(before):
        assert not summary(verify(value))["ok"]


# Format 2: delays, and rounds that an organiser has called off. -----------------------------------

CALLED_OFF_MS = AT_THE_BELL.commands[-1].ms + 5
CALLED_OFF = AT_THE_BELL._replace(
    called_off=True,
    ended_ms=CALLED_OFF_MS,
    commands=tuple(
        command._replace(delay_ms=None if n % 2 else 10 * n)
        for n, command in enumerate(AT_THE_BELL.commands)
    ),
)


def test_a_round_that_was_called_off_with_delays_verifies() -> None:
    assert read(document(CALLED_OFF)).commands == CALLED_OFF.commands
    assert read(document(CALLED_OFF)).to_json() == CALLED_OFF.to_json()
    assert summary(verify(document(CALLED_OFF)))["ok"]
    assert document(CALLED_OFF)["table_format"] == 2
    assert [command[3] for command in document(CALLED_OFF)["commands"]][:3] == [0, None, 20]


@pytest.mark.parametrize(
    ("record", "changed", "step"),
    [
        (CALLED_OFF, {"called_off": False}, "end"),
        (CALLED_OFF, {"ended_ms": BELL + 1}, "end"),
        (CALLED_OFF, {"ended_ms": AT_THE_BELL.commands[-1].ms - 1}, "commands"),
        (OUT, {"called_off": True}, "end"),
        (CALLED_OFF, {"called_off": 1}, "format"),
        (CALLED_OFF, {"table_format": 3}, "format"),
    ],
)
def test_a_false_calling_off_is_named(record: TableRecord, changed: Document, step: str) -> None:
    assert failed(document(record) | changed) == step


@pytest.mark.parametrize("delay", [-1, 1.5, True, "3"])
def test_a_delay_is_milliseconds_or_unknown(delay: object) -> None:
    false = document(CALLED_OFF)
    false["commands"][0][3] = delay
    assert failed(false) == "format"
    false = document(CALLED_OFF)
    false["commands"][0][3] = 999
    assert failed(false, sealed=False) == "digest"


def test_a_record_of_the_first_format_was_not_called_off() -> None:
    kept = json.loads((Path(__file__).parent / "records" / "racing-demon-1.json").read_text())
    assert "called_off" not in kept
    found = read(kept)
    assert not found.called_off
    assert {command.delay_ms for command in found.commands} == {None}


# How large a record may be. -----------------------------------------------------------------------


def test_a_seat_may_resign_after_the_most_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = Counter(each.seat for each in OUT.commands if each.is_move)
    most = max(moves.values())
    assert sum(not each.is_move for each in OUT.commands) == 2
    monkeypatch.setattr(table_record, "MOST_MOVES", most - 1)
    assert read(document(OUT)).commands == OUT.commands
    monkeypatch.setattr(table_record, "MOST_MOVES", most - 2)
    with pytest.raises(BadRecord, match="moves of a seat"):
        read(document(OUT))


def test_a_record_has_so_many_commands_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    each = -(-len(OUT.commands) // len(SEATS))
    monkeypatch.setattr(table_record, "MOST_COMMANDS", each)
    assert read(document(OUT)).commands == OUT.commands
    monkeypatch.setattr(table_record, "MOST_COMMANDS", each - 1)
    with pytest.raises(BadRecord, match="commands of a seat"):
        read(document(OUT))
