"""Touch, mouse and key input at a table, other than whole games."""

import json
import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.browser.bench import Device, axe, double_tap, drag, long_press, press, protocol, tap
from tests.browser.playing import Move, Playing, begun
from tests.harness import ServerProcess

SLOWEST_MS = 50
TRIES = 12

MEASURE = """() => {
  const table = document.querySelector(".cloth");
  const times = (window.times = []);
  let at = 0;
  for (const type of ["pointerup", "keydown"]) {
    addEventListener(type, (event) => (at = event.timeStamp), true);
  }
  new MutationObserver(() => {
    const began = at;
    if (began) requestAnimationFrame(() => times.push(performance.now() - began));
    at = 0;
  }).observe(table, { childList: true, subtree: true, attributeFilter: ["data-card"] });
}"""
"""From the last touch or key before cards come or go to the frame that shows it."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[ServerProcess]:
    """One server for all of these games."""
    async with ServerProcess(tmp_path_factory.mktemp("house") / "data") as process:
        yield process


async def until_legal(playing: Playing, kind: str) -> Move:
    """Deal until there is such a move; what is legal then."""
    while not (found := [move for move in playing.legal if move["kind"] == kind]):
        await playing.play(next(move for move in playing.legal if move["kind"] == "deal"))
    return found[0]


@pytest.mark.parametrize("device", ["phone", "desk"])
async def test_a_card_is_dragged(browser: Browser, house: ServerProcess, device: Device) -> None:
    async with begun(browser, house.port, "aces_up", device) as playing:
        move = await until_legal(playing, "discard")
        page, ply = playing.page, playing.ply
        card = playing.place(next(playing.steps(move)))
        pile = playing.place("discard").or_(page.locator('[data-place^="discard#"]')).first
        await drag(page, card, playing.place("stock"))
        await expect(page.locator(".lifted, .ghost")).to_have_count(0)
        assert playing.said[ply:] == [], "dropped where it cannot go, it goes back"
        await drag(page, card, pile)
        await playing.until(ply + 1)
        assert playing.said[ply:] == [move]
        await expect(page.locator(".ghost")).to_have_count(0)


async def test_a_finger_taps_twice_holds_and_slips(browser: Browser, house: ServerProcess) -> None:
    async with begun(browser, house.port, "aces_up", "phone") as playing:
        move = await until_legal(playing, "discard")
        page, ply = playing.page, playing.ply
        place = next(playing.steps(move))
        card = playing.place(place)
        box = await card.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        line = await protocol(page)
        for kind, points in (
            ("touchStart", [{"x": x, "y": y}]),
            ("touchMove", [{"x": x + 15, "y": y + 9}]),
            ("touchEnd", []),
        ):
            await line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        await expect(page.locator(f'.lifted[data-place="{place}"]')).to_have_count(1)
        cloth = await page.locator('[data-key="pile stock"], [data-key^="stock"]').bounding_box()
        assert cloth is not None
        await page.touchscreen.tap(180, cloth["y"] + 40)  # between stock and discards
        await expect(page.locator(".lifted")).to_have_count(0)
        assert playing.said[ply:] == []

        await long_press(page, card, page.locator(f'[data-place="{place}"][aria-label*="tilted"]'))
        pile, _, index = place.partition("#")
        assert playing.marks == [(pile, int(index), 1)]
        await page.reload()
        await playing.until(ply)
        await expect(card).to_have_attribute("aria-label", re.compile("tilted"))

        await double_tap(page, card)
        await playing.until(ply + 1)
        assert playing.said[ply:] == [move]


async def test_a_mouse_tilts_and_space_asks_once(browser: Browser, house: ServerProcess) -> None:
    async with begun(browser, house.port, "aces_up", "desk") as playing:
        move = await until_legal(playing, "discard")
        page, ply = playing.page, playing.ply
        place = next(playing.steps(move))
        for tilt in (1, 2, 3, 0):
            await playing.place(place).click(button="right")
            await page.wait_for_function("1")
            assert playing.marks[-1][2] == tilt
        if not any(legal["kind"] == "deal" for legal in playing.legal):
            return
        asks = page.get_by_role("group", name="Deal?")
        await press(page, " ")
        await expect(asks).to_be_visible()
        await press(page, "Escape")
        await expect(asks).to_be_hidden()
        assert playing.ply == ply
        await press(page, " ", " ")
        await playing.until(ply + 1)
        assert playing.said[-1] == {"kind": "deal"}


async def test_a_fan_is_sorted_and_put_back(browser: Browser, house: ServerProcess) -> None:
    async with begun(browser, house.port, "kings", "desk") as playing:
        page = playing.page
        await playing.play({"kind": "turn"})
        size = len(playing.view["piles"]["fan"]["up"])
        order = list(range(size))
        await drag(page, playing.place("fan#0"), playing.place(f"fan#{size - 2}"))
        order.insert(size - 2, order.pop(0))
        await press(page, "Escape")
        starts = [move["src"] for move in playing.legal if move.get("src", "").startswith("fan.")]
        if starts:
            at = int(starts[0].removeprefix("fan."))
            await tap(page, playing.place(f"fan#{at}"))
            await page.get_by_role("button", name="Shift the card to the far end").click()
            here = order.index(at)
            if here:
                order.insert(here - 1, order.pop(here))
            await press(page, "Escape")
        await page.get_by_role("button", name="Put back").click()
        await playing.until(2)
        assert playing.said[-1] == {"kind": "put_back", "order": order}
        assert not playing.refused


async def test_left_hands_have_it_the_other_way(browser: Browser, house: ServerProcess) -> None:
    async with begun(browser, house.port, "demon", "phone") as playing:
        page = playing.page
        turn, flag = page.get_by_role("button", name="Turn"), page.locator(".actions button").first

        async def across() -> float:
            boxes = [await turn.bounding_box(), await flag.bounding_box()]
            assert boxes[0]
            assert boxes[1]
            return boxes[0]["x"] - boxes[1]["x"]

        assert await across() > 0
        await page.evaluate("document.documentElement.dataset.hand = 'left'")
        assert await across() < 0
        for button in await page.locator(".actions button:visible").all():
            box = await button.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 44
            assert 0 <= box["x"] <= 360 - box["width"]


async def test_what_happens_is_said_in_a_line(browser: Browser, house: ServerProcess) -> None:
    async with begun(browser, house.port, "bakers_dozen", "desk") as playing:
        page = playing.page
        said = page.locator(".aloud[aria-live=polite], [role=log], [role=status].aloud")
        await axe(page)
        move = playing.legal[0]
        place = next(playing.steps(move))
        await press(page, "Enter")
        await playing.walk(place)
        await press(page, "Enter")
        await expect(said.first).to_contain_text("picked up. Where to?")
        await axe(page)
        await press(page, "Escape")
        await playing.play(move)
        await expect(said.first).to_contain_text(" from ")
        await press(page, "?")
        await expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
        await expect(page.get_by_role("heading", name="Fingers")).to_be_focused()
        await axe(page)
        await press(page, "Escape")
        await expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()


async def test_a_card_moves_within_fifty_milliseconds(
    browser: Browser, house: ServerProcess
) -> None:
    """From a touch to the frame that shows the card where it went, there and back to the server."""
    async with begun(browser, house.port, "demon", "phone") as playing:
        await playing.page.evaluate(MEASURE)
        for _ in range(TRIES):
            await playing.play({"kind": "turn"})
        times = sorted(await playing.page.evaluate("times"))
        assert times
        told = {"median": times[len(times) // 2], "p95": times[int(len(times) * 0.95)]}
        print(json.dumps({"touch to moved card, ms": {k: round(v, 1) for k, v in told.items()}}))
        assert times[0] < SLOWEST_MS
