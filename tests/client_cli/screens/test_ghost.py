"""A race against a finished record, on the screen."""

from pathlib import Path

from client_cli.local.record_store import all_records
from client_cli.local.storage import Storage
from client_cli.screens.app import PatienceApp
from client_cli.screens.page import NoticeBox
from client_cli.screens.pages.ghost import GhostPage
from client_cli.solo.game import SoloGame
from client_cli.solo.ghost import RecordedGhost
from tests.client_cli.played import race
from tests.client_cli.screens.pilots import Clock, check_golden, shows, text_of, until


def ghost_app(storage: Storage, clock: Clock) -> PatienceApp:
    played = race()
    ghost = RecordedGhost.of(played, played.seats[1])
    solo = SoloGame(played.game, 0, ghost)
    return PatienceApp(lambda _: GhostPage(solo, ghost), storage, now=clock)


async def test_the_ghost_goes_on_beside_ones_own_table(tmp_path: Path) -> None:
    storage, clock = Storage(tmp_path), Clock()
    app = ghost_app(storage, clock)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Against Ben's ghost, unranked" in text_of(app)
        clock.ms += 30_000
        app.tick()
        await pilot.pause()
        check_golden("ghost-80x24", text_of(app))
        await pilot.press("u")
        assert "In this race no move is taken back." in text_of(app)
        await pilot.press("!")
        assert "no hints" in text_of(app)
        await pilot.press("x", "x")
        await until(pilot, lambda: isinstance(app.screen, NoticeBox))
        assert "Ben's ghost wins: " in text_of(app)
        assert [kept.record.ghost is not None for kept in all_records(storage)] == [True]
        await pilot.press("z")
        await until(pilot, lambda: shows(app, GhostPage))
        assert "0/48" in text_of(app)


async def test_at_the_bell_of_the_record_it_is_over(tmp_path: Path) -> None:
    storage, clock = Storage(tmp_path), Clock()
    app = ghost_app(storage, clock)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        clock.ms += 600_000
        app.tick()
        await until(pilot, lambda: isinstance(app.screen, NoticeBox))
        app.tick()
        [kept] = all_records(storage)
        assert kept.record.results[0].standing.reason == "timeout"
