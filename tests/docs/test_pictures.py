"""The pictures of README.md and docs/playing.md equal what the program draws.

`make pictures` makes them again.
"""

from xml.etree import ElementTree

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tests.docs.pictures import ALL, PICTURES, make
from tests.docs.svg import svg
from tests.docs.test_docs import ROOT

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")


async def test_making_a_picture_again_changes_nothing() -> None:
    drawn = await make("table")
    assert drawn == (PICTURES / "table.svg").read_text(encoding="utf-8")


def test_every_picture_is_there_small_and_shown_to_newcomers() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    playing = (ROOT / "docs/playing.md").read_text(encoding="utf-8")
    assert {path.stem for path in PICTURES.glob("*.svg")} == {*ALL}
    for name in ALL:
        path = PICTURES / f"{name}.svg"
        assert ElementTree.parse(path).getroot().tag == f"{SVG}svg"
        assert path.stat().st_size < 40_000
        assert f"(docs/pictures/{name}.svg)" in readme or f"(pictures/{name}.svg)" in playing


def test_a_picture_has_every_character_in_its_place() -> None:
    plain, card = (
        Style(color="#ffffff", bgcolor="#000000"),
        Style(color="#ff0000", bgcolor="#eeeeee"),
    )
    row = [Segment("a  <b", plain), Segment("10♥", card), Segment("  ", plain)]
    root = ElementTree.fromstring(svg([Strip(row)], "A & b"))
    first, second = root.iter(f"{SVG}text")
    assert (first.text, first.get("textLength"), first.get("x")) == ("a\u00a0\u00a0<b", "45", "9")
    assert second.text == "10♥\ufe0e"
    assert second.get("x") == "54 63 72"
    ground = [box.attrib for box in root.iter(f"{SVG}rect")][1]
    assert (ground["x"], ground["width"], ground["fill"]) == ("54", "27", "#eeeeee")
