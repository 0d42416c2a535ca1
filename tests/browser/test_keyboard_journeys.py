"""Two friends who use no mouse: they find each other, race, and compare, by Tab and Enter alone."""

from playwright.async_api import Locator, Page
from playwright.async_api import expect as shown

from tests.browser.conftest import PageOf
from tests.browser.racing import STILL, drawn_ply, remember
from tests.harness import ServerProcess, client

WORD = "correct horse"
MOST_TABS = 150


async def tab_to(page: Page, goal: Locator) -> None:
    """Press Tab until the element has the focus."""
    await goal.wait_for()
    for _ in range(MOST_TABS):
        await page.keyboard.press("Tab")
        if await goal.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"{goal} is not reached by Tab")


async def activate(page: Page, goal: Locator) -> None:
    """Press a button, or follow a link, by Tab and Enter."""
    await tab_to(page, goal)
    await page.keyboard.press("Enter")


async def _logged_in(page: Page, me: dict[str, object]) -> None:
    await page.goto("/rules")
    await remember(page, {"session": me})
    await page.goto("/")


async def test_friends_challenge_race_and_compare_without_a_mouse(
    page_of: PageOf, server: ServerProcess
) -> None:
    first, second = await page_of("desk", **STILL), await page_of("desk", **STILL)
    people = {}
    async with client(server.url) as vera, client(server.url) as will:
        for link, name in ((vera, "Vera"), (will, "Will")):
            session = (await link.ask("sign_up", name=name, password=WORD))["session"]
            people[name] = {"name": name, "session": session, "bot": False}
        await vera.ask("befriend", name="Will", what="add")
        await will.ask("befriend", name="Vera", what="accept")
    await _logged_in(second, people["Will"])
    await _logged_in(first, people["Vera"])

    friends = first.get_by_role("region", name="Friends on line")
    await tab_to(first, friends.get_by_label("The game of the race"))
    await first.keyboard.type("Klondike")
    await activate(first, friends.get_by_role("button", name="Challenge Will"))
    await first.wait_for_url("**/j/*")
    note = second.locator(".ring-news", has_text="Vera challenges you to a race")
    await activate(second, note.get_by_role("link", name="Join"))
    await second.wait_for_url(first.url)
    await activate(second, second.get_by_role("button", name="Join", exact=True))
    for page in (second, first):
        await activate(page, page.get_by_role("button", name="Ready", exact=True))
    for page in (first, second):
        await page.locator(".board .card").first.wait_for()
    for page in (second, first):
        await page.keyboard.press("Space")  # turn the stock
        await drawn_ply(page, 1)
        for _ in range(2):
            await activate(page, page.get_by_role("button", name="Give up", exact=True).last)
    await activate(first, first.get_by_role("link", name="Everybody on this deal"))
    await shown(first.get_by_role("heading", level=1)).to_have_text("Everybody on this deal")
    await activate(first, first.get_by_role("button", name="Vera"))
    await activate(first, first.get_by_role("link", name="Rivals"))
    await shown(first.get_by_role("heading", level=1)).to_have_text("Rivals")
    names = first.get_by_label("Their names, with commas")
    await tab_to(first, names)
    await first.keyboard.type("Will")
    await first.keyboard.press("Enter")
    await first.get_by_text("1 race together").wait_for()
