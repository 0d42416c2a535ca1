"""A finished round at a common table in the browser: in the history of an account, as a record, and
as a text to share."""

from playwright.async_api import Page, expect

from tests.browser.bench import tap
from tests.browser.conftest import PageOf
from tests.browser.racing import STILL, join, ready
from tests.browser.test_pages import claim, go
from tests.harness import ServerProcess, client
from tests.server.archive.test_retention import resign
from tests.server.two_servers import begin

COPIED = """() => {
  window.copied = [];
  navigator.clipboard.writeText = async (text) => { window.copied.push(text); };
}"""
"""Collects the texts that the page copies."""


async def share(page: Page) -> list[str]:
    """The lines of the text that the page shares."""
    await page.evaluate("() => { navigator.canShare = undefined; }")
    await page.evaluate(COPIED)
    await tap(page, page.get_by_role("button", name="Share"))
    await expect(page.get_by_text("Copied.")).to_be_visible()
    text: str = await page.evaluate("() => window.copied.at(-1)")
    return text.split("\n")


async def test_a_round_of_an_account_is_in_its_history_and_is_shared(
    page_of: PageOf, server: ServerProcess
) -> None:
    ann, ben = await page_of("desk", **STILL), await page_of("phone", **STILL)
    await claim(ann, "Annabel")
    await go(ann, "/host?game=racing-demon")
    await tap(ann, ann.get_by_role("button", name="Open the room"))
    await ann.locator(".lobby").wait_for()
    code = ann.url.split("/j/")[1].split("/")[0]
    await join(ben, code, "Ben")
    await ready(ben)
    await ready(ann)
    for page in (ann, ben):
        await page.locator(".race.common .table .card").first.wait_for()
    await tap(ann, ann.locator(".hand .deal"))
    await expect(ann.locator(".race")).not_to_have_attribute("data-number", "0")
    await tap(ben, ben.get_by_role("button", name="Leave the table"))
    await tap(ben, ben.get_by_role("alertdialog").get_by_role("button", name="Leave the table"))
    await ann.locator(".results .round-count li").nth(1).wait_for()
    after = await share(ann)
    async with client(server.url) as reader:
        told = await reader.ask("get_record", race=f"{code}-1")
    scores = [(each["place"], each["points"]) for each in told["record"]["results"]]
    spoken = f"{code[:3]}-{code[3:]}-1"
    assert after[0] == f"Crown Patience, Racing Demon with piles: 5, {spoken}"
    counted = "0 cards in the middle, 13 left in the demon for -13: -13 points."
    assert after[1:3] == [f"1. Annabel: {counted}", f"2. Ben: {counted}"]
    assert scores == [(1, -13), (2, -13)]
    assert after[-1].endswith(f"/r/{code}-1")

    await go(ann, "/history")
    await expect(ann.get_by_text("Your races: 1")).to_be_visible()
    row = ann.locator("tbody tr").first
    await expect(row.locator("th")).to_contain_text("Racing Demon")
    await expect(row.locator("td.number")).to_have_text("1")
    await tap(ann, row.get_by_role("link", name=spoken))
    rows = ann.locator("main table tbody tr")
    await expect(rows).to_have_count(2)
    await expect(rows.first).to_contain_text("Annabel")
    await expect(ann.locator(".replayed")).to_have_attribute("data-number", "0")
    await tap(ann, ann.get_by_role("button", name="To the end"))
    await expect(ann.locator(".replayed")).to_have_attribute("data-number", "2")
    later = await share(ann)
    assert later == [*after[:3], after[-1]]


async def test_the_record_of_a_race_is_shared(page_of: PageOf, server: ServerProcess) -> None:
    async with client(server.url) as host, client(server.url) as guest:
        code = await begin(host, guest)
        for link in (guest, host):
            await resign(link)
        await host.until("over")
    page = await page_of()
    await page.goto(f"/r/{code}-1")
    title, *lines, address = await share(page)
    assert title.startswith("Crown Patience, Aces Up, ")
    assert title.endswith(", first to finish")
    assert len(lines) == 2
    assert address.endswith(f"/r/{code}-1")
