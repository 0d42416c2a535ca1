"""How long somebody waits for the store, and before that for their turn to ask it."""

import asyncio
from contextvars import ContextVar

STEPS = 8
"""In so many steps the second half of a wait comes to its end."""
IN_LINE_S = 10.0
"""How long somebody waits for their turn."""


class StoreTimeout:
    """Lets a timeout run out when the store has said nothing for so long.

    It takes longer where the event loop comes round late: an answer that is there and was not read
    yet is no silence. So the end is come to by steps, and at each all that has come is read.
    """

    def __init__(self, limit: asyncio.Timeout, seconds: float) -> None:
        self._loop = asyncio.get_running_loop()
        self._limit, self._seconds = limit, seconds
        self._in_line = self._over = False
        self._asked_at = self._loop.time()
        self._timer = self._begin(seconds)

    @property
    def asked_s(self) -> float:
        """How many seconds ago the store was last asked something."""
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
        """Wait for one's turn, and not for the store yet."""
        if not self._in_line and not self._over:
            self._in_line = True
            self._timer.cancel()
            self._timer = self._begin(IN_LINE_S)

    def ask(self) -> None:
        """Wait for the store, if it is one's turn only now."""
        self._asked_at = self._loop.time()
        if self._in_line and not self._over:
            self._in_line = False
            self._timer.cancel()
            self._timer = self._begin(self._seconds)

    def end(self) -> None:
        self._over = True
        self._timer.cancel()


CURRENT: ContextVar[StoreTimeout | None] = ContextVar("waiting", default=None)
"""That of the task which asks."""


def join_line() -> None:
    """Whoever asks here has to wait for their turn."""
    waiting = CURRENT.get()
    if waiting is not None:
        waiting.join_line()


def ask() -> None:
    """It is the turn of whoever asks here."""
    waiting = CURRENT.get()
    if waiting is not None:
        waiting.ask()
