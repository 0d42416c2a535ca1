"""Piles in a ring, as the hours on the face of a clock."""

from itertools import pairwise

import pytest

from client_cli.screens.table.drawing.table_renderer import draw
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.screens.table.input_controller import name_of
from engine.games import game
from tests.engine.helpers import deal


@pytest.mark.parametrize("slug", ["clock", "grandfathers_clock"])
@pytest.mark.parametrize("size", [(120, 36), (80, 20), (60, 20), (40, 20)])
def test_the_hours_lie_in_a_ring(slug: str, size: tuple[int, int]) -> None:
    """From hour to hour the ring turns to the right above its middle and to the left below. Columns
    lie at its right, or below it in a narrow window."""
    rules = game(slug)
    view = rules.view(deal(rules, 1))
    canvas = draw(rules, view, size, TableStyle(), lambda place: name_of(rules, place))
    at = {name: canvas.find(name) or (-1, -1) for name in rules.layout}
    ring = [at[f"hour.{hour}"][0] for hour in (9, 10, 11, 12, 1, 2, 3)]
    assert all(one < other for one, other in pairwise(ring))
    back = [at[f"hour.{hour}"][0] for hour in (3, 4, 5, 6, 7, 8, 9)]
    assert all(one > other for one, other in pairwise(back))
    heights = [at[f"hour.{hour}"][1] for hour in (12, 2, 3, 4, 6)]
    assert all(one < other for one, other in pairwise(heights))
    for column in (name for name in rules.layout if name.startswith("tab.")):
        x, y = at[column]
        assert x > at["hour.3"][0] if size[0] >= 60 else y > at["hour.6"][1]
