"""The operating system's Chromium, and the message where there is none."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Browser, async_playwright

COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
INSTALL = "apt-get install chromium"
ABSENT = "browser tests NOT RUN: there is no Chromium here"
"""The reason of a skip; the summary of a run finds these by it."""

REQUIRED = os.environ.get("PATIENCE_BROWSER") == "required"
"""Set where nothing may be skipped."""


ON_THE_NETWORK = "192.0.2.7"
"""An address that this browser takes to be one of the network, over plain HTTP. It leads to the
servers of the tests, which listen to this computer only."""


def found() -> str | None:
    """The program, by the names it goes by."""
    return next(filter(None, map(shutil.which, COMMANDS)), None)


def settings(program: str) -> dict[str, Any]:
    """What Playwright starts it with."""
    arguments = [
        "--disable-dev-shm-usage",  # in containers it is small
        "--disable-background-networking",
        "--force-color-profile=srgb",
        f"--host-resolver-rules=MAP {ON_THE_NETWORK} 127.0.0.1",
    ]
    if os.geteuid() == 0:
        arguments.append("--no-sandbox")  # it starts as root in no other way
    return {"executable_path": program, "args": arguments, "handle_sigint": False}


@asynccontextmanager
async def started() -> AsyncIterator[Browser]:
    """A running Chromium, closed at the end. Raises SystemExit if there is none here."""
    program = found()
    if program is None:
        raise SystemExit(f"{ABSENT}; {INSTALL}")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**settings(program))
        yield browser
        await browser.close()
