"""The bundled client in a browser: the same pages, from a few files."""

from pathlib import Path

from playwright.async_api import Browser, Request

from deploy import bundle_client
from tests.browser.bench import tap
from tests.browser.playing import begun
from tests.harness import ServerProcess

MOST_REQUESTS = 25


async def test_a_game_is_played_from_the_bundle(browser: Browser, tmp_path: Path) -> None:
    folder = tmp_path / "client"
    bundle_client.bundled(folder)
    async with (
        ServerProcess(tmp_path / "data", web_folder=folder) as server,
        begun(browser, server.port, "aces_up", "phone") as playing,
    ):
        page, asked = playing.page, list[str]()

        def note(request: Request) -> None:
            asked.append(request.url)

        page.on("request", note)
        await playing.play(playing.legal[0])
        await tap(page, page.get_by_role("button", name="Rules", exact=True))
        await page.get_by_role("dialog", name="Rules").wait_for()
        await page.reload()
        await page.locator(".cloth .card[data-card]").first.wait_for()
        assert playing.ply == 1
        assert 5 < len(asked) < MOST_REQUESTS
        await page.goto("/options")
        await page.get_by_role("heading", name="Options").wait_for()
