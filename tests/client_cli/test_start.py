"""Startup: the first screen waits for nothing it can do without, and closing it frees
everything."""

import contextlib
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from textual._styles_cache import StylesCache

from client_cli import exit_codes
from client_cli.local.storage import Storage
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.home import QUIET, HomePage
from client_cli.screens.table import table_view
from client_cli.screens.table.drawing.canvas import Canvas
from client_cli.screens.table.drawing.table_renderer import draw
from client_cli.screens.widgets.list_page import ListPage
from tests.client_cli.command import COMMAND, NOBODY, environment
from tests.client_cli.screens.pilots import Clock, solo_app
from tests.harness import LIMIT_S

LONG_IN_COMING = (
    *("protocol.message", "pydantic", "typer", "websockets", "redis", "client_cli.state.session"),
    *("client_cli.net.connection", "client_cli.commands.tree", "engine.games.usk"),
)
UNUSED_AT_FIRST = (
    *("engine.races.record", "engine.racing_demon.game", "client_cli.solo.ghost", "wave"),
    *("client_cli.solo.winnable", "client_cli.text_mode.move_input", "protocol.reading"),
    *("engine.solver.solve", "client_cli.local.sounds", "client_cli.messages.grids"),
)
"""Modules that a game alone needs only after its first picture, or never."""
OF_GAMES = ("engine.game", "client_cli.messages.table_text")
FIRST_SCREEN = """
import asyncio, gc, sys
gc.set_threshold(0)  # main() sets another
from textual.app import App
from client_cli.commands import home
from client_cli.main import main

def collections():
    return sum(generation["collections"] for generation in gc.get_stats())

before = collections()

def shown(app, **_):
    async def first():
        async with app.run_test() as pilot:
            print(type(app.screen).__name__, collections() - before, *sys.modules)
    asyncio.run(first())

home.full_screen_fits, App.run = (lambda *_, **__: True), shown
main()
"""
"""A program that runs a command line as `patience` does. When the first page is shown, it prints
the class of the page, how often Python has looked for garbage, and the names of the modules that
were imported."""


@pytest.mark.parametrize(
    ("words", "shown", "missing"),
    [
        ([], "HomePage", (*LONG_IN_COMING, *OF_GAMES)),
        (["play", "klondike", "--deal", "5"], "SoloPage", (*LONG_IN_COMING, *UNUSED_AT_FIRST)),
        (["play", "aces-up"], "SoloPage", (*LONG_IN_COMING, *UNUSED_AT_FIRST)),
    ],
)
def test_the_first_screen_waits_for_no_long_import_and_no_search_for_garbage(
    words: list[str], shown: str, missing: tuple[str, ...], tmp_path: Path
) -> None:
    told = subprocess.run(
        [sys.executable, "-c", FIRST_SCREEN, *words],
        check=True,
        capture_output=True,
        text=True,
        env=environment(tmp_path),
    )
    page, collections, *modules = told.stdout.split()
    assert (page, collections) == (shown, "0")
    assert {*missing} & {*modules} == set()


async def test_a_table_is_drawn_once_for_its_first_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[object] = []

    def counted(*given: Any) -> Canvas:
        drawn.append(given)
        return draw(*given)

    monkeypatch.setattr(table_view, "draw", counted)
    async with solo_app("klondike", 5).run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert len(drawn) == 1


def test_keys_that_are_typed_during_the_start_reach_the_first_page(tmp_path: Path) -> None:
    """The key is typed before Python has begun; it leaves the home page."""
    terminal, its_end = pty.openpty()
    os.write(terminal, b"q")
    program = subprocess.Popen(
        COMMAND,
        stdin=its_end,
        stdout=its_end,
        stderr=its_end,
        env={**environment(tmp_path), "TERM": "xterm-256color"},
        start_new_session=True,
    )
    os.close(its_end)
    try:
        with contextlib.suppress(OSError):  # raised when the program has closed the terminal
            while os.read(terminal, 65_536):
                pass
        assert program.wait(LIMIT_S) == exit_codes.DONE
    finally:
        program.kill()
        program.wait()
        os.close(terminal)


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
