"""A server that goes while pages follow what it tells: they say so, and go on when it is back."""

import asyncio
from pathlib import Path

import pytest

from client_cli.screens.asking import DOWN, AskingPage
from client_cli.screens.boards_page import BoardPage
from client_cli.screens.crowns_page import CrownsPage
from client_cli.screens.home import HomePage
from client_cli.screens.tournament_page import TournamentPage
from client_cli.screens.tournament_wall import WallPage
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
        await anna.fills("Friday", "surprise:1")
        await until(anna.pilot, lambda: shows(anna.app, TournamentPage))
        await anna.sees("a draft")
        tournament = anna.app.screen
        assert isinstance(tournament, TournamentPage)
        wall, board, crowns = WallPage(tournament.code), BoardPage("aces_up"), CrownsPage()
        pages: list[AskingPage] = [tournament, board, crowns]
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
