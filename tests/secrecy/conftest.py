"""Fixtures of the secrecy tests: one server for all tests of a module."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.secrecy.running import Running, serving


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Running]:
    async with serving(tmp_path_factory.mktemp("data")) as server:
        yield server
