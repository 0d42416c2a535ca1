"""Character charts, and their data on the statistics page."""

from collections.abc import Iterable
from pathlib import Path

from client_cli.local.storage import Storage
from client_cli.screens.app import PatienceApp
from client_cli.screens.page import ReadingPage
from client_cli.screens.pages.stats import NOTHING, StatsPage
from client_cli.solo.game import SoloGame
from client_cli.terminal import charts
from engine.games import game
from engine.moves import Resign
from tests.client_cli.screens.pilots import Clock, text_of, until


def test_a_spark_is_as_high_as_its_value() -> None:
    assert charts.spark([0, 1, 4, 8], 8, 10) == " ▁▄█"
    assert charts.spark([1], 1_000, 10) == "▁", "little is not nothing"
    assert charts.spark([0, 1, 4, 8], 8, 2) == "▄█", "the last"
    assert charts.spark([9], 8, 4) == "█", "never higher than there is room"
    assert charts.spark([0, 4, 8], 8, 9, symbols=False) == " =#"
    assert charts.spark([1], 0, 0) == ""


def test_columns_stand_on_each_other() -> None:
    assert charts.columns([8, 4, 0, 2], 8, 4, 2) == ["█", "██ ▄"]
    assert charts.columns([], 8, 4, 2) == ["", ""]


def test_bars_are_as_long_as_there_is_room() -> None:
    drawn = charts.bars([("few", 1), ("many", 4), ("none", 0)], 20)
    assert drawn == ["few  ███ 1", f"many {'█' * 13} 4", "none  0"]
    assert max(map(len, drawn)) <= 20
    assert charts.bars([("a", 1)], 1), "no room, no harm"


def finished(storage: Storage, deals: Iterable[int]) -> None:
    for deal in deals:
        solo = SoloGame(game("aces_up"), deal)
        solo.play(Resign(), 1_000)
        storage.save_record(solo.name, solo.record("Ann"))


async def test_statistics_show_every_game_and_more_of_it(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    app = PatienceApp(lambda _: StatsPage(), storage, now=Clock())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert NOTHING in text_of(app)
        await pilot.press("enter")
        finished(storage, range(1, 4))
        app.push_screen(ReadingPage("", ""))
        app.pop_screen()
        await until(pilot, lambda: "3 games, 0 solved" in text_of(app))
        assert "Aces Up: 3 played" in text_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReadingPage))
        assert "How far they came" in text_of(app)
        await pilot.press("pagedown", "end")
        assert "evening" in text_of(app)
