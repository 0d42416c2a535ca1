"""What many tests of the server begin with: a store, and whoever runs a server on it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.houses import Owner
from tests.stores import RedisProcess, engines


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
