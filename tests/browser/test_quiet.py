"""Large and quiet: what somebody sees who wants large cards, and nothing else."""

from contextlib import AsyncExitStack

import pytest
from playwright.async_api import Page, expect

from engine.crowns.facts import GREAT_GAMES
from engine.games import GAMES
from tests.browser.bench import Device, axe, press
from tests.browser.conftest import PageOf
from tests.browser.racing import at_table, join, ready, tab_to
from tests.harness import ServerProcess, client

TITLES = [GAMES[slug].book.title for slug in GREAT_GAMES]


async def _by_keyboard(page: Page) -> None:
    """Switch it on or off on the first page, with keys alone."""
    await page.goto("/")
    await page.get_by_role("button", name="Large and quiet").wait_for()
    await tab_to(page, "Large and quiet")
    await press(page, "Enter")


async def _great_games(page: Page) -> list[str]:
    section = page.get_by_role("region", name="The five great games")
    return await section.locator("strong").all_inner_texts()


async def _card_width(page: Page) -> float:
    await page.locator("[data-place]").first.wait_for()
    return float(
        await page.locator("[data-place]").first.evaluate("it => it.getBoundingClientRect().width")
    )


@pytest.mark.parametrize("device", ["phone", "tablet", "desk"])
async def test_one_choice_makes_it_large_and_quiet_and_another_undoes_it(
    page_of: PageOf, device: Device
) -> None:
    page = await page_of(device)
    await page.goto("/play/seven-and-sixes")
    usual = await _card_width(page)
    await _by_keyboard(page)
    switch = page.get_by_role("button", name="Large and quiet")
    await expect(switch).to_have_attribute("aria-pressed", "true")
    assert await _great_games(page) == TITLES
    await expect(page.get_by_role("button", name="Join")).to_have_count(0)
    await axe(page)
    await page.goto("/")
    await page.wait_for_url("**/play/seven_and_sixes")  # where one left off
    large = await _card_width(page)
    assert large >= usual  # cards have all the width there is already
    assert await page.evaluate(
        "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
    await axe(page)
    await page.locator(".home").click()
    await switch.wait_for()  # home is not taken away by it
    await press(page, "Escape")
    await tab_to(page, "Large and quiet")
    await press(page, "Enter")
    await page.get_by_role("button", name="Join").wait_for()
    await page.goto("/")
    await page.get_by_role("button", name="Join").wait_for()
    assert "/play" not in page.url


async def test_a_race_has_nothing_but_ones_own_cards(
    page_of: PageOf, server: ServerProcess
) -> None:
    async with AsyncExitStack() as stack:
        host = await stack.enter_async_context(client(server.url))
        room = await host.create("aces_up")
        loud, quiet = await page_of("desk"), await page_of("desk")
        await _by_keyboard(quiet)
        for page, name in ((loud, "Anna"), (quiet, "Ben")):
            await join(page, room["code"], name)
            await ready(page)
        await expect(quiet.get_by_role("region", name="Talk")).to_have_count(0)
        await host.ready()
        for page in (loud, quiet):
            await at_table(page)
        seen = {
            "timer": loud.get_by_role("timer"),
            "standings": loud.get_by_role("list", name="Standings"),
            "talk": loud.get_by_role("region", name="Talk"),
        }
        for name, place in seen.items():
            assert await place.count() > 0, name
        await expect(quiet.get_by_role("timer")).to_have_count(0)
        await expect(quiet.get_by_role("list", name="Standings")).to_have_count(0)
        await expect(quiet.get_by_role("region", name="Talk")).to_have_count(0)
        await axe(quiet)


async def test_where_games_are_chosen_the_great_games_come_first(page_of: PageOf) -> None:
    page = await page_of("desk")
    await page.goto("/play")
    first = page.locator("main .card-list strong")
    await first.first.wait_for()
    assert (await first.all_inner_texts())[:5] == TITLES
    await page.goto("/")
    await page.get_by_role("region", name="The five great games").wait_for()
    assert await _great_games(page) == TITLES
