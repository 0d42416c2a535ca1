"""Keeps this process and the store together: the clock, the heartbeat, the feed, and catching up
after either was away."""

import asyncio

import structlog

from server.clock import Clock
from server.decide import Refusal
from server.hub import Hub
from server.link import Link
from server.schedule import Schedule
from server.store import GAP_MS, Store, StoreAway

BEAT_S = 0.5

log = structlog.get_logger()


class Keeper:
    """One task (`run`) for the life of the process. While the store is away it keeps trying."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        link: Link,
        hub: Hub,
        schedule: Schedule,
        process: str,
        *,
        alone: bool,
    ) -> None:
        self._store = store
        self._clock = clock
        self._link = link
        self._hub = hub
        self._schedule = schedule
        self._process = process
        self._applied = 0
        # Who has just started the store itself knows that no process was alive before.
        self._gap_ms = 0 if alone else GAP_MS

    async def run(self) -> None:
        while True:
            try:
                await self._together()
            except* StoreAway:
                self._link.set_down()
                log.warning("store_away")
            await asyncio.sleep(BEAT_S)

    async def step(self, code: str) -> None:
        """What the schedule calls. A step missed while the store is away is taken on its return."""
        try:
            await self._link.up()
            await self._hub.due(code)
        except StoreAway:
            self._link.doubt()
        except Refusal:
            log.warning("deadline_without_room", room=code)

    async def _together(self) -> None:
        await self._store.open()
        await self._measure()
        following = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            group.create_task(self._follow(following))
            await following.wait()
            await self._catch_up()
            self._link.set_up()
            log.info("store_reached", process=self._process)
            group.create_task(self._doubts())
            while True:
                await asyncio.sleep(BEAT_S)
                await self._measure()
                await self._beat()

    async def _measure(self) -> None:
        started = self._clock.start()
        self._clock.measured(started, await self._store.time())

    async def _beat(self) -> None:
        pulse = await self._store.beat(self._clock.now(), self._process, self._gap_ms)
        self._gap_ms = GAP_MS
        await self._hub.set_alive(pulse.alive)
        newest = max((until for _, until in pulse.outages), default=0)
        if newest > self._applied:
            for code in await self._store.deadlines():
                await self._hub.hold(code, pulse.outages)
                self._schedule.add(code, self._clock.now())
            self._applied = newest

    async def _catch_up(self) -> None:
        """Refund what was missed, then look at everything that is under way."""
        await self._beat()
        await self._hub.refresh()
        for code, at in (await self._store.deadlines()).items():
            self._schedule.add(code, at)

    async def _follow(self, following: asyncio.Event) -> None:
        async for news in self._store.follow(following):
            await self._hub.hear(news)

    async def _doubts(self) -> None:
        await self._link.doubted()
        raise StoreAway
