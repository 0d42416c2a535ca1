"""Keys of the player's own: stored, told where they clash, and followed by the table, its key bar
and the help."""

import re
from pathlib import Path

import pytest

from client_cli import exit_codes
from client_cli.exit_codes import Failure
from client_cli.features import accounts
from client_cli.local import preferences
from client_cli.local.keymap import COMMANDS, own_keys
from client_cli.local.storage import Storage
from client_cli.screens.app import PatienceApp
from client_cli.screens.page import ReadingPage
from client_cli.screens.pages.account.keymap import KeymapPage
from client_cli.screens.pages.solo import SoloPage, new_deal
from client_cli.solo.game import SoloGame
from engine.games import game
from tests.client_cli.command import ROOT, patience
from tests.client_cli.screens.pilots import Clock, shows, text_of, until


def playing(storage: Storage, slug: str = "klondike") -> PatienceApp:
    solo = SoloGame(game(slug), 5)
    return PatienceApp(lambda _: SoloPage(solo, new_deal), storage, now=Clock())


async def test_the_table_its_key_bar_and_its_help_follow(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    accounts.choose(storage, ["keys.undo=f11", "keys.same_deal=f12", "keys.redo=ctrl+z"])
    app = playing(storage)
    async with app.run_test(size=(120, 40)) as pilot:
        page = app.screen
        assert isinstance(page, SoloPage)
        await pilot.press("space", "u")
        assert page.solo.tree.here == 1, "the default key has no meaning any more"
        await pilot.press("ctrl+u")
        assert page.solo.tree.here == 1
        assert "F11 undo" in text_of(app)
        await pilot.press("f11")
        assert page.solo.tree.here == 0
        await until(pilot, lambda: "^Z redo" in text_of(app))
        await pilot.press("ctrl+z")
        assert page.solo.tree.here == 1
        await pilot.press("?")
        await until(pilot, lambda: isinstance(app.screen, ReadingPage))
        help_page = str(app.screen.query_one("#page Static").render())
        assert "F11         undo" in help_page
        assert "F12         the same deal again" in help_page
        await pilot.press("escape", "f12")
        assert page.solo.moves == 0


async def test_a_key_of_every_page_can_be_another(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    accounts.choose(storage, ["keys.help=f12"])
    app = playing(storage)
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.press("f1")
        assert shows(app, SoloPage)
        await pilot.press("f12")
        await until(pilot, lambda: isinstance(app.screen, ReadingPage))
        assert "F12         this page" in str(app.screen.query_one("#page Static").render())


async def test_giving_up_is_confirmed_with_the_own_key(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    accounts.choose(storage, ["keys.give_up=ctrl+w"])
    app = playing(storage)
    async with app.run_test(size=(80, 30)) as pilot:
        page = app.screen
        assert isinstance(page, SoloPage)
        await pilot.press("ctrl+w")
        await until(pilot, lambda: "Press ^W again" in text_of(app))
        await pilot.press("ctrl+w")
        assert page.solo.state.over


async def test_keys_are_chosen_on_a_page_that_tells_conflicts(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    app = playing(storage)
    async with app.run_test(size=(120, 40)) as pilot:
        app.push_screen(KeymapPage())
        await pilot.pause()
        await pilot.press("enter", "k")
        assert "Letters and digits name piles" in text_of(app)
        await pilot.press("enter", "ctrl+y")
        assert "^Y is the key for: redo." in text_of(app)
        await pilot.press("enter", "f9")
        assert "F9 has a fixed meaning." in text_of(app)
        await pilot.press("enter", "escape")
        assert own_keys(preferences.chosen(storage)) == {}
        await pilot.press("enter", "backspace")
        assert own_keys(preferences.chosen(storage)) == {"undo": "backspace"}
        assert "undo (default u)" in text_of(app)
        await pilot.press("q")
        await until(pilot, lambda: "Backspace undo" in text_of(app))
        app.push_screen(KeymapPage())
        await pilot.pause()
        await pilot.press("delete")
        assert own_keys(preferences.chosen(storage)) == {}


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("keys.undo=u", "name piles"),
        ("keys.undo=7", "name piles"),
        ("keys.undo=?", "A key is"),
        ("keys.undo=f25", "A key is"),
        ("keys.undo=ctrl+p", "fixed meaning"),
        ("keys.undo=ctrl+i", "fixed meaning"),
        ("keys.undo=f10", "what was said"),
        ("keys.undo=ctrl+r", "rules"),
        ("keys.nothing=f11", "There is no command"),
        ("keys.nothing=", "There is no command"),
    ],
)
def test_what_is_no_key_is_told(typed: str, told: str, tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    with pytest.raises(Failure, match=told):
        accounts.choose(storage, [typed])
    assert own_keys(preferences.chosen(storage)) == {}


def test_two_commands_cannot_get_one_key(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    with pytest.raises(Failure, match="F11 is the key for: undo"):
        accounts.choose(storage, ["keys.undo=f11", "keys.redo=f11"])
    accounts.choose(storage, ["keys.redo=f11", "keys.hint=^y"])
    with pytest.raises(Failure, match=r"\^Y is the key for: hint"):
        accounts.choose(storage, ["keys.redo=default"])
    accounts.choose(storage, ["keys.hint=", "keys.redo="])
    assert own_keys(preferences.chosen(storage)) == {}


def test_the_command_lists_and_stores_keys(tmp_path: Path) -> None:
    assert patience(tmp_path, "options", "keys.undo=ctrl+z").code == exit_codes.USAGE
    both = patience(tmp_path, "options", "keys.same_deal=f11")
    assert both.code == exit_codes.DONE, both.err
    assert patience(tmp_path, "options", "keys.undo=ctrl+z").code == exit_codes.DONE
    listed = patience(tmp_path, "options", "keys")
    assert listed.out.splitlines()[0] == "keys.undo=ctrl+z  undo"
    (told,) = patience(tmp_path, "options", "keys", "--json").json()
    assert told["same_deal"] == "f11"
    assert len(told) == len(COMMANDS) + 1
    assert patience(tmp_path, "options", "keys.undo=default").code == exit_codes.DONE
    assert patience(tmp_path, "options", "keys").out.splitlines()[0] == "keys.undo=u  undo"


def test_the_examples_of_the_page_for_players_are_taken(tmp_path: Path) -> None:
    page = (ROOT / "docs/playing.md").read_text(encoding="utf-8")
    examples = re.findall(r"`patience options (keys\.[^`]+)`", page)
    assert len(examples) >= 3
    for n, typed in enumerate(examples):
        accounts.choose(Storage(tmp_path / str(n)), typed.split())


def test_keys_of_another_version_are_left_out() -> None:
    chosen = {"keys.undo": "hyper+u", "keys.redo": 7, "keys.later": "f11", "keys.hint": "f12"}
    assert own_keys(chosen) == {"hint": "f12"}
