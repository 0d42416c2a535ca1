"""Timers for the deadlines of rooms, tournaments and crown races.

A room, tournament or crown race is named by its code. Its deadline is the server time at which its
next step is due, such as the end of a race. The deadlines themselves are in the store (Redis).
Every process wakes for every deadline and tries to store the step; the store accepts it only once.
"""

import asyncio
import heapq
from collections.abc import Awaitable, Callable

from server.observability import error_log
from server.store.clock import Clock

AGAIN_MS = 5_000
"""Milliseconds after which a step that raised an error is tried again."""


class Timers:
    """Calls a function at deadlines. One task (`run`) sleeps until the earliest deadline. Each call
    of the function runs in a separate task, but two calls for the same code never run at the same
    time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._earliest: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []
        self._under_way: dict[str, bool] = {}
        self._wake = asyncio.Event()
        self._running: asyncio.Task[object] | None = None

    def add(self, code: str, at: int) -> None:
        """Make `run` call its function `step` with `code` at server time `at` (in milliseconds). If
        an earlier time for this code was added before, that time counts.

        A call of `step` that comes too early does no harm: `step` looks at what is stored and adds
        the deadline again.
        """
        if at < self._earliest.get(code, at + 1):
            self._earliest[code] = at
            heapq.heappush(self._heap, (at, code))
            self._wake.set()

    async def run(self, step: Callable[[str], Awaitable[None]]) -> None:
        """Call `step` with each code whose deadline has come, until this task is cancelled; then
        the calls under way are cancelled too. If `step` raises an error, it is logged, and `step`
        is called again after AGAIN_MS."""
        self._running = asyncio.current_task()
        async with asyncio.TaskGroup() as group:
            while True:
                self._wake.clear()
                for code in self._fallen_due():
                    if code in self._under_way:
                        self._under_way[code] = True
                    else:
                        self._under_way[code] = False
                        group.create_task(self._take(step, code))
                wait = (self._heap[0][0] - self._clock.now()) / 1000 if self._heap else None
                try:
                    async with asyncio.timeout(wait):
                        await self._wake.wait()
                except TimeoutError:
                    pass

    def stop(self) -> None:
        """Cancel the task that executes `run`, and with it the calls of `step` that are under
        way."""
        if self._running is not None:
            self._running.cancel()

    async def _take(self, step: Callable[[str], Awaitable[None]], code: str) -> None:
        try:
            await step(code)
        except Exception as error:
            # A fault in one room must not stop the timers of the others.
            error_log.note("step_failed", error, room=code)
            self.add(code, self._clock.now() + AGAIN_MS)
        finally:
            if self._under_way.pop(code):
                self.add(code, self._clock.now())

    def _fallen_due(self) -> list[str]:
        now, codes = self._clock.now(), []
        while self._heap and self._heap[0][0] <= now:
            at, code = heapq.heappop(self._heap)
            if self._earliest.get(code) == at:
                del self._earliest[code]
                codes.append(code)
        return codes
