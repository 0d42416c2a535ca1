"""With a translation that marks every text, pages show no text without a mark."""

from pathlib import Path

from playwright.async_api import Route

from tests.browser.conftest import PageOf
from tests.texts.pseudo import browser_module, game_names, unmarked

TEXTS = Path(__file__).parents[2] / "client_web" / "messages" / "texts.js"
SHOWN = """() => {
  const spoken = ["title", "aria-label", "placeholder", "alt"];
  const named = [...document.body.querySelectorAll("*")].flatMap((each) =>
    spoken.map((name) => each.getAttribute(name) ?? ""));
  return [document.title, document.body.innerText, ...named].join("\\n");
}"""
PAGES = ("/", "/play/aces_up", "/host", "/options", "/daily", "/boards/aces_up", "/me")


async def test_pages_show_only_marked_texts(page_of: PageOf) -> None:
    page = await page_of("desk")
    changed = browser_module(TEXTS.read_text(encoding="utf-8"))

    async def answer(route: Route) -> None:
        await route.fulfill(body=changed, content_type="text/javascript; charset=utf-8")

    await page.route("**/messages/texts.js*", answer)
    for path in PAGES:
        await page.goto(path)
        await page.locator("main h1").wait_for()
        shown = await page.evaluate(SHOWN)
        words = unmarked(shown, game_names())
        assert not words, f"{path}: {words}"
