"""Fixture: a store with made-up results, for tests of leaderboards."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.leaderboards import made


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[made.House]:
    async with made.house(tmp_path) as opened:
        yield opened
