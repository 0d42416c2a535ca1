"""Daily deals of past days, which guests may play too."""

import time
from pathlib import Path

from playwright.async_api import Browser
from playwright.async_api import expect as shown

from server.rooms import daily_deals
from tests.browser.bench import axe, opened, tap
from tests.harness import ServerProcess
from tests.server.clocked_process import Time, process, real_store

DAY_MS = 86_400_000
HOUR_MS = 3_600_000


async def test_a_guest_plays_a_deal_of_a_past_day(browser: Browser, tmp_path: Path) -> None:
    now = round(time.time() * 1000)
    sprint, long = daily_deals.of_day(daily_deals.today(now - 2 * DAY_MS))
    async with real_store(tmp_path) as redis:
        async with process(redis, Time(sprint.closes_at - HOUR_MS)) as earlier:
            await earlier.draw()
            anna, ben = await earlier.person("Anna"), await earlier.person("Ben")
            await earlier.resign(anna, await earlier.try_it(anna, sprint))
            # Ben has not finished his try: it ends with its time, long before today.
            await earlier.try_it(ben, long)
        async with (
            ServerProcess(tmp_path / "data", redis_url=redis.url) as server,
            opened(browser, f"http://127.0.0.1:{server.port}", reduced_motion="reduce") as page,
        ):
            await page.goto("/daily")
            past = page.locator(".past-deals li")
            found = past.filter(has_text="Anna")
            await shown(found).to_contain_text(sprint.game.book.title)
            await axe(page)
            await tap(page, found.get_by_role("link", name="Play it"))
            await tap(page, page.get_by_role("button", name="Deal the cards"))
            await shown(page.locator(".cloth [data-place]").first).to_be_visible()
            await page.goto("/daily")
            today = page.get_by_role("heading", name="The sprint")
            await shown(today).to_be_visible()


async def test_the_names_of_past_deals(browser: Browser, server: ServerProcess) -> None:
    async with opened(browser, f"http://127.0.0.1:{server.port}") as page:
        await page.goto("/daily")
        src = await page.locator("script[type=module]").get_attribute("src")
        assert src is not None
        asked = [src.rpartition("/")[0], "daily-2027-03-01-sprint"]
        names = await page.evaluate(
            """async ([root, name]) => {
              const { nameBefore } = await import(`${root}/pages/daily.js`);
              return [nameBefore(name, 1), nameBefore(name, 3)];
            }""",
            asked,
        )
    assert names == ["daily-2027-02-28-sprint", "daily-2027-02-26-sprint"]
