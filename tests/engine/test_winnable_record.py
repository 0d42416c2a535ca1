"""Tests of records of winnable deals: an honest one verifies, and each change is named."""

import json
from pathlib import Path
from typing import Any

import pytest

import engine.races.winnable_checks as winnable_checks
from engine.errors import BadOption
from engine.games import AnyGame, game
from engine.options import canonical
from engine.races.board import Entry, GameBoard, standing
from engine.races.fairness import commitment, deal_seed
from engine.races.ranking import rank
from engine.races.record import Record, SeatRecord, read
from engine.races.terms import terms
from engine.races.timeline import boards
from engine.races.verify import summary, verify
from engine.solver.difficulty_classes import Difficulty
from engine.solver.solve import VERSION
from engine.solver.winnable_deals import (
    UNPROVEN,
    WinnableDeal,
    WinnableTerms,
    numbered_pack,
    pack_difficulty,
    winnable_deal,
)
from tests.engine.test_record import (
    BELL,
    NONCES,
    SECRET,
    SOLO,
    Document,
    changed,
    document,
    failed,
    with_value,
)


def race(
    rules: AnyGame, found: WinnableDeal | None = None, difficulty: Difficulty | None = None
) -> Record:
    """A race of two on a winnable deal: one plays the winning line, the other resigns at once."""
    seed = deal_seed(SECRET, "KQ74TX-1", rules.slug, canonical(rules.chosen), NONCES)
    chosen = terms(rules, {"winnable": True, "difficulty": difficulty, "format": "best"})
    assert chosen.winnable is not None
    deal = winnable_deal(rules, seed, chosen.winnable) if found is None else found
    start = GameBoard.start(rules, numbered_pack(rules, seed, deal.dealt))
    logs = {0: [*(deal.line or ())], 2: []}
    seats, games = [], []
    for seat, texts in logs.items():
        board, log = start, []
        for ms, text in enumerate([*texts, *([] if texts else ["resign"])], 1):
            board = board.play(rules, rules.codec.from_text(text), ms)
            log.append(Entry(ms, "seat", text))
        seats.append(SeatRecord(seat, f"Player {seat}", tuple(log)))
        games.append(standing(rules, seat, board, BELL))
    ended = max(one.ended_ms or 0 for one in games)
    results = tuple(rank(games, rules.ranked_by))
    return Record("KQ74TX-1", rules, chosen, None, commitment(SECRET), SECRET, NONCES,
                  seed, BELL, ended, tuple(seats), results, winnable=deal)  # fmt: skip


BEFORE = Path(__file__).parent / "records" / "before-winnable.json"
"""The record of a race of before terms could ask for a winnable deal."""
BEFORE_CLASSES = Path(__file__).parent / "records" / "before-difficulty.json"
"""The record of a race of a winnable deal of before a class of difficulty could be chosen."""
RULES = game("aces_up")
RECORD = race(RULES)
WON = document(RECORD)
CLASSED_RECORD = race(RULES, difficulty=3)
CLASSED = document(CLASSED_RECORD)


def steps(changed: Document) -> dict[str, str]:
    return {check.step: check.found for check in verify(changed)}


def test_a_record_of_a_winnable_deal_verifies_and_reads_back() -> None:
    assert RECORD.k > 0
    assert all(check.ok and check.checkable for check in verify(WON)), verify(WON)
    assert [check.step for check in verify(WON)] == [
        "format", "commitment", "seed", "winnable terms", "winning line", "earlier packs",
        "moves of seat 0", "moves of seat 2", "end", "results", "digest",
    ]  # fmt: skip
    assert steps(WON)["earlier packs"].endswith(f"the packs 0 to {RECORD.k - 1}")
    assert WON["format"] == 4
    assert WON["terms"]["winnable"] == {"solver": VERSION, "nodes": 2_000, "last_pack": 200}
    assert WON["winnable"]["k"] == RECORD.k
    assert read(WON) == RECORD
    assert [board.state.over for _, board in boards(RECORD, RECORD.seats[0])][-1] is not None


