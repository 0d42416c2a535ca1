"""The pictures of the browser client exist, with the stated width, and are shown."""

import re

from engine.games import GAMES
from tests.docs.png import size_of
from tests.docs.web_pictures import OTHERS, PAGE, PICTURES, WIDTHS, table_of_games

MOST_BYTES = 4_000_000
SHOWN = re.compile(r"\(pictures/web/([\w-]+)\.png\)")


def _names() -> set[str]:
    games = {f"{slug}-{width}" for slug in GAMES for width in WIDTHS.values()}
    return games | {f"{name}-{WIDTHS[at]}" for name, places in OTHERS.items() for at in places}


def test_the_page_shows_every_picture_there_is() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert set(SHOWN.findall(page)) == _names() == {path.stem for path in PICTURES.iterdir()}
    assert page.endswith(table_of_games())


def test_every_picture_is_as_wide_as_its_name_says() -> None:
    for name in _names():
        width, height = size_of((PICTURES / f"{name}.png").read_bytes())
        assert str(width) == name.rpartition("-")[2]
        assert height > 500


def test_all_of_them_together_are_small() -> None:
    assert sum(path.stat().st_size for path in PICTURES.iterdir()) < MOST_BYTES
