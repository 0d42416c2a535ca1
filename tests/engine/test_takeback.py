"""Tests of taking moves back: how far, at what cost, and that records with it verify."""

from random import Random
from typing import Any

import pytest

from engine.cards import deal_number_seed
from engine.errors import BadOption, IllegalMove
from engine.games import AnyGame, game
from engine.moves import Resign
from engine.races.board import Entry, GameBoard, fold, standing
from engine.races.ranking import rank
from engine.races.terms import TAKE_BACKS, terms
from engine.table import RESIGNED, STUCK
from engine.takeback import (
    HINT,
    NOTHING_UNDONE,
    PRACTICE,
    UNDO,
    move_text,
    read_move,
    undone_after,
)

RULES = game("aces_up")
PACK = RULES.pack(deal_number_seed(7))
"""Here the three of hearts on tab.2 can go; then four cards are dealt."""
THROW, DEAL = "discard tab.2", "deal"


def played(take_back: str, *texts: str) -> GameBoard:
    entries = [Entry(10 * n, "seat", text) for n, text in enumerate(texts, 1)]
    return fold(RULES, GameBoard.start(RULES, PACK), entries, take_back)


def test_a_move_taken_back_is_two_moves_and_no_progress_lost() -> None:
    board = played("until_card", THROW, "undo")
    assert board.state == GameBoard.start(RULES, PACK).state
    assert (board.ply, board.best, board.reached_ms, board.clean) == (2, 1, 10, False)
    again = played("until_card", THROW, "undo", THROW)
    assert again.state == played("none", THROW).state
    assert (again.ply, again.clean) == (3, False)


@pytest.mark.parametrize(
    ("take_back", "texts", "said"),
    [
        ("none", (THROW, "undo"), "no move is taken back"),
        ("until_card", ("undo",), "no move to take back"),
        ("until_card", (THROW, "undo", "undo"), "no move to take back"),
        ("until_card", (THROW, DEAL, "undo"), "a card was turned"),
        ("free", ("undo",), r"no move to take back\.$"),
        (PRACTICE, (THROW, "undo", "undo"), r"no move to take back\.$"),
        ("free", (THROW, "resign", "undo"), "The game is over"),
    ],
)
def test_what_is_not_taken_back(take_back: str, texts: tuple[str, ...], said: str) -> None:
    with pytest.raises(IllegalMove, match=said):
        played(take_back, *texts)


def test_freely_even_a_deal_is_taken_back() -> None:
    board = played("free", THROW, DEAL, "undo", "undo")
    assert board.state == GameBoard.start(RULES, PACK).state


SOON_STUCK = ("accordion", "aces_up", "auntie_allis", "bakers_dozen", "klondike", "kings", "usk")
"""Games in which somebody who plays anything is stuck before long."""


def last_before_stuck(rules: AnyGame) -> tuple[GameBoard, Any]:
    """A board of practice, and a move after which none is left by the rules."""
    for number in range(1, 40):
        rng = Random(number)
        board = GameBoard.start(rules, rules.pack(deal_number_seed(number)))
        for ms in range(2_000):
            moves = list(rules.legal(board.state).moves)
            if not moves:
                break
            move = rng.choice(moves)
            if rules.play(board.state, move).state.over == STUCK:
                return board, move
            board = board.play(rules, move, ms, PRACTICE)
    raise AssertionError("it is never stuck")


@pytest.mark.parametrize("slug", SOON_STUCK)
def test_in_practice_the_last_move_of_a_stuck_game_is_taken_back(slug: str) -> None:
    rules = game(slug)
    before, move = last_before_stuck(rules)
    stuck = before.play(rules, move, 5_000, PRACTICE)
    assert stuck.state.over is None
    assert stuck.ended_ms is None
    back = stuck.play(rules, UNDO, 5_001, PRACTICE)
    assert back.state == before.state
    assert not back.clean
    given_up = stuck.play(rules, Resign(), 5_001, PRACTICE)
    assert given_up.state.over == RESIGNED
    with pytest.raises(IllegalMove, match="The game is over"):
        given_up.play(rules, UNDO, 5_002, PRACTICE)
    for take_back in TAKE_BACKS:
        with pytest.raises(IllegalMove):
            before.play(rules, move, 5_000, take_back).play(rules, UNDO, 5_001, take_back)


