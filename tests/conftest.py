"""Fixtures every test may use."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.harness import ServerProcess


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    """A server with an embedded store of its own and a countdown of a tenth of a second."""
    async with ServerProcess(tmp_path / "data") as process:
        yield process


@pytest.fixture
async def server_url(server: ServerProcess) -> str:
    """The websocket address of a running server."""
    return server.url
