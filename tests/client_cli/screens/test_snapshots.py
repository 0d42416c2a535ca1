"""Every table of every game looks as it did; and in each of them all that differs is seen to.

`python -m tests.client_cli.screens.snapshots` writes the files anew, to be read before a commit.
"""

from collections import Counter
from itertools import product

import pytest

from client_cli.screens.table.drawing.canvas import Spot
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.screens.widgets.themes import THEMES
from engine.games import GAMES
from tests.client_cli.screens.snapshots import (
    LOOKS,
    SIZES,
    SNAPSHOTS,
    drawn,
    posed,
    snapshot,
)


def test_there_is_a_file_for_every_game_and_no_other() -> None:
    assert {path.stem for path in SNAPSHOTS.glob("*")} == {*GAMES}


@pytest.mark.parametrize("slug", GAMES)
def test_a_table_looks_as_it_did(slug: str) -> None:
    assert snapshot(slug) == (SNAPSHOTS / f"{slug}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", GAMES)
def test_marks_the_chosen_card_and_its_targets_are_seen_in_every_look(slug: str) -> None:
    """By their characters alone: what is lit, tilted or under the cursor changes them."""
    pose = posed(slug)["in the middle"]
    for (named, size), look in product(SIZES.items(), LOOKS.values()):
        lines = drawn(pose, size, look).lines()
        lit, text = pose.lit, "\n".join(lines)
        wanted = {*lit.tilts.values()}
        wanted |= {look.glyphs.target} if lit.targets else set()
        wanted |= {look.glyphs.chosen} if lit.source else set()
        assert {sign for sign in wanted if sign not in text} == set(), named


@pytest.mark.parametrize("slug", GAMES)
def test_themes_change_no_character(slug: str) -> None:
    pose = posed(slug)["in the middle"]
    pictures = [drawn(pose, (80, 20), TableStyle(theme=theme)) for theme in THEMES]
    assert len({"\n".join(picture.lines()) for picture in pictures}) == 1


@pytest.mark.parametrize("slug", GAMES)
def test_every_card_in_sight_can_be_pointed_at(slug: str) -> None:
    """A card the picture has room for has cells of its own, so that a click means it alone."""
    rules, view, _, _ = posed(slug)["in the middle"]
    canvas = drawn(posed(slug)["in the middle"], (120, 34), TableStyle())
    spots = Counter(
        spot for x in range(120) for y in range(34) if (spot := canvas.spot(x, y)) is not None
    )
    for name, pile in view.piles.items():
        role = rules.layout.group_of[rules.layout.index[name]].role
        if pile is not None and role == "tableau":
            assert all(spots[Spot(name, n + 1)] >= 3 for n in range(len(pile.up))), name
