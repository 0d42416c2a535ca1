"""The page of a deal's traveller: everybody who has played it, compared."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import expect as shown

from tests.browser.bench import axe
from tests.browser.conftest import PageOf
from tests.harness import ServerProcess, client
from tests.server.travellers.test_answers import resign
from tests.server.two_servers import begin, moves

HEADINGS = ["Time to each tenth of the way", "First choices"]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ServerProcess]:
    async with ServerProcess(tmp_path_factory.mktemp("server") / "data") as process:
        yield process


@pytest.mark.parametrize(("device", "game"), [("phone", "klondike"), ("desk", "poker_patience")])
async def test_a_traveller_has_its_charts_and_their_figures(
    page_of: PageOf, server: ServerProcess, device: str, game: str
) -> None:
    """In Klondike everybody has a choice at once, and in Poker Patience each move is progress."""
    async with client(server.url) as ann, client(server.url) as ben:
        code = await begin(ann, ben, game=game, name="Ann")
        for link, count in ((ann, 9), (ben, 6)):
            await moves(link, count)
            await resign(link)
        await ann.until("over")
        told = await ann.ask("get_traveller", deal=code)
    page = await page_of(device, reduced_motion="reduce")
    await page.goto(f"/r/{code}-1")
    await page.get_by_role("link", name="Everybody on this deal").click()
    await shown(page.get_by_role("heading", level=1)).to_have_text("Everybody on this deal")
    rows = page.get_by_role("region", name="In order").locator("tbody tr")
    await shown(rows).to_have_count(2)
    for number, row in enumerate(told["rows"]):
        cells = await rows.nth(number).locator("td, th").all_text_contents()
        assert cells[:2] == [str(row["place"]), row["name"]]
        assert cells[3:] == [f"{row['matchpoints']:g} of 1", f"{row['percent']:g} %"]
    tenths = [tenth for tenth in told["pace"] if tenth["reached"]]
    here = [
        heading
        for heading, is_here in zip(HEADINGS, (tenths, told["choices"]), strict=True)
        if is_here
    ]
    assert await page.locator("h2").all_text_contents() == here
    paces = page.get_by_role("region", name=HEADINGS[0]).locator("tbody tr")
    await shown(paces).to_have_count(len(tenths))
    got_there = await paces.locator("td:last-child").all_text_contents()
    assert got_there == [f"{tenth['reached']} of 2" for tenth in tenths]
    await shown(page.locator(".pace svg path.curve")).to_have_count(3 if tenths else 0)
    choices = page.get_by_role("region", name=HEADINGS[1]).locator("tbody tr")
    await shown(choices).to_have_count(len(told["choices"]))
    texts = await choices.locator("th code").all_text_contents()
    assert texts == [one["move"] for one in told["choices"] if one["move"] is not None]
    await axe(page)
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_a_traveller_that_is_refused_says_why(page_of: PageOf, server: ServerProcess) -> None:
    page = await page_of("phone")
    await page.goto("/deals/KQ74TX-1")
    await shown(page.get_by_text("There is no room with that code.")).to_be_visible()
    await page.goto("/deals/%3Cb%3E")
    await shown(page.get_by_role("heading", level=1)).to_have_text("Everybody on this deal")
