"""Timeouts of Redis commands: one for the wait for a free connection, which only the client of a
cluster has, and one for the reply."""

import asyncio
from contextvars import ContextVar

STEPS = 8
"""The number of slices into which the second half of a timeout is divided."""
CONNECTION_WAIT_S = 10.0
"""The maximum seconds to wait for a free connection."""


class StoreTimeout:
    """Makes the timeout `limit` expire when the store (Redis) has not replied for `seconds`.

    `has_expired` is true once it has expired. It must not expire if the reply has arrived but the
    event loop was too busy to read it. So the second half of the time is measured in slices, with a
    callback at the end of each: between two callbacks the event loop reads replies that have
    arrived.
    """

    def __init__(self, limit: asyncio.Timeout, seconds: float) -> None:
        self._loop = asyncio.get_running_loop()
        self._limit, self._seconds = limit, seconds
        self._queued = self._ended = False
        self.has_expired = False
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
            self.has_expired = True
            self._limit.reschedule(self._loop.time())

    def note_queued(self) -> None:
        """Note that the command waits for a free connection. Until `note_sent` is called, the
        timeout is CONNECTION_WAIT_S seconds from now."""
        if not self._queued and not self._ended:
            self._queued = True
            self._timer.cancel()
            self._timer = self._begin(CONNECTION_WAIT_S)

    def note_sent(self) -> None:
        """Note that the command has a connection. If it waited for one, the timeout for the reply
        starts."""
        self._sent_at = self._loop.time()
        if self._queued and not self._ended:
            self._queued = False
            self._timer.cancel()
            self._timer = self._begin(self._seconds)

    def end(self) -> None:
        """Stop the timer, so that the timeout `limit` does not expire any more."""
        self._ended = True
        self._timer.cancel()


CURRENT: ContextVar[StoreTimeout | None] = ContextVar("timeout", default=None)
"""The timeout of the command that the current task is executing; None outside of `patience`."""


def note_queued() -> None:
    """Note that the current task waits for a free connection to the store. During this wait, the
    task's timeout for the reply does not run."""
    timeout = CURRENT.get()
    if timeout is not None:
        timeout.note_queued()


def note_sent() -> None:
    """Note that the current task has a connection to the store and sends a command. If the task
    waited for the connection, its timeout for the reply starts."""
    timeout = CURRENT.get()
    if timeout is not None:
        timeout.note_sent()


def has_expired() -> bool:
    """Return whether the timeout of the command that the current task is executing has expired."""
    timeout = CURRENT.get()
    return timeout is not None and timeout.has_expired
