"""What the tests of screens share: a stopped clock, the screen as text, and goldens."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual.app import App
from textual.pilot import Pilot

from client_cli.screens.app import PatienceApp
from client_cli.screens.page import Page
from client_cli.screens.pages.play import PlayPage
from client_cli.screens.pages.solo import SoloPage
from client_cli.screens.table.drawing.canvas import Place as Spotted
from client_cli.solo.game import SoloGame
from engine.games import game
from engine.table import State

GOLDENS = Path(__file__).with_name("goldens")


class Clock:
    """Milliseconds that pass only when told."""

    def __init__(self) -> None:
        self.ms = 1_000_000

    def __call__(self) -> int:
        return self.ms


def solo_app(slug: str, deal: int, tips: bool = False, **looks: Any) -> PatienceApp:
    solo = SoloGame(game(slug), deal)
    return PatienceApp(lambda _: SoloPage(solo, lambda: deal + 1, tips), now=Clock(), **looks)


def table_page(pilot: Pilot[Any]) -> PlayPage:
    page = pilot.app.screen
    assert isinstance(page, PlayPage)
    return page


def solo_state(pilot: Pilot[Any]) -> State[Any]:
    page = table_page(pilot)
    assert isinstance(page, SoloPage)
    return page.solo.state


async def click(pilot: Pilot[Any], place: Spotted, times: int = 1) -> None:
    """Click the top card of a place."""
    table = table_page(pilot).table
    at = table.canvas.find(place)
    assert at is not None, f"{place} is not drawn"
    await pilot.click(table, offset=at, times=times)
    await pilot.pause()


async def until(pilot: Pilot[Any], happened: Callable[[], bool]) -> None:
    """Let the program run until something has happened; the test's own limit ends a wait."""
    while not happened():
        await pilot.pause()


def shows(app: App[Any], page: type[Page]) -> bool:
    return isinstance(app.screen, page)


def text_of(app: App[Any]) -> str:
    """What a person sees, line by line."""
    strips = app.screen._compositor.render_strips(app.size)
    return "\n".join(strip.text.rstrip() for strip in strips) + "\n"


def check_golden(name: str, text: str) -> None:
    """Compare with the golden file; WRITE_GOLDENS=1 writes it anew, to be read before a commit."""
    path = GOLDENS / f"{name}.txt"
    if os.environ.get("WRITE_GOLDENS"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
