"""Fixture: rooms and runs of candidates, for tests of crowns."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.crowns.time_limits import Limits
from tests.server.crowns.crown_process import Parlour, parlour


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Parlour]:
    async with parlour(tmp_path, Limits()) as made:
        yield made
