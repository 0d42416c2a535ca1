"""Fixtures and hooks for all tests: servers, order of tests, leftover processes."""

import asyncio
import gc
import os
import signal
import time
from collections.abc import AsyncIterator, Iterator
from itertools import islice
from pathlib import Path

import pytest

from tests import leftovers
from tests.browser import chromium
from tests.harness import LIMIT_S, ServerProcess

GONE_S = 60
"""Seconds a process may take to end when the run ends. A server that `patience host` has started
lives for half a minute after its last room."""


def pytest_configure() -> None:
    """Prepare the environment that every process of the run inherits."""
    leftovers.mark()
    # Most tests need no analysis of races, and each server would start a process for it.
    os.environ.setdefault("PATIENCE_ANALYSIS_NODES", "0")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # A background job of a script ignores Ctrl-C, and so would everything it starts.
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report what was not tried and why, so that a skip is not taken for success."""
    skipped = terminalreporter.stats.get("skipped", [])
    absent = sum(chromium.ABSENT in str(report.longrepr) for report in skipped)
    if absent:
        terminalreporter.section(chromium.ABSENT, sep="!", red=True)
        terminalreporter.line(f"{absent} tests were skipped. To run them: {chromium.INSTALL}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the longest tests first, one to each worker, so that none still runs when all others are
    done. Initially each worker gets as many tests as there are in a group here."""
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
    """Freeze imported and collected objects, which halves the time of garbage collections."""
    gc.collect()
    gc.freeze()


def _seconds(item: pytest.Item) -> int:
    marker = item.get_closest_marker("long")
    return marker.args[0] if marker else 0


@pytest.fixture(scope="session", autouse=True)
def nothing_is_left_behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Fail at the end of the run if a process of a test still runs."""
    yield
    left = leftovers.left_behind(tmp_path_factory.getbasetemp(), GONE_S)
    if left:
        pytest.fail("\n".join(("These processes were left behind, and are ended now:", *left)))


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
    """Keep the daily deals the same until the test is over: if midnight UTC is too near, wait for
    the next day."""
    left = 86_400 - time.time() % 86_400
    await asyncio.sleep(left + 1 if left < LIMIT_S else 0)
