"""The house: the server as it runs over a month. It closes, and its machine sleeps with the lid
down, as that of friends does; what it logs is kept."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import structlog
from structlog.testing import capture_logs

from server.app import App
from server.settings import Settings
from tests.month.driven import DrivenLoop, DrivenStore

KEEP_DAYS = 9
"""Of a month, so that much of it has gone again at its end."""
KEEP_PERIODS = 6
EXPECTED = frozenset({"store_away", "slow_request"})
"""What a machine says that has slept, or is slow."""


class House:
    """One server process after the other, on one store."""

    def __init__(self, store: DrivenStore) -> None:
        self.store = store
        self.settings = Settings(
            port=0,
            keep_days=KEEP_DAYS,
            keep_periods=KEEP_PERIODS,
            limits=1.0,
        )
        self.openings = self.naps = 0
        self.app: App | None = None
        self.loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        self._serving: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        """Where its people connect to. Raises ConnectionRefusedError where it is closed."""
        if self.app is None:
            raise ConnectionRefusedError
        return f"ws://127.0.0.1:{self.app.reception.port}/ws"

    @property
    def now_ms(self) -> int:
        """Server time."""
        return round((self.store.began_at + self.loop.time()) * 1000)

    async def open(self) -> None:
        self._stop, listening = asyncio.Event(), asyncio.Event()
        app = App(self.settings, self.store.url, alone=not self.openings, local_s=self.loop.time)
        self._serving = asyncio.create_task(app.run(self._stop, listening))
        waiting = asyncio.create_task(listening.wait())
        await asyncio.wait({self._serving, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if self._serving.done():
            await self._serving
        self.app, self.openings = app, self.openings + 1

    async def close(self) -> None:
        """Stop in order: whoever is there is sent away."""
        assert self._serving is not None
        self.app = None
        self._stop.set()
        await self._serving

    def sleep(self, seconds: float) -> None:
        """The lid is closed: nothing runs for so long, and nobody has said good-bye."""
        assert isinstance(self.loop, DrivenLoop)
        self.naps += 1
        self.loop.pass_time(seconds)


class Log:
    """What the server logs: how often what was said, and all that should not have been."""

    def __init__(self, entries: list[Any]) -> None:
        self._entries = entries

    def counts(self) -> Counter[str]:
        return Counter(f"{each['log_level']} {each['event']}" for each in self._entries)

    def unexpected(self) -> list[Any]:
        wrong = ("warning", "error", "critical")
        return [
            each
            for each in self._entries
            if each["log_level"] in wrong and each["event"] not in EXPECTED
        ]


@contextmanager
def logged(loop: asyncio.AbstractEventLoop) -> Iterator[Log]:
    """Keep what is logged, and what tasks and callbacks raised that nobody has caught."""
    with capture_logs() as entries:
        log = structlog.get_logger()
        loop.set_exception_handler(
            lambda _, about: log.error("unhandled", said=repr(about.get("exception") or about))
        )
        yield Log(entries)
