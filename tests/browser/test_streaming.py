"""Streaming: what is on the screen of somebody who shows it to others."""

from playwright.async_api import Page

from tests.browser.bench import axe
from tests.browser.conftest import PageOf
from tests.browser.racing import join
from tests.harness import ServerProcess, client

WORDS = "Meet me behind the shed"


async def _streams(page: Page) -> None:
    await page.goto("/options")
    group = page.get_by_role("group", name="Streaming")
    await group.get_by_text("Hide", exact=True).click()


async def _gives_away(page: Page, code: str) -> list[str]:
    """Everything on the page from which its room can be learnt."""
    read = f"{code[:3]}-{code[3:]}"
    seen = f"{await page.locator('body').inner_text()}\n{await page.title()}"
    told = [text for text in (code, read) if text.lower() in seen.lower()]
    return told + ["a QR code"] * await page.locator("svg.square").count()


async def test_nothing_on_the_screen_lets_anybody_in(
    page_of: PageOf, server: ServerProcess
) -> None:
    async with client(server.url) as host:
        room = await host.create("aces_up", settings={"listed": True})
        code = room["code"]
        open_page = await page_of("desk")
        hidden = await page_of("desk")
        await _streams(hidden)
        for page, name in ((open_page, "Anna"), (hidden, "Ben")):
            await join(page, code, name)
        await host.ask("say", text=WORDS)
        await open_page.get_by_text(WORDS).first.wait_for()
        assert await _gives_away(open_page, code)
        await hidden.get_by_text("Anna").first.wait_for()
        await hidden.get_by_text("The code and the link are hidden").wait_for()
        assert await _gives_away(hidden, code) == []
        # Outside of it are only the lines for screen readers, which nobody sees.
        assert await open_page.locator("main").get_by_text(WORDS).count() > 0
        assert await hidden.locator("main").get_by_text(WORDS).count() == 0
        await axe(hidden)
        for address in ("/", "/rooms"):
            await hidden.goto(address)
            await hidden.get_by_text("•••-•••").first.wait_for()
            assert await _gives_away(hidden, code) == [], address
