"""The pictures of the games in the terminal are there for every game and size, and are what the
program draws.

`make pictures` makes them again.
"""

import re

import pytest

from engine.games import GAMES
from tests.docs.terminal_pictures import PICTURES, RACING_DEMON, SIZES, heading, picture
from tests.docs.test_docs import ROOT

MOST_BYTES = 400_000


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")


def sections(name: str) -> dict[str, str]:
    """The pictures of a file, each with its heading, by the heading."""
    text = (PICTURES / f"{name}.txt").read_text(encoding="utf-8")
    parts = re.split(r"(?m)^(?=## )", text)[1:]
    return {part.partition("\n")[0]: part for part in parts}


@pytest.mark.parametrize("name", SIZES)
def test_every_game_is_there_in_a_window_of_the_size(name: str) -> None:
    width, height = SIZES[name]
    found = sections(name)
    assert set(found) == {heading(slug).strip() for slug in (*GAMES, RACING_DEMON)}
    for title, part in found.items():
        lines = part.split("\n")[2 : 2 + height]
        assert len(lines) == height, title
        assert max(map(len, lines)) <= width, title


@pytest.mark.parametrize(
    ("slug", "name"),
    [("aces_up", "80x24"), ("seven_and_sixes", "120x40"), ("kings", "200x60")],
)
async def test_making_a_picture_again_changes_nothing(slug: str, name: str) -> None:
    made = heading(slug) + await picture(slug, SIZES[name])
    assert sections(name)[heading(slug).strip()].rstrip("\n") == made.rstrip("\n")


def test_the_pictures_are_small_and_shown() -> None:
    page = (ROOT / "docs/terminal-games.md").read_text(encoding="utf-8")
    assert {path.stem for path in PICTURES.iterdir()} == {*SIZES}
    assert sum(path.stat().st_size for path in PICTURES.iterdir()) < MOST_BYTES
    for name in SIZES:
        assert f"(pictures/terminal/{name}.txt)" in page
