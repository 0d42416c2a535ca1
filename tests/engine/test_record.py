"""Tests of race records: an honest record verifies, and the failing step names any change."""

import copy
import hashlib
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import deal_number_seed
from engine.errors import BadRecord
from engine.games import AnyGame, game
from engine.moves import Resign
from engine.options import canonical
from engine.races.board import Entry, GameBoard, standing
from engine.races.fairness import commitment, deal_seed
from engine.races.limits import LONGEST_BELL_MS, MOST_MOVES, MOST_MOVES_ALONE, MOST_SEATS_EVER
from engine.races.ranking import rank
from engine.races.record import Ghost, Record, SeatRecord, digest, read
from engine.races.terms import terms
from engine.races.verify import summary, verify
from tests.engine.helpers import choice

SECRET = bytes(range(32))
NONCES = {0: bytes(range(16)), 2: bytes(range(16, 32))}
BELL = 10_000

Document = dict[str, Any]


def played(
    rules: AnyGame, seed: bytes, plies: int, seat: int, *, quick: bool
) -> tuple[tuple[Entry, ...], GameBoard]:
    """A seat's moves, a tenth of a second each, and its board."""
    rng = random.Random(seat)
    board = GameBoard.start(rules, rules.pack(seed))
    log: list[Entry] = []
    for ply in range(1, plies + 1):
        if board.state.over:
            break
        move = choice(rules, board.state, rng, 0.0)
        if ply == plies and quick:
            move = Resign()
        entry = Entry(100 * ply + seat, "seat", rules.codec.to_text(move))
        if ply == 2 and seat == 2:
            entry = entry._replace(by="server")
        log.append(entry)
        board = board.play(rules, move, entry.ms)
    return tuple(log), board


def race(slug: str = "aces_up", options: dict[str, object] | None = None) -> Record:
    """A race of three: one resigns, one plays on to the bell, one came late and gave no nonce."""
    rules = game(slug, options)
    seed = deal_seed(SECRET, "KQ74TX-1", rules.slug, canonical(rules.chosen), NONCES)
    seats, standings = [], []
    for seat, plies in ((0, 9), (2, 13), (5, 99)):
        moves, board = played(rules, seed, plies, seat, quick=seat == 0)
        seats.append(SeatRecord(seat, f"Player {seat}", moves))
        standings.append(standing(rules, seat, board, BELL))
    results = tuple(rank(standings, rules.ranked_by))
    return Record("KQ74TX-1", rules, terms(rules, {}), None, commitment(SECRET), SECRET, NONCES,
                  seed, BELL, BELL, tuple(seats), results)  # fmt: skip


def solo() -> Record:
    rules = game("cribbage_patience")
    seed = deal_number_seed(7)
    moves, board = played(rules, seed, 99, 0, quick=False)
    ended = moves[-1].ms
    results = tuple(rank([standing(rules, 0, board, ended)], rules.ranked_by))
    seats = (SeatRecord(0, "Alone", moves),)
    return Record(
        "solo", rules, terms(rules, {}), 7, None, None, {}, seed, None, ended, seats, results
    )


def usual(slug: str) -> Document:
    """The terms of a race that asks for nothing unusual."""
    return terms(game(slug), {}).to_json()


def document(record: Record) -> Document:
    """As it comes out of a file."""
    loaded: Document = json.loads(json.dumps(record.to_json()))
    return loaded


def failed(changed: object, expected: str | None = None) -> str | None:
    checks = summary(verify(changed, expected))
    assert checks["ok"] == (checks["failed"] is None)
    step: str | None = checks["failed"]
    return step


RACE, SOLO = document(race()), document(solo())


def changed(change: Callable[[Document], object], base: Document = RACE) -> Document:
    """The document with a change, and with the digest it would need to look untouched."""
    other = copy.deepcopy(base)
    change(other)
    return {**other, "digest": digest(other)}


def with_value(value: object, *path: str | int, base: Document = RACE) -> Document:
    """The document with another value at a place, and with a fitting digest."""

    def put(other: Any) -> None:
        for key in path[:-1]:
            other = other[key]
        other[path[-1]] = value

    return changed(put, base)


@pytest.mark.parametrize(
    "record",
    [race(), race("uncle_remus", {"columns": 9}), race("cribbage_patience"), race("demon"), solo()],
    ids=["aces_up", "uncle_remus", "cribbage_patience", "demon", "solo"],
)
def test_a_record_verifies_and_reads_back(record: Record) -> None:
    checks = verify(document(record))
    assert all(check.ok for check in checks), checks
    assert read(document(record)) == record
    assert document(read(document(record))) == document(record)