def test_only_one_alone_practises() -> None:
    assert terms(RULES, {"take_back": PRACTICE}, alone=True).take_back == PRACTICE
    with pytest.raises(BadOption, match="take_back"):
        terms(RULES, {"take_back": PRACTICE})


def test_a_hint_changes_nothing_but_the_result() -> None:
    board = played(PRACTICE, THROW, "hint", "undo")
    assert board.state == GameBoard.start(RULES, PACK).state, "the move before it is taken back"
    hinted = played(PRACTICE, THROW, "hint")
    assert hinted.state == played(PRACTICE, THROW).state
    assert (hinted.ply, hinted.best, hinted.reached_ms, hinted.clean) == (2, 1, 10, False)


@pytest.mark.parametrize(
    ("slug", "take_back", "texts", "said"),
    [
        *(("aces_up", take_back, (), "no hints in a race") for take_back in TAKE_BACKS),
        ("aces_up", PRACTICE, ("resign",), "The game is over"),
        ("poker_patience", PRACTICE, (), "no hints in this game"),
    ],
)
def test_where_no_hint_is_given(
    slug: str, take_back: str, texts: tuple[str, ...], said: str
) -> None:
    rules = game(slug)
    board = GameBoard.start(rules, rules.pack(deal_number_seed(7)))
    for text in texts:
        board = board.play(rules, read_move(rules, text), 1, take_back)
    with pytest.raises(IllegalMove, match=said):
        board.play(rules, HINT, 2, take_back)


def test_nothing_is_advised_where_no_move_is_left() -> None:
    before, move = last_before_stuck(RULES)
    with pytest.raises(IllegalMove, match="nothing to advise"):
        before.play(RULES, move, 5_000, PRACTICE).play(RULES, HINT, 5_001, PRACTICE)


@pytest.mark.parametrize(
    ("log", "again"),
    [
        ("a b", ""),
        ("a b undo", "b"),
        ("a b undo undo", "a b"),
        ("a b undo undo a", "b"),
        ("a b undo hint", "b"),
        ("a b undo c", ""),
        ("a b undo undo b", ""),
        ("a b undo undo a b undo", "b"),
        ("undo", ""),
    ],
)
def test_what_was_taken_back_can_be_made_again_until_another_move(log: str, again: str) -> None:
    undone = NOTHING_UNDONE
    for text in log.split():
        undone = undone_after(undone, text)
    found, line = [], undone[1]
    while line is not None:
        found.append(line[0])
        line = line[1]
    assert " ".join(found) == again


@pytest.mark.parametrize(("text", "entry"), [("undo", UNDO), ("hint", HINT)])
def test_it_is_written_like_a_move(text: str, entry: Any) -> None:
    for written in (text, {"kind": text}):
        assert read_move(RULES, written) is entry
    assert move_text(RULES, entry) == text


def test_whoever_has_taken_back_stands_below_all_who_have_not() -> None:
    boards = [played("until_card", THROW, "undo", THROW), played("until_card")]
    standings = [standing(RULES, seat, board, 1_000) for seat, board in enumerate(boards)]
    assert [p.standing.seat for p in rank(standings, "progress")] == [1, 0]
    assert [p.standing.clean for p in rank(standings, "progress")] == [True, False]


def test_winners_by_fewer_moves() -> None:
    won = standing(RULES, 0, played("none"), 1_000)._replace(result="won", ended_ms=500, moves=60)
    slower = won._replace(seat=1, ended_ms=900, moves=55)
    assert [p.standing.seat for p in rank([won, slower], "progress")] == [0, 1]
    assert [p.standing.seat for p in rank([won, slower], "progress", "moves")] == [1, 0]
    same = slower._replace(seat=2, ended_ms=800)
    assert [p.standing.seat for p in rank([slower, same], "progress", "moves")] == [2, 1]
