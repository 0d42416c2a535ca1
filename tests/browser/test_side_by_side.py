"""Watching a race on a wide screen: all boards that fit, beside the standings."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page
from playwright.async_api import expect as shown

from tests.browser.bench import axe, still, tap, until
from tests.browser.conftest import PageOf
from tests.browser.racing import STILL
from tests.harness import Client, ServerProcess, client

NAMES = ("Hanna", "Bob", "Cleo", "Dot")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[ServerProcess]:
    async with ServerProcess(tmp_path_factory.mktemp("beside")) as process:
        yield process


async def four(stack: AsyncExitStack, server: ServerProcess, game: str) -> tuple[str, list[Client]]:
    """The code of a race of four that has begun, and its contestants."""
    links = [await stack.enter_async_context(client(server.url)) for _ in NAMES]
    code: str = (await links[0].create(game))["code"]
    for link, name in zip(links[1:], NAMES[1:], strict=True):
        await link.join(code, name)
    for link in links:
        await link.ready()
    for link in links:
        await link.until("table")
    return code, links


async def watcher_of(page_of: PageOf, code: str, width: int, height: int = 900) -> Page:
    page = await page_of("desk", viewport={"width": width, "height": height}, **STILL)
    await page.goto(f"/w/{code}")
    await page.locator(".seen .table").first.wait_for()
    return page


CARDS = "all => all.map(one => one.dataset.place + one.ariaLabel)"
"""The places and cards of one board."""
TWO_MOVED = """start => [...document.querySelectorAll(".side-by-side .seen")].slice(0, 2).every(
    board => [...board.querySelectorAll("[data-place]")].map(
        one => one.dataset.place + one.ariaLabel).join() !== start.join())"""


async def cards(page: Page) -> list[list[str]]:
    """The places and cards of each board."""
    boards = await page.locator(".side-by-side .seen").all()
    return [await board.locator("[data-place]").evaluate_all(CARDS) for board in boards]


async def test_four_boards_beside_the_standings(page_of: PageOf, server: ServerProcess) -> None:
    async with AsyncExitStack() as stack:
        code, links = await four(stack, server, "aces_up")
        page = await watcher_of(page_of, code, 1280)
        seen = page.locator(".side-by-side .seen")
        await shown(seen).to_have_count(4)
        await shown(page.locator(".side-by-side .table")).to_have_count(4)
        start = await cards(page)
        assert start == [start[0]] * 4
        for link in links[:2]:
            legal = (await link.ask("look"))["legal"]
            assert (await link.ask("play", race=1, ply=0, move=legal[0]))["type"] == "moved"
        await until(page, TWO_MOVED, start[0])
        assert (await cards(page))[2:] == start[2:]
        await still(page)
        # All fit into the window, and nothing is wider than it.
        low = await page.evaluate("document.documentElement.scrollHeight - innerHeight")
        wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert (low <= 0, wide <= 0) == (True, True), (low, wide)
        await axe(page)
        # One alone, by its name or its digit, and all again.
        await tap(page, seen.nth(1).get_by_role("button", name="Bob"))
        await shown(page.locator(".seen strong")).to_have_text("Bob")
        await tap(page, page.get_by_role("button", name="All boards"))
        await shown(seen).to_have_count(4)
        await page.keyboard.press("1")
        await shown(page.locator(".seen")).to_have_count(1)


@pytest.mark.parametrize(("width", "height", "count"), [(1199, 900, 1), (1280, 500, 2)])
async def test_as_many_boards_as_fit(
    page_of: PageOf, server: ServerProcess, width: int, height: int, count: int
) -> None:
    async with AsyncExitStack() as stack:
        code, _ = await four(stack, server, "klondike")
        page = await watcher_of(page_of, code, width, height)
        await shown(page.locator(".seen .table")).to_have_count(count)
        await shown(page.get_by_role("button", name="All boards")).to_have_count(int(count > 1))


async def test_boards_that_the_room_does_not_show(page_of: PageOf, server: ServerProcess) -> None:
    async with AsyncExitStack() as stack:
        code, links = await four(stack, server, "aces_up")
        page = await watcher_of(page_of, code, 1280)
        for link in links:
            await link.ask("play", race=1, ply=0, move="resign")
        await links[0].until("over")
        await links[0].ask("rematch")
        settings = {"boards": "nobody"}
        assert (await links[0].ask("change_settings", settings=settings))["type"] == "done"
        for link in links:
            await link.ready()
        await links[0].until("table")
        await shown(page.locator(".why-not")).to_have_text(
            "In this room boards are seen when the race is over."
        )
        await shown(page.locator(".seen")).to_have_count(0)


async def test_the_timer_can_be_hidden(page_of: PageOf, server: ServerProcess) -> None:
    async with AsyncExitStack() as stack:
        code, _ = await four(stack, server, "aces_up")
        page = await watcher_of(page_of, code, 1280)
        await shown(page.get_by_role("timer")).to_have_count(1)
        await page.goto("/options")
        await tap(page, page.get_by_role("radio", name="Hidden"))
        await page.goto(f"/w/{code}")
        await page.locator(".seen .table").first.wait_for()
        await shown(page.get_by_role("timer")).to_have_count(0)
