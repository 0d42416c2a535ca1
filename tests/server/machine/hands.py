"""A server clock that only tests advance: between two steps no time passes."""

from collections.abc import Awaitable, Callable
from functools import partial
from time import time

from server.app import App

Said = tuple[list[tuple[int, str]], str]

START_MS = 1_600_000_000_000
FURTHEST_MS = 1_000
"""Milliseconds of one step; a longer silence would count as an outage."""


class Hands:
    """The server time. Chat alone is stamped by the store itself, so what was heard up to a moment
    of this clock is looked up by when that moment began."""

    def __init__(self) -> None:
        self.ms = START_MS
        self._began: dict[int, int] = {}
        self.turn(0)

    def turn(self, ms: int) -> None:
        self.ms += ms
        self._began[self.ms] = int(time() * 1000)

    def drive(self, app: App) -> None:
        """Make a server that is not running yet use this clock, for its own time and the store's.
        Both are the same, because the clock may be advanced while a heartbeat is in flight."""
        app.clock._local_ms = lambda: float(self.ms)
        app.clock._offset = 0.0
        app.clock.measured = lambda *_: None  # type: ignore[method-assign]
        app.store.said = partial(self._said, app.store.said)  # type: ignore[method-assign]

    def stamp(self, heard_until: str) -> str:
        """The position in the store's chat stream of somebody who has heard everything up to this
        ID."""
        ms, _, number = heard_until.partition("-")
        began = self._began.get(int(ms))
        return heard_until if began is None else f"{began}-{number or 0}"

    async def _said(
        self, ask: Callable[[str, str], Awaitable[Said]], code: str, since: str
    ) -> Said:
        return await ask(code, self.stamp(since))
