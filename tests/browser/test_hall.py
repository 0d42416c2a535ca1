"""The wall in a hall: sixty names at six metres, every stage of an evening, and five hours of it.

`make wall` drives five hours and takes pictures of each stage into `build/wall/`.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page
from playwright.async_api import expect as shown

from tests.browser.bench import axe, protocol, still, until
from tests.browser.conftest import PageOf
from tests.browser.test_wall import Server
from tests.browser.wall_made import CODE, LargeEvening

HALL = 60
SIZES = [(1920, 1080), (1280, 720)]
READABLE = 28 / 1080
"""The least height of the type of a name, relative to the screen's."""
HOURS = float(os.environ.get("WALL_HOURS", "0.4"))
PICTURES = os.environ.get("WALL_PICTURES")
STEP_MS = 20_000
MOVING = 20

NAMES = """() => [...document.querySelectorAll(".wall-rows .name")].filter((name) => {
  const box = name.getBoundingClientRect(), list = name.closest(".parts").getBoundingClientRect();
  return box.height && box.bottom <= list.bottom + 1 && box.right <= list.right + 1;
}).map((name) => [name.textContent, parseFloat(getComputedStyle(name).fontSize)])"""

ENDS = """() => [...document.querySelectorAll(".wall-rows.places .name")].map((name) => {
  const end = name.lastElementChild, box = end.getBoundingClientRect();
  const row = name.closest("li").getBoundingClientRect();
  const next = name.nextElementSibling.getBoundingClientRect();
  return box.width && box.right <= Math.min(row.right, next.left) + 1 ? end.textContent : "cut";
})"""
"""The ends of the names in the table that are seen whole."""
CODE_LINES = """() => {
  const code = document.createRange();
  code.selectNodeContents(document.querySelector(".rail .address span"));
  return new Set([...code.getClientRects()].map((box) => box.top)).size;
}"""
"""On how many lines the code of the address stands."""

TONES = """() => { window.tones = []; window.AudioContext = class {
  state = "running"; destination = null;
  createBuffer(_, length) {
    return { length, getChannelData: () => new Float32Array(length) };
  }
  createGain() { return { gain: { value: 1 }, connect() {} }; }
  createBufferSource() {
    const source = { connect: (next) => next, start() {
      tones.push(source.buffer.length); setTimeout(() => source.onended()); } };
    return source;
  } }; }"""
REACH = "http://192.0.2.9:8765"
"""The address at which others reach the server."""
TICK, GO, RING = 1440, 4960, 13200
"""Lengths of the tones in samples."""


class Hall:
    """A wall on a screen of its own, and the evening it shows."""

    def __init__(self, page: Page, evening: LargeEvening, server: Server) -> None:
        self.page, self.evening, self.server = page, evening, server

    def say(self, message: str) -> None:
        self.server.say(message)

    async def goes_on(self, ms: int) -> None:
        """Milliseconds go by for the page and the server alike."""
        self.evening.now += ms
        await self.page.clock.run_for(ms)

    async def goes_on_until(
        self, place: Locator, *, gone: bool = False, step_ms: int = 1_000
    ) -> None:
        """Time goes by in steps until a place is there, or is gone. How many steps depends on the
        machine: the clock of the page also runs by itself while the test works. A step is shorter
        than the page waits for the answer to a ping."""
        for _ in range(200):
            if (await place.count() == 0) is gone:
                return
            await self.goes_on(step_ms)
            await asyncio.sleep(0.01)
        raise AssertionError(f"{place} is not {'gone' if gone else 'there'} after 200 steps")

    async def picture(self, name: str) -> None:
        size = self.page.viewport_size
        if PICTURES and size:
            path = Path(PICTURES) / f"{name}-{size['height']}.png"
            await self.page.screenshot(path=path)


@pytest_asyncio.fixture(loop_scope="session")
async def hall_of(page_of: PageOf) -> AsyncIterator[Any]:
    async def make(
        size: tuple[int, int] = SIZES[0],
        rounds: int = 3,
        prepare: Callable[[LargeEvening], None] = lambda evening: None,
        reach: str = REACH,
        **device: Any,
    ) -> Hall:
        width, height = size
        page = await page_of("desk", viewport={"width": width, "height": height}, **device)
        await page.route("**/reach", lambda route: route.fulfill(body=reach))
        await page.clock.install()
        await page.add_init_script(f"({TONES})()")
        evening = LargeEvening(HALL, Random(5), rounds)
        prepare(evening)
        server = Server(evening)
        await server.on(page)
        await page.goto(f"/t/{CODE}/wall")
        await page.locator(".wall-rows.places li").nth(HALL - 1).wait_for(state="attached")
        return Hall(page, evening, server)

    yield make


