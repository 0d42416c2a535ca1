"""Fixtures of the browser client's tests: a Chromium for each worker, a server for each module."""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright

from tests.browser import chromium
from tests.browser.bench import Device, opened
from tests.harness import ServerProcess

PageOf = Callable[..., Awaitable[Page]]
"""`await page_of("desk", locale="de")`: a page on a device of its own, and what else Playwright
may be told of it."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of them share one event loop, for they share a browser that lives on it."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and inspect.iscoroutinefunction(getattr(item, "obj", None)):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The operating system's Chromium, started once a worker. Contexts in it are cheap."""
    program = chromium.found()
    if program is None:
        say = pytest.fail if chromium.REQUIRED else pytest.skip
        say(f"{chromium.ABSENT}; {chromium.INSTALL}")
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(**chromium.settings(program))
        yield started
        await started.close()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[ServerProcess]:
    """A server with a store of its own for the tests of a module, on the loop of these tests:
    rooms and names are each test's own."""
    async with ServerProcess(tmp_path_factory.mktemp("server") / "data") as process:
        yield process


@pytest_asyncio.fixture(loop_scope="session")
async def server_url(server: ServerProcess) -> str:
    """The websocket address of the server."""
    return server.url


@pytest_asyncio.fixture(loop_scope="session")
async def base_url(server: ServerProcess) -> str:
    """Where the server's pages are."""
    return f"http://127.0.0.1:{server.port}"


@pytest_asyncio.fixture(loop_scope="session")
async def page_of(browser: Browser, base_url: str) -> AsyncIterator[PageOf]:
    """Makes pages, each on a device of its own; at the end none may have been in trouble."""
    async with AsyncExitStack() as stack:

        async def make(device: Device = "phone", **settings: Any) -> Page:
            address = settings.pop("base_url", base_url)
            return await stack.enter_async_context(opened(browser, address, device, **settings))

        yield make


@pytest_asyncio.fixture(loop_scope="session")
async def phone(page_of: PageOf) -> Page:
    """A page on a phone of 360 by 740 that is touched."""
    return await page_of("phone")


@pytest_asyncio.fixture(loop_scope="session")
async def tablet(page_of: PageOf) -> Page:
    """A page of 768 pixels that is touched."""
    return await page_of("tablet")


@pytest_asyncio.fixture(loop_scope="session")
async def desk(page_of: PageOf) -> Page:
    """A page of 1440 pixels, with mouse and keyboard."""
    return await page_of("desk")
