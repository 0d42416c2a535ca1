"""The store supervisor: keeps this process connected to the store.

The store is Redis, which several server processes share. By its heartbeat, a regular message to the
store, a process shows that it is alive. The feed is the stream in which every process learns what
others have stored. The supervisor sets this process's clock, sends heartbeats and follows the feed.
After the store could not be reached or the process was stopped, it reads again what the process may
have missed.

An outage is a time in which no process could store anything. A refund gives this time back to the
races that were running: their deadlines move later.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Protocol

import structlog

from server.errors import Refusal, StoreAway
from server.live_rooms.data_loss import RoomDataLost
from server.live_rooms.deadlines import Deadlines
from server.live_rooms.feed_consumer import FeedConsumer
from server.live_rooms.outages import Outages
from server.observability import error_log
from server.store.availability import StoreAvailability
from server.store.clock import Clock
from server.store.heartbeat import GAP_MS, SILENT_MS, HeartbeatReply
from server.tasks import run_bounded, run_in_own_task

BEAT_S = 0.5
"""Seconds between two heartbeats."""
AGAIN_S = 0.1
"""Seconds to wait before trying an unreachable store again."""
KNOWN_S = 1.5 * BEAT_S
"""Seconds until every other process knows that a new process is alive. Until then they would take
the connections of the new process for closed."""
RESCAN_S = 30
"""Seconds between two readings of the deadlines that come soon, in case one was missed."""

log = structlog.get_logger()


class StoreDuties(Protocol):
    """The interface of the parts of the server, other than rooms, that have work to do when the
    store can be reached again or cannot be reached any more. The store supervisor calls these
    methods."""

    async def prepare(self) -> None:
        """Convert the stored data to the format (schema) that this program uses, if they have an
        older one. Called each time the store can be reached again, before anything else is done
        with it."""

    async def regular_tasks(self) -> None:
        """Do the regular work of the server. Called each time the store can be reached again,
        before requests are served, and then every RESCAN_S seconds."""

    def forget(self) -> None:
        """Drop what this process has cached of the stored data, because the store may come back
        without its latest writes. Called when the store can no longer be reached, and once more
        before requests are served again."""

    def refunded(self, ms: int) -> None:
        """Called for each outage that has been refunded to races; it took `ms` milliseconds."""


class StoreSupervisor:
    """Keeps four objects of the process up to date with the store: `clock` (the server time),
    `link` (whether the store can be reached), `outages`, and the cached rooms of `deadlines`.

    `alone` says that this process, or the program that started it, has itself started the store, so
    that no other process can have used the store before. `run` lasts as long as the process, and
    tries to connect again while the store cannot be reached. It raises NewerStore if the stored
    data have a format (schema) that is newer than this program.
    """

    def __init__(
        self,
        clock: Clock,
        link: StoreAvailability,
        deadlines: Deadlines,
        outages: Outages,
        duties: StoreDuties,
        *,
        alone: bool,
    ) -> None:
        self._clock = clock
        self._link = link
        self._deadlines = deadlines
        self._outages = outages
        self._duties = duties
        self._registry = deadlines.registry
        self._store = self._registry.store
        self._schedule = self._registry.schedule
        self._process = self._registry.process
        self._hearing = FeedConsumer(self._registry)
        self.reached = asyncio.Event()
        """Set when the store has been reached once."""
        self._last_heartbeat = HeartbeatReply([], frozenset(), 0.0)
        self._beaten = asyncio.Event()
        self._was_silent = False
        """Whether other processes may have taken this one for dead since the last `_catch_up`."""
        self._first_beat_at: int | None = None
        self._is_known = False
        self._is_away = False
        # A process that has just started the store knows that no process was alive before.
        self._gap_ms = 0 if alone else GAP_MS

    async def run(self) -> None:
        """Connect to the store and do the work of this class, until this task is cancelled. Connect
        again whenever the store could not be reached."""
        while True:
            try:
                await run_in_own_task(self._together())
            except* StoreAway as away:
                self._link.set_down(away)
                self._duties.forget()
                if not self._is_away:  # log it once, not at every try
                    log.warning("store_away")
                self._is_away = True
            await asyncio.sleep(AGAIN_S)

    async def step(self, code: str) -> None:
        """Store what is due in the room with this code, such as the end of its race. Wait first
        until the store can be reached."""
        async with self._link.reached():
            await self._run_logged(self._deadlines.meet, code)

    async def _together(self) -> None:
        await self._store.open()
        self.reached.set()
        await self._duties.prepare()
        started = self._clock.start()
        self._clock.measured(started, await self._store.heartbeat.time())
        await self._beat(able=False)
        following = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            group.create_task(self._follow(following))
            group.create_task(self._heartbeat_loop())
            await following.wait()
            await self._catch_up()
            if not self._is_known and self._last_heartbeat.alive - {self._process}:
                await asyncio.sleep(KNOWN_S)
            self._is_known = True
            await self._end_outage()
            self._duties.forget()
            self._link.set_up()
            self._is_away = False
            log.info("store_reached", process=self._process)
            group.create_task(self._doubts())
            group.create_task(self._rescan())
            while True:
                await self._beaten.wait()
                self._beaten.clear()
                await self._hearing.set_alive(self._last_heartbeat.alive)

    async def _heartbeat_loop(self) -> None:
        """Send a heartbeat every BEAT_S seconds. This task waits for nothing else, because other
        processes take a process whose heartbeat comes late for dead."""
        loop = asyncio.get_running_loop()
        due_at = loop.time()
        while True:
            due_at = max(due_at + BEAT_S, loop.time())
            await asyncio.sleep(due_at - loop.time())
            await self._beat(able=self._link.is_up)

    async def _beat(self, *, able: bool, ahead_ms: int = 0) -> None:
        started, now = self._clock.start(), self._clock.now()
        if self._first_beat_at is None:
            self._first_beat_at = now
        self._last_heartbeat = await self._store.heartbeat.beat(
            now,
            self._process,
            self._gap_ms,
            able=able,
            since=self._link.down_since,
            ahead_ms=ahead_ms,
        )
        self._outages.known = self._last_heartbeat.outages
        self._clock.measured(started, self._last_heartbeat.ms)
        self._gap_ms = GAP_MS
        if now - self._link.beaten_at > SILENT_MS:
            self._was_silent = True
        if self._is_behind():
            self._link.doubt()  # takes no move and no deadline before the refund
        self._link.beaten(now)
        self._beaten.set()

    def _is_behind(self) -> bool:
        return self._was_silent or self._outages.are_owed

    async def _end_outage(self) -> None:
        """Send a heartbeat which says that this process can store data again, so that the store
        records the outage that ends now. Then refund the outage to races, and return when it has
        ended.

        The time that the refund takes belongs to the outage too. It is refunded before it has
        passed: otherwise, with many races, every refund would take so long that another had to
        follow.
        """
        ahead_ms = 0
        while True:
            began = self._clock.now()
            await self._beat(able=True, ahead_ms=ahead_ms)
            if self._was_silent:
                await self._catch_up()
            elif self._outages.are_owed:
                await self._refund()
            elif (left_ms := self._outages.newest - self._clock.now()) > 0:
                await asyncio.sleep(left_ms / 1000)
            else:
                break
            ahead_ms = 2 * max(0, self._clock.now() - began)

    async def _catch_up(self) -> None:
        """Give the running races back the time of each outage that they have not been given back
        (a refund), then read the cached rooms and the deadlines again."""
        self._was_silent = False
        await self._hearing.drop_lost()
        await self._refund()
        self._registry.alive = self._last_heartbeat.alive
        await self._hearing.refresh()
        await self._duties.regular_tasks()
        await self._scan()

    async def _refund(self) -> None:
        outages, newest = self._outages.known, self._outages.newest
        if self._outages.are_owed:
            codes = await self._store.deadlines()
            hold = partial(self._deadlines.hold, outages=outages)
            await run_bounded(codes, partial(self._run_logged, hold))
            for code in codes:
                self._schedule.add(code, self._clock.now())
            for since, until in outages:
                if until > self._outages.refunded_until and until >= (self._first_beat_at or 0):
                    self._duties.refunded(until - since)
            self._outages.refunded_until = newest

    async def _rescan(self) -> None:
        while True:
            await asyncio.sleep(RESCAN_S)
            await self._duties.regular_tasks()
            await self._scan()

    async def _scan(self) -> None:
        soon = self._clock.now() + 2 * RESCAN_S * 1000
        for code, at in (await self._store.due(soon)).items():
            self._schedule.add(code, at)

    async def _run_logged(self, action: Callable[[str], Awaitable[None]], code: str) -> None:
        """Call `action` with a room code. If it raises RoomDataLost, call it again. Raise
        StoreAway, and log any other error."""
        try:
            await action(code)
        except StoreAway:
            raise
        except RoomDataLost:
            await self._run_logged(action, code)  # reads the room as it is stored now
        except Refusal as refusal:
            log.warning("deadline_refused", room=code, code=refusal.code)
            if refusal.code == "unknown_room":
                await self._store.forget_deadline(code)
        except Exception as error:
            error_log.note("room_failed", error, room=code)

    async def _follow(self, following: asyncio.Event) -> None:
        await self._store.feed.follow(following, self._hearing.apply)

    async def _doubts(self) -> None:
        await self._link.doubted()
        raise StoreAway
