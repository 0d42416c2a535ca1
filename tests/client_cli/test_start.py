"""Startup: the first screen waits for nothing it can do without, and closing it frees
everything."""

import subprocess
import sys
from pathlib import Path

from textual._styles_cache import StylesCache

from client_cli.local.storage import Storage
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.home import QUIET, HomePage
from client_cli.screens.widgets.list_page import ListPage
from tests.client_cli.command import NOBODY
from tests.client_cli.screens.pilots import Clock, solo_app

LONG_IN_COMING = (
    *("protocol.message", "pydantic", "websockets", "client_cli.state.session"),
    *("engine.games", "client_cli.messages.table_text"),
)
FIRST_SCREEN = """
import asyncio, sys
from client_cli.commands import home
from client_cli.main import run
from client_cli.screens import home_entry

def shown(*_, **__):
    async def first():
        app = home_entry.PatienceApp(lambda _: home_entry.HomePage())
        async with app.run_test() as pilot:
            await pilot.pause()
            print(type(app.screen).__name__, *sys.modules)
    asyncio.run(first())

home.full_screen_fits, home_entry.run_home = (lambda *_, **__: True), shown
raise SystemExit(run([]))
"""
"""A program that shows the home page as `patience` does, and then prints the class of the page and
the names of the modules that were imported."""


def test_neither_the_command_nor_the_first_screen_imports_what_takes_long() -> None:
    told = subprocess.run(
        [sys.executable, "-c", FIRST_SCREEN], check=True, capture_output=True, text=True
    )
    page, *modules = told.stdout.split()
    assert page == "HomePage"
    assert {*LONG_IN_COMING} & {*modules} == set()


async def test_every_door_leads_to_a_page(tmp_path: Path) -> None:
    app = PatienceApp(lambda _: HomePage(), Storage(tmp_path), now=Clock(), server=NOBODY)
    async with app.run_test() as pilot:
        await pilot.pause()
        home = app.screen
        assert isinstance(home, HomePage)
        for name, _, through in home.entries[:-1]:
            if name == QUIET:  # it changes the view and stays
                continue
            through()
            await pilot.pause()
            assert app.screen is not home, name
            assert isinstance(app.screen, ListPage), name
            app.pop_screen()
            await pilot.pause()


async def test_a_box_that_is_closed_leaves_nothing_drawn_behind() -> None:
    drawn = StylesCache.get_inner_outer
    app = solo_app("aces_up", 5)
    async with app.run_test() as pilot:
        await pilot.press("r")
        await pilot.pause()
        assert drawn.cache_info().currsize > 0
        app.pop_screen()
        assert drawn.cache_info().currsize == 0
