"""The outages of the store that a process knows, and whether some of them have yet to be refunded
to races."""

from server.store.availability import StoreAvailability


class Outages:
    """The outages that this process knows, each as (since, until) in server time. The process has
    refunded the outages that end no later than `refunded_until`."""

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
        """Return whether an outage has yet to be refunded to races, or whether this process may
        have yet to learn of an outage, because it has no recent heartbeat or cannot reach the
        store."""
        return self.are_owed or self._link.is_stale or not self._link.is_up
