"""Availability of the store, as one process sees it: up, down, or in doubt."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from server.errors import StoreAway
from server.store.redis_client import unanswered_s


class StoreAvailability:
    """Down until the supervisor has caught up with the store. `tell` is called with every change.

    A process without a heartbeat for `patience_ms` does not know whether the others have taken it
    for dead. Before it does anything it waits for its next beat, whose answer says so.
    """

    def __init__(
        self, tell: Callable[[bool], None], now: Callable[[], int], patience_ms: int
    ) -> None:
        self._tell = tell
        self._now = now
        self._patience_ms = patience_ms
        self.beaten_at = 0
        """Server time of the last heartbeat that the store has taken."""
        self.down_since: int | None = None
        """Server time since when this process has been unable to store anything: when it sent the
        first command that was not answered. None while it is able, and before it first was."""
        self._up_since = 0
        self._up, self._beaten = asyncio.Event(), asyncio.Event()
        self._doubt = asyncio.Event()

    @property
    def is_up(self) -> bool:
        """Whether the supervisor has caught up with the store."""
        return self._up.is_set()

    @property
    def is_stale(self) -> bool:
        """Whether the last heartbeat is too long ago: this process may have been stopped."""
        return self._now() - self.beaten_at > self._patience_ms

    async def up(self) -> None:
        """Wait until the store can be reached and the last heartbeat is recent."""
        while not self.is_up or self.is_stale:
            await (self._beaten if self.is_up else self._up).wait()

    @asynccontextmanager
    async def reached(self) -> AsyncIterator[None]:
        """Wait as `up` does, then run the block. A StoreAway that it raises is a reason to `doubt`,
        and is not raised."""
        await self.up()
        try:
            yield
        except StoreAway as away:
            self.doubt(away)

    def beaten(self, at: int) -> None:
        """Note a heartbeat of this server time. The store's answer may have come much later."""
        self.beaten_at = at
        self._beaten.set()
        self._beaten.clear()

    def doubt(self, why: BaseException | None = None) -> None:
        """Go down until the supervisor has caught up again. Call this when the store could not be
        reached, with the StoreAway as `why`, or when this process was silent."""
        self.set_down(why)
        self._doubt.set()

    async def doubted(self) -> None:
        """Wait for a call of `doubt`."""
        await self._doubt.wait()

    def set_up(self) -> None:
        """Go up. The supervisor calls this when it has caught up with the store."""
        self._doubt.clear()
        if not self.is_up:
            self.down_since, self._up_since = None, self._now()
            self._up.set()
            self._tell(True)

    def set_down(self, why: BaseException | None = None) -> None:
        """Go down. The StoreAway `why` says since when the store cannot be reached; without it,
        since now."""
        if self.is_up or self.down_since is not None:
            since = self._now() - (0 if why is None else round(1000 * unanswered_s(why)))
            since = max(since, self._up_since)
            self.down_since = since if self.down_since is None else min(since, self.down_since)
        if self.is_up:
            self._up.clear()
            self._tell(False)
