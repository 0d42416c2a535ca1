"""The pictures of README.md and docs/playing.md, made by the program itself.

    make pictures

writes `docs/pictures/`. Deals, clocks and rivals are fixed, so making them again changes nothing
unless the screens have changed; a test says when they have.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import textual.constants

from client_cli.local.storage import Storage
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.crowns.crowns import CrownsPage
from client_cli.screens.pages.home import HomePage
from client_cli.screens.pages.solo import SoloPage
from client_cli.screens.pages.tournaments.tournament_wall import WallPage
from client_cli.solo.game import SoloGame
from client_cli.tournament.state import KnownTournament
from engine.cards import deal_number_seed
from engine.computer_players.player import Player
from engine.games import game
from engine.table import State
from tests.client_cli.command import NOBODY
from tests.client_cli.screens.made_up import MadeUpRoom
from tests.client_cli.screens.pilots import Clock, text_of, until
from tests.client_cli.screens.test_common_table import later, sitting
from tests.client_cli.test_crowns import between
from tests.client_cli.tournament_made import CODE, racing
from tests.docs.svg import svg
from tests.harness import ROOT

PICTURES = ROOT / "docs" / "pictures"
DEAL = 7
MOVEMENT = "TEXTUAL_ANIMATIONS"


def after(slug: str, moves: int) -> tuple[State[Any], list[Any]]:
    """A position the greedy player has come to, and how."""
    rules = game(slug)
    state = rules.deal(rules.pack(deal_number_seed(DEAL)))
    made: list[Any] = []
    player = Player(rules, "greedy", Random(DEAL).randrange, 50)
    while len(made) < moves and not state.over:
        made.append(player.move(state))
        state = rules.play(state, made[-1]).state
    return state, made


def picture(app: PatienceApp, title: str) -> str:
    return svg(app.screen._compositor.render_strips(app.size), title)


async def home() -> str:
    """The first screen."""
    with TemporaryDirectory() as folder:
        app = PatienceApp(lambda _: HomePage(), Storage(Path(folder)), now=Clock(), server=NOBODY)
        async with app.run_test(size=(80, 32)) as pilot:
            await pilot.pause()
            return picture(app, "Crown Patience: the first screen")


async def table() -> str:
    """Seven and Sixes alone, with a card chosen and two that are tilted."""
    solo = SoloGame(game("seven_and_sixes"), DEAL)
    _, moves = after("seven_and_sixes", 39)
    app = PatienceApp(lambda _: SoloPage(solo, lambda: DEAL, tips=False), now=Clock())
    async with app.run_test(size=(112, 26)) as pilot:
        await pilot.pause()
        page = app.screen
        assert isinstance(page, SoloPage)
        for move in moves:
            page.make(move)
            assert isinstance(app.now, Clock)
            app.now.ms += 9_500
        page.redraw()
        for letters in ("et", "mt", "mt"):
            await pilot.press(*letters)
        await pilot.press(_source(page))
        await pilot.pause()
        return picture(app, "Seven and Sixes, alone: a set is picked up, its places are lit")


def _source(page: SoloPage) -> str:
    """The letter of the column that may go to the most others."""
    sources = [m.src for m in page.game.legal(page.state()).moves if hasattr(m, "dst")]
    best = max(sources, key=sources.count)
    return "abcdefghijklm"[int(best.split(".")[1])]


async def race() -> str:
    """Auntie Allis against four others."""
    room = MadeUpRoom("auntie_allis", ["Ann", "Ben", "Cleo", "Dora", "Emil"])
    async with room.racing((80, 24)) as (app, pilot):
        room.state, moves = after("auntie_allis", 40)
        room.ply = len(moves)
        room.now.ms += 161_000
        room.table()
        value = room.rules.progress(room.state)
        for seat, best in enumerate((value, value + 9, value - 6, value + 3, 19)):
            room.progress(seat, best, "lost" if seat == 4 else None)
        app.settle([])
        await pilot.press("c")
        await pilot.pause()
        return picture(app, "A race at Auntie Allis: one's own table, and the others in numbers")


async def common_table() -> str:
    """A round of Racing Demon, with a pile picked up."""
    async with sitting((104, 30)) as (room, pilot):
        await later(room, pilot, 150)
        await pilot.press("b")
        await pilot.pause()
        assert isinstance(pilot.app, PatienceApp)
        return picture(pilot.app, "Racing Demon: three computer players, the middle, own piles")


async def crowns() -> str:
    """Between two games of a Triple Crown."""
    with TemporaryDirectory() as folder:
        storage = Storage(Path(folder))
        app = PatienceApp(lambda _: HomePage(), storage, now=Clock(), server=NOBODY)
        async with app.run_test(size=(80, 24)) as pilot:
            page = CrownsPage()
            app.push_screen(page)
            await pilot.pause()
            page._take(between())
            assert isinstance(app.now, Clock)
            app.now.ms += 20_000
            page.tick()
            await pilot.pause()
            return picture(app, "A run for the Triple Crown, between two games")


async def wall() -> str:
    """A tournament on a big screen, while a round is raced."""
    with TemporaryDirectory() as folder:
        storage = Storage(Path(folder))
        app = PatienceApp(lambda _: HomePage(), storage, now=Clock(), server=NOBODY)
        async with app.run_test(size=(80, 24)) as pilot:
            page = WallPage(CODE)
            app.push_screen(page)
            await until(pilot, lambda: "No server answers" in text_of(app))
            page.take(KnownTournament(racing(), app.now()))
            await pilot.pause()
            return picture(app, "A tournament on the wall, while a round is raced")


ALL: dict[str, Callable[[], Awaitable[str]]] = {
    "home": home,
    "table": table,
    "race": race,
    "common_table": common_table,
    "crowns": crowns,
    "wall": wall,
}


async def make(name: str) -> str:
    """One picture."""
    return await ALL[name]()


def main() -> None:
    """Write all of them, with nothing moving in them."""
    setattr(textual.constants, MOVEMENT, "none")
    PICTURES.mkdir(exist_ok=True)
    for name in ALL:
        (PICTURES / f"{name}.svg").write_text(asyncio.run(make(name)), encoding="utf-8")


if __name__ == "__main__":
    main()
