"""Tests of the ranking of a race."""

from engine.games import game
from engine.moves import Resign
from engine.races import board
from engine.races.ranking import Standing, rank


def standing(
    seat: int,
    result: str | None = None,
    best: int = 0,
    reached: int = 0,
    ended: int | None = None,
    points: int | None = None,
    tie_break: int = 0,
) -> Standing:
    return Standing(seat, result, None, best, tie_break, reached, points, ended, 9)


def order(standings: list[Standing], by: str = "progress") -> list[tuple[int, int]]:
    return [(placed.place, placed.standing.seat) for placed in rank(standings, by)]


def test_winners_first_by_time_then_progress_then_the_earlier_moment() -> None:
    assert order(
        [
            standing(0, "lost", best=40, reached=5_000, ended=9_000),
            standing(1, "won", best=48, reached=8_000, ended=8_000),
            standing(2, None, best=47, reached=9_000),
            standing(3, "won", best=48, reached=7_000, ended=7_000),
            standing(4, "lost", best=40, reached=4_000, ended=4_000),
        ]
    ) == [(1, 3), (2, 1), (3, 2), (4, 4), (5, 0)]


def test_winners_part_by_the_millisecond_and_share_an_equal_one() -> None:
    winners = [standing(i, "won", 48, ms, ms) for i, ms in enumerate((501, 500, 500))]
    assert order(winners) == [(1, 1), (1, 2), (3, 0)]


def test_progress_within_a_tenth_of_a_second_is_shared() -> None:
    rest = [standing(i, "lost", 9, ms, 99) for i, ms in enumerate((100, 199, 200))]
    assert order(rest) == [(1, 0), (1, 1), (3, 2)]


def test_equal_progress_parts_by_the_tie_break_of_the_game_and_then_by_the_moment() -> None:
    assert order(
        [
            standing(0, "lost", 9, 100, tie_break=2),
            standing(1, "lost", 9, 900, tie_break=3),
            standing(2, None, 9, 500, tie_break=3),
            standing(3, "lost", 10, 999, tie_break=0),
        ]
    ) == [(1, 3), (2, 2), (3, 1), (4, 0)]


def test_winners_and_points_have_no_tie_break() -> None:
    winners = [standing(i, "won", 52, 500, 500, tie_break=i) for i in range(2)]
    assert order(winners) == [(1, 0), (1, 1)]
    scored = [standing(i, "complete", points=20, tie_break=i) for i in range(2)]
    assert order(scored, "points") == [(1, 0), (1, 1)]


def test_points_decide_and_nothing_else() -> None:
    placed = order(
        [
            standing(0, "complete", best=16, reached=1, ended=1, points=20),
            standing(1, "complete", best=16, reached=9, ended=9, points=61),
            standing(2, "lost", best=9, points=20),
            standing(3, None, points=None),
        ],
        "points",
    )
    assert placed == [(1, 1), (2, 0), (2, 2), (4, 3)]


def test_nobody() -> None:
    assert order([]) == []


def test_a_board_when_the_race_ends_around_it() -> None:
    rules = game("aces_up")
    start = board.GameBoard.start(rules, rules.pack(bytes(32)))
    racing = board.standing(rules, 3, start, None)
    assert racing == Standing(3, None, None, 0, 0, 0, None, None, 0)
    timed_out = board.standing(rules, 3, start, 9_000)
    assert timed_out == Standing(3, "lost", "timeout", 0, 0, 0, None, 9_000, 0)
    resigned = board.standing(rules, 3, start.play(rules, Resign(), 70), 9_000)
    assert resigned == Standing(3, "lost", "resigned", 0, 0, 0, None, 70, 1)


def test_a_board_keeps_its_best_progress_and_the_moment_of_it() -> None:
    rules = game("uncle_remus")
    start = board.GameBoard.start(rules, rules.pack(bytes(32)))
    once_better = start._replace(best=9, reached_ms=70)
    after = once_better.after(rules, start.state, 500)
    assert (after.best, after.reached_ms, after.ply) == (9, 70, 1)
    better = start._replace(best=-1).after(rules, start.state, 500)
    assert (better.best, better.reached_ms) == (rules.progress(start.state), 500)


def test_where_the_tie_break_ranks_winners_it_comes_before_time_and_moves() -> None:
    ended = [(500, 69), (900, 70), (400, 69)]
    winners = [standing(i, "won", 49, ms, ms, tie_break=n) for i, (ms, n) in enumerate(ended)]
    assert order(winners, "tie_break") == [(1, 1), (2, 2), (3, 0)]
    assert order(winners, "progress") == [(1, 2), (2, 0), (3, 1)]
