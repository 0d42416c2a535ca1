"""Outages of the store, and what this process still owes the races that were under way in them."""

from server.store.availability import StoreAvailability


class Outages:
    """`known` has each outage as its beginning and end, server time; those that end no later than
    `refunded_until` have been refunded."""

    def __init__(self, link: StoreAvailability) -> None:
        self.known: list[tuple[int, int]] = []
        self.refunded_until = 0
        self._link = link

    @property
    def newest(self) -> int:
        """When the last one ended; 0 where there is none."""
        return max((until for _, until in self.known), default=0)

    @property
    def are_owed(self) -> bool:
        """Whether an outage is known that has not been refunded."""
        return self.newest > self.refunded_until

    def owes_time(self) -> bool:
        """Whether an outage has yet to be refunded, or may have yet to be noted."""
        return self.are_owed or self._link.is_stale or not self._link.is_up
