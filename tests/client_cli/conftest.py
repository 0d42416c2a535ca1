"""Fixtures of the terminal client's tests: commands that a test has started end with it, also if it
fails."""

import inspect
from collections.abc import AsyncIterator

import pytest

from tests.client_cli.command import Player


@pytest.fixture(autouse=True)
def nobody_stays(request: pytest.FixtureRequest) -> None:
    if inspect.iscoroutinefunction(request.function):
        request.getfixturevalue("ended")


@pytest.fixture
async def ended() -> AsyncIterator[None]:
    yield
    while Player.started:
        process = Player.started.pop().process
        if process.returncode is None:
            process.kill()
            await process.communicate()
