"""Options on the screen: what alters a deal asks, redeals, and is frozen in a race."""

from pathlib import Path

from client_cli.features import accounts
from client_cli.local import preferences
from client_cli.local.storage import Storage
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.account.keymap import KeymapPage
from client_cli.screens.pages.account.options import FROZEN, SURE, OptionsPage
from client_cli.screens.pages.home import HomePage
from client_cli.screens.pages.solo import SoloPage
from client_cli.screens.widgets.list_page import ListPage
from tests.client_cli.screens.made_up import MadeUpRoom
from tests.client_cli.screens.pilots import Clock, shows, text_of, until

COLUMNS = "Uncle Remus, columns"


def row_of(page: object, words: str) -> int:
    assert isinstance(page, ListPage)
    return next(i for i, row in enumerate(page.rows()) if row.words.startswith(words))


def cursor_of(page: object) -> int:
    assert isinstance(page, ListPage)
    return page.at


async def test_an_option_of_the_game_in_front_of_one_asks_and_redeals(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    app = PatienceApp(lambda _: HomePage(), storage, now=Clock())
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_table("uncle_remus", deal=7)
        await pilot.pause()
        app.push_screen(OptionsPage())
        await pilot.pause()
        at = row_of(app.screen, COLUMNS)
        await pilot.press("home", *["down"] * at, "enter")
        assert SURE[:40] in text_of(app)
        assert preferences.usual_options(storage, "uncle_remus") == [], "not yet"
        await pilot.press("up", "down", "enter")
        assert preferences.usual_options(storage, "uncle_remus") == [], "another key keeps it"
        await pilot.press("enter")
        assert preferences.usual_options(storage, "uncle_remus") == ["columns=9"]
        await pilot.press("q")
        await pilot.pause()
        page = app.screen
        assert isinstance(page, SoloPage)
        assert page.game.chosen["columns"] == 9
        assert page.solo.number == 7
        await pilot.press("q")
        await pilot.pause()
        assert shows(app, HomePage)


async def test_the_key_of_the_page_of_keys_moves_no_cursor(tmp_path: Path) -> None:
    app = PatienceApp(lambda _: OptionsPage(), Storage(tmp_path), now=Clock())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "down")
        assert cursor_of(app.screen) == 2
        await pilot.press("k")
        await until(pilot, lambda: shows(app, KeymapPage))
        await pilot.press("j", "j", "k")
        assert cursor_of(app.screen) == 1, "a page without a key k moves its cursor by it"


async def test_the_game_of_a_race_keeps_its_options(tmp_path: Path) -> None:
    room, storage = MadeUpRoom("uncle_remus"), Storage(tmp_path)
    async with room.sitting(storage=storage) as (app, pilot):
        app.push_screen(OptionsPage())
        await pilot.pause()
        at = row_of(app.screen, COLUMNS)
        await pilot.press("home", *["down"] * at, "right")
        assert FROZEN in text_of(app)
        assert preferences.usual_options(storage, "uncle_remus") == []
        await pilot.press("home", "right")
        assert preferences.choice(storage, "theme") == "night", "how it looks is one's own"


async def test_a_switch_of_a_game_is_on_or_off(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    accounts.choose(storage, ["accordion.compulsory=false"])
    app = PatienceApp(lambda _: OptionsPage(), storage, now=Clock())
    async with app.run_test(size=(80, 40)):
        shown = [" ".join(line.split()) for line in text_of(app).splitlines()]
    assert any("Accordion, compulsory off" in line for line in shown)
    assert any("Aces Up, must fill on" in line for line in shown)


async def test_of_tones_it_is_said_whether_they_can_be_heard(tmp_path: Path) -> None:
    app = PatienceApp(lambda _: OptionsPage(), Storage(tmp_path), now=Clock())
    async with app.run_test(size=(80, 24)) as pilot:
        at = row_of(app.screen, "Sounds")
        await pilot.press("home", *["down"] * at)
        assert "Tones are" in text_of(app)
