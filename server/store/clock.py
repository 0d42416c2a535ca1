"""Server time: the store's clock, which every process follows by a measured offset."""

from collections.abc import Callable
from time import monotonic


def _monotonic_ms() -> float:
    return monotonic() * 1000


class Clock:
    """Server time in milliseconds. Between two measurements it runs with the local clock.

    A fast round trip measures the store's time more exactly than a slow one. So a measurement
    replaces an older one if it was about as fast, or if the older one is older than STALE_MS.
    """

    STALE_MS = 60_000

    def __init__(self, local_ms: Callable[[], float] = _monotonic_ms) -> None:
        self._local_ms = local_ms
        self._offset: float | None = None
        self._trip = 0.0
        self._measured = 0.0

    def start(self) -> float:
        """The local time. Call it just before asking the store, and pass it to `measured`."""
        return self._local_ms()

    def measured(self, started: float, store_ms: float) -> None:
        """Take the store's time, which was asked for at local time `started`."""
        local = self._local_ms()
        trip = local - started
        aged = local - self._measured > self.STALE_MS
        if self._offset is None or aged or trip <= 1.5 * self._trip:
            self._offset = store_ms - (started + local) / 2
            self._trip, self._measured = trip, local

    def now(self) -> int:
        """Server time. Raises RuntimeError before the first measurement."""
        if self._offset is None:
            raise RuntimeError("the store's clock has not been read yet")
        return int(self._local_ms() + self._offset)