def test_a_record_without_the_term_means_the_pack_of_the_deal_seed() -> None:
    told = json.loads(BEFORE.read_text())
    assert "winnable" not in {**told, **told["terms"]}
    record = read(told)
    assert (record.terms.winnable, record.winnable, record.k) == (None, None, 0)
    assert all(check.ok and check.checkable for check in verify(told))
    assert json.loads(json.dumps(record.to_json())) == told


def test_a_changed_k_is_refused_by_name() -> None:
    for k in (0, RECORD.k - 1, RECORD.k + 1):
        other = with_value(k, "winnable", "k", base=WON)
        assert failed(other) == "winning line"
        assert f"k = {k}" in steps(other)["winning line"]


def test_a_pack_after_the_last_is_refused() -> None:
    assert failed(with_value(201, "winnable", "k", base=WON)) == "winning line"


def test_a_later_pack_that_can_be_won_as_well_is_refused() -> None:
    seed, how = RECORD.seed, RECORD.terms.winnable
    assert how is not None
    later = next(
        WinnableDeal(k, found.line)
        for k in range(RECORD.k + 1, 200)
        if (found := _won(numbered_pack(RULES, seed, k))) is not None
    )
    other = document(race(RULES, later))
    assert failed(other) == "earlier packs"
    assert f"k = {RECORD.k}, not k = {later.k}" in steps(other)["earlier packs"]


def _won(pack: list[Any]) -> WinnableDeal | None:
    from engine.solver.solve import solve

    found = solve(RULES, RULES.deal(pack), 2_000)
    line = tuple(map(RULES.codec.to_text, found.line or ()))
    return WinnableDeal(0, line) if found.verdict == "won" else None


def test_a_deal_that_is_told_as_unproven_although_a_pack_was_won_is_refused() -> None:
    other = document(race(RULES, UNPROVEN))
    assert failed(other) == "earlier packs"
    assert f"k = {RECORD.k}, not none" in steps(other)["earlier packs"]


@pytest.mark.parametrize(
    ("name", "value"), [("nodes", 2_001), ("nodes", 1_000), ("last_pack", 199), ("last_pack", 0)]
)
def test_changed_terms_of_the_search_are_refused_by_name(name: str, value: int) -> None:
    other = with_value(value, "terms", "winnable", name, base=WON)
    assert failed(other) == "winnable terms"
    assert name in steps(other)["winnable terms"]


@pytest.mark.parametrize("solver", [0, VERSION + 1, 77])
def test_a_version_of_the_solver_that_there_has_not_been_is_refused(solver: int) -> None:
    other = with_value(solver, "terms", "winnable", "solver", base=WON)
    assert failed(other) == "winnable terms"
    assert f"solver {solver}" in steps(other)["winnable terms"]


def test_what_an_earlier_version_of_the_solver_won_is_named_as_unchecked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(winnable_checks, "VERSION", VERSION + 1)
    told = summary(verify(WON))
    assert told["ok"]
    assert told["unchecked"] == ["winnable terms", "earlier packs"]
    assert failed(with_value(0, "winnable", "k", base=WON)) == "winning line"


def test_an_earlier_version_of_the_solver_in_place_of_the_true_one_is_refused() -> None:
    other = json.loads(json.dumps(WON))
    other["terms"]["winnable"]["solver"] = VERSION - 1
    assert failed(other) == "digest"
    assert "perhaps what could not be checked: winnable terms" in steps(other)["digest"]


def test_a_version_of_the_solver_without_classes_of_difficulty_is_refused_by_name() -> None:
    other = with_value(1, "terms", "winnable", "solver", base=CLASSED)
    assert failed(other) == "winnable terms"
    assert steps(other)["winnable terms"] == "solver 1 knows no classes of difficulty"


def test_a_changed_line_is_refused_by_name() -> None:
    line = WON["winnable"]["line"]
    for other in (line[:-1], [*line, "deal"], [], ["discard 1"], line[1:]):
        assert failed(with_value(other, "winnable", "line", base=WON)) == "winning line"


