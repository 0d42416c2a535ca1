"""Tests of the scores of one deal.

The numbers are from docs/tournaments.md or computed by hand.
"""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.races.ranking import Standing
from engine.tournaments import deal_scoring
from engine.tournaments.deal_scoring import (
    Score,
    by_place,
    matchpoints,
    neuberg,
    percentage,
    places,
    places_among,
)

FIELDS = st.lists(st.integers(0, 4), max_size=9)
SIZES = st.integers(1, 40)


def order(marks: Sequence[int]) -> dict[int, int]:
    """Places by marks, the fewest first."""
    return {who: 1 + sum(other < mark for other in marks) for who, mark in enumerate(marks)}


def worked(entrant: int, best: int, ms: int, out: bool = False) -> Standing:
    return Standing(entrant, "won" if out else "lost", None, best, 0, ms, None, ms, 30)


EXAMPLE = {
    0: worked(0, 48, 200_000, out=True),
    1: worked(1, 48, 245_000, out=True),
    2: worked(2, 31, 180_010),
    3: worked(3, 31, 180_090),
    4: worked(4, 12, 60_000),
}
PLACES = {0: 1, 1: 2, 2: 3, 3: 3, 4: 5}


def test_the_example() -> None:
    assert places(EXAMPLE, "progress", "time") == PLACES
    assert matchpoints(PLACES) == {0: 4, 1: 3, 2: Fraction(3, 2), 3: Fraction(3, 2), 4: 0}
    assert by_place(PLACES, (10, 8, 6, 5, 4, 3, 2, 1)) == {
        0: 10,
        1: 8,
        2: Fraction(11, 2),
        3: 5.5,
        4: 4,
    }
    assert [deal_scoring.progress(EXAMPLE[who], 48) for who in (1, 2, 4)] == [
        100,
        Fraction(3100, 48),
        25,
    ]


def test_who_is_out_has_all_of_the_progress_whatever_was_counted() -> None:
    assert deal_scoring.progress(worked(0, 40, 100, out=True), 48) == 100
    assert deal_scoring.progress(worked(0, 48, 100), 48) == 100


def test_the_seat_of_a_result_does_not_matter_for_its_place() -> None:
    seated = {who: standing._replace(seat=0) for who, standing in EXAMPLE.items()}
    assert places(seated, "progress", "time") == PLACES


@pytest.mark.parametrize(
    ("marks", "points"),
    [
        ([], []),
        ([1], [0]),
        ([1, 2], [1, 0]),
        ([2, 2], [Fraction(1, 2), Fraction(1, 2)]),
        ([1, 2, 3], [2, 1, 0]),
        ([1, 2, 2], [2, Fraction(1, 2), Fraction(1, 2)]),
        ([7, 7, 7], [1, 1, 1]),
        ([3, 3, 3, 3], [Fraction(3, 2)] * 4),
    ],
)
def test_matchpoints_of_small_fields(marks: list[int], points: list[Fraction]) -> None:
    assert list(matchpoints(order(marks)).values()) == points


@given(FIELDS)
def test_matchpoints_are_those_of_everybody_against_everybody(marks: list[int]) -> None:
    n, found = len(marks), matchpoints(order(marks))
    assert sum(found.values()) == Fraction(n * (n - 1), 2)
    for who, mark in enumerate(marks):
        behind, equal = sum(other > mark for other in marks), marks.count(mark) - 1
        assert found[who] == behind + Fraction(equal, 2)


@pytest.mark.parametrize(
    ("beaten", "of", "most", "of_top"),
    [
        (9, 10, 11, "199/20"),
        (8, 10, 11, "177/20"),
        (0, 10, 11, "1/20"),
        (7, 8, 16, "29/2"),
        (2, 3, 5, "11/3"),
        (0, 3, 5, "1/3"),
    ],
)
def test_neubergs_formula_as_the_english_bridge_union_works_it(
    beaten: int, of: int, most: int, of_top: str
) -> None:
    """Its 19.9, 17.7 and 0.1 of 20 and 29 of 30 count two points for each who was beaten."""
    assert neuberg(Fraction(beaten), of, most) == Fraction(of_top)


