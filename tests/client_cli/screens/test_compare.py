"""Two finished games on one clock, on the screen."""

from pathlib import Path

import pytest

from client_cli.local.record_store import keep_race
from client_cli.local.storage import Storage
from client_cli.screens.app import PatienceApp
from client_cli.screens.page import ReadingPage
from client_cli.screens.pages.compare import ComparePage
from client_cli.screens.pages.rooms.results import ResultsPage
from engine.games import GAMES
from engine.races.timeline import first_difference
from protocol import from_server as said
from tests.client_cli.played import race
from tests.client_cli.screens.made_up import MadeUpRoom
from tests.client_cli.screens.pilots import check_golden, shows, text_of, until

RACE = race()


def compared(slug: str = "aces_up") -> PatienceApp:
    played = race(slug)
    return PatienceApp(lambda _: ComparePage(played, *played.seats))


async def test_step_to_where_they_part_and_to_the_end() -> None:
    parting = first_difference(*RACE.seats)
    assert parting is not None
    app = compared()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "The deal." in text_of(app)
        await pilot.press("d")
        await pilot.pause()
        check_golden("compare-80x24", text_of(app))
        page = app.screen
        assert isinstance(page, ComparePage)
        assert page.ms == parting.ms
        at = page.reel.step
        await pilot.press("right", "left", "left")
        assert page.reel.step == at - 1
        await pilot.press("end", "right")
        assert page.ms == RACE.ended_ms
        await pilot.press("pageup")
        assert page.ms <= RACE.ended_ms - 10_000
        await pilot.press("home", "left")
        assert page.ms == 0
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, ReadingPage))
        assert "progress at the end" in text_of(app)


@pytest.mark.parametrize("slug", GAMES)
async def test_every_game_is_seen_whole_or_one_at_a_time(slug: str) -> None:
    app = compared(slug)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("end")
        await pilot.pause()
        names = [name for name in ("Ann", "Ben") if f"{name} " in text_of(app).splitlines()[1]]
        if names == ["Ann"]:
            await pilot.press("tab")
            await pilot.pause()
            assert "Ben " in text_of(app).splitlines()[1]
        else:
            assert names == ["Ann", "Ben"]


async def test_from_the_results_and_back(tmp_path: Path) -> None:
    storage, room = Storage(tmp_path), MadeUpRoom("aces_up")
    async with room.racing(storage=storage) as (app, pilot):
        room.over()
        await until(pilot, lambda: shows(app, ResultsPage))
        await pilot.press("v")
        assert "has not come" in text_of(app)
        keep_race(storage, "ws://here/ws", RACE.to_json(), 0)
        await pilot.press("s")
        await pilot.pause()
        assert "Crown Patience, Aces Up, KQ7-4TX-1" in text_of(app)
        assert "Esc closes" in text_of(app)
        await pilot.press("escape", "c")
        await until(pilot, lambda: isinstance(app.screen, ReadingPage))
        assert "PASS  digest" in text_of(app)
        await pilot.press("escape", "v")
        await until(pilot, lambda: shows(app, ComparePage))
        room.event(said.Presence, seat=1, here=False)
        await pilot.pause()
        assert shows(app, ComparePage), "news does not take it away"
        await pilot.press("q")
        await until(pilot, lambda: shows(app, ResultsPage))
        await pilot.press("v")
        await until(pilot, lambda: shows(app, ComparePage))
        room.event(said.NextRace, race=room.race(2))
        await until(pilot, lambda: not shows(app, ComparePage))
