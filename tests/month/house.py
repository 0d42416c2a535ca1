"""The server over a simulated month: it closes at night, and its machine is sometimes suspended;
its log is kept."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import structlog
from structlog.testing import capture_logs

from server.app import App
from server.settings import ServerSettings
from tests.month.driven import DrivenLoop, DrivenStore

KEEP_DAYS = 9
"""Days that records are kept: less than a month, so that many have expired at its end."""
KEEP_PERIODS = 6
EXPECTED = frozenset({"store_away", "slow_request"})
"""Log events of a machine that was suspended or is slow."""


class House:
    """One server after the other on one store."""

    def __init__(self, store: DrivenStore) -> None:
        self.store = store
        self.settings = ServerSettings(
            port=0,
            keep_days=KEEP_DAYS,
            keep_periods=KEEP_PERIODS,
            limits=1.0,
            analysis_nodes=0,  # the analyser is a process of its own, without the simulated clock
        )
        self.openings = self.naps = 0
        self._slept_s = 0.0
        self.app: App | None = None
        self.loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        self._serving: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        """The server's address. Raises ConnectionRefusedError while it is closed."""
        if self.app is None:
            raise ConnectionRefusedError
        return f"ws://127.0.0.1:{self.app.port_listener.port}/ws"

    @property
    def now_ms(self) -> int:
        """Server time in milliseconds."""
        return round((self.store.began_at + self.loop.time()) * 1000)

    @property
    def awake_s(self) -> float:
        """Simulated seconds in which the machine was not suspended."""
        return self.loop.time() - self._slept_s

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
        """Stop the server in order; users are disconnected."""
        assert self._serving is not None
        self.app = None
        self._stop.set()
        await self._serving

    def sleep(self, seconds: float) -> None:
        """Suspend the machine: nothing runs for so long, and no connection is closed."""
        assert isinstance(self.loop, DrivenLoop)
        self.naps += 1
        self._slept_s += seconds
        self.loop.pass_time(seconds)


class Log:
    """The server's log: counts of each event, and everything that should not have been logged."""

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
    """Collect the log, and exceptions of tasks and callbacks that nobody caught."""
    with capture_logs() as entries:
        log = structlog.get_logger()
        loop.set_exception_handler(
            lambda _, about: log.error("unhandled", said=repr(about.get("exception") or about))
        )
        yield Log(entries)