def test_another_line_that_wins_is_refused() -> None:
    line = WON["winnable"]["line"]
    for at in range(len(line) - 1):
        swapped = [*line]
        swapped[at], swapped[at + 1] = swapped[at + 1], swapped[at]
        other = with_value(swapped, "winnable", "line", base=WON)
        if swapped != line and failed(other) != "winning line":
            assert failed(other) == "earlier packs"
            assert "line" in steps(other)["earlier packs"]
            return
    raise AssertionError("no two moves of the line can change places")


def test_the_moves_of_the_contestants_are_those_of_the_pack_that_was_dealt() -> None:
    other = with_value({"k": None, "line": None}, "winnable", base=WON)
    assert failed(other) == "earlier packs"


@pytest.mark.parametrize(
    "value",
    [
        None,
        {},
        {"k": 1},
        {"k": None, "line": []},
        {"k": 1, "line": None},
        {"k": "1", "line": []},
        {"k": -1, "line": []},
        {"k": 1, "line": [1]},
        {"k": 1, "line": ["deal"] * 5_001},
        {"k": 1, "line": [], "seed": ""},
    ],
)
def test_a_winnable_deal_has_a_number_and_a_line(value: object) -> None:
    assert failed(with_value(value, "winnable", base=WON)) == "format"


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        {},
        {"solver": 1, "nodes": 2_000},
        {"solver": True, "nodes": 2_000, "last_pack": 3},
        {"solver": 1, "nodes": "2", "last_pack": 3},
        {"solver": 1, "nodes": 2**40, "last_pack": 3},
        {"solver": 1, "nodes": 2_000, "last_pack": 3, "difficulty": 3},
    ],
)
def test_the_terms_of_the_search_are_three_numbers(value: object) -> None:
    assert failed(with_value(value, "terms", "winnable", base=WON)) == "format"


def test_a_record_has_a_winnable_deal_in_both_places_or_in_none() -> None:
    def without_deal(other: Document) -> None:
        del other["winnable"]

    def without_terms(other: Document) -> None:
        del other["terms"]["winnable"]

    for change in (without_deal, without_terms):
        assert failed(changed(change, WON)) == "format"
    assert failed(with_value(1, "format", base=WON)) == "format"
    assert failed(with_value(4, "format", base=SOLO)) == "format"
    assert failed(with_value({"k": 0, "line": []}, "winnable", base=SOLO)) == "format"


def test_a_game_without_winnable_deals_cannot_have_the_term() -> None:
    for slug in ("kings", "poker_patience", "klondike", "racing_demon"):
        with pytest.raises(BadOption, match="winnable"):
            terms(game(slug) if slug != "racing_demon" else _racing_demon(), {"winnable": True})
    assert terms(RULES, {"winnable": False}).winnable is None
    assert terms(RULES, {"winnable": None}) == terms(RULES, {})
    assert "winnable" not in terms(RULES, {}).to_json()


def _racing_demon() -> Any:
    from engine.rules import rules

    return rules("racing_demon")


def test_terms_read_back_as_they_were_written() -> None:
    chosen = terms(RULES, {"winnable": True})
    assert chosen.winnable == WinnableTerms(VERSION, 2_000, 200)
    assert terms(RULES, chosen.to_json()) == chosen
    # Terms of another version of the solver stay as they are.
    other = chosen._replace(winnable=WinnableTerms(7, 5, 3))
    assert terms(RULES, other.to_json()) == other


def test_a_record_of_before_there_were_classes_stays_valid() -> None:
    told = json.loads(BEFORE_CLASSES.read_text())
    assert (told["format"], {*told["terms"]["winnable"]}) == (4, {"solver", "nodes", "last_pack"})
    record = read(told)
    assert record.terms.winnable is not None
    assert record.terms.winnable.difficulty is None
    assert all(check.ok and check.checkable for check in verify(told))
    assert json.loads(json.dumps(record.to_json())) == told