@given(FIELDS.filter(bool), st.integers(1, 4))
def test_a_result_stands_for_so_many_like_it(marks: list[int], times: int) -> None:
    few, many = matchpoints(order(marks)), matchpoints(order(marks * times))
    assert all(neuberg(few[who], len(marks), len(marks) * times) == many[who] for who in few)


@given(FIELDS.filter(bool), st.integers(0, 9))
def test_adjusted_matchpoints_keep_the_average_and_stay_within_what_can_be_had(
    marks: list[int], more: int
) -> None:
    found = matchpoints(order(marks))
    share = [percentage(points, len(marks), len(marks) + more) for points in found.values()]
    assert sum(share) == 50 * len(marks)
    assert all(0 <= each <= 100 for each in share)
    assert [share[a] > share[b] for a in found for b in found] == [
        found[a] > found[b] for a in found for b in found
    ]


@given(st.integers(0, 40), SIZES, SIZES, SIZES)
def test_to_adjust_twice_is_to_adjust_once(points: int, a: int, b: int, c: int) -> None:
    assert neuberg(neuberg(Fraction(points), a, b), b, c) == neuberg(Fraction(points), a, c)
    assert neuberg(Fraction(points), a, a) == points


def test_who_is_alone_has_the_average() -> None:
    assert percentage(Fraction(0), 1, 1) == percentage(Fraction(0), 1, 20) == 50


@given(FIELDS, st.lists(st.integers(0, 9), min_size=9, max_size=9))
def test_points_by_place_are_all_given_and_shared_equally(
    marks: list[int], worth: list[int]
) -> None:
    by_mark = order(marks)
    found = by_place(by_mark, worth)
    assert sum(found.values()) == sum(worth[: len(marks)])
    assert all(found[a] == found[b] for a in found for b in found if by_mark[a] == by_mark[b])


def test_after_the_last_paid_place_there_is_nothing_and_who_shares_it_shares_that() -> None:
    assert by_place(order([1, 2, 2, 4]), (6, 3)) == {
        0: 6,
        1: Fraction(3, 2),
        2: Fraction(3, 2),
        3: 0,
    }


@given(FIELDS, st.sets(st.integers(0, 8)))
def test_some_of_a_field_keep_their_order(marks: list[int], some: set[int]) -> None:
    there = sorted(some & set(range(len(marks))))
    among = order([marks[who] for who in there])
    assert places_among(order(marks), some) == {who: among[i] for i, who in enumerate(there)}


def played(progress: int, out: bool = False) -> Score:
    return Score(1, 1, Fraction(0), Fraction(progress), out, Fraction(progress))


@pytest.mark.parametrize(
    ("dealt", "scores"),
    [
        ("", []),
        ("25 out out 50 out", [25, 150, 150, 100, 150]),
        ("out out out out 10 10", [150, 150, 300, 300, 20, 10]),
        ("out 99 out out 0 out", [150, 99, 150, 150, 0, 150]),
    ],
)
def test_two_deals_out_running_light_the_streak(dealt: str, scores: list[int]) -> None:
    deals = [played(100, out=True) if d == "out" else played(int(d)) for d in dealt.split()]
    assert deal_scoring.arena(deals) == scores


def test_only_what_is_shown_is_rounded() -> None:
    assert deal_scoring.shown(Fraction(1475, 19)) == "77.63"
    assert deal_scoring.shown(Fraction(1, 8)) == "0.13"
    assert deal_scoring.shown(Fraction(5, 2), 0) == "3"
    assert deal_scoring.shown(Fraction(7, 100)) == "0.07"
    assert deal_scoring.shown(Fraction(19_999, 100), 1) == "200.0"
