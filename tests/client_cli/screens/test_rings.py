"""Piles in a ring, as the hours on the face of a clock."""

from itertools import pairwise

import pytest

from client_cli.screens.table.pile_rows import blocks, plan
from engine.games import game
from tests.engine.helpers import deal

RULES = game("grandfathers_clock")


@pytest.mark.parametrize("framed", [False, True])
def test_the_hours_lie_in_a_ring(framed: bool) -> None:
    """From hour to hour the ring turns to the right above its middle and to the left below."""
    view = RULES.view(deal(RULES, 1))
    rows = plan(blocks(RULES, view), 80, [7 * i for i in range(8)], framed)
    at = {item.name: (item.x, y) for y, row in enumerate(rows) for item in row.items}
    told = {item.name: item.told for row in rows for item in row.items}
    assert told == {f"hour.{hour}": str(hour) for hour in range(1, 13)}
    ring = [at[f"hour.{hour}"] for hour in (9, 10, 11, 12, 1, 2, 3)]
    assert all(one[0] <= other[0] for one, other in pairwise(ring))
    back = [at[f"hour.{hour}"] for hour in (3, 4, 5, 6, 7, 8, 9)]
    assert all(one[0] >= other[0] for one, other in pairwise(back))
    assert at["hour.12"][0] == at["hour.6"][0]
    assert [at[f"hour.{hour}"][1] for hour in (12, 3, 6, 9)] == [0, 1, 2, 1]
