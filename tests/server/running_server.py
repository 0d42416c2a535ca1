"""A server that runs in the process of the tests, and the administrator's commands to it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from server.app import App
from server.ops import admin
from server.settings import ServerSettings
from tests.harness import LIMIT_S

Said = tuple[int, str, str]
"""An exit code, and what was said by both ways."""


@contextlib.asynccontextmanager
async def serving(url: str, **settings: object) -> AsyncIterator[tuple[App, str]]:
    """A server on this store, and its address."""
    app = App(ServerSettings.model_validate({"port": 0, "countdown_ms": 0, **settings}), url)
    stop, listening = asyncio.Event(), asyncio.Event()
    running = asyncio.create_task(app.run(stop, listening))
    await listening.wait()
    try:
        yield app, f"ws://127.0.0.1:{app.port_listener.port}/ws"
    finally:
        stop.set()
        await running


class Owner:
    """Whoever runs the server: `patience admin`, in a thread of its own."""

    def __init__(
        self, url: str, patched: pytest.MonkeyPatch, heard: pytest.CaptureFixture[str]
    ) -> None:
        self._patched, self._heard = patched, heard
        self.turns_to(url)

    def turns_to(self, url: str) -> None:
        """Look after this store from now on."""
        self._patched.setenv("REDIS_URL", url)

    async def says(self, *words: str | Path) -> Said:
        self._heard.readouterr()
        code = await asyncio.to_thread(admin.main, [str(word) for word in words])
        said = self._heard.readouterr()
        return code, said.out, said.err


async def until(happened: Callable[[], Awaitable[bool]]) -> None:
    """Look again and again at what only looking tells."""
    async with asyncio.timeout(LIMIT_S):
        while not await happened():  # noqa: ASYNC110 # nothing is set when it happens
            await asyncio.sleep(0.02)
