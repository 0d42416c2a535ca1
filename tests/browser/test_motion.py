"""Animation of cards: they move to their place, or not at all with reduced motion. Frame times are
printed."""

import os
import random
import statistics
from typing import Any

import pytest
from playwright.async_api import JSHandle, Page
from playwright.async_api import expect as shown

from engine.games import game
from tests.browser.bench import cpu, protocol, still
from tests.browser.conftest import PageOf
from tests.browser.playing import Playing
from tests.browser.test_layouts import at_table, played
from tests.harness import client

MOVES = int(os.environ.get("MOTION_MOVES", "6"))
"""So many moves are measured; 40 are worth a look."""
EVERY_MS = 300
SLOWER = 4
GAME = "seven_and_sixes"
"""It has 104 cards, half of them face up from the deal on."""


def positions(count: int) -> list[dict[str, Any]]:
    """The first positions of a game of GAME."""
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
    first, second = positions(1)
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
    first, second = positions(1)
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


async def _lay_out(table: JSHandle, slug: str, position: dict[str, Any], **more: bool) -> None:
    await table.evaluate(
        "(table, [slug, view, legal, more]) => table.show(slug, view, legal, [], more)",
        [slug, position["view"], position["legal"], more],
    )


SEEN_CARDS = """() => [...document.querySelectorAll(".cloth .card:is(.card, .back):not(.empty)")]
  .filter((card) => getComputedStyle(card).opacity > 0).length"""
ENDS_MS = """() => Math.max(...document.getAnimations().map(
  ({ effect }) => effect.getComputedTiming().endTime))"""


async def test_a_deal_flies_to_its_places_until_somebody_touches(desk: Page) -> None:
    dealt = next(played(game("klondike"), random.Random(2)))
    table = await at_table(desk)
    await table.evaluate("table => table.move(true)")
    await _animations_run(desk, False)
    await _lay_out(table, "klondike", dealt, isDealt=True)
    down, up = 6, 7  # a strip stands for the face-down cards of a column
    assert await _moving(desk) == down + up
    assert await desk.evaluate(SEEN_CARDS) == 1, "only the stock lies there when the deal begins"
    assert await desk.evaluate(ENDS_MS) <= 600
    await desk.keyboard.press("Shift")
    assert await _moving(desk) == 0
    assert await desk.evaluate(SEEN_CARDS) == down + up + 1
    resting = await table.evaluate("table => table.places()")
    await _lay_out(table, "aces_up", next(played(game("aces_up"), random.Random(2))))
    await _lay_out(table, "klondike", dealt)
    assert await _moving(desk) == 0, "a game that has begun is not dealt again"
    assert await table.evaluate("table => table.places()") == resting


async def test_a_won_game_is_celebrated_once_until_somebody_touches(desk: Page) -> None:
    position = next(played(game("aces_up"), random.Random(2)))
    table = await at_table(desk)
    await table.evaluate("table => table.move(true)")
    crown = desk.locator(".victory .card")
    await _lay_out(table, "aces_up", position, over=True, isWon=True)
    await still(desk)
    assert await crown.count() == 0, "it was won before the page was opened"
    await _lay_out(table, "klondike", next(played(game("klondike"), random.Random(2))))
    await _lay_out(table, "aces_up", position)
    await _animations_run(desk, False)
    await _lay_out(table, "aces_up", position, over=True, isWon=True)
    await crown.nth(3).wait_for(state="attached")
    assert await crown.count() == 4
    assert await desk.evaluate(ENDS_MS) <= 2_000
    assert await desk.locator(".victory").get_attribute("aria-hidden") == "true"
    await desk.mouse.click(5, 5)
    await desk.locator(".victory").wait_for(state="detached")


async def test_nothing_celebrates_where_nothing_moves(desk: Page) -> None:
    position = next(played(game("aces_up"), random.Random(2)))
    table = await at_table(desk)
    await _lay_out(table, "aces_up", position, isDealt=True)
    await _lay_out(table, "aces_up", position, over=True, isWon=True)
    await still(desk)
    assert await desk.locator(".victory").count() == 0
    assert await _moving(desk) == 0


async def test_frames_while_cards_move(phone: Page) -> None:
    table = await at_table(phone)
    await table.evaluate("table => table.move(true)")
    made = positions(MOVES)
    await cpu(phone, SLOWER)
    took: list[tuple[float, bool]] = await table.evaluate(
        "(table, [slug, positions, every]) => table.frames(slug, positions, every)",
        [GAME, made, EVERY_MS],
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


COUNT_SLIDES = """
window.slides = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...given) {
  if (this.matches(".standings > li")) window.slides += 1;
  return animate.apply(this, given);
};
"""


@pytest.mark.parametrize("movement", ["no-preference", "reduce"])
async def test_rows_of_a_race_slide_to_their_places(
    page_of: PageOf, server_url: str, movement: str
) -> None:
    async with client(server_url) as ann, client(server_url) as ben:
        room = await ann.create("aces_up", token=ann.token)
        await ben.join(room["code"], "Ben")
        page = await page_of("desk", reduced_motion=movement)
        await page.add_init_script(COUNT_SLIDES)
        await page.goto(f"/w/{room['code']}")
        await ann.ready()
        await ben.ready()
        rows = page.locator(".standings > li .name")
        await shown(rows.first).to_be_visible()
        first, last = await rows.all_text_contents()
        behind = ben if last == "Ben" else ann
        await page.evaluate("window.slides = 0")
        table = await behind.until("table")
        while table["progress"] < 1:
            move = min(table["legal"], key=lambda move: move["kind"] != "discard")
            table = await behind.ask("play", race=table["race"], ply=table["ply"], move=move)
        await shown(rows).to_have_text([last, first])
        slides = await page.evaluate("window.slides")
        assert slides == (0 if movement == "reduce" else 2)


COUNT_DEALT = """
window.dealt = 0;
const glide = Element.prototype.animate;
Element.prototype.animate = function (frames, ...given) {
  if (this.matches(".cloth .card") && frames[0].opacity === 0) window.dealt += 1;
  return glide.call(this, frames, ...given);
};
"""


@pytest.mark.parametrize(("slug", "flies"), [("klondike", True), ("kings", False)])
async def test_a_deal_that_was_watched_is_not_shown_again(
    page_of: PageOf, slug: str, flies: bool
) -> None:
    page = await page_of("desk", reduced_motion="no-preference")
    await page.add_init_script(COUNT_DEALT)
    playing = Playing(page, game(slug), "taps", random.Random(slug))
    await page.goto(f"/play/{slug}")
    await page.locator(".board .hand").wait_for()
    await playing.watch_deal()
    await playing.until(0)
    await still(page)
    assert (await page.evaluate("window.dealt") > 0) is flies
