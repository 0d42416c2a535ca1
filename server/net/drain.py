"""Graceful shutdown (drain): closes all connections, so that clients reconnect to other processes.

An operator may order a process to drain, and a process that is to stop drains first. If other
processes are running, connections are closed gradually. If no other process is running, a process
that is to stop closes all connections at once. A process that only drains then keeps them open
until another process runs. Requests under way are answered first. No race begins on a draining
process. A seat is the numbered place of a player in a room.
"""

import asyncio
import random
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from math import ceil
from typing import Protocol

import structlog

from protocol import from_server as say
from protocol.message import encode
from server.errors import StoreAway
from server.handlers.services import Services
from server.store.drain_registry import DrainRegistry

TICK_S = 0.1
"""Seconds between two rounds of closing connections."""
AWARE_S = 1.0
"""Seconds to wait after announcing a drain. In this time, processes that are told to stop at the
same moment learn of each other."""
ANSWERS_S = 5.0
"""The maximum seconds that a connection waits for the answers to its requests under way."""
NOTICE = encode(say.Notice(code="closing", text="The server stops."))

log = structlog.get_logger()


class DrainedConnection(Protocol):
    """A connection that a drain can close, so that its client reconnects to another process."""

    @property
    def is_seated(self) -> bool:
        """Whether the connection holds a seat. Such connections are closed last, because they may
        lose race time."""

    async def close_gracefully(self, notice: bytes, within_s: float) -> None:
        """Accept no more requests, wait up to `within_s` seconds for the answers to those under
        way, send `notice` and close, so that the client reconnects."""


def share(connected: int, left_s: float) -> int:
    """Return how many of `connected` connections to close now, so that all are closed after
    `left_s` seconds. The drain calls this every TICK_S seconds."""
    return connected if left_s <= TICK_S else ceil(connected * TICK_S / left_s)


class Drain:
    """Closes the connections of this process, spread over `window_s` seconds.

    `later` runs a coroutine in the background. `shares_port`: other processes listen on the same
    port, so this one stops listening as soon as it stops for good, and new connections go to them.
    `hold_races` is called at the end of the last drain, unless another process is known to go on.
    It must stop the deadlines of races on this process, because players may have no process to
    connect to.
    """

    def __init__(
        self,
        connections: Collection[DrainedConnection],
        services: Services,
        later: Callable[[Coroutine[object, object, None]], None],
        window_s: float,
        *,
        shares_port: bool,
        hold_races: Callable[[], object],
    ) -> None:
        self.wanted = False
        self.is_shut = False
        """Whether new connections are no longer accepted."""
        self._connections = connections
        self._registry, self._quota, self._clock = services.registry, services.quota, services.clock
        self._processes = DrainRegistry(
            services.store.others, services.registry.process, services.clock.now
        )
        self._later = later
        self._window_s = window_s
        self.shares_port = shares_port
        self._hold_races = hold_races
        self._close_port: Callable[[], object] = lambda: None
        self._runs = False
        self._ends = False
        self._others_stay = True
        self._all_told = asyncio.Event()
        self._idle_since: int | None = None

    def begin(self) -> None:
        """Start draining in the background, and return at once. The drain closes all connections,
        also those that are opened later, until `undo` is called.

        While no other process is running, connections stay open, because their clients could only
        reconnect to this process.
        """
        if not self.wanted:
            self._want(True)
        if not self._runs:
            self._runs = True
            self._later(self._run())

    def undo(self) -> None:
        """Stop draining, unless `end` has been called. Connections then stay open again."""
        if self.wanted and not self._ends:
            self._want(False)

    async def end(self, close_port: Callable[[], object]) -> None:
        """Drain, and let nothing undo it. Return when all connections have been told to close, or
        when that has taken too long, which is logged. `close_port` is called, before this returns,
        when no more connections are to be accepted."""
        self._ends, self._close_port = True, close_port
        self.begin()
        try:
            async with asyncio.timeout(AWARE_S + self._window_s + ANSWERS_S):
                await self._all_told.wait()
        except TimeoutError:
            log.warning("drain_incomplete", connections=len(self._connections))
        self._shut()
        self._idle_since = self._clock.now()
        if not self._others_stay:
            self._hold_races()

    async def gone(self) -> None:
        """Tell other processes through the store (Redis) that this process has ended. Call this
        after the last heartbeat, the regular entry in the store by which a process shows that it
        lives. Does nothing if `end` has not returned yet or the store is away."""
        if self._idle_since is not None:
            with suppress(StoreAway):
                await self._processes.unregister(self._idle_since)

    def _want(self, wanted: bool) -> None:
        self.wanted = self._quota.closed = wanted
        log.info("draining" if wanted else "not_draining", connections=len(self._connections))

    async def _run(self) -> None:
        try:
            while not self._all_told.is_set():
                if not self.wanted:
                    with suppress(StoreAway):
                        await self._processes.clear_draining()
                    if not self.wanted:  # it may be wanted again by now
                        return
                self._others_stay = await self._do_others_stay()
                if self._others_stay or self._ends:
                    await self._let_go()
                else:  # no other process could take the connections
                    await asyncio.sleep(AWARE_S)
        finally:
            self._runs = False

    async def _let_go(self) -> None:
        loop, told = asyncio.get_running_loop(), set[DrainedConnection]()
        last, end = False, loop.time() + (self._window_s if self._others_stay else 0)
        async with asyncio.TaskGroup() as group:
            while self.wanted and (self._ends or self._others()):
                if self._ends and (self.shares_port or not self._others_stay):
                    self._shut()
                told.intersection_update(self._connections)
                here = [one for one in self._connections if one not in told]
                here.sort(key=lambda one: (one.is_seated, random.random()))
                going = here[: share(len(here), end - loop.time())]
                told.update(going)
                for one in going:
                    group.create_task(one.close_gracefully(NOTICE, ANSWERS_S))
                if self._ends and len(going) == len(here):
                    self._shut()
                    last = True
                    break
                await asyncio.sleep(TICK_S)
        if last:
            self._all_told.set()

    def _shut(self) -> None:
        if not self.is_shut:
            self.is_shut = True
            self._close_port()

    async def _do_others_stay(self) -> bool:
        """Announce that this process is draining. Return whether another process is running that is
        not draining; False if the store is away, or if `end` was called and nobody is connected."""
        if self._ends and not self._connections:
            return False
        try:
            await self._processes.set_draining()
            if not self._others():
                return False
            await asyncio.sleep(AWARE_S)
            return bool(self._others() - await self._processes.draining())
        except StoreAway:
            return False

    def _others(self) -> frozenset[str]:
        return self._registry.alive - {self._registry.process}
