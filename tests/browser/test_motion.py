"""Animation of cards: they move to their place, or not at all with reduced motion. Frame times are
printed."""

import os
import random
import statistics
from typing import Any

from playwright.async_api import JSHandle, Page

from engine.games import game
from tests.browser.bench import cpu, protocol, still
from tests.browser.conftest import PageOf
from tests.browser.test_layouts import at_table, played

MOVES = int(os.environ.get("MOTION_MOVES", "6"))
"""So many moves are measured; 40 are worth a look."""
EVERY_MS = 300
SLOWER = 4
GAME = "seven_and_sixes"
"""It has 104 cards, half of them face up from the deal on."""


def _positions(count: int) -> list[dict[str, Any]]:
    made = []
    for position in played(game(GAME), random.Random(2)):
        made.append(position)
        if len(made) > count:
            break
    return made


async def _lay(table: JSHandle, position: dict[str, Any]) -> None:
    await table.evaluate(
        "(table, [slug, view, legal]) => table.show(slug, view, legal)",
        [GAME, position["view"], position["legal"]],
    )


async def _animations_run(page: Page, run: bool) -> None:
    """Whether animations go on, or stand still at their beginning: a glide is over before a busy
    machine has looked at it."""
    instruments = await protocol(page)
    await instruments.send("Animation.enable")
    await instruments.send("Animation.setPlaybackRate", {"playbackRate": 1 if run else 0})


async def _moving(page: Page) -> int:
    return int(await page.evaluate("document.getAnimations().length"))


async def test_cards_glide_and_come_to_rest_where_they_belong(desk: Page) -> None:
    first, second = _positions(1)
    table = await at_table(desk)
    await _lay(table, second)
    resting = await table.evaluate("table => table.places()")
    await _lay(table, first)
    await table.evaluate("table => table.move(true)")
    await _animations_run(desk, False)
    await _lay(table, second)
    assert await _moving(desk) > 0
    assert await table.evaluate("table => table.places()") != resting
    await _animations_run(desk, True)
    await still(desk)
    assert await table.evaluate("table => table.places()") == resting
    assert await desk.locator(".gliding").count() == 0


async def test_nothing_moves_for_whoever_wants_it_so(desk: Page, page_of: PageOf) -> None:
    first, second = _positions(1)
    table = await at_table(desk)
    await _lay(table, first)
    await _lay(table, second)
    assert await _moving(desk) == 0, "movement is switched off in the options"
    calm = await page_of("desk", reduced_motion="reduce")
    table = await at_table(calm)
    await table.evaluate("table => table.move(true)")
    await _lay(table, first)
    await _lay(table, second)
    assert await _moving(calm) == 0, "the device asks for less movement"


async def test_frames_while_cards_move(phone: Page) -> None:
    table = await at_table(phone)
    await table.evaluate("table => table.move(true)")
    positions = _positions(MOVES)
    await cpu(phone, SLOWER)
    took: list[tuple[float, bool]] = await table.evaluate(
        "(table, [slug, positions, every]) => table.frames(slug, positions, every)",
        [GAME, positions, EVERY_MS],
    )
    gliding = [ms for ms, glides in took if glides]
    assert len(gliding) >= MOVES, "cards glide for several frames"
    print(
        f"\n{GAME}, {SLOWER} times slower, {MOVES} moves:"
        f"\n  while cards glide  {_told(gliding)}"
        f"\n  all frames         {_told([ms for ms, _ in took])}"
    )


def _told(frames: list[float]) -> str:
    late = sorted(frames)[int(0.95 * len(frames))]
    return f"median {statistics.median(frames):.1f} ms, 95th percentile {late:.1f} ms"
