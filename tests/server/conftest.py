"""Fixtures of the server's tests: a store, and settings to start a server on it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.store.redis_client import patience
from tests.harness import LIMIT_S
from tests.server.running_server import Owner
from tests.stores import RedisProcess, engines


@pytest.fixture(autouse=True)
def _patient(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What runs in the process of the tests waits for its store as long as tests wait: on a busy
    machine a store may be silent for longer than the two seconds after which it counts as away.
    Tests with a driven clock, which are marked `driven`, wait as servers do."""
    if request.node.get_closest_marker("driven"):
        return
    monkeypatch.setattr(patience.__init__, "__defaults__", (LIMIT_S,))


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    """A store of the test's own, without a server."""
    async with RedisProcess(tmp_path / "redis", engines()["embedded"]) as process:
        yield process


@pytest.fixture
def owner(
    redis: RedisProcess, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Owner:
    """Who says `patience admin` to it."""
    return Owner(redis.url, monkeypatch, capsys)
