"""The pages around a race, for everyone: what an automated check finds, at both widths and in all
themes, and that nothing is wider than the screen."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page
from playwright.async_api import expect as shown

from tests.browser.bench import Device, axe, still, tap
from tests.browser.conftest import PageOf
from tests.browser.racing import STILL, at_table, join, ready
from tests.harness import Client, ServerProcess, client

THEMES = ("baize", "night", "contrast")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[ServerProcess]:
    """One for all of these: each opens rooms of its own."""
    async with ServerProcess(tmp_path_factory.mktemp("rooms")) as process:
        yield process


@pytest_asyncio.fixture(loop_scope="session")
async def host(server: ServerProcess) -> AsyncIterator[Client]:
    async with client(server.url) as made:
        yield made


async def _looked_at(page: Page) -> None:
    """In every theme, and with letters twice as large."""
    for theme in THEMES:
        await page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        await still(page)
        await axe(page)
    await page.evaluate("document.documentElement.style.fontSize = '200%'")
    await still(page)
    width = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0, f"{width} wider than the screen where letters are twice as large"
    await page.evaluate("document.documentElement.style.fontSize = ''")


@pytest.mark.parametrize("device", ["phone", "desk"])
async def test_pages_around_a_race(page_of: PageOf, host: Client, device: Device) -> None:
    page = await page_of(device, **STILL)
    room = await host.create("aces_up", settings={"listed": True})
    for address, there in (
        ("/host", "Open the room"),
        ("/play", "Aces Up"),
        ("/rooms", "Hanna"),
        ("/play/klondike", "Klondike"),
        (f"/j/{room['code']}", "invites you"),
        (f"/w/{room['code']}", "Take a seat"),
    ):
        await page.goto(address)
        await page.get_by_text(there).first.wait_for()
        for details in await page.locator("main details > summary").all():
            await details.click()
        await _looked_at(page)


@pytest.mark.parametrize("device", ["phone", "desk"])
async def test_a_race_and_its_results(page_of: PageOf, host: Client, device: Device) -> None:
    page = await page_of(device, **STILL)
    room = await host.create("aces_up", name="Wilhelmina-Charlotte-Eva")
    await join(page, room["code"], "Ida")
    await _looked_at(page)
    watcher = await page_of(device, **STILL)
    await watcher.goto(f"/w/{room['code']}")
    await ready(page)
    await host.ready()
    await at_table(page)
    table = await host.until("table")
    await host.ask("phrase", phrase="ace_please")
    await page.get_by_text("Ace, please.").filter(visible=True).first.wait_for()
    await watcher.locator(".seen .table").wait_for()
    for one in (page, watcher):
        await _looked_at(one)
    await host.ask("play", race=table["race"], ply=table["ply"], move="resign")
    await tap(page, page.get_by_role("button", name="Give up"))
    await shown(page.get_by_role("button", name="Play on")).to_be_focused()
    await tap(page, page.locator(".asks").get_by_role("button", name="Give up"))
    await page.locator(".results").wait_for()
    await watcher.locator(".results").wait_for()
    await tap(page, page.get_by_role("button", name="Rematch, please"))
    assert (await host.until("said"))["text"] == "Shuffle the cards and start again?"
    for one in (page, watcher):
        await _looked_at(one)


async def test_a_room_opened_in_the_browser(page_of: PageOf, server: ServerProcess) -> None:
    """What its host chose is what others find, and the host may change it."""
    page = await page_of("phone", **STILL)
    await page.goto("/host")
    await page.get_by_label("I am").fill("Hanna")
    await page.get_by_label("Game").select_option("poker_patience")
    await page.get_by_text("The game and its terms").click()
    await page.get_by_label("Format").select_option("caller")
    await page.get_by_label("Time for each card").select_option("30")
    await page.get_by_label("Scoring").select_option("american")
    await page.get_by_text("How the room is kept").click()
    await page.get_by_label("Bots may come in").uncheck()
    await tap(page, page.get_by_role("button", name="Open the room"))
    await page.locator(".lobby svg.square").wait_for()
    await shown(page.get_by_text("Called card by card, 30 seconds each")).to_be_visible()
    code = page.url.rsplit("/", 1)[1]
    async with client(server.url) as guest:
        room = await guest.ask("watch", code=code)
        race = room["race"]
        assert (race["game"], race["options"]["scoring"]) == ("poker_patience", "american")
        assert (race["terms"]["format"], race["terms"]["call_ms"]) == ("caller", 30_000)
        assert not room["settings"]["bots"]
        await page.get_by_text("How the room is kept").click()
        await page.get_by_label("Locked").check()
        assert (await guest.until("settings_changed"))["settings"]["locked"]
        refused = await guest.ask("leave")
        assert refused["type"] == "done"
        refused = await guest.join(code, "Otto")
        assert refused["code"] == "locked"


async def test_a_game_alone_is_found_again_and_dealt_anew(phone: Page) -> None:
    await phone.goto("/play/klondike")
    await at_table(phone)
    cards = "() => [...document.querySelectorAll('[data-card]')].map((c) => c.dataset.card).join()"
    first = await phone.evaluate(cards)
    await tap(phone, phone.locator(".actions button.deal"))
    await shown(phone.locator(".race")).to_have_attribute("data-ply", "1")
    await phone.goto("/play")
    await tap(phone, phone.get_by_role("link", name="Klondike"))
    await shown(phone.locator(".race")).to_have_attribute("data-ply", "1")
    await tap(phone, phone.get_by_role("button", name="Take back"))
    await shown(phone.locator(".race")).to_have_attribute("data-ply", "2")
    assert await phone.evaluate(cards) == first
    await phone.get_by_text("New deal, options").click()
    await phone.get_by_label("Turn", exact=True).select_option("3")
    await shown(phone.get_by_text("Changing this causes redeal.")).to_be_visible()
    await tap(phone, phone.get_by_role("button", name="New deal"))
    await shown(phone.locator(".race")).to_have_attribute("data-ply", "0")
    await shown(phone.get_by_role("heading", name="Klondike with turn: 3")).to_be_visible()
    assert await phone.evaluate(cards) != first
