"""Metrics sampler: sets the gauges of a process periodically, so that no request has to set them.

The sampler also measures the lag of the event loop, and stores the status of the process for
`patience admin status`.
"""

import asyncio
import json
import os
from collections import Counter
from collections.abc import Collection, Coroutine, Sized
from contextlib import suppress
from importlib.metadata import version
from socket import gethostname
from typing import Any, Protocol

from server.archive.archiver import Archiver
from server.errors import StoreAway
from server.live_rooms.move_writer import MoveWriter
from server.live_rooms.registry import RoomRegistry
from server.observability import error_log
from server.observability.metrics import Metrics
from server.ops.migrations.steps import SCHEMA
from server.store import keys
from server.store.availability import StoreAvailability
from server.store.redis_client import patience
from server.store.redis_commands import RedisClient, replies

LOOK_S = 1.0
"""Seconds between two measurements of the lag of the event loop."""
LOOKS = 5
"""The gauges are set, and the status is stored, after each LOOKS measurements of the lag."""
SAID_S = 30
"""Seconds after which the stored status of a process expires."""
ASK_LOOKS = 15
"""The gauges that need a query of the store are set after each ASK_LOOKS measurements of the
lag."""
STATES = ("lobby", "countdown", "running", "over")


class SampledConnection(Protocol):
    """A connection to a client that the sampler counts."""

    @property
    def is_behind(self) -> bool:
        """Whether the client reads so slowly that, for now, it is sent no messages about the
        progress of races."""


class SampledDrain(Protocol):
    """Says whether a process is draining (`server/net/drain.py`)."""

    wanted: bool
    """Whether the process is draining."""


class SampledListener(Protocol):
    """The connections of a process that the sampler counts."""

    @property
    def drain(self) -> SampledDrain:
        """The object that drains these connections."""

    @property
    def connections(self) -> Collection[SampledConnection]:
        """The open connections."""


class MetricsSampler:
    """Samples one process: sets its gauges and stores its status, every few seconds. The process
    runs `run` as a task. `look` sets the gauges at once."""

    def __init__(
        self,
        metrics: Metrics,
        registry: RoomRegistry,
        move_writer: MoveWriter,
        archiver: Archiver,
        connections: SampledListener,
        bans: Sized,
        halls: Sized,
    ) -> None:
        self._metrics, self._registry, self._move_writer = metrics, registry, move_writer
        self._archiver, self._connections = archiver, connections
        self._bans, self._halls = bans, halls
        self._about = {
            "host": gethostname(),
            "pid": os.getpid(),
            "version": version("crown-patience"),
        }
        metrics.processes.set(1)
        metrics.build.labels(self._about["version"], str(SCHEMA)).set(1)

    async def run(self, redis: RedisClient, link: StoreAvailability) -> None:
        loop, looks = asyncio.get_running_loop(), LOOKS - 1  # the first sample comes soon
        while True:
            asked = loop.time()
            await asyncio.sleep(LOOK_S)
            self._metrics.loop_lag.observe(max(0.0, loop.time() - asked - LOOK_S))
            looks += 1
            if looks % LOOKS == 0:
                self.look()
                self._metrics.note()
                if link.is_up:
                    await self._run_logged(self.say(redis))
            if looks % ASK_LOOKS == 0 and link.is_up:
                await self._run_logged(self._ask(redis))

    def look(self) -> None:
        """Set all gauges whose values are known in this process, without a query of the store."""
        metrics, rooms = self._metrics, tuple(self._registry.rooms.values())
        metrics.rooms.set(len(rooms))
        races = Counter[str](live.race.status for live in rooms)
        for state in STATES:
            metrics.races.labels(state).set(races[state])
        readers = tuple(self._connections.connections)
        metrics.connections.set(len(readers))
        metrics.behind.set(sum(reader.is_behind for reader in readers))
        metrics.draining.set(self._connections.drain.wanted)
        metrics.bans.set(len(self._bans))
        metrics.halls.set(len(self._halls))
        metrics.commit_queue.set(self._move_writer.waiting)
        metrics.store_used.set(self._archiver.used_bytes)
        metrics.store_most.set(self._archiver.limit_bytes)

    async def _ask(self, redis: RedisClient) -> None:
        async with patience():
            pipeline = redis.pipeline(transaction=False)
            asked = (
                pipeline.zcard(keys.TOURNAMENTS_DUE),
                pipeline.zcard(keys.CROWN_RACES_DUE),
                pipeline.zcard(keys.LEISURE_RACES_DUE),
                pipeline.hget(keys.BACKUP, "at_ms"),
            )
            tournaments, crown_races, leisure_races, backup_at = await replies(pipeline, asked)
        self._metrics.tournaments.set(tournaments)
        self._metrics.crown_races.set(crown_races)
        self._metrics.leisure_races.set(leisure_races)
        self._metrics.last_backup.set(int(backup_at or 0) / 1000)

    async def say(self, redis: RedisClient) -> None:
        """Store the status of this process for `patience admin`. Raises StoreAway."""
        races = Counter(live.race.status for live in tuple(self._registry.rooms.values()))
        told = {
            **self._about,
            "connections": len(self._connections.connections),
            "rooms": len(self._registry.rooms),
            "running": races["running"],
        }
        async with patience():
            await redis.set(keys.process(self._registry.process), json.dumps(told), ex=SAID_S)

    async def _run_logged(self, work: Coroutine[Any, Any, None]) -> None:
        # StoreAway needs no log line here, because the store supervisor logs it.
        with suppress(StoreAway), error_log.isolated("gauges_failed"):
            await work