def test_the_steps_and_their_order() -> None:
    assert [check.step for check in verify(RACE, commitment(SECRET))] == [
        "format", "commitment", "saved commitment", "seed",
        "moves of seat 0", "moves of seat 2", "moves of seat 5", "end", "results", "digest",
    ]  # fmt: skip
    assert [check.step for check in verify(SOLO)] == [
        "format", "seed", "moves of seat 0", "end", "results", "digest",
    ]  # fmt: skip
    found = {check.step: check.found for check in verify(RACE)}
    assert found["seed"] == "nonces of seats: 0, 2", "who came late gave none"


def test_a_daily_deal_has_no_nonces() -> None:
    record = race()
    rules = record.game
    seed = deal_seed(SECRET, "DAILY-1", rules.slug, canonical(rules.chosen), {})
    moves, board = played(rules, seed, 9, 0, quick=True)
    ended = moves[-1].ms
    results = tuple(rank([standing(rules, 0, board, ended)], rules.ranked_by))
    seats = (SeatRecord(0, "A", moves),)
    daily = record._replace(
        race="DAILY-1", nonces={}, seed=seed, seats=seats, ended_ms=ended, results=results
    )
    assert failed(document(daily)) is None
    assert {c.step: c.found for c in verify(document(daily))}["seed"] == "nonces of seats: none"


# One byte, anywhere. --------------------------------------------------------------------------


def flips(text: str) -> Iterator[str]:
    """The text with one character changed, for each character."""
    for at, old in enumerate(text):
        new = "0" if old != "0" else "1"
        yield text[:at] + new + text[at + 1 :]


def test_one_digit_of_the_secret() -> None:
    for text in flips(RACE["secret"]):
        assert failed(with_value(text, "secret")) == "commitment"


def test_one_digit_of_the_commitment() -> None:
    for text in flips(RACE["commitment"]):
        assert failed(with_value(text, "commitment")) == "commitment"


@pytest.mark.parametrize("seat", ["0", "2"])
def test_one_digit_of_a_nonce(seat: str) -> None:
    for text in flips(RACE["nonces"][seat]):
        assert failed(with_value(text, "nonces", seat)) == "seed"


def test_one_digit_of_the_seed() -> None:
    for base in (RACE, SOLO):
        for text in flips(base["seed"]):
            assert failed(with_value(text, "seed", base=base)) == "seed"


def test_one_letter_of_the_race() -> None:
    for text in flips(RACE["race"]):
        assert failed(with_value(text, "race")) == "seed"


def test_another_game_or_other_options() -> None:
    assert failed(changed(lambda d: d.update(game="aces-up"))) is None, "hyphens will do"
    assert failed(changed(lambda d: d.update(game="acesup"))) == "format"
    other = {"game": "cribbage_patience", "options": {}, "terms": usual("cribbage_patience")}
    assert failed(changed(lambda d: d.update(other))) == "seed"
    assert failed(changed(lambda d: d["options"].update(must_fill=False))) == "seed"
    assert failed(changed(lambda d: d["options"].update(must_fill=0))) == "format"
    assert failed(changed(lambda d: d.update(options={"x": 1}))) == "format"


def test_one_letter_of_any_move() -> None:
    """Where the changed text is no move or not legal, the seat's moves fail; where it happens to be
    legal, what follows or the results do."""
    for at, seat in enumerate(RACE["seats"]):
        for ply, entry in enumerate(seat["moves"]):
            for text in flips(entry[1]):
                if text == entry[1]:
                    continue
                other = with_value(text, "seats", at, "moves", ply, 1)
                step = failed(other)
                assert step in (f"moves of seat {seat['seat']}", "results", None)
                if step is None:  # another game that ends alike: only the digest can tell
                    assert failed({**other, "digest": RACE["digest"]}) == "digest"


def test_the_time_of_any_move() -> None:
    for at, seat in enumerate(RACE["seats"]):
        for ply in range(len(seat["moves"])):
            for ms in (-1, BELL, BELL + 1, 2**62):
                other = with_value(ms, "seats", at, "moves", ply, 0)
                assert failed(other) == f"moves of seat {seat['seat']}"


