"""The row of buttons under a table."""

import pytest
from playwright.async_api import Browser

from tests.browser.playing import begun
from tests.browser.racing import drawn_ply
from tests.harness import ServerProcess

MOVES = 14
PLAYED_FIRST = ("pack", "build", "turn")


@pytest.mark.parametrize("width", [768, 1440])
async def test_the_buttons_stay_in_their_place(
    browser: Browser, server: ServerProcess, width: int
) -> None:
    """At the foot of the window, however long the columns are."""
    size = {"width": width, "height": 900}
    async with begun(browser, server.port, "klondike", "desk", viewport=size) as playing:
        button = playing.page.locator(".actions button.deal")
        seen = set()
        for _ in range(MOVES):
            await drawn_ply(playing.page, playing.ply)
            box = await button.bounding_box()
            assert box
            seen.add((round(box["x"]), round(box["y"])))
            moves = [move for move in playing.legal if move["kind"] in PLAYED_FIRST]
            await playing.play(min(moves, key=lambda move: PLAYED_FIRST.index(move["kind"])))
        assert len(seen) == 1, seen
        assert 900 - 100 < next(iter(seen))[1] < 900
