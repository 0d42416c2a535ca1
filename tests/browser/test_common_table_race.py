"""Rounds of Racing Demon between people on real pages and a real server."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page
from playwright.async_api import expect as shown

from tests.browser.bench import axe, tap, until
from tests.browser.conftest import PageOf
from tests.browser.racing import STILL, join, ready
from tests.harness import ServerProcess


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[ServerProcess]:
    """One whose countdown leaves no time to wait."""
    async with ServerProcess(tmp_path_factory.mktemp("table") / "data") as process:
        yield process


async def hosted(page: Page, name: str) -> str:
    """Open a room for Racing Demon by the form, and return its code."""
    await page.goto("/host?game=racing-demon")
    await page.get_by_label("Your name").fill(name)
    await shown(page.get_by_label("Game", exact=True)).to_have_value("racing_demon")
    await tap(page, page.get_by_text("The game and its terms"))
    await shown(page.get_by_label("Piles").locator("option:checked")).to_have_text("5")
    await tap(page, page.get_by_role("button", name="Open the room"))
    await page.locator(".lobby").wait_for()
    return page.url.split("/j/")[1].split("/")[0]


PLAY = """() => {
  const press = (element) => element && element.click();
  const ours = '.table [data-place^="reserve"].source, .table [data-place^="waste"].source, ' +
    '.table [data-place^="tab"].source';
  const sources = [...document.querySelectorAll(ours)];
  const chosen = sources.at(Math.floor(Math.random() * sources.length));
  const turns = document.querySelector('.hand .deal:not(:disabled)');
  press(Math.random() < 0.6 ? chosen ?? turns : turns);
  const target = document.querySelector('.table .target');
  press(target);
}"""
"""A careless hand: it touches a card that can go somewhere, or turns the stock."""


async def test_two_play_a_round_and_go_on_to_the_next(page_of: PageOf) -> None:
    ann, ben = await page_of("desk", **STILL), await page_of("phone", **STILL)
    code = await hosted(ann, "Ann")
    await axe(ann)
    await join(ben, code, "Ben")
    await ready(ben)
    await ready(ann)
    for page in (ann, ben):
        await page.locator(".race.common .table .card").first.wait_for()
    await axe(ann)
    await axe(ben)
    for _ in range(60):
        await ann.evaluate(PLAY)
        await ben.evaluate(PLAY)
    await until(ann, "() => Number(document.querySelector('.race').dataset.number) > 40")
    number = await ann.locator(".race").get_attribute("data-number")
    await until(ben, "n => Number(document.querySelector('.race').dataset.number) >= n", number)
    await tap(ben, ben.get_by_role("button", name="Leave the table"))
    await tap(ben, ben.get_by_role("alertdialog").get_by_role("button", name="Leave the table"))
    for page in (ann, ben):
        await page.locator(".results .round-count li").nth(1).wait_for()
        await shown(page.locator(".series tbody tr")).to_have_count(2)
        await axe(page)
    await ben.goto(f"/r/{code}-1")
    for told in (
        "It follows from the secret that all these deals were sealed by.",
        "The seal of all its deals is the one this browser saved before the start.",
        "The seal is the one this browser saved before the start.",
    ):
        await ben.get_by_text(told).wait_for()
    await tap(ann, ann.get_by_role("button", name="Rematch"))
    await ann.locator(".lobby").wait_for()
