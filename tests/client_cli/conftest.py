"""Commands that a test has started end with it, also where it fails: they would be in the way of
others."""

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
