"""A server that goes while pages follow what it tells: they say so, and go on when it is back."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from client_cli.local.storage import Storage
from client_cli.messages.race_terms import plan
from client_cli.net.room_client import RoomClient, now_ms
from client_cli.screens.pages.crowns.crowns import CrownsPage
from client_cli.screens.pages.home import HomePage
from client_cli.screens.pages.leaderboards import BoardPage
from client_cli.screens.pages.server_page import DOWN, ServerPage
from client_cli.screens.pages.tournaments.tournament_page import TournamentPage
from client_cli.screens.pages.tournaments.tournament_wall import WallPage
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.screens.widgets.standings import bell
from engine.games import game
from tests.client_cli.screens.pilots import shows, text_of, until
from tests.client_cli.screens.test_account_pages import at_home
from tests.harness import LIMIT_S, ServerProcess


@pytest.mark.processes
async def test_every_page_that_follows_something_says_that_the_line_is_down(
    tmp_path: Path, server: ServerProcess
) -> None:
    async with at_home(tmp_path / "one", server.url) as anna, asyncio.timeout(LIMIT_S):
        await anna.claims("Anna")
        await anna.opens("Tournaments")
        await anna.sees("n makes one")
        await anna.pilot.press("n")
        await anna.fills("Friday", "surprise:1", "no")
        await until(anna.pilot, lambda: shows(anna.app, TournamentPage))
        await anna.sees("a draft")
        tournament = anna.app.screen
        assert isinstance(tournament, TournamentPage)
        wall, board, crowns = WallPage(tournament.code), BoardPage("aces_up"), CrownsPage()
        pages: list[ServerPage] = [tournament, board, crowns]
        for page in (wall, board, crowns):
            anna.app.push_screen(page)

        def followed() -> bool:
            return bool(board.board and crowns.told and wall.known)

        await until(anna.pilot, followed)
        await server.kill()
        await until(anna.pilot, lambda: all(page.say == DOWN for page in pages))
        await anna.sees(DOWN)
        await anna.pilot.press("x", "m", "down", "f1", "escape")
        assert shows(anna.app, CrownsPage), "nothing was lost"
        await server.start()
        await until(anna.pilot, lambda: not any(page.say == DOWN for page in pages))
        await anna.pilot.press("escape", "escape")
        await until(anna.pilot, lambda: shows(anna.app, WallPage))
        await until(anna.pilot, lambda: DOWN not in " ".join(text_of(anna.app).split()))
        await server.kill()
        await anna.sees(DOWN)
        await anna.pilot.press("escape", "escape", "escape")
        assert shows(anna.app, HomePage)


@pytest.mark.processes
async def test_the_bell_stands_while_the_server_is_away_and_is_told_anew(
    tmp_path: Path, server: ServerProcess
) -> None:
    changed = asyncio.Event()
    line = RoomClient(
        server.url, Storage(tmp_path), lambda _: changed.set(), lambda _: changed.set()
    )

    async def until_clock(holds: Callable[[], bool]) -> None:
        while not holds():
            changed.clear()
            await changed.wait()

    async with asyncio.timeout(LIMIT_S), line:
        session, clock = line.session, line.session.clock
        await line.create(plan(game("aces_up"), "30m", None), "Anna")
        await line.ready()
        await line.start()
        await until_clock(lambda: session.status == "running")
        await server.kill()
        await until_clock(lambda: clock.held)
        seen = clock.bell_in_ms(now_ms())
        assert seen == clock.bell_in_ms(now_ms() + 60_000), "nobody knows how much has passed"
        assert "?" in bell(session, TableStyle(), now_ms())
        await server.start()
        await until_clock(lambda: not clock.held)
        assert clock.bell_in_ms(now_ms() + 60_000) != clock.bell_in_ms(now_ms()), "it runs again"
