"""Deadlines as this process knows them. The truth is in the store; this only wakes up for it.

Every process wakes for every deadline and tries to take the step; the store takes it once.
"""

import asyncio
import heapq
from collections.abc import Awaitable, Callable

import structlog

from server.clock import Clock

log = structlog.get_logger()


class Schedule:
    """One task (`run`) sleeps until the earliest deadline."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._earliest: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []
        self._wake = asyncio.Event()

    def add(self, code: str, at: int) -> None:
        """Wake for the room at this server time, or earlier if that was asked for before.

        Waking too early does no harm: whoever wakes looks at the room and asks again.
        """
        if at < self._earliest.get(code, at + 1):
            self._earliest[code] = at
            heapq.heappush(self._heap, (at, code))
            self._wake.set()

    async def run(self, step: Callable[[str], Awaitable[None]]) -> None:
        """Call `step` for every room whose deadline has come; those of one moment side by side."""
        while True:
            self._wake.clear()
            fallen_due = self._fallen_due()
            if fallen_due:
                async with asyncio.TaskGroup() as group:
                    for code in fallen_due:
                        group.create_task(_call(step, code))
                continue
            wait = (self._heap[0][0] - self._clock.now()) / 1000 if self._heap else None
            try:
                async with asyncio.timeout(wait):
                    await self._wake.wait()
            except TimeoutError:
                pass

    def _fallen_due(self) -> list[str]:
        now, codes = self._clock.now(), []
        while self._heap and self._heap[0][0] <= now:
            at, code = heapq.heappop(self._heap)
            if self._earliest.get(code) == at:
                del self._earliest[code]
                codes.append(code)
        return codes


async def _call(step: Callable[[str], Awaitable[None]], code: str) -> None:
    try:
        await step(code)
    except Exception:
        log.exception("step_failed", room=code)
