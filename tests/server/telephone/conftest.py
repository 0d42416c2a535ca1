"""Fixture: two server processes that share the telephone's store."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.telephone.telephone_process import Office, office
from tests.stores import RedisProcess, engines


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with RedisProcess(tmp_path / "redis", engines()["embedded"]) as started:
        yield started


@pytest.fixture
async def call_subscriptions(redis: RedisProcess) -> AsyncIterator[Office]:
    async with office(redis) as made:
        yield made
