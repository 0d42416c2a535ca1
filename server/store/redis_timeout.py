"""Timeouts of Redis commands: for the reply, and before that for a free connection."""

import asyncio
from contextvars import ContextVar

STEPS = 8
"""Slices into which the second half of a timeout is divided."""
CONNECTION_WAIT_S = 10.0
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
        self._queued = self._ended = False
        self._sent_at = self._loop.time()
        self._timer = self._begin(seconds)

    @property
    def since_sent_s(self) -> float:
        """Seconds since the last command was sent."""
        return self._loop.time() - self._sent_at

    def _begin(self, seconds: float) -> asyncio.TimerHandle:
        half = seconds / 2
        return self._loop.call_later(half, self._step, half / STEPS, STEPS)

    def _step(self, step_s: float, left: int) -> None:
        if left:
            self._timer = self._loop.call_later(step_s, self._step, step_s, left - 1)
        else:
            self._limit.reschedule(self._loop.time())

    def note_queued(self) -> None:
        """The caller waits for a free connection. The timeout is CONNECTION_WAIT_S until
        `note_sent`."""
        if not self._queued and not self._ended:
            self._queued = True
            self._timer.cancel()
            self._timer = self._begin(CONNECTION_WAIT_S)

    def note_sent(self) -> None:
        """The caller has a connection. If it waited, the timeout for the reply begins."""
        self._sent_at = self._loop.time()
        if self._queued and not self._ended:
            self._queued = False
            self._timer.cancel()
            self._timer = self._begin(self._seconds)

    def end(self) -> None:
        """Stop the timer. The limit does not expire any more."""
        self._ended = True
        self._timer.cancel()


CURRENT: ContextVar[StoreTimeout | None] = ContextVar("timeout", default=None)
"""The timeout of the current task."""


def note_queued() -> None:
    """Note that the current task waits for a free connection."""
    timeout = CURRENT.get()
    if timeout is not None:
        timeout.note_queued()


def note_sent() -> None:
    """Note that the current task has a connection and sends a command."""
    timeout = CURRENT.get()
    if timeout is not None:
        timeout.note_sent()
