"""Schema check and migration: refuses a store (Redis) of a newer schema, and runs migration steps.

A schema is the form of the stored data, and has a number. The process that runs a migration step
holds the lease, which is the right to do so. The lease is a key with the name of the process. The
key expires unless the process prolongs it.
"""

import asyncio
from pathlib import Path
from typing import NamedTuple

import structlog

from server.ops.migrations.steps import FIRST, HALF, SCHEMA, STEPS, MigrationStep, newest
from server.store import keys
from server.store.heartbeat import SILENT_MS
from server.store.redis_client import patience
from server.store.redis_commands import RedisClient, Reply
from server.store.scripts import Script, as_flag, as_items, as_number, as_text

LEASE_MS = 10_000
"""Milliseconds after which the lease of a migrating process expires unless it is prolonged. Another
process may then take over the migration."""
AGAIN_S = 0.5

log = structlog.get_logger()


class NewerStore(Exception):
    """Raised if a newer version of the server has migrated the store to a schema that this version
    cannot read. The text is for operators."""

    def __init__(self, number: int, known: int) -> None:
        super().__init__(
            "The store is kept by a newer version of Crown Patience"
            f" (schema {number}; this version knows {known}). Start that one, or a newer."
        )


class HalfStore(NewerStore):
    """Raised if the store is being restored from a backup, or if a restore has failed half-way."""

    def __init__(self) -> None:
        Exception.__init__(
            self,
            "The store is being filled from a backup, or that was broken off. Wait for it, or say"
            " `patience admin restore --force FILE` again.",
        )


class SchemaRecord(NamedTuple):
    """The stored schema of a store. `number` is its number, `reader` the lowest schema number that
    a program must know to use the store. `cursor` is a text that says how far the migration step
    under way has come; it is empty if no step is under way."""

    number: int
    reader: int
    cursor: str


def _record(reply: Reply) -> SchemaRecord:
    number, reader, cursor = as_items(reply)
    return SchemaRecord(as_number(number), as_number(reader), as_text(cursor))


HERE = Path(__file__).parent
REGISTER = Script(HERE / "register_process.lua", _record)
BEGIN = Script(HERE / "begin_step.lua", as_text)
NOTE = Script(HERE / "note_progress.lua", as_flag)


async def schema_of(redis: RedisClient) -> int | None:
    """Return the schema number of a store, for admin commands; None if it has none yet. Raises
    NewerStore, StoreAway."""
    async with patience():
        number, reader = await redis.hmget(keys.SCHEMA, "number", "reader")
    if number is None or reader is None:
        return None
    _refuse(int(number), int(reader), SCHEMA)
    return int(number)


def _refuse(number: int, reader: int, known: int) -> None:
    """Raise NewerStore if a program that knows schema `known` may not use the store."""
    if reader == HALF:
        raise HalfStore
    if known < reader:
        raise NewerStore(number, known)


class _Lost(Exception):
    """Raised if this process has no longer the lease (the right to migrate the store), because the
    lease has expired. Another process may have taken over the migration."""


class Schema:
    """Migrates the store to the newest schema that this process knows, which is the schema of the
    last of `steps`. All methods raise StoreAway if the store does not answer."""

    def __init__(
        self,
        redis: RedisClient,
        process: str,
        steps: tuple[MigrationStep, ...] = STEPS,
        lease_ms: int = LEASE_MS,
    ) -> None:
        self.known = newest(steps)
        self._redis, self._process, self._steps = redis, process, steps
        self._lease_ms = lease_ms

    async def register(self) -> SchemaRecord:
        """Store which schema this process knows; return the schema of the store. Raises NewerStore
        if this process cannot use that schema."""
        reader = max((step.reader for step in self._steps), default=FIRST)
        async with patience():
            store = await REGISTER.run(
                self._redis,
                (keys.SCHEMA, keys.PROGRAMS, keys.PROCESSES, keys.BEAT),
                *(self._process, self.known, reader, FIRST),
            )
        _refuse(store.number, store.reader, self.known)
        return store

    async def migrate(self) -> None:
        """Migrate the store to the schema that this process knows, or wait until another process
        has done so.

        Return when the store has that schema, or a newer one that this process can read. Raises
        NewerStore.
        """
        waited = ""
        while (store := await self.register()).number < self.known:
            step = self._steps[store.number - FIRST]
            answer = await self._begin(step)
            if answer == "ok":
                await self._take(step, store.cursor)
                continue
            if answer != waited:
                log.info("migration_waits", step=step.name, schema=step.number, why=answer)
                waited = answer
            if answer != "done":
                await asyncio.sleep(AGAIN_S)

    async def _begin(self, step: MigrationStep) -> str:
        told = (self._process, step.number, step.reader, FIRST, SILENT_MS, self._lease_ms)
        names = (keys.SCHEMA, keys.PROGRAMS, keys.PROCESSES, keys.MIGRATING)
        async with patience():
            return await BEGIN.run(self._redis, names, *told)

    async def _take(self, step: MigrationStep, cursor: str) -> None:
        """Run a migration step from `cursor` on. Stop if this process has lost the lease (the right
        to migrate), because another process may be running the step."""
        log.info("migration_begun", step=step.name, schema=step.number, resumed=bool(cursor))
        try:
            async with asyncio.TaskGroup() as group:
                holding = group.create_task(self._hold())
                await step.run(self._redis, _Noted(self, cursor))
                holding.cancel()
            await self.note(done=step.number)
            log.info("migration_done", step=step.name, schema=step.number)
        except* _Lost:
            log.warning("migration_lost", step=step.name, schema=step.number)

    async def _hold(self) -> None:
        while True:
            await asyncio.sleep(self._lease_ms / 3000)
            await self.note()

    async def note(self, cursor: str = "", done: int | None = None) -> None:
        """Store the cursor, which says how far the migration step has come, and prolong the lease
        (the right to migrate). If `done` is given, store instead that the store has schema `done`,
        and give up the lease. Raises _Lost if this process does not hold the lease."""
        told = (self._process, self._lease_ms, done or "", cursor)
        async with patience():
            ours = await NOTE.run(self._redis, (keys.SCHEMA, keys.MIGRATING), *told)
        if not ours:
            raise _Lost


class _Noted:
    """The progress of a migration step that is being run. `cursor` says how far the step has come;
    `note` stores a new cursor."""

    def __init__(self, schema: Schema, cursor: str) -> None:
        self.cursor = cursor
        self._schema = schema

    async def note(self, cursor: str) -> None:
        await self._schema.note(cursor)
        self.cursor = cursor
