"""The hands of the servers' clock, turned by tests alone: between two turns no time passes."""

from collections.abc import Awaitable, Callable
from functools import partial
from time import time

from server.app import App

Said = tuple[list[tuple[int, str]], str]

START_MS = 1_600_000_000_000
FURTHEST_MS = 1_000
"""So far the hands are turned at once: a longer silence would be taken for an outage."""


class Hands:
    """Server time. Talk alone is stamped by the store itself, so what was heard up to a moment of
    this clock is looked up by when that moment began."""

    def __init__(self) -> None:
        self.ms = START_MS
        self._began: dict[int, int] = {}
        self.turn(0)

    def turn(self, ms: int) -> None:
        self.ms += ms
        self._began[self.ms] = int(time() * 1000)

    def drive(self, app: App) -> None:
        """Make a server that does not run yet live by these hands: its own clock, and the store's
        time, which is the same: hands may turn while a beat that would tell it is on its way."""
        app.clock._local_ms = lambda: float(self.ms)
        app.clock._offset = 0.0
        app.clock.measured = lambda *_: None  # type: ignore[method-assign]
        app.store.said = partial(self._said, app.store.said)  # type: ignore[method-assign]

    def stamp(self, heard_until: str) -> str:
        """Where in the store's stream of talk somebody is who has heard it up to here."""
        ms, _, number = heard_until.partition("-")
        began = self._began.get(int(ms))
        return heard_until if began is None else f"{began}-{number or 0}"

    async def _said(
        self, ask: Callable[[str, str], Awaitable[Said]], code: str, since: str
    ) -> Said:
        return await ask(code, self.stamp(since))
