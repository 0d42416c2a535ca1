"""The first screen: from nothing to a dealt game, and wishes that need a server."""

from pathlib import Path

import pytest
from textual import events

from client_cli.local.storage import Storage
from client_cli.screens.app import PatienceApp
from client_cli.screens.page import ReadingPage
from client_cli.screens.pages.games import GamesPage
from client_cli.screens.pages.home import HomePage
from client_cli.screens.pages.solo import SoloPage
from client_cli.screens.pending_action import PendingAction
from client_cli.screens.widgets.form import Form
from engine.cards import LAST_DEAL_NUMBER
from engine.games import GAMES
from tests.client_cli.screens.pilots import Clock, check_golden, shows, text_of, until


def home(storage: Storage | None = None) -> PatienceApp:
    return PatienceApp(lambda _: HomePage(), storage, now=Clock())


async def test_two_enters_deal_aces_up() -> None:
    app = home()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        check_golden("home-80x24", text_of(app))
        await pilot.press("enter")
        await pilot.pause()
        check_golden("games-80x24", text_of(app))
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, SoloPage)
        assert app.screen.game.slug == "aces_up"
        assert "letter" in text_of(app), "a first tip"
        await pilot.press("q")
        await pilot.pause()
        assert shows(app, HomePage)
        await pilot.press("q")
        await pilot.pause()
    assert app.return_value == 0


async def test_the_largest_deal_number_is_told_in_full() -> None:
    app = home()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter", "d")
        await until(pilot, lambda: isinstance(app.screen, Form))
        assert str(LAST_DEAL_NUMBER) in text_of(app)
        await pilot.press(*"8", "enter")
        await until(pilot, lambda: shows(app, SoloPage))
        assert "deal 8 " in text_of(app)


async def test_a_host_names_the_game_and_himself(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.remember_name("Ann")
    app = home(storage)
    async with app.run_test() as pilot:
        await pilot.press("down", "enter", "enter", "enter")
        await pilot.pause()
    assert app.return_value == PendingAction("host", game="aces_up", name="Ann")


async def test_a_guest_types_the_code_as_it_was_said() -> None:
    app = home()
    async with app.run_test() as pilot:
        await pilot.press("down", "down", "enter", "enter", *"kq7", "enter")
        assert "six letters" in text_of(app)
        await pilot.press("minus", *"4tx", "enter", *"Bob", "enter")
        await pilot.pause()
    assert app.return_value == PendingAction("join", code="KQ74TX", name="Bob")


async def test_a_whole_link_will_do() -> None:
    link = "http://there:8765/j/KQ7-4TX/WORD"
    app = home()
    async with app.run_test() as pilot:
        await pilot.press("down", "down", "enter", "enter", *link, "enter", *"Bob", "enter")
        await pilot.pause()
    assert app.return_value == PendingAction("join", code=link, name="Bob")


async def test_a_watcher_needs_the_code_alone_and_escape_goes_back() -> None:
    app = home()
    async with app.run_test() as pilot:
        await pilot.press("down", "down", "down", "enter", "enter", "escape", "escape")
        assert shows(app, HomePage)
        await pilot.press("enter", "enter", *"KQ74TX", "enter")
        await pilot.pause()
    assert app.return_value == PendingAction("watch", code="KQ74TX")


async def test_rules_of_any_game_and_a_click_on_a_door() -> None:
    app = home()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        rules = next(i for i, line in enumerate(text_of(app).splitlines()) if "Rules" in line)
        await pilot.click("#list", offset=(6, rules - 1))
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, ReadingPage)


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (30, 8), (20, 5)])
async def test_every_door_and_every_game_is_reached_in_any_window(size: tuple[int, int]) -> None:
    app = home()
    async with app.run_test(size=size) as pilot:
        for door in ("Play alone", "Join a race", "Options", "Quit"):
            page = app.screen
            assert isinstance(page, HomePage)
            names = [row.words.strip() for row in page.rows()]
            await pilot.press("home", *["down"] * names.index(door))
            await pilot.pause()
            assert f"▸ {door}" in text_of(app)
        await pilot.press("home", "enter", "end")
        await pilot.pause()
        assert shows(app, GamesPage)
        assert "▸ Usk Patience" in text_of(app)
        await pilot.press("down")
        await pilot.pause()
        assert "▸ Auntie Allis" in text_of(app)
        await pilot.press("escape", "home", "down", "down", "enter", "enter")
        await pilot.pause()
        assert isinstance(app.screen, Form)


async def test_the_wheel_rolls_a_list_and_a_page_to_their_ends() -> None:
    app = home()
    async with app.run_test(size=(60, 12)) as pilot:
        await pilot.pause()
        entries = app.screen
        assert isinstance(entries, HomePage)

        def wheel(kind: type[events.MouseEvent], times: int) -> None:
            for _ in range(times):
                app.post_message(kind(None, 9, 5, 0, 0, 0, False, False, False, 9, 5))

        wheel(events.MouseScrollDown, 3)
        await until(pilot, lambda: entries.at == 3)
        wheel(events.MouseScrollDown, 30)
        await until(pilot, lambda: entries.at == len(entries.entries) - 1)
        wheel(events.MouseScrollUp, 40)
        await until(pilot, lambda: entries.at == 0)
        entries.read_rules(GAMES["kings"])
        await until(pilot, lambda: bool(app.screen.query("#page")))
        page = app.screen.query_one("#page")
        wheel(events.MouseScrollDown, 2)
        await until(pilot, lambda: page.scroll_offset.y > 0)


async def test_computer_players_are_chosen_before_the_deal() -> None:
    app = home()
    async with app.run_test(size=(80, 24)) as pilot:
        page = app.screen
        assert isinstance(page, HomePage)
        names = [row.words.strip() for row in page.rows()]
        await pilot.press("home", *["down"] * names.index("Racing Demon"), "enter")
        await pilot.press("down", "right", "down", "enter", "down", "left", "home", "enter")
        await pilot.pause()
    chosen = (("bots", "4"), ("strength", "ahead"), ("pace", "slow"))
    assert app.return_value == PendingAction("practise", terms=chosen)
