"""Timeouts of Redis commands: for the reply, and before that for a free connection."""

import asyncio
from contextvars import ContextVar

STEPS = 8
"""Slices into which the second half of a timeout is divided."""
IN_LINE_S = 10.0
"""Seconds to wait for a free connection."""


class StoreTimeout:
    """Makes `limit` expire when the store has been silent for `seconds`.

    A reply that has arrived while the event loop was busy does not count as silence. So the second
    half of the timeout is divided into slices: at each, replies that have arrived are read before
    the timeout expires.
    """

    def __init__(self, limit: asyncio.Timeout, seconds: float) -> None:
        self._loop = asyncio.get_running_loop()
        self._limit, self._seconds = limit, seconds
        self._in_line = self._over = False
        self._asked_at = self._loop.time()
        self._timer = self._begin(seconds)

    @property
    def asked_s(self) -> float:
        """Seconds since the last command was sent."""
        return self._loop.time() - self._asked_at

    def _begin(self, seconds: float) -> asyncio.TimerHandle:
        half = seconds / 2
        return self._loop.call_later(half, self._step, half / STEPS, STEPS)

    def _step(self, step_s: float, left: int) -> None:
        if left:
            self._timer = self._loop.call_later(step_s, self._step, step_s, left - 1)
        else:
            self._limit.reschedule(self._loop.time())

    def join_line(self) -> None:
        """The caller waits for a free connection. The timeout is IN_LINE_S until `ask`."""
        if not self._in_line and not self._over:
            self._in_line = True
            self._timer.cancel()
            self._timer = self._begin(IN_LINE_S)

    def ask(self) -> None:
        """The caller has a connection. If it waited, the timeout for the reply begins."""
        self._asked_at = self._loop.time()
        if self._in_line and not self._over:
            self._in_line = False
            self._timer.cancel()
            self._timer = self._begin(self._seconds)

    def end(self) -> None:
        """Stop the timer. The limit does not expire any more."""
        self._over = True
        self._timer.cancel()


CURRENT: ContextVar[StoreTimeout | None] = ContextVar("waiting", default=None)
"""The timeout of the current task."""


def join_line() -> None:
    """Note that the current task waits for a free connection."""
    waiting = CURRENT.get()
    if waiting is not None:
        waiting.join_line()


def ask() -> None:
    """Note that the current task has a connection and sends a command."""
    waiting = CURRENT.get()
    if waiting is not None:
        waiting.ask()
