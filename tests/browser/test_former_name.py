"""An account that the server has renamed: the browser tells its owner."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Browser, expect
from redis.asyncio import Redis

from tests.browser.conftest import PageOf
from tests.harness import ServerProcess
from tests.server.stores import HERE, PASSWORD, load
from tests.stores import RedisProcess, engines

TOLD = "The server has named you Bob 2: your former name, Bob, looks like that of an older account"


@pytest_asyncio.fixture(loop_scope="session")
async def settled_url(browser: Browser, tmp_path: Path) -> AsyncIterator[str]:
    """The pages of a server with the store of one that compared names by earlier rules."""
    async with RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis:
        async with Redis.from_url(redis.url) as store:
            await load(store, (HERE / "schema-1-names.jsonl").read_text())
        async with ServerProcess(tmp_path / "data", redis_url=redis.url) as server:
            yield f"http://127.0.0.1:{server.port}"


async def test_who_logs_in_is_told_of_a_new_name_until_they_keep_it(
    settled_url: str, page_of: PageOf
) -> None:
    page = await page_of("phone", base_url=settled_url)
    await page.goto("/me")
    await page.get_by_role("button", name="Log in", exact=True).click()
    await page.get_by_label("Your name", exact=True).fill("Bob")
    await page.get_by_label("Password", exact=True).fill(f"{PASSWORD} 4")
    await page.locator("#log-in button.first").click()
    notice = page.get_by_role("status", name="Your name")
    await expect(notice).to_contain_text(TOLD)
    await page.goto("/boards")  # with the session of the page before
    await expect(notice).to_contain_text(TOLD)
    await notice.get_by_role("link", name="Choose another name").click()
    await expect(page).to_have_url(f"{settled_url}/me")
    await notice.get_by_role("button", name="Keep this one").click()
    await expect(notice).to_have_count(0)
    await page.reload()
    await expect(page.get_by_text("You are Bob 2")).to_be_visible()
    await expect(notice).to_have_count(0)