def test_a_move_earlier_than_the_one_before() -> None:
    other = changed(lambda d: d["seats"][0]["moves"][1].__setitem__(0, 99))
    assert failed(other) == "moves of seat 0"
    assert verify(other)[-1].found == "move 2 was made at an impossible time"


def test_a_move_missing_added_or_after_the_end() -> None:
    assert failed(changed(lambda d: d["seats"][0]["moves"].pop())) == "results"
    assert failed(changed(lambda d: d["seats"][1]["moves"].pop(0))) in (
        "moves of seat 2",
        "results",
    )
    other = changed(lambda d: d["seats"][0]["moves"].append([2000, "resign"]))
    assert failed(other) == "moves of seat 0"
    assert verify(other)[-1].found.endswith("'resign': The game is over.")


def test_who_made_a_move_changes_only_the_digest() -> None:
    other = copy.deepcopy(RACE)
    assert other["seats"][1]["moves"][1][2] == "server"
    other["seats"][1]["moves"][1][2] = "host"
    assert failed(other) == "digest"


@pytest.mark.parametrize("field", sorted(RACE["results"][0]))
def test_any_field_of_any_result(field: str) -> None:
    for at, result in enumerate(RACE["results"]):
        for value in (0, 77, None, "won", "lost", "resigned"):
            if value == result[field] and type(value) is type(result[field]):
                continue
            other = with_value(value, "results", at, field)
            assert failed(other) in ("results", "format")


def test_the_tie_break_of_a_result() -> None:
    demon = document(race("demon"))
    true = [result["tie_break"] for result in demon["results"]]
    assert any(true)
    for at, value in enumerate(true):
        assert failed(with_value(value + 1, "results", at, "tie_break", base=demon)) == "results"


def test_results_missing_or_out_of_order() -> None:
    assert failed(changed(lambda d: d["results"].pop())) == "results"
    assert failed(changed(lambda d: d["results"].append(d["results"][0]))) == "results"
    assert failed(changed(lambda d: d["results"].reverse())) == "results"
    assert failed(changed(lambda d: d["results"][0].pop("best"))) == "format"
    assert failed(changed(lambda d: d["results"][0].update(extra=1))) == "format"


def test_a_name_or_anything_the_rules_cannot_know_changes_the_digest() -> None:
    for other in (
        with_value("Plaxer 0", "seats", 0, "name"),
        with_value("added", "note"),
        with_value(True, "seats", 0, "flag"),
    ):
        assert failed({**other, "digest": RACE["digest"]}) == "digest"


def test_another_bell() -> None:
    assert failed(with_value(BELL + 1, "bell_ms")) == "end"


def test_the_end_of_the_race() -> None:
    assert failed(changed(lambda d: d.update(ended_ms=100))) == "moves of seat 0"
    assert failed(changed(lambda d: d.update(ended_ms=BELL - 1))) == "end"


@pytest.mark.parametrize("at", range(64))
def test_one_digit_of_the_digest(at: int) -> None:
    text = RACE["digest"]
    new = "0" if text[at] != "0" else "1"
    assert failed({**RACE, "digest": text[:at] + new + text[at + 1 :]}) == "digest"


def test_a_saved_commitment() -> None:
    assert failed(RACE, commitment(SECRET)) is None
    assert failed(RACE, commitment(bytes(32))) == "saved commitment"
    assert failed(SOLO, commitment(SECRET)) == "saved commitment", "it opens no secret at all"


# What is no record. ---------------------------------------------------------------------------


def many_moves(count: int) -> dict[str, Any]:
    return {"seat": 0, "name": "A", "moves": [[0, "deal"]] * count}


def test_a_record_as_large_as_a_race_may_be_is_read() -> None:
    """5,000 moves, and one more to resign; alone 100,000."""
    of_race = changed(lambda d: d.update(seats=[many_moves(MOST_MOVES + 1)]))
    of_one = changed(lambda d: d.update(seats=[many_moves(MOST_MOVES_ALONE + 1)]), SOLO)
    ghost = {"race": "KQ74TX-1", "seat": 0, "name": "Ann"}
    of_ghost = changed(lambda d: d.update(seats=of_one["seats"], ghost=ghost))
    for document in (of_race, of_one, of_ghost):
        assert read(document).seats[0].moves[-1].text == "deal"
    seats = [{"seat": number, "name": "A", "moves": []} for number in range(MOST_SEATS_EVER)]
    assert len(read(changed(lambda d: d.update(seats=seats))).seats) == MOST_SEATS_EVER


