"""The analyser: takes finished races from the queue, one after the other, and stores the analysis
of each.

It is the work of a process of its own, which has the lowest priority and a limit of memory. Any
number of such processes may work on one store. A search runs in a thread, so that the process can
meanwhile tell the store that it still works on the race.
"""

import asyncio
import os
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import structlog

from engine.races.record import Record
from engine.solver.analysis import analyse, written
from server.analysis.store import TAKEN_MS, AnalysisStore, TakenRace
from server.archive import record_builder
from server.errors import Refusal, StoreAway
from server.observability import error_log
from server.rooms.state import Race, Room
from server.rooms.store import RoomStore
from server.store import keys

LOOK_S = 2.0
"""Mean seconds between two looks at an empty queue. The interval is random, to spread the
processes."""
CLOSED_MS = 60_000
"""Milliseconds after which it is asked again whether a deal may still be played elsewhere."""

OFFER_CORE = getattr(os, "sched_yield", None)
"""A system call by which the search lets a server on the same core go first. Without it a server
that wakes up waits for the next tick of the system, some milliseconds, whatever the priorities."""

log = structlog.get_logger()


class Analyser:
    """Analyses finished races. A search tries the moves of at most `nodes` positions."""

    def __init__(self, rooms: RoomStore, nodes: int) -> None:
        self._rooms = rooms
        self._analyses = AnalysisStore(rooms.others)
        self._nodes = nodes
        self._at_work: TakenRace | None = None

    async def run(self) -> None:
        """Analyse races as they come into the queue. Runs until it is cancelled."""
        while True:
            found = False
            with suppress(StoreAway), error_log.isolated("analyser_failed"):
                found = await self.look()
            if not found:
                await asyncio.sleep(LOOK_S * random.uniform(0.5, 1.5))

    async def look(self) -> bool:
        """Take at most one race of each shard and analyse it. Return whether there was any. Raises
        StoreAway if the store cannot be reached."""
        found = False
        for shard in random.sample(range(keys.SHARDS), keys.SHARDS):
            taken = await self._analyses.take(shard)
            if taken is not None:
                found = True
                # On an error the race stays in the queue, and is tried again later.
                with error_log.isolated("analysis_failed", room=taken.code, race=taken.n):
                    await self._work_on(taken)
        return found

    async def give_back(self) -> None:
        """Let other processes take the race that this one works on. Raises StoreAway if the store
        cannot be reached."""
        if self._at_work is not None:
            await self._analyses.give_back(self._at_work.code, self._at_work.n)

    async def _work_on(self, taken: TakenRace) -> None:
        """Analyse a race and store the result, or put the race off if its deal may still be played
        by somebody."""
        code, n, now = taken
        room, _ = await self._rooms.room(Room(code))
        race = room.races.get(n)
        if race is None or race.status != "over" or race.shares_table:
            await self._analyses.finish(code, n, None)  # the room has expired, or has no solver
            return
        if not race.opened(now):
            await self._analyses.give_back(code, n, wait_ms=_wait_ms(race, now))
            return
        self._at_work = taken
        try:
            async with self._kept(taken):
                record = await self._record(room, race, now)
                analysis = None
                if record is not None:
                    found = await asyncio.to_thread(analyse, record, self._nodes, OFFER_CORE)
                    analysis = written(found)
                    log.info("race_analysed", room=code, race=n, searched=found["searched"])
        finally:
            self._at_work = None
        await self._analyses.finish(code, n, analysis)

    async def _record(self, room: Room, race: Race, now: int) -> Record | None:
        """Return the record of a race; None if there is none any more, or if nobody has moved."""
        try:
            record = await record_builder.record(self._rooms, room, race, now)
        except Refusal:
            return None
        played = isinstance(record, Record) and any(seat.moves for seat in record.seats)
        return record if played and isinstance(record, Record) else None

    @asynccontextmanager
    async def _kept(self, taken: TakenRace) -> AsyncIterator[None]:
        """Context manager: keep a race taken while the block runs."""

        async def keep() -> None:
            while True:
                await asyncio.sleep(TAKEN_MS / 4000)
                with suppress(StoreAway):
                    await self._analyses.keep(taken.code, taken.n)

        keeping = asyncio.create_task(keep())
        try:
            yield
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)


def _wait_ms(race: Race, now: int) -> int:
    """Return the milliseconds until a deal that is not closed yet may be: a daily deal is closed at
    a known time, a deal of a tournament or crown race at any time."""
    return max(CLOSED_MS, race.daily.told_at - now) if race.daily is not None else CLOSED_MS
