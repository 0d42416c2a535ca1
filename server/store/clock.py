"""Server time, which is the time of the clock of the store (Redis).

A process measures how far its own clock differs from the store's.
"""

from collections.abc import Callable
from time import monotonic


def _monotonic_ms() -> float:
    return monotonic() * 1000


class Clock:
    """Server time in milliseconds. Between two measurements it advances with the local clock.

    A measurement is more exact if its round trip is faster. So a measurement replaces the last one
    if its round trip was about as fast, or if the last one is older than STALE_MS. `local_ms`
    returns the time of the local clock.
    """

    STALE_MS = 60_000

    def __init__(self, local_ms: Callable[[], float] = _monotonic_ms) -> None:
        self._local_ms = local_ms
        self._offset: float | None = None
        self._trip = 0.0
        self._measured = 0.0

    def start(self) -> float:
        """Return the local time. Call this just before asking the store for its time, and pass the
        result to `measured`."""
        return self._local_ms()

    def measured(self, started: float, store_ms: float) -> None:
        """Note a measurement: the store's time `store_ms` has just arrived, and was asked for at
        local time `started`."""
        local = self._local_ms()
        trip = local - started
        aged = local - self._measured > self.STALE_MS
        if self._offset is None or aged or trip <= 1.5 * self._trip:
            self._offset = store_ms - (started + local) / 2
            self._trip, self._measured = trip, local

    def now(self) -> int:
        """Return server time. Raises RuntimeError before the first measurement."""
        if self._offset is None:
            raise RuntimeError("the store's clock has not been read yet")
        return int(self._local_ms() + self._offset)