NO_RECORDS: list[tuple[Callable[[Document], object], str]] = [
    (lambda d: d.update(format=6), "This program reads records of the formats 1 to 5."),
    (lambda d: d.update(format=True), "This program reads records of the formats 1 to 5."),
    (lambda d: d.pop("format"), "This program reads records of the formats 1 to 5."),
    (lambda d: d["terms"].update(safe_play=False), "The terms of a record are written out."),
    (lambda d: d.update(format=3), "The format 3 is that of records with hints or safe_play"),
    (
        lambda d: d["seats"][0]["moves"].insert(0, [0, "hint"]),
        "The format 3 is that of records with hints or safe_play",
    ),
    (lambda d: d.update(race=None), "The field race is a short text."),
    (lambda d: d.update(bell_ms=LONGEST_BELL_MS + 1), "rings within 86,400,000 ms"),
    (lambda d: d.update(seats=d["seats"] * 3_334), "has more than 10,000 seats"),
    (lambda d: d.update(results=d["results"] * 3_334), "has more than 10,000 results"),
    (
        lambda d: d.update(nonces={str(seat): "00" * 16 for seat in range(10_001)}),
        "has more than 10,000 nonces",
    ),
    (lambda d: d["seats"][0].update(moves=[[0, "deal"]] * 5_002), "made more than 5,000 moves"),
    (
        lambda d: d.update(
            deal=7, secret=None, commitment=None, seats=[many_moves(MOST_MOVES_ALONE + 2)]
        ),
        "made more than 100,000 moves",
    ),
    (lambda d: d.update(race="x" * 201), "The field race is a short text."),
    (lambda d: d.update(game=7), "The field game is a short text."),
    (lambda d: d.update(options=[]), "The field options is an object."),
    (lambda d: d.update(deal=7), "a commitment and a secret, or else a deal number"),
    (lambda d: d.update(secret=None), "a commitment and a secret, or else a deal number"),
    (lambda d: d.update(commitment=None), "a commitment and a secret, or else a deal number"),
    (lambda d: d.update(secret=None, deal=7), "a commitment and a secret, or else a deal number"),
    (lambda d: d.update(secret=None, commitment=None), "or else a deal number"),
    (lambda d: d.update(commitment=7), "The field commitment is a short text."),
    (lambda d: d.update(secret="00"), "The secret is 64 hexadecimal digits in lower case."),
    (lambda d: d.update(secret=d["secret"].upper()), "The secret is 64 hexadecimal digits"),
    (lambda d: d.update(seed=7), "The seed is 64 hexadecimal digits in lower case."),
    (lambda d: d.update(nonces=[]), "The field nonces is an object."),
    (lambda d: d["nonces"].update({"0": "00"}), "The nonce is 32 hexadecimal digits"),
    (lambda d: d["nonces"].update({"x": "00" * 16}), "nonces of a record are by seat number"),
    (lambda d: d["nonces"].update({"00": "00" * 16}), "nonces of a record are by seat number"),
    (lambda d: d["nonces"].update({"-1": "00" * 16}), "nonces of a record are by seat number"),
    (lambda d: d["nonces"].update({"": "00" * 16}), "nonces of a record are by seat number"),
    (lambda d: d["nonces"].update({"٣": "00" * 16}), "nonces of a record are by seat number"),
    (lambda d: d["nonces"].update({"9" * 5000: "00" * 16}), "are by seat number"),
    (lambda d: d.update(bell_ms="1"), "The field bell_ms is a whole number."),
    (lambda d: d.update(bell_ms=-1), "The field bell_ms is a whole number."),
    (lambda d: d.update(bell_ms=1.5), "The field bell_ms is a whole number."),
    (lambda d: d.update(ended_ms=None), "The field ended_ms is a whole number."),
    (lambda d: d.update(ended_ms=2**63), "The field ended_ms is a whole number."),
    (lambda d: d.update(seats={}), "The field seats is a list."),
    (lambda d: d.update(seats=[7]), "Each of the seats is an object."),
    (lambda d: d["seats"].append(d["seats"][0]), "Each seat stands once in a record."),
    (lambda d: d["seats"][0].update(seat="0"), "The field seat is a whole number."),
    (lambda d: d["seats"][0].update(seat=None), "The field seat is a whole number."),
    (lambda d: d["seats"][0].update(name=7), "The field name is a short text."),
    (lambda d: d["seats"][0].pop("name"), "The record has no field name."),
    (lambda d: d["seats"][0].update(moves="x"), "The field moves is a list."),
    (lambda d: d["seats"][0].update(moves=[7]), "A move of a record is its milliseconds"),
    (lambda d: d["seats"][0].update(moves=[["1", "deal"]]), "its milliseconds and its text"),
    (lambda d: d["seats"][0].update(moves=[[True, "deal"]]), "its milliseconds and its text"),
    (lambda d: d["seats"][0].update(moves=[[1, 2]]), "its milliseconds and its text"),
    (lambda d: d["seats"][0].update(moves=[[1]]), "its milliseconds and its text"),
    (lambda d: d["seats"][0].update(moves=[[1, "deal", "cat"]]), "milliseconds and its text"),
    (lambda d: d.update(results={}), "The field results is a list."),
    (lambda d: d.update(results=[7]), "A result has a place and a standing."),
    (lambda d: d["results"][0].update(best="9"), "The field best is a whole number."),
]