@pytest.mark.parametrize("reach", [REACH, ""])
async def test_the_wall_invites_only_to_an_address_that_others_reach(
    hall_of: Any, reach: str
) -> None:
    """On the server's own computer the page's address is one that no phone reaches."""
    page = (await hall_of(reach=reach)).page
    rail = page.locator(".rail .way")
    seen = f"192.0.2.9:8765/t/{CODE}" if reach else "The server listens to this computer only"
    await shown(rail).to_contain_text(seen)
    await shown(rail.locator(".square")).to_have_count(1 if reach else 0)
    assert "127.0.0.1" not in await rail.inner_html()


@pytest.mark.parametrize("size", SIZES)
async def test_sixty_names_can_be_read_at_each_stage(hall_of: Any, size: tuple[int, int]) -> None:
    hall = await hall_of(size)
    page, evening = hall.page, hall.evening
    least = READABLE * size[1]

    async def readable(stage: str, parts: int = 1) -> None:
        seen: set[str] = set()
        await hall.goes_on(1_000)
        await still(page)
        await hall.picture(stage)
        for _ in range(parts):
            names = await page.evaluate(NAMES)
            assert min(pixels for _, pixels in names) >= least, stage
            seen |= {name for name, _ in names}
            await hall.goes_on(6_000)
        assert len(seen) == HALL, stage

    for _ in range(25):
        hall.say(evening.moves(30))
    await readable("racing")
    await shown(page.locator(".rail .way .square")).to_be_visible()
    hall.say(evening.ends())
    await page.locator(".rail .winners strong").wait_for()
    await readable("table")
    hall.say(evening.lobby())
    await page.locator(".going-on", has_text="Round 3 of 3 · Aces Up · begins in").wait_for()
    await readable("lobby")
    hall.say(evening.counts_down(20_000))
    await page.locator(".wall-rows .raced").first.wait_for()
    # Nobody can come in late to the last round.
    await shown(page.locator(".rail")).to_have_count(0)
    hall.say(evening.ends())
    hall.say(evening.finishes())
    await page.locator(".podium").wait_for()
    await readable("finished", 2)
    hall.say(evening.opens())
    await page.locator(".wall-rows.people li").nth(HALL - 1).wait_for(state="attached")
    await readable("open")


@pytest.mark.parametrize("size", SIZES)
async def test_what_distinguishes_names_and_addresses_is_shown_whole(
    hall_of: Any, size: tuple[int, int]
) -> None:
    def renamed(evening: LargeEvening) -> None:
        evening.names |= {f"a{n}": f"Maximiliane-Wilhelmine {n + 1}" for n in range(HALL)}

    hall = await hall_of(size, prepare=renamed)
    page, evening = hall.page, hall.evening
    for stage, told in (("racing", evening.moves(30)), ("table", evening.ends())):
        hall.say(told)
        await hall.goes_on(1_000)
        await still(page)
        await hall.picture(f"long-{stage}")
        ends = await page.evaluate(ENDS)
        assert len(set(ends)) == HALL, stage
        assert await page.evaluate(CODE_LINES) == 1, stage


async def test_the_wall_counts_down_and_is_heard(hall_of: Any) -> None:
    hall = await hall_of()
    page, evening = hall.page, hall.evening
    await page.get_by_role("button", name="Sound is off").click()
    await page.get_by_role("button", name="Sound is on").wait_for()
    hall.say(evening.ends())
    hall.say(evening.lobby())
    hall.say(evening.counts_down(20_000))
    await page.locator(".wall-rows .raced").first.wait_for()
    await hall.goes_on(1_000)
    await shown(page.locator(".countdown")).to_have_count(0)
    await page.evaluate("tones.length = 0")
    await hall.goes_on_until(page.locator(".countdown"))
    seen = int(await page.locator(".countdown").inner_text())
    assert 1 < seen <= 10
    await hall.picture("countdown")
    await hall.goes_on_until(page.locator(".countdown"), gone=True)
    heard: list[int] = await page.evaluate("tones")
    assert heard.count(TICK) >= seen - 1
    assert heard[-1] == GO
    await hall.goes_on_until(page.locator("time.last"), step_ms=3_000)
    await hall.goes_on_until(page.locator("time.last"), gone=True)
    assert (await page.evaluate("tones"))[-1] == RING


