"""What has been played, on the screen: seen again, compared, checked, raced as a ghost."""

from pathlib import Path

import pytest

from client_cli.local.record_store import all_records, keep_race
from client_cli.local.storage import Storage
from client_cli.screens.app import PatienceApp
from client_cli.screens.page import ReadingPage
from client_cli.screens.pages.compare import ComparePage
from client_cli.screens.pages.ghost import GhostPage
from client_cli.screens.pages.history import HistoryPage
from client_cli.screens.pages.post_game import ContestantPage
from client_cli.screens.pages.stats import StatsPage
from engine.solver.analysis import read
from tests.client_cli.command import NOBODY
from tests.client_cli.played import alone, race
from tests.client_cli.screens.pilots import Clock, shows, text_of, until


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    """A game alone, and a race of three."""
    storage = Storage(tmp_path)
    storage.save_record("aces_up-7", alone("aces_up", 7))
    keep_race(storage, NOBODY, race("aces_up", ("Ann", "Ben", "Cleo")).to_json(), 0)
    return storage


def history(storage: Storage) -> PatienceApp:
    return PatienceApp(lambda _: HistoryPage(), storage, now=Clock(), server=NOBODY)


async def test_nothing_has_been_played_yet(tmp_path: Path) -> None:
    app = history(Storage(tmp_path))
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("enter", "g", "c")
        await pilot.pause()
        assert "There is no record yet" in text_of(app)
        await pilot.press("t")
        await until(pilot, lambda: isinstance(app.screen, StatsPage))
        await until(pilot, lambda: "You have finished no game yet." in text_of(app))


@pytest.mark.parametrize("size", [(120, 24), (80, 24), (40, 16)])
async def test_the_latest_game_comes_first(storage: Storage, size: tuple[int, int]) -> None:
    app = history(storage)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        shown = text_of(app)
        assert "KQ7-4TX-1" in shown
        assert "c compare" in shown
        await pilot.press("down")
        await pilot.pause()
        assert "aces_up-7" in text_of(app)
        assert "c compare" not in text_of(app), "nobody else was there"
        await pilot.press("c")
        assert "nobody to be compared with" in " ".join(text_of(app).split())


async def test_one_of_several_games_is_seen_after_the_other(storage: Storage) -> None:
    app = history(storage)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: shows(app, ComparePage))
        await pilot.pause()
        for name in ("Ann", "Ben", "Cleo", "Ann"):
            assert text_of(app).splitlines()[1].startswith(f" {name} ")
            await pilot.press("tab")
            await pilot.pause()
        assert "where they part" not in text_of(app)
        await pilot.press("d", "c")
        await until(pilot, lambda: isinstance(app.screen, ReadingPage))
        assert "Cleo: " in text_of(app)
        await pilot.press("escape", "q")
        await until(pilot, lambda: shows(app, HistoryPage))


async def test_two_are_chosen_to_be_compared(storage: Storage) -> None:
    app = history(storage)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("c")
        await until(pilot, lambda: shows(app, ContestantPage))
        await pilot.press("enter", "enter")
        await until(pilot, lambda: shows(app, HistoryPage))
        assert "Compare two different contestants." in text_of(app)
        await pilot.press("c", "enter", "down", "enter")
        await until(pilot, lambda: shows(app, ComparePage))
        await pilot.pause()
        assert "d where they part" in text_of(app)


async def test_a_ghost_is_raced_and_the_race_is_in_the_history(storage: Storage) -> None:
    app = history(storage)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("g", "down", "enter")
        await until(pilot, lambda: shows(app, GhostPage))
        await pilot.pause()
        await pilot.press("x", "x")
        await pilot.pause()
        await pilot.press("q")
        await until(pilot, lambda: shows(app, HistoryPage))
        await pilot.press("home")
        await pilot.pause()
        assert "against the ghost of " in " ".join(text_of(app).split())


async def test_a_record_is_checked_shared_and_summed_up(storage: Storage) -> None:
    app = history(storage)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("v")
        await until(pilot, lambda: isinstance(app.screen, ReadingPage))
        assert "PASS  digest" in text_of(app)
        assert "The record verifies." in text_of(app)
        await pilot.press("escape", "s")
        await pilot.pause()
        assert "Crown Patience, Aces Up, KQ7-4TX-1" in text_of(app)
        await pilot.press("escape", "t")
        await until(pilot, lambda: isinstance(app.screen, StatsPage))
        await until(pilot, lambda: "Aces Up: 2 played" in text_of(app))


async def test_a_record_of_somebody_else_is_opened(storage: Storage, tmp_path: Path) -> None:
    document = storage.root / "records" / "aces_up-7.json"
    app = history(storage)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("o", *"nothing", "enter")
        await until(pilot, lambda: "neither a file nor the code" in text_of(app))
        await pilot.press("o", *"KQ7-4TY", "enter")
        await until(pilot, lambda: "No server" in text_of(app) or "answer" in text_of(app))
        await pilot.press("o", *str(document), "enter")
        await until(pilot, lambda: "▸ Aces Up: of Ann" in text_of(app))
        await pilot.press("g")
        await until(pilot, lambda: shows(app, GhostPage))


async def test_a_record_is_analysed_and_its_replay_says_what_could_be_won(storage: Storage) -> None:
    app = history(storage)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert "w winnable?" in text_of(app)
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, ReadingPage))
        [kept] = [one for one in all_records(storage) if len(one.record.seats) == 3]
        analysis = read(kept.analysis, kept.record)
        assert analysis is not None
        goal, verdict, best = kept.record.game.goal, analysis["verdict"], analysis["best"]
        assert verdict == "lost", "the stored race is always the same"
        assert f"The best progress known is {best} of {goal}." in " ".join(text_of(app).split())
        await pilot.press("escape", "enter")
        await until(pilot, lambda: shows(app, ComparePage))
        await pilot.pause()
        assert "cannot be won" in text_of(app).splitlines()[1]
        under = [line for line in text_of(app).splitlines() if "from move 0 on" in line]
        assert under
        assert "····" in under[0]


async def test_a_replay_without_an_analysis_says_nothing_of_winning(storage: Storage) -> None:
    app = history(storage)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: shows(app, ComparePage))
        await pilot.pause()
        assert "won" not in text_of(app).splitlines()[1]


async def test_the_replay_of_a_deal_that_could_be_won_says_so(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.save_record("aces_up-8", alone("aces_up", 8))
    app = history(storage)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, ReadingPage))
        assert "The deal could be won, for example in 69 moves:" in text_of(app)
        await pilot.press("escape", "enter")
        await until(pilot, lambda: shows(app, ComparePage))
        await pilot.pause()
        assert "can still be won" in text_of(app).splitlines()[1]
        await pilot.press("end")
        await pilot.pause()
        assert "cannot be won" in text_of(app).splitlines()[1]
