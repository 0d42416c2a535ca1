"""Taking back: how far, what it costs, and that a record with it can be checked."""

from typing import Any

import pytest

from engine.board import Board, Entry, fold, standing
from engine.cards import deal_number_seed
from engine.errors import IllegalMove
from engine.games import game
from engine.ranking import rank
from engine.takeback import UNDO, read_move

RULES = game("aces_up")
PACK = RULES.pack(deal_number_seed(7))
"""Here the three of hearts on tab.2 can go; then four cards are dealt."""
THROW, DEAL = "discard tab.2", "deal"


def played(take_back: str, *texts: str) -> Board:
    entries = [Entry(10 * n, "seat", text) for n, text in enumerate(texts, 1)]
    return fold(RULES, Board.start(RULES, PACK), entries, take_back)


def test_a_move_taken_back_is_two_moves_and_no_progress_lost() -> None:
    board = played("until_card", THROW, "undo")
    assert board.state == Board.start(RULES, PACK).state
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
        ("free", ("undo",), "no move to take back"),
        ("free", (THROW, "resign", "undo"), "The game is over"),
    ],
)
def test_what_is_not_taken_back(take_back: str, texts: tuple[str, ...], said: str) -> None:
    with pytest.raises(IllegalMove, match=said):
        played(take_back, *texts)


def test_freely_even_a_deal_is_taken_back() -> None:
    board = played("free", THROW, DEAL, "undo", "undo")
    assert board.state == Board.start(RULES, PACK).state


@pytest.mark.parametrize("written", ["undo", {"kind": "undo"}])
def test_it_is_written_like_a_move(written: Any) -> None:
    assert read_move(RULES, written) is UNDO


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