def test_a_record_of_a_chosen_difficulty_verifies_and_reads_back() -> None:
    assert CLASSED["format"] == 5
    assert CLASSED["terms"]["winnable"]["difficulty"] == 3
    assert CLASSED_RECORD.k > 0
    assert all(check.ok and check.checkable for check in verify(CLASSED)), verify(CLASSED)
    assert steps(CLASSED)["difficulty"] == "the deal is in class 3 (medium)"
    assert "that difficulty" in steps(CLASSED)["earlier packs"]
    assert read(CLASSED) == CLASSED_RECORD


@pytest.mark.parametrize("other", [4, 5])
def test_a_changed_difficulty_is_refused_by_name(other: Difficulty) -> None:
    wrong = with_value(other, "terms", "winnable", "difficulty", base=CLASSED)
    assert failed(wrong) == "winnable terms"
    assert f"difficulty {other}" in steps(wrong)["winnable terms"]
    whole = terms(RULES, {"winnable": True, "difficulty": other}).winnable
    assert whole is not None
    wrong = with_value(whole.to_json(), "terms", "winnable", base=CLASSED)
    assert failed(wrong) == "difficulty"
    assert steps(wrong)["difficulty"].startswith("the class of the deal is 3 (medium), not")


def test_a_difficulty_that_is_not_offered_is_refused_by_name() -> None:
    wrong = with_value(1, "terms", "winnable", "difficulty", base=CLASSED)
    assert failed(wrong) == "winnable terms"
    assert "difficulty 1 (very_easy) of this game" in steps(wrong)["winnable terms"]


@pytest.mark.parametrize("value", [0, 6, True, "3", None, 3.0])
def test_a_difficulty_that_is_no_class_cannot_be_read(value: object) -> None:
    wrong = with_value(value, "terms", "winnable", "difficulty", base=CLASSED)
    assert failed(wrong) == "format"


def test_a_difficulty_is_there_in_records_of_its_format_only() -> None:
    assert failed(with_value(4, "format", base=CLASSED)) == "format"
    assert failed(with_value(5, "format", base=WON)) == "format"

    def without(other: Document) -> None:
        del other["terms"]["winnable"]["difficulty"]

    assert failed(changed(without, CLASSED)) == "format"


def test_a_later_pack_of_the_chosen_difficulty_is_refused() -> None:
    seed, how = CLASSED_RECORD.seed, CLASSED_RECORD.terms.winnable
    assert how is not None
    later = next(
        WinnableDeal(k, found.line)
        for k in range(CLASSED_RECORD.k + 1, how.last_pack)
        if pack_difficulty(RULES, numbered_pack(RULES, seed, k), how.nodes) == 3
        and (found := _won(numbered_pack(RULES, seed, k))) is not None
    )
    other = document(race(RULES, later, difficulty=3))
    assert failed(other) == "earlier packs"
    assert f"k = {CLASSED_RECORD.k}, not k = {later.k}" in steps(other)["earlier packs"]


def test_the_difficulty_of_an_earlier_version_of_the_solver_is_named_as_unchecked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(winnable_checks, "VERSION", VERSION + 1)
    told = summary(verify(CLASSED))
    assert told["ok"]
    assert told["unchecked"] == ["winnable terms", "difficulty", "earlier packs"]


def test_only_a_winnable_deal_has_a_difficulty_and_only_one_that_is_offered() -> None:
    for given, named in (
        ({"difficulty": 3}, "Only for a winnable deal"),
        ({"winnable": False, "difficulty": 3}, "Only for a winnable deal"),
        ({"winnable": WON["terms"]["winnable"], "difficulty": 3}, "Only for a winnable deal"),
        ({"winnable": True, "difficulty": 1}, "take too long"),
        ({"winnable": True, "difficulty": 6}, "classes"),
        ({"winnable": True, "difficulty": True}, "classes"),
    ):
        with pytest.raises(BadOption, match=named):
            terms(RULES, given)
    chosen = terms(RULES, {"winnable": True, "difficulty": 3})
    assert terms(RULES, chosen.to_json()) == chosen
