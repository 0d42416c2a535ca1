"""Fixtures for tests of leisure races: a store, and friends on a server with a clock of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.clocked_process import Time, real_store
from tests.server.leisure_races.friends import NOON, Friends, friends
from tests.stores import RedisProcess


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


@pytest.fixture
async def at(redis: RedisProcess) -> AsyncIterator[Friends]:
    async with friends(redis, Time(NOON)) as made:
        yield made
