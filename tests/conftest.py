"""Fixtures every test may use."""

import asyncio
import gc
import time
from collections.abc import AsyncIterator
from itertools import islice
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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The longest tests first, one after the other to each worker: none shall still run when all
    others are done. To begin with each worker gets as many tests as stand together here."""
    workers: int = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers == 1:
        return
    longest = sorted((item for item in items if _seconds(item)), key=_seconds, reverse=True)
    others = (item for item in items if not _seconds(item))
    dealt: list[pytest.Item] = []
    for worker in range(workers):
        own = longest[worker::workers]
        share = (len(items) - len(dealt)) // (workers - worker)
        dealt += [*own, *islice(others, max(0, share - len(own)))]
    items[:] = dealt


def pytest_collection_finish() -> None:
    """What has been imported and collected stays: without it garbage is found in half the time."""
    gc.collect()
    gc.freeze()


def _seconds(item: pytest.Item) -> int:
    marker = item.get_closest_marker("long")
    return marker.args[0] if marker else 0


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
