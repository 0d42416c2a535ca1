"""Fixtures every test may use."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.browser import chromium
from tests.harness import LIMIT_S, ServerProcess


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says what was not tried, and what to do, so that nobody takes silence for success."""
    skipped = terminalreporter.stats.get("skipped", [])
    absent = sum(chromium.ABSENT in str(report.longrepr) for report in skipped)
    if absent:
        terminalreporter.section(chromium.ABSENT, sep="!", red=True)
        terminalreporter.line(f"{absent} tests were skipped. To run them: {chromium.INSTALL}")


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    """A server with an embedded store of its own and a countdown of a tenth of a second."""
    async with ServerProcess(tmp_path / "data") as process:
        yield process


@pytest.fixture
async def server_url(server: ServerProcess) -> str:
    """The websocket address of a running server."""
    return server.url


@pytest.fixture
async def one_day() -> None:
    """The deals of today are those of today until the test is over: if this day, which ends at
    midnight UTC, is too short for that, it is waited for the next."""
    left = 86_400 - time.time() % 86_400
    await asyncio.sleep(left + 1 if left < LIMIT_S else 0)