async def test_the_winner_the_podium_and_the_words_are_those_of_the_server(hall_of: Any) -> None:
    hall = await hall_of()
    page, evening = hall.page, hall.evening
    hall.say(evening.moves(1))
    leader = next(n for (_, n), bar in evening.known.bars.items() if bar.best)
    name = evening.names[f"a{leader}"]
    await shown(page.locator(".comment")).to_contain_text(f"{name} takes the lead with ")
    hall.say(evening.ends())
    await page.locator(".comment", has_text="is over").wait_for()
    best = max(evening.known.tournament.rounds[-1].heats[0].standings, key=lambda one: one.best)
    winners = page.locator(".rail .winners strong")
    await shown(winners.first).to_be_visible()
    assert evening.names[f"a{best.seat}"] in await winners.all_inner_texts() or best.best < 47
    hall.say(evening.finishes())
    places = {place: name for place, name, _ in reversed(evening.table())}
    for place in "123":
        if place in places:
            step = page.locator(f".podium .step-{place} .who")
            await shown(step).to_contain_text(places[place])
    await axe(page)


async def test_rows_slide_unless_movement_is_unwanted(hall_of: Any) -> None:
    moving = """() => document.getAnimations().filter((a) => a.effect.target.matches(
      ".wall-rows.places li")).length"""
    for device, slides in (({}, True), ({"reduced_motion": "reduce"}, False)):
        hall = await hall_of(**device)
        before = [name for _, name, _ in hall.evening.table()]
        hall.say(hall.evening.ends())
        after = [name for _, name, _ in hall.evening.table()]
        assert before != after
        order = '() => [...document.querySelectorAll(".places .name")].map((n) => n.textContent)'
        await until(hall.page, f"(names) => ({order})().join() === names.join()", after)
        assert bool(await hall.page.evaluate(moving)) is slides


@pytest.mark.long(60)
async def test_hours_leave_memory_where_it_was(hall_of: Any) -> None:
    """Rounds go by on a driven clock. What the page holds after the first is held to be all that
    it holds after the last; only the list of rounds is longer."""
    hours_ms = int(HOURS * 3_600_000)
    rounds = 2 + hours_ms // 480_000
    hall = await hall_of(rounds=rounds + 1)
    page, evening = hall.page, hall.evening
    gone, sizes = 0, []
    for _ in range(rounds):
        while evening.known.bars and gone < hours_ms:
            for _ in range(4):
                hall.say(evening.moves(MOVING))
            await hall.goes_on(STEP_MS)
            gone += STEP_MS
            if min(bar.best for bar in evening.known.bars.values()) >= 40:
                break
        hall.say(evening.ends())
        await hall.goes_on(60_000)
        hall.say(evening.lobby())
        await hall.goes_on(60_000)
        hall.say(evening.counts_down(5_000))
        await hall.goes_on(6_000)
        gone += 126_000
        await page.locator(".wall-rows .raced").first.wait_for()
        sizes.append(await _held(page))
        if gone >= hours_ms:
            break
    (nodes, heap), (last_nodes, last_heap) = sizes[0], sizes[-1]
    print(
        f"\n{gone / 3_600_000:.1f} hours, {len(sizes)} rounds: nodes {nodes} -> {last_nodes}, "
        f"heap {heap / 1e6:.2f} -> {last_heap / 1e6:.2f} MB"
    )
    assert len(sizes) > 1
    assert last_nodes <= nodes + 50
    assert last_heap <= heap + 1_000_000


async def _held(page: Page) -> tuple[int, int]:
    """Nodes of the document and bytes of the heap, after everything that may be forgotten is."""
    line = await protocol(page)
    for _ in range(2):
        await line.send("HeapProfiler.collectGarbage")
        await asyncio.sleep(0)
    counted = await line.send("Memory.getDOMCounters")
    used = await line.send("Runtime.getHeapUsage")
    return counted["nodes"], int(used["usedSize"])
