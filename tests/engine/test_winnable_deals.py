"""Tests of winnable deals: which packs follow from a deal seed, and which of them is dealt."""

from hashlib import sha256

import pytest

from engine.cards import again, deal_number_seed, names, new_pack, shuffle
from engine.games import AnyGame, game
from engine.solver.difficulty_classes import Difficulty
from engine.solver.solve import VERSION, solve
from engine.solver.winnable_deals import (
    UNPROVEN,
    WinnableDeal,
    WinnableTerms,
    line_flaw,
    numbered_pack,
    offered_difficulties,
    pack_difficulty,
    renewed_terms,
    winnable_deal,
    winnable_terms,
)
from tests.engine.helpers import every_game

SEED = bytes(range(32))
ACES_UP = game("aces_up")


def hash_of(rules: AnyGame, k: int) -> str:
    return sha256(" ".join(names(numbered_pack(rules, SEED, k))).encode()).hexdigest()[:16]


@pytest.mark.parametrize(
    ("slug", "k", "expected"),
    [
        ("bakers_dozen", 0, "a42cab9c69804f44"),  # as the shuffle deals the seed itself
        ("bakers_dozen", 1, "23e95fda59dd665f"),
        ("bakers_dozen", 2, "5e45de54154cd07a"),
        ("bakers_dozen", 10, "e5af4258c2428043"),
        ("usk", 0, "64f5331849951d63"),
        ("usk", 1, "f3debae905a5cef3"),
        ("usk", 3, "b22408d1d8d70bc9"),
        ("usk", 10, "d4760a9ce93fb665"),
    ],
)
def test_the_packs_that_follow_from_a_seed_never_change(slug: str, k: int, expected: str) -> None:
    assert hash_of(game(slug), k) == expected


def test_pack_k_is_shuffled_with_a_seed_of_its_own() -> None:
    own = sha256(SEED + b"winnable/12").digest()
    assert numbered_pack(ACES_UP, SEED, 12) == shuffle(new_pack(1), own)


def test_a_pack_with_which_the_game_cannot_begin_is_shuffled_again() -> None:
    usk, own = game("usk"), sha256(SEED + b"winnable/1").digest()
    assert not usk.begins(shuffle(new_pack(1), own))
    while not usk.begins(shuffle(new_pack(1), own)):
        own = again(own)
    assert numbered_pack(usk, SEED, 1) == shuffle(new_pack(1), own)


@pytest.mark.parametrize(
    ("rules", "deal", "k"),
    [
        (ACES_UP, 1, 16),
        (ACES_UP, 4, 2),
        (game("baroness"), 2, 0),
        (game("baroness"), 3, 25),
        (game("bakers_dozen"), 1, 0),
        (game("good_measure"), 1, 1),
        (game("klondike", {"turn": 3}), 4, 0),
    ],
)
def test_the_first_pack_that_the_solver_wins_is_dealt(rules: AnyGame, deal: int, k: int) -> None:
    seed, how = deal_number_seed(deal), winnable_terms(rules)
    assert how is not None
    found = winnable_deal(rules, seed, how)
    assert found.k == found.dealt == k
    assert found.line is not None
    assert line_flaw(rules, numbered_pack(rules, seed, k), found.line) is None
    for earlier in range(k):
        start = rules.deal(numbered_pack(rules, seed, earlier))
        assert solve(rules, start, how.nodes).verdict != "won"
    assert winnable_deal(rules, seed, how) == found


def test_the_last_pack_is_searched_and_after_it_nothing_is_proven() -> None:
    seed = deal_number_seed(4)
    assert winnable_deal(ACES_UP, seed, WinnableTerms(VERSION, 2_000, 2)).k == 2
    unproven = winnable_deal(ACES_UP, seed, WinnableTerms(VERSION, 2_000, 1))
    assert unproven == UNPROVEN == WinnableDeal(None, None)
    assert unproven.dealt == 0


def test_too_few_nodes_win_a_later_pack_or_none() -> None:
    seed = deal_number_seed(4)
    assert winnable_deal(ACES_UP, seed, WinnableTerms(VERSION, 2, 40)) == UNPROVEN


def test_only_the_present_version_of_the_solver_is_searched_with() -> None:
    with pytest.raises(ValueError, match="version"):
        winnable_deal(ACES_UP, SEED, WinnableTerms(VERSION + 1, 2_000, 40))


