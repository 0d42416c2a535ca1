"""Outages of the store, and which of them are still to be refunded to races."""

from server.store.availability import StoreAvailability


class Outages:
    """`known` has each outage as (since, until), server time. Those that end no later than
    `refunded_until` have been refunded."""

    def __init__(self, link: StoreAvailability) -> None:
        self.known: list[tuple[int, int]] = []
        self.refunded_until = 0
        self._link = link

    @property
    def newest(self) -> int:
        """When the last outage ended, server time; 0 if there was none."""
        return max((until for _, until in self.known), default=0)

    @property
    def are_owed(self) -> bool:
        """Whether an outage is known that has not been refunded."""
        return self.newest > self.refunded_until

    def owes_time(self) -> bool:
        """Whether an outage is still to be refunded, or may still be found."""
        return self.are_owed or self._link.is_stale or not self._link.is_up
