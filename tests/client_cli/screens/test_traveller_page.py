"""The traveller of a deal on the full screen, from the history, the results and the daily deals."""

from pathlib import Path

import pytest

from client_cli.features import daily
from client_cli.local.record_store import keep_race
from client_cli.local.storage import Storage
from client_cli.screens.app import PatienceApp
from client_cli.screens.page import ReadingPage
from client_cli.screens.pages.daily import DailyPage
from client_cli.screens.pages.history import HistoryPage
from client_cli.screens.pages.rooms.results import ResultsPage
from tests.client_cli.command import NOBODY
from tests.client_cli.played import alone as played_alone
from tests.client_cli.screens.made_up import MadeUpRoom
from tests.client_cli.screens.pilots import Clock, shows, text_of, until
from tests.harness import ServerProcess, client
from tests.server.archive.test_ghosts import alone


@pytest.mark.processes
async def test_from_the_history(server: ServerProcess, tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    async with client(server.url) as ann:
        race = await alone(ann)
        keep_race(storage, server.url, (await ann.ask("get_record", race=race))["record"], 0)
    app = PatienceApp(lambda _: HistoryPage(), storage, now=Clock(), server=server.url)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "e everybody" in text_of(app))
        await pilot.press("e")
        await until(pilot, lambda: isinstance(app.screen, ReadingPage))
        assert "Everybody on this deal: Klondike, 1 try" in text_of(app)
        assert "1. Ann: " in text_of(app)


async def test_a_game_alone_is_known_to_no_server(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.save_record("aces_up-7", played_alone("aces_up", 7))
    app = PatienceApp(lambda _: HistoryPage(), storage, now=Clock(), server=NOBODY)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await pilot.press("e")
        await until(pilot, lambda: "The server can be asked about a race" in text_of(app))


@pytest.mark.processes
async def test_from_the_results(
    server: ServerProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server does not know this made-up room, which is said on the page."""
    monkeypatch.setenv("PATIENCE_SERVER", server.url)
    room = MadeUpRoom("aces_up")
    async with room.racing(storage=Storage(tmp_path)) as (app, pilot):
        room.over()
        await until(pilot, lambda: shows(app, ResultsPage))
        assert "e everybody" in text_of(app)
        await pilot.press("e")
        await until(pilot, lambda: "There is no room with that code." in text_of(app))


def test_the_day_before() -> None:
    assert daily.day_before("daily-2026-12-01-long") == "daily-2026-11-30-long"
    assert daily.day_before("daily-2028-03-01-sprint") == "daily-2028-02-29-sprint"


@pytest.mark.processes
async def test_from_the_daily_deals(server: ServerProcess, tmp_path: Path) -> None:
    app = PatienceApp(lambda _: DailyPage(), Storage(tmp_path), now=Clock(), server=server.url)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "e everybody, yesterday" in text_of(app))
        await pilot.press("e")
        await until(pilot, lambda: "There is no such daily deal." in text_of(app))
