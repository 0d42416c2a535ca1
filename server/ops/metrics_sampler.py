"""Looks at a process once in a while and notes what it sees, so that nothing that is done for a
player has to be counted while it is done."""

import asyncio
import json
import os
from collections import Counter
from collections.abc import Collection, Coroutine, Sized
from importlib.metadata import version
from socket import gethostname
from typing import Any, Protocol

from server.archive.archiver import Shelf
from server.errors import StoreAway
from server.live_rooms.move_writer import Committer
from server.live_rooms.registry import Hub
from server.observability import error_log
from server.observability.metrics import Metrics
from server.ops.migrations.steps import SCHEMA
from server.store import keys
from server.store.availability import Link
from server.store.redis_client import patience

LOOK_S = 1.0
"""So often the loop is asked how late it comes back."""
LOOKS = 5
"""Every so many times all else is looked at."""
SAID_S = 30
"""So long a process is known by what it last said of itself."""
ASK_LOOKS = 15
"""Every so many times the store is asked."""
STATES = ("lobby", "countdown", "running", "over")


class Reader(Protocol):
    """A connection."""

    @property
    def is_behind(self) -> bool:
        """Whether it gets no progress until it has caught up."""


class Leaving(Protocol):
    """How people are let go."""

    wanted: bool
    """Whether they are."""


class Hall(Protocol):
    """Where people come in."""

    @property
    def drain(self) -> Leaving:
        """How they are let go."""

    @property
    def connections(self) -> Collection[Reader]:
        """Those who are in."""


class Gauges:
    """One task (`run`) for the life of the process; `look` is for whoever wants to know now."""

    def __init__(
        self,
        metrics: Metrics,
        hub: Hub,
        committer: Committer,
        shelf: Shelf,
        hall: Hall,
        bans: Sized,
    ) -> None:
        self._metrics, self._hub, self._committer = metrics, hub, committer
        self._shelf, self._hall, self._bans = shelf, hall, bans
        self._about = {
            "host": gethostname(),
            "pid": os.getpid(),
            "version": version("crown-patience"),
        }
        metrics.processes.set(1)
        metrics.build.labels(self._about["version"], str(SCHEMA)).set(1)

    async def run(self, redis: Any, link: Link) -> None:
        loop, looks = asyncio.get_running_loop(), LOOKS - 1  # soon for the first time
        while True:
            asked = loop.time()
            await asyncio.sleep(LOOK_S)
            self._metrics.loop_lag.observe(max(0.0, loop.time() - asked - LOOK_S))
            looks += 1
            if looks % LOOKS == 0:
                self.look()
                self._metrics.note()
                if link.is_up:
                    await self._safely(self.say(redis))
            if looks % ASK_LOOKS == 0 and link.is_up:
                await self._safely(self._ask(redis))

    def look(self) -> None:
        """Note how things stand at this moment."""
        metrics, rooms = self._metrics, tuple(self._hub.rooms.values())
        metrics.rooms.set(len(rooms))
        races = Counter[str](live.race.status for live in rooms)
        for state in STATES:
            metrics.races.labels(state).set(races[state])
        readers = tuple(self._hall.connections)
        metrics.connections.set(len(readers))
        metrics.behind.set(sum(reader.is_behind for reader in readers))
        metrics.draining.set(self._hall.drain.wanted)
        metrics.bans.set(len(self._bans))
        metrics.commit_queue.set(self._committer.waiting)
        metrics.store_used.set(self._shelf.used_bytes)
        metrics.store_most.set(self._shelf.limit_bytes)

    async def _ask(self, redis: Any) -> None:
        async with patience():
            pipeline = redis.pipeline(transaction=False)
            pipeline.zcard(keys.TOURNAMENTS_DUE)
            pipeline.zcard(keys.CROWN_RACES_DUE)
            pipeline.hget(keys.BACKUP, "at_ms")
            tournaments, crown_races, backup_at = await pipeline.execute()
        self._metrics.tournaments.set(tournaments)
        self._metrics.crown_races.set(crown_races)
        self._metrics.last_backup.set(int(backup_at or 0) / 1000)

    async def say(self, redis: Any) -> None:
        """Say of this process what whoever runs the server may ask."""
        races = Counter(live.race.status for live in tuple(self._hub.rooms.values()))
        told = {
            **self._about,
            "connections": len(self._hall.connections),
            "rooms": len(self._hub.rooms),
            "running": races["running"],
        }
        async with patience():
            await redis.set(keys.process(self._hub.process), json.dumps(told), ex=SAID_S)

    async def _safely(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except StoreAway:
            pass  # the keeper notices as well
        except Exception as error:
            error_log.note("gauges_failed", error)
