"""The outages of the store that a process knows, and whether some of them have yet to be refunded
to races.

The store is Redis. An outage is a time in which no process could store anything. A refund gives
this time back to the races that were running: their clocks and deadlines move later.
"""

from server.store.availability import StoreAvailability


class Outages:
    """The outages that this process knows (`known`), each as (since, until) in server time. The
    process has refunded the outages that ended at `refunded_until` or earlier."""

    def __init__(self, link: StoreAvailability) -> None:
        self.known: list[tuple[int, int]] = []
        self.refunded_until = 0
        self._link = link

    @property
    def newest(self) -> int:
        """Server time at which the last outage ended; 0 if there was none."""
        return max((until for _, until in self.known), default=0)

    @property
    def are_owed(self) -> bool:
        """Whether this process knows an outage that it has not refunded."""
        return self.newest > self.refunded_until

    def owes_time(self) -> bool:
        """Return True if an outage has not been refunded yet, or if this process may not know of an
        outage yet, because its last exchange with the store (a heartbeat) is too long ago or it
        cannot reach the store."""
        return self.are_owed or self._link.is_stale or not self._link.is_up
