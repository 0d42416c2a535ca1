"""Tests of each tie-break on a tournament small enough to compute by hand."""

from fractions import Fraction

import pytest

from engine.tournaments.standings import table
from engine.tournaments.table_input import rule
from tests.engine.tournament_helpers import deals, listed


@pytest.mark.parametrize(
    ("name", "reached", "values"),
    [
        ("wins", [(9, 8, 7), (8, 9, 7), (8, 9, 9), (9, 8, 8)], {0: 2, 1: 1}),
        ("best", [(9, 8, 7), (7, 8, 9)], {0: 100, 1: 50, 2: 100}),
        ("last", [(9, 8, 7), (8, 9, 7)], {0: 50, 1: 100}),
        ("last", [(9, 8, 7), (8, 9, 7), (None, None, 7)], {0: 0, 1: 0}),
        ("direct", [(9, 7, 8), (8, 9, 7), (8, 9, 7)], {0: Fraction(1, 3), 1: Fraction(2, 3)}),
        ("progress", [(9, 8, 7), (7, 8, 9)], {0: Fraction(100, 3), 1: Fraction(100, 3)}),
        ("outs", [(48, 8, 7), (8, 9, 7)], {0: 1, 1: 0}),
    ],
)
def test_what_a_tie_break_finds(
    name: str, reached: list[tuple[int | None, ...]], values: dict[int, Fraction]
) -> None:
    found = table(range(3), deals(*reached), rule({"tie_breaks": [name]}))
    rows = {row.entrant: row for row in found.rows}
    assert rows[0].total == rows[1].total
    assert {who: rows[who].tie_breaks[0] for who in values} == values
    assert rows[2].tie_breaks == (None,) or rows[2].total == rows[0].total


NO_POINTS = {"way": "place", "places": [0]}
"""Everybody has the same total."""


def test_each_tie_break_is_asked_about_those_who_are_still_equal() -> None:
    evening = deals([48, 9, 8], [5, 7, 8], [5, 7, 8])
    found = table(range(3), evening, rule({**NO_POINTS, "tie_breaks": ["outs", "direct"]}))
    assert listed(found) == [(1, 0), (2, 2), (3, 1)]
    assert [row.tie_breaks for row in found.rows] == [
        (Fraction(1), None),
        (Fraction(0), Fraction(2, 3)),
        (Fraction(0), Fraction(1, 3)),
    ]


def test_who_is_equal_after_the_last_tie_break_shares_the_place() -> None:
    """Each beat the one after them twice of three times, round in a circle."""
    circle = deals([9, 8, 7], [7, 9, 8], [8, 7, 9])
    found = table(range(3), circle, rule({"tie_breaks": ["direct"]}))
    assert [(row.place, row.tie_breaks) for row in found.rows] == [(1, (Fraction(1, 2),))] * 3
    assert listed(table(range(3), circle, rule({"tie_breaks": []}))) == [(1, 0), (1, 1), (1, 2)]


def test_direct_encounter_counts_only_deals_that_both_have_played() -> None:
    """Cy is between them on the first deal, and away on the others."""
    evening = deals([9, 7, 8], [8, 9, None], [8, 9, None])
    found = table(range(3), evening, rule({**NO_POINTS, "tie_breaks": ["direct"]}))
    values = {row.entrant: row.tie_breaks[0] for row in found.rows}
    assert values == {0: Fraction(2, 4), 1: Fraction(2, 4), 2: Fraction(1, 2)}


def test_who_met_nobody_they_are_tied_with_has_half() -> None:
    evening = deals([9, None, 8], [None, 9, 8])
    found = table(range(3), evening, rule({"tie_breaks": ["direct"]}))
    assert listed(found) == [(1, 0), (1, 1), (3, 2)]
