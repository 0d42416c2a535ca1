"""The client on a home screen: it can be installed, and says in its own page that it is offline."""

from pathlib import Path

from playwright.async_api import Browser
from playwright.async_api import expect as shown

from tests.browser.bench import axe, expect, opened, protocol, tap
from tests.harness import ServerProcess

IN_CHARGE = "() => navigator.serviceWorker.controller !== null"
HAS_WORKER = "async () => (await navigator.serviceWorker.ready).active !== null"


async def test_a_page_says_that_there_is_no_line(browser: Browser, tmp_path: Path) -> None:
    async with ServerProcess(tmp_path / "data") as server:
        base = f"http://127.0.0.1:{server.port}"
        async with opened(browser, base, "phone", service_workers="allow") as page:
            await page.goto("/options")
            await page.wait_for_function(HAS_WORKER)
            await page.reload()
            await page.wait_for_function(IN_CHARGE)
            expect(page, r"ERR_")
            await server.kill()
            await page.goto("/rules")
            await shown(page.get_by_role("heading", name="No line to the server")).to_be_visible()
            await axe(page)
            await server.start()
            await tap(page, page.get_by_role("link", name="Try again"))
            await shown(page.get_by_role("heading", name="Rules").first).to_be_visible()
            assert page.url == f"{base}/rules"


async def test_a_browser_would_install_it(browser: Browser, server: ServerProcess) -> None:
    base = f"http://127.0.0.1:{server.port}"
    async with opened(browser, base, "phone", service_workers="allow") as page:
        await page.goto("/rules")
        instruments = await protocol(page)
        found = await instruments.send("Page.getInstallabilityErrors")
        assert [each["errorId"] for each in found["installabilityErrors"]] in ([], ["in-incognito"])