def test_a_line_wins_or_it_is_told_why_not() -> None:
    pack = numbered_pack(ACES_UP, deal_number_seed(4), 2)
    line = winnable_deal(ACES_UP, deal_number_seed(4), WinnableTerms(VERSION, 2_000, 2)).line
    assert line is not None
    assert line_flaw(ACES_UP, pack, line) is None
    assert line_flaw(ACES_UP, pack, line[:-1]) == "the game is not won after the last one"
    assert (line_flaw(ACES_UP, pack, (*line, "deal")) or "").startswith(f"move {len(line) + 1}: ")
    assert (line_flaw(ACES_UP, pack, ("no move", *line)) or "").startswith("move 1: ")
    other = numbered_pack(ACES_UP, deal_number_seed(4), 1)
    assert line_flaw(ACES_UP, other, line) is not None


def test_some_games_have_winnable_deals_and_klondike_with_three_cards_only() -> None:
    offered = {rules.slug for rules in every_game() if winnable_terms(rules) is not None}
    assert {"aces_up", "baroness", "bakers_dozen", "good_measure", "klondike"} <= offered
    assert not offered & {"kings", "spider", "poker_patience", "clock", "uncle_remus"}
    assert winnable_terms(game("klondike")) is None
    assert winnable_terms(game("klondike", {"turn": 3})) is not None


@pytest.mark.parametrize(
    ("slug", "difficulty", "deal", "k"),
    [
        ("aces_up", 3, 4, 2),
        ("aces_up", 4, 4, 28),
        ("aces_up", 5, 4, 177),
        ("baroness", 1, 3, 32),
        ("baroness", 2, 3, 25),
        ("bakers_dozen", 4, 1, 1),
        ("bakers_dozen", 5, 1, 0),
    ],
)
def test_the_first_pack_of_the_chosen_difficulty_is_dealt(
    slug: str, difficulty: Difficulty, deal: int, k: int
) -> None:
    rules, seed = game(slug), deal_number_seed(deal)
    how = winnable_terms(rules, difficulty)
    assert how is not None
    found = winnable_deal(rules, seed, how)
    assert found.k == k
    for number in range(k + 1):
        classed = pack_difficulty(rules, numbered_pack(rules, seed, number), how.nodes)
        assert (classed == difficulty) == (number == k)
    assert found.line is not None
    assert line_flaw(rules, numbered_pack(rules, seed, k), found.line) is None


def test_after_the_last_pack_there_is_none_of_the_chosen_difficulty() -> None:
    seed = deal_number_seed(4)
    assert winnable_deal(ACES_UP, seed, WinnableTerms(VERSION, 2_000, 28, 4)).k == 28
    assert winnable_deal(ACES_UP, seed, WinnableTerms(VERSION, 2_000, 27, 4)) == UNPROVEN


def test_a_game_has_some_classes_and_no_others() -> None:
    assert winnable_terms(ACES_UP, 1) is None
    assert 1 not in offered_difficulties("aces_up")
    assert offered_difficulties("kings") == []
    for rules in every_game():
        for difficulty in offered_difficulties(rules.slug):
            how = winnable_terms(rules, difficulty)
            usual = winnable_terms(rules)
            if usual is not None:  # there are none of Klondike with one card
                assert how == (*usual[:2], how and how.last_pack, difficulty)
    assert winnable_terms(game("klondike"), 4) is None
    assert winnable_terms(game("klondike", {"turn": 3}), 4) is not None


def test_terms_of_another_version_are_renewed() -> None:
    asked = WinnableTerms(VERSION + 1, 1, 1, 4)
    assert renewed_terms(ACES_UP, asked) == winnable_terms(ACES_UP, 4)
    assert renewed_terms(ACES_UP, asked._replace(difficulty=None)) == winnable_terms(ACES_UP)
    assert renewed_terms(ACES_UP, asked._replace(difficulty=1)) == winnable_terms(ACES_UP)
    assert renewed_terms(game("kings"), asked) is None


def test_terms_without_a_class_are_written_as_before_there_were_classes() -> None:
    assert WinnableTerms(2, 10, 3).to_json() == {"solver": 2, "nodes": 10, "last_pack": 3}
    assert WinnableTerms(2, 10, 3, 5).to_json()["difficulty"] == 5
