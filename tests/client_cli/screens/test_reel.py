"""The clock of a replay, run by hand."""

import pytest

from client_cli.exit_codes import Failure
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.compare import ComparePage
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.screens.widgets.replay_clock import (
    LONGEST_WAIT_MS,
    SPEEDS,
    ReplayClock,
    bar,
    jump_to,
    moment_at,
)
from tests.client_cli.played import race
from tests.client_cli.screens.pilots import Clock, text_of

TIMES = (0, 1_000, 2_500, 60_000)


def test_it_runs_at_its_speed_and_waits_for_nobody_long() -> None:
    reel = ReplayClock(TIMES)
    assert not reel.tick(500), "it stands still"
    reel.run(0)
    speed = SPEEDS[reel.speed]
    assert reel.tick(250)
    assert (reel.ms, reel.step) == (250 * speed, 1)
    reel.tick(750)
    assert reel.step == 2
    assert reel.ms == 60_000 - LONGEST_WAIT_MS * speed, "nobody waits longer for a move"
    reel.tick(750 + LONGEST_WAIT_MS)
    assert (reel.ms, reel.runs) == (60_000, False)
    reel.run(9_000)
    assert (reel.ms, reel.runs) == (0, True), "again from the start"
    reel.run(9_000)
    assert not reel.runs


def test_it_is_stepped_and_jumped() -> None:
    reel = ReplayClock(TIMES)
    reel.go_on(-1)
    assert reel.ms == 0
    reel.go_on(1)
    assert reel.ms == 1_000
    reel.run(0)
    reel.tick(10)
    assert 1_000 < reel.ms < 2_500
    reel.go_on(-1)
    assert (reel.ms, reel.runs) == (1_000, False), "back to what one has just seen"
    reel.jump(59_000)
    assert reel.ms == 2_500
    reel.part(9)
    assert reel.ms == 2_500
    reel.jump(99_000)
    assert reel.ms == 60_000
    for _ in SPEEDS:
        reel.faster(1)
    assert SPEEDS[reel.speed] == SPEEDS[-1]


@pytest.mark.parametrize(("text", "ms"), [("1:30", 90_000), ("90s", 90_000), ("2", 120_000)])
def test_a_moment_is_typed_as_clocks_have_it(text: str, ms: int) -> None:
    assert jump_to(text) == ms


def test_what_is_no_moment_is_said_to_be_none() -> None:
    for text in ("", "soon", "-3", "1:x"):
        with pytest.raises(Failure):
            jump_to(text)


@pytest.mark.parametrize("letters", [True, False])
def test_the_bar_shows_where_it_is_and_a_click_goes_there(letters: bool) -> None:
    reel, look = ReplayClock(TIMES), TableStyle(ascii=letters)
    for ms in (0, 2_500, 60_000):
        reel.jump(ms)
        drawn = bar(reel, 60, look, marked=30_000)
        assert len(drawn) == 60
        here = drawn.index("#" if letters else "●")
        assert abs(moment_at(reel, 60, here) - ms) < 60_000 / 30
    assert moment_at(reel, 60, 0) == 0
    assert moment_at(reel, 60, 99) == 60_000
    assert bar(reel, 1, look), "no room, no harm"


async def test_a_replay_runs_by_itself_and_stands_when_told() -> None:
    played, clock = race("aces_up"), Clock()
    app = PatienceApp(lambda _: ComparePage(played, *played.seats), now=clock)
    async with app.run_test(size=(80, 24)) as pilot:
        page = app.screen
        assert isinstance(page, ComparePage)
        await pilot.press("space")
        clock.ms += 2_000
        app.tick()
        await pilot.pause()
        assert page.reel.step > 0
        assert "Space stop" in text_of(app)
        await pilot.press("space", "+")
        at = page.reel.ms
        clock.ms += 2_000
        app.tick()
        assert page.reel.ms == at
        assert "8x" in text_of(app)
        await pilot.press("j", *"1:10", "enter")
        await pilot.pause()
        assert page.reel.moment <= 70_000 < page.reel.times[page.reel.step + 1]
        await pilot.click("#reel", offset=(78, 0))
        assert page.reel.ms == page.reel.end
        await pilot.press("5")
        assert 0 < page.reel.ms <= page.reel.end // 2
