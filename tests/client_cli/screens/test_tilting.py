"""Cards are tilted by key, by name and by the right button, until they have left."""

from typing import Any

import pytest
from textual.pilot import Pilot

from client_cli.screens.table.card_marks import CardMarker, signs
from client_cli.screens.table.drawing.card_renderer import Highlight
from client_cli.screens.table.drawing.table_renderer import draw
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.solo.game import SoloGame
from client_cli.state.card_marks import CardMarks, meant
from engine.games import GAMES, game
from engine.view import PileView, View
from protocol.rooms.watching import Tilt
from tests.client_cli.screens.made_up import MadeUpRoom
from tests.client_cli.screens.pilots import solo_app, table_page, text_of


def row(app: Any, card: str) -> str:
    return next(line for line in text_of(app).splitlines() if card in line)


async def press(pilot: Pilot[Any], *keys: str) -> None:
    await pilot.press(*keys)
    await pilot.pause()


async def test_t_tilts_what_is_picked_through_all_four_ways() -> None:
    app = solo_app("aces_up", 5)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        page = table_page(pilot)
        for sign, told in {"/": "dead", "-": "danger", "\\": "play first", "": "upright"}.items():
            await press(pilot, "a", "t")
            assert page.say.endswith(f" on a: {told}.")
            shown = page.marks.signs(page.view())
            assert shown == ({("tab.0", 1): sign} if sign else {})
            assert page.controller.selection.source is None


async def test_t_first_tells_what_tilts_mean_and_waits_for_a_name() -> None:
    app = solo_app("aces_up", 5)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "t")
        assert "/ dead, - danger" in text_of(app)
        await press(pilot, "b")
        page = table_page(pilot)
        assert page.marks.signs(page.view()) == {("tab.1", 1): "/"}
        await press(pilot, "t", "escape")
        assert "dead" not in text_of(app).splitlines()[-3]
        await press(pilot, "t", "d")
        assert page.marks.signs(page.view())["tab.3", 1] == "/"
        await press(pilot, "d", "d")  # thrown out
        assert page.marks.signs(page.view()) == {("tab.1", 1): "/"}


async def test_the_right_button_tilts_and_picks_nothing() -> None:
    app = solo_app("aces_up", 5)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        page = table_page(pilot)
        at = page.table.canvas.find("tab.2")
        assert at is not None
        await pilot.click(page.table, offset=at, button=3)
        await pilot.pause()
        assert page.marks.signs(page.view()) == {("tab.2", 1): "/"}
        assert page.controller.selection.source is None


async def test_in_a_race_marks_are_sent_and_come_back_with_the_table() -> None:
    room = MadeUpRoom("aces_up")
    async with room.racing() as (_, pilot):
        await press(pilot, "c", "t")
        await press(pilot, "c", "t")
        assert room.asked == ["mark tab.2 0 1", "mark tab.2 0 2"]
        room.table(marks=[Tilt(pile="tab.0", index=0, tilt=3)])
        await pilot.pause()
        page = table_page(pilot)
        assert page.marks.signs(page.view()) == {("tab.0", 1): "\\"}


@pytest.mark.parametrize("slug", ["aces_up", "auntie_allis", "kings", "uncle_remus"])
def test_every_tilt_is_seen_on_the_table(slug: str) -> None:
    rules = game(slug)
    view = rules.view(SoloGame(rules, 5).state)
    pile = {"auntie_allis": "op.0.3", "kings": "heap.4"}.get(slug, "tab.1")
    place = meant(view, pile, 0, whole=slug == "kings")
    assert place is not None
    drawn = []
    for tilt in (0, 1, 2, 3):
        marks = CardMarks()
        marks.tilt(view, place, tilt)
        lit = Highlight(tilts=signs(marks, view))
        for look in (TableStyle(), TableStyle(ascii=True, colour=False)):
            canvas = draw(rules, view, (80, 20), look, lambda _: "x", lit)
            drawn.append("\n".join(canvas.lines()))
    assert len(set(drawn)) == 8


def test_a_mark_is_gone_when_its_card_has_left_and_back_when_it_is_back() -> None:
    before = View({"tab.0": PileView(2, ["AS", "KH"])}, {})
    after = View({"tab.0": PileView(2, ["AS", "QD"])}, {})
    marks = CardMarks()
    marks.tilt(before, ("tab.0", 3), 1)
    marks.tilt(before, ("tab.0", None), 2)
    assert marks.signs(before) == {("tab.0", 1): "/", ("tab.0", 0): "-"}
    assert marks.signs(after) == {("tab.0", 0): "-"}
    assert marks.signs(before)["tab.0", 1] == "/"
    assert meant(before, "tab.0", 2, whole=False) == ("tab.0", 2)
    assert meant(View({"tab.0": PileView(0, [])}, {}), "tab.0", 0, whole=False) is None
    assert meant(View({"tab.0": PileView(4, [])}, {}), "tab.0", 0, whole=False) == ("tab.0", None)


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_the_legend_of_a_game_fits_its_line(slug: str) -> None:
    legend = CardMarker(game(slug)).legend
    assert len(legend) <= 78
    assert all(sign in legend for sign in ("/ ", "- ", "\\ "))
