"""Daily streaks on the page of one's history, and the preference that hides streaks."""

from pathlib import Path

from playwright.async_api import Browser, expect

from server.leaderboards.results_log import ResultsLog
from server.store.redis_client import connect
from tests.browser.bench import opened, tap
from tests.browser.test_pages import claim, go
from tests.harness import ServerProcess
from tests.server.leaderboards.made import daily_try
from tests.server.telephone.telephone_process import number_of
from tests.stores import RedisProcess, engines

DAILY = [
    "Days in a row with a daily deal played: 3, at most 3.",
    "Days in a row with a daily deal solved: 1, at most 1.",
]


async def test_daily_streaks_are_shown_and_can_be_hidden(browser: Browser, tmp_path: Path) -> None:
    async with (
        RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis,
        ServerProcess(tmp_path / "data", redis_url=redis.url) as server,
        opened(browser, f"http://127.0.0.1:{server.port}") as page,
    ):
        await claim(page, "Ines")
        account, store = await number_of(redis.url, "Ines"), connect(redis.url, 1)
        for days_ago, result in enumerate(["won", "lost", "lost"]):
            await ResultsLog(store).write(
                daily_try(1 + days_ago, account, days_ago, result), told=True
            )
        await store.aclose()
        await go(page, "/history")
        for line in DAILY:
            await expect(page.get_by_text(line, exact=True)).to_be_visible()
        await go(page, "/options")
        hides = page.get_by_role("group", name="Streaks").get_by_label("Hidden")
        await tap(page, hides)
        await expect(hides).to_be_checked()
        await go(page, "/history")
        await expect(page.get_by_text("Your races: 3")).to_be_visible()
        await page.wait_for_load_state("networkidle")
        await expect(page.get_by_text("in a row")).to_have_count(0)
