"""What moves is shown moving, and nothing ever waits for it."""

from pathlib import Path

import pytest

from client_cli.local import preferences
from client_cli.local.storage import Storage
from client_cli.screens.table.animation import FLYING, MOST, SHOWN, MovedCard, moved
from client_cli.screens.table.drawing.canvas import Spot
from engine.view import PileView, View
from tests.client_cli.screens.made_up import MadeUpRoom
from tests.client_cli.screens.pilots import solo_app, solo_state, table_page, text_of


def seen(**piles: tuple[int, str]) -> View:
    return View({name: PileView(down, up.split()) for name, (down, up) in piles.items()}, {})


def test_a_card_that_goes_and_the_card_that_is_turned_under_it() -> None:
    before = seen(a=(2, "KS QH"), b=(0, "JD"))
    after = seen(a=(2, "KS"), b=(0, "JD QH"))
    assert moved(before, after) == [MovedCard("QH", Spot("a", 1), Spot("b", 1))]
    assert moved(after, before) == [MovedCard("QH", Spot("b", 1), Spot("a", 1))]
    before, after = seen(a=(2, "QH"), b=(0, "JD")), seen(a=(1, "9C"), b=(0, "JD QH"))
    assert moved(before, after) == [
        MovedCard("9C", None, Spot("a", 1)),
        MovedCard("QH", Spot("a", 1), Spot("b", 1)),
    ]


def test_cards_come_from_the_pile_that_has_grown_smaller_and_runs_go_together() -> None:
    before, after = (
        seen(a=(0, "2S"), b=(0, ""), stock=(9, "")),
        seen(a=(0, "2S 5H"), b=(0, "KC"), stock=(7, "")),
    )
    assert moved(before, after) == [
        MovedCard("5H", Spot("stock"), Spot("a", 1)),
        MovedCard("KC", Spot("stock"), Spot("b", 1)),
    ]
    before, after = seen(a=(0, "9S 8H 7C"), b=(0, "9C")), seen(a=(0, "9S"), b=(0, "9C 8H 7C"))
    assert moved(before, after) == [
        MovedCard("8H", Spot("a", 2), Spot("b", 2)),
        MovedCard("7C", Spot("a", 1), Spot("b", 1)),
    ]


def test_another_table_is_no_movement() -> None:
    cards = " ".join(f"{rank}S" for rank in "A23456789TJQK")
    long = f"{cards} AH 2H"
    assert len(long.split()) > MOST
    assert moved(seen(a=(0, "")), seen(a=(0, long))) == []
    assert moved(seen(a=(0, "KS QH")), seen(a=(0, "QH KS"))) == []


@pytest.fixture
def in_motion(monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames come only when a test says so."""
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "full")
    monkeypatch.setattr("client_cli.screens.table.table_view.FRAME_S", 1_000_000)


@pytest.mark.usefixtures("in_motion")
async def test_a_card_is_seen_on_its_way_and_then_has_a_sign_for_a_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with solo_app("aces_up", 5).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        page = table_page(pilot)
        still = page.table.canvas.lines()
        assert not page.table.flying()
        await pilot.press("d", "d")
        assert len(solo_state(pilot).piles[5].up) == 1, "the move was made at once"
        pictures = []
        while page.table.flying():
            pictures.append(page.table.canvas.lines())
            page.table.step()
        assert len(pictures) == SHOWN
        ways = ["\n".join(picture) for picture in pictures]
        assert all("▸4♠" in way for way in ways[:FLYING])
        assert len({way.index("▸4♠") for way in ways[:FLYING]}) == FLYING
        assert all("»4♠" in way for way in ways[FLYING:])
        landed = page.table.canvas.lines()
        assert landed not in (still, *pictures)
        await pilot.press("u")
        assert page.table.flying(), "a card taken back flies back"


@pytest.mark.usefixtures("in_motion")
async def test_no_key_and_no_news_waits_for_a_movement() -> None:
    async with solo_app("aces_up", 5).run_test(size=(80, 24)) as pilot:
        page = table_page(pilot)
        await pilot.press("d", "d")
        assert page.table.flying()
        await pilot.press("escape")
        assert not page.table.flying()
        await pilot.press("space")
        assert page.table.flying()
        page.redraw()
        assert page.table.flying(), "drawing the same again stops nothing"
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert not page.table.flying()
        assert "»" not in text_of(pilot.app)


@pytest.mark.usefixtures("in_motion")
async def test_what_a_race_tells_is_shown_moving_too() -> None:
    room = MadeUpRoom("uncle_remus")
    async with room.racing() as (_, pilot):
        page = table_page(pilot)
        await pilot.press("space")
        assert not page.table.flying(), "nobody knows the cards yet"
        room.settle()
        await pilot.pause()
        assert page.table.flying()
        page.table.land()
        assert not page.table.flying()


@pytest.mark.usefixtures("in_motion")
async def test_movement_can_be_switched_off(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    preferences.merge(storage, [preferences.read_choice("movement=off", storage)])
    app = solo_app("aces_up", 5, storage=storage)
    async with app.run_test() as pilot:
        await pilot.press("d", "d")
        assert not table_page(pilot).table.flying()
        preferences.merge(storage, [preferences.read_choice("movement=on", storage)])
        app.take_choices()
        await pilot.press("question_mark", "escape", "space")
        assert table_page(pilot).table.flying(), "options hold when one is back"


async def test_space_asks_once_while_a_card_can_still_be_played(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    preferences.merge(storage, [preferences.read_choice("space=asks", storage)])
    async with solo_app("uncle_remus", 3, storage=storage).run_test() as pilot:
        page = table_page(pilot)
        while not page.picker().remains():
            await pilot.press("space")
        before = page.state()
        await pilot.press("space")
        assert page.say == "A card can still be played. Space again: deal."
        await pilot.press("escape", "space")
        assert page.state() is before, "another key in between forgets it"
        await pilot.press("space")
        assert page.state() is not before
    async with solo_app("demon", 3, storage=storage).run_test() as pilot:
        page, before = table_page(pilot), solo_state(pilot)
        await pilot.press("space")
        assert page.state() is not before, "what can be turned again needs no question"
