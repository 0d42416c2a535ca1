"""Availability of the store (Redis) as one process sees it: whether the process may use it now.

Each process regularly writes a heartbeat into the store, by which the others know that it lives.
The store supervisor (`live_rooms/store_supervisor.py`) is the task of a process that sends the
heartbeats, and that reads again what the process missed while it could not reach the store.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from server.errors import StoreAway
from server.store.redis_client import unanswered_s


class StoreAvailability:
    """Says whether this process may use the store: whether the store is "up". The store is down
    until the store supervisor calls `set_up`, and after an error until the supervisor has read what
    the process missed. `tell` is called with True when the store goes up and with False when it
    goes down. `now` returns server time.

    If the last heartbeat of this process is more than `patience_ms` ago, other processes may have
    taken this process for dead. The store's reply to the next heartbeat says whether they have, so
    the method `up` also waits for this reply.
    """

    def __init__(
        self, tell: Callable[[bool], None], now: Callable[[], int], patience_ms: int
    ) -> None:
        self._tell = tell
        self._now = now
        self._patience_ms = patience_ms
        self.beaten_at = 0
        """Server time of the last heartbeat that the store has answered."""
        self.down_since: int | None = None
        """Server time since which this process has been unable to store anything: when it sent the
        first command that was not answered. None while it is able to, and before it has been up."""
        self._up_since = 0
        self._up, self._beaten = asyncio.Event(), asyncio.Event()
        self._doubt = asyncio.Event()

    @property
    def is_up(self) -> bool:
        """Whether the store is up, so that this process may use it. It is up when the store
        supervisor has read all data that this process missed."""
        return self._up.is_set()

    @property
    def is_stale(self) -> bool:
        """Whether the last heartbeat is more than `patience_ms` ago, because this process stood
        still or the store does not answer."""
        return self._now() - self.beaten_at > self._patience_ms

    async def up(self) -> None:
        """Wait until the store is up and this process has a recent heartbeat, one that is at most
        `patience_ms` old."""
        while not self.is_up or self.is_stale:
            await (self._beaten if self.is_up else self._up).wait()

    @asynccontextmanager
    async def reached(self) -> AsyncIterator[None]:
        """Context manager: wait until the store can be reached (`up`), then run the block. If the
        block raises StoreAway, suppress the error and call `doubt`, so that the next caller waits
        until the store has answered again."""
        await self.up()
        try:
            yield
        except StoreAway as away:
            self.doubt(away)

    def beaten(self, at: int) -> None:
        """Note that the store has answered a heartbeat that this process sent at server time `at`.
        It does not matter when the answer came."""
        self.beaten_at = at
        self._beaten.set()
        self._beaten.clear()

    def doubt(self, why: BaseException | None = None) -> None:
        """Set the store down, and make the store supervisor read again what this process missed.
        Call this when a command raised StoreAway, which is `why`, or when this process has sent no
        heartbeat for too long. Call it also when there was an outage, a time in which no process
        could store anything, and the clocks of the running races still count this time."""
        self.set_down(why)
        self._doubt.set()

    async def doubted(self) -> None:
        """Wait until `doubt` is called. The store supervisor waits here, and then reads the data
        that this process missed."""
        await self._doubt.wait()

    def set_up(self) -> None:
        """Set the store up: this process may use it again. The store supervisor calls this when it
        has read all data that the process missed."""
        self._doubt.clear()
        if not self.is_up:
            self.down_since, self._up_since = None, self._now()
            self._up.set()
            self._tell(True)

    def set_down(self, why: BaseException | None = None) -> None:
        """Note that the store is unavailable, so that this process does not use it. `why`, the
        error of a command, tells for how long the command has had no answer. The attribute
        `down_since` becomes the time at which that command was sent, or the present time without
        `why`. If `down_since` is set already, the earlier of the two times stays."""
        if self.is_up or self.down_since is not None:
            since = self._now() - (0 if why is None else round(1000 * unanswered_s(why)))
            since = max(since, self._up_since)
            self.down_since = since if self.down_since is None else min(since, self.down_since)
        if self.is_up:
            self._up.clear()
            self._tell(False)
