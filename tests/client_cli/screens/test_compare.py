"""Two finished games on one clock, on the screen."""

from pathlib import Path

import pytest

from client_cli.local.record_store import all_records, keep_race
from client_cli.local.storage import Storage
from client_cli.messages.analysis import winnable_figures
from client_cli.replay.winnable_line import ASCII_MARKS, winnable_line
from client_cli.screens.app import PatienceApp
from client_cli.screens.page import ReadingPage
from client_cli.screens.pages.compare import ComparePage
from client_cli.screens.pages.rooms.results import ResultsPage
from client_cli.screens.pages.solo import SoloPage
from client_cli.solo import saved_games
from engine.games import GAMES
from engine.moves import Resign
from engine.races.timeline import first_difference
from engine.solver.analysis import AnalysedContestant
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


async def test_one_plays_on_from_the_position_shown(tmp_path: Path) -> None:
    storage, played = Storage(tmp_path), race()
    app = PatienceApp(lambda _: ComparePage(played, *played.seats, together=False), storage)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        page = app.screen
        assert isinstance(page, ComparePage)
        assert "p play on from here" in text_of(app)
        await pilot.press("right", "right", "right")
        ply = page.ways[0].at(page.ms)
        shown = page.ways[0].boards[ply].state
        assert ply
        await pilot.press("p")
        await until(pilot, lambda: shows(app, SoloPage))
        solo = app.screen
        assert isinstance(solo, SoloPage)
        assert solo.solo.state == shown
        assert f"practice, from move {ply} of Ann on" in text_of(app)
        move = played.game.legal(shown).moves[0]
        solo.make(move)
        assert solo.solo.state == played.game.play(shown, move).state
        solo.command("u")
        assert solo.solo.state == shown
        solo.command("u")
        assert solo.solo.state == shown, "nothing before it is taken back"
        solo.make(Resign())
        await until(pilot, lambda: "The rotten cards have won." in text_of(app))
        await pilot.press("z")
        assert solo.solo.state == shown, "the same position again"
        await pilot.press("q")
        await until(pilot, lambda: shows(app, ComparePage))
    assert not [*all_records(storage)], "practice is not kept"
    assert not saved_games.unfinished(storage)


async def test_of_two_games_one_chooses_which_to_play_on(tmp_path: Path) -> None:
    played = race()
    app = PatienceApp(lambda _: ComparePage(played, *played.seats), Storage(tmp_path))
    async with app.run_test(size=(160, 40)) as pilot:
        await pilot.pause()
        await pilot.press("end", "p")
        await until(pilot, lambda: "Whose game do you play on?" in text_of(app))
        await pilot.press("2")
        await until(pilot, lambda: shows(app, SoloPage))
        page = app.screen
        assert isinstance(page, SoloPage)
        assert page.solo.state.over is None, "the last position in which it went on"
        last = len(played.seats[1].moves) - 1
        assert f"practice, from move {last} of Ben on" in text_of(app)


def test_the_line_of_winnability_follows_the_race_time() -> None:
    told: AnalysedContestant = {"seat": 0, "won_until": 1, "lost_from": 3, "line": ["x"]}
    assert winnable_line(told, (0, 10, 20, 30), 30, 7, ASCII_MARKS) == "====??-"
    assert winnable_figures(told) == "to be won until move 1, not from move 3 on"
    told["lost_from"] = None
    assert winnable_figures(told) == "to be won until move 1"
    assert winnable_line(told, (0, 10, 20, 30), 30, 4, ASCII_MARKS) == "==??"
