"""Tests of the timeline of a finished race, and of where two contestants' games diverge."""

import pytest

from engine.cards import deal_number_seed
from engine.games import game
from engine.races.board import Entry, GameBoard, standing
from engine.races.ranking import rank
from engine.races.record import Record, SeatRecord
from engine.races.terms import terms
from engine.races.timeline import Difference, boards, first_difference, moment_at, timeline

RULES = game("aces_up")
SEED = deal_number_seed(7)
"""Here the three of hearts on tab.2 can go."""


def seat(number: int, *moves: tuple[int, str]) -> SeatRecord:
    return SeatRecord(number, "AB"[number], tuple(Entry(ms, "seat", text) for ms, text in moves))


ANN = seat(0, (1_000, "discard tab.2"), (2_000, "undo"), (3_500, "discard tab.2"), (4_000, "deal"))
BEN = seat(1, (900, "discard tab.2"), (2_500, "resign"))


@pytest.fixture
def record() -> Record:
    played = Record(
        race="solo-7",
        game=RULES,
        terms=terms(RULES, {"take_back": "free"}),
        deal_number=7,
        commitment=None,
        secret=None,
        nonces={},
        seed=SEED,
        bell_ms=60_000,
        ended_ms=60_000,
        seats=(ANN, BEN),
        results=(),
    )
    ends: dict[int, GameBoard] = {}
    for one in played.seats:
        *_, (_, ends[one.seat]) = boards(played, one)
    standings = [standing(RULES, seat, board, 60_000) for seat, board in ends.items()]
    return played._replace(results=tuple(rank(standings, "progress")))


def test_every_move_is_a_moment_undo_included(record: Record) -> None:
    moments = timeline(record, ANN)
    assert [(m.ms, m.ply, m.progress, m.best) for m in moments] == [
        (0, 0, 0, 0),
        (1_000, 1, 1, 1),
        (2_000, 2, 0, 1),
        (3_500, 3, 1, 1),
        (4_000, 4, 1, 1),
    ]
    assert timeline(record, BEN)[-1].result == "lost"


def test_a_moment_lasts_until_the_next(record: Record) -> None:
    moments = timeline(record, ANN)
    plies = [moment_at(moments, ms).ply for ms in (-5, 0, 999, 1_000, 1_999, 3_999, 99_999)]
    assert plies == [0, 0, 0, 1, 1, 3, 4]


def test_two_moves_at_one_moment_count_both(record: Record) -> None:
    both = seat(0, (1_000, "discard tab.2"), (1_000, "deal"))
    assert moment_at(timeline(record, both), 1_000).ply == 2


def test_where_two_part(record: Record) -> None:
    assert first_difference(ANN, BEN) == Difference(2, 2_000, ANN.moves[1], BEN.moves[1])
    assert first_difference(ANN, ANN) is None
    late = ANN._replace(moves=tuple(e._replace(ms=e.ms + 9) for e in ANN.moves))
    assert first_difference(ANN, late) is None
    short = ANN._replace(moves=ANN.moves[:3])
    assert first_difference(short, ANN) == Difference(4, 4_000, None, ANN.moves[3])


def test_points_with_what_was_withheld_only_when_asked_for() -> None:
    grid = game("cribbage_patience")
    board = GameBoard.start(grid, grid.pack(SEED))
    moves = []
    while not board.state.over:
        move = next(iter(grid.legal(board.state).moves))
        board = board.play(grid, move, board.ply + 1)
        moves.append((board.ply, grid.codec.to_text(move)))
    one = seat(0, *moves)
    finished = Record(
        *("solo-7", grid, terms(grid, {}), 7, None, None, {}, SEED, None, 99, (one,), ())
    )
    assert timeline(finished, one)[-1].points is None
    end = timeline(finished, one, opened=True)[-1]
    assert end.points == grid.points(grid.showdown(board.state))