@pytest.mark.parametrize(("change", "sentence"), NO_RECORDS)
def test_what_is_no_record(change: Callable[[Document], object], sentence: str) -> None:
    other = changed(change)
    with pytest.raises(BadRecord) as refused:
        read(other)
    assert sentence in str(refused.value)
    assert [(c.step, c.ok) for c in verify(other)] == [("format", False)]


@pytest.mark.parametrize("field", sorted(set(RACE) - {"digest"}))
def test_a_record_without_one_of_its_fields(field: str) -> None:
    other = changed(lambda d: d.pop(field))
    assert failed(other) == "format"


@pytest.mark.parametrize("deal", [0, 8])
def test_another_deal_number(deal: int) -> None:
    assert failed(changed(lambda d: d.update(deal=deal), SOLO)) == "seed"


def test_a_record_without_digest() -> None:
    other = copy.deepcopy(RACE)
    del other["digest"]
    assert failed(other) == "digest"


@pytest.mark.parametrize("value", [None, 7, "record", [], [RACE]])
def test_no_object(value: object) -> None:
    with pytest.raises(BadRecord, match="A record is one JSON object"):
        read(value)


def test_a_record_cut_short() -> None:
    text = json.dumps(RACE)
    for end in range(0, len(text), 97):
        with pytest.raises(ValueError, match=r".*"):
            json.loads(text[:end])
    for seat in range(len(RACE["seats"])):
        other = with_value(RACE["seats"][:seat] + RACE["seats"][seat + 1 :], "seats")
        assert failed(other) in ("end", "results")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


def spots(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every value within a document."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from spots(value[key], (*path, key))


SPOTS = list(spots(RACE))


@given(spot=st.sampled_from(SPOTS), value=json_values)
def test_any_value_anywhere_never_raises(spot: tuple[Any, ...], value: object) -> None:
    other = copy.deepcopy(RACE)
    inner: Any = other
    for key in spot[:-1]:
        inner = inner[key]
    same = json.dumps(inner[spot[-1]]) == json.dumps(value)
    inner[spot[-1]] = value
    assert (failed(other) is None) == same


def test_the_digest_is_over_plain_ascii_with_keys_sorted() -> None:
    assert digest({"b": "é", "a": [1, None], "digest": "x"}) == digest({"a": [1, None], "b": "é"})
    assert digest({"b": "é", "a": [1, None]}) == (
        hashlib.sha256(b'{"a":[1,null],"b":"\\u00e9"}').hexdigest()
    )


def test_a_game_against_a_ghost_says_so_and_verifies() -> None:
    """On the deal of a race, with its opened secret; only the seats are one's own."""
    whole = race()
    alone = whole.seats[1]._replace(seat=0, name="Me")
    board = GameBoard.start(whole.game, whole.game.pack(whole.seed))
    for entry in alone.moves:
        board = board.play(whole.game, whole.game.codec.from_text(entry.text), entry.ms)
    results = tuple(rank([standing(whole.game, 0, board, whole.ended_ms)], "progress"))
    rival = Ghost(whole.race, 2, whole.seats[1].name)
    document = whole._replace(seats=(alone,), results=results, ghost=rival).to_json()
    assert summary(verify(document))["ok"]
    assert read(document).ghost == rival
    assert "ghost" not in whole.to_json()
    for wrong in (None, {}, {**rival._asdict(), "seat": "2"}):
        assert not summary(verify({**document, "ghost": wrong}))["ok"]
