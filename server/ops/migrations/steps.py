"""Migration steps from one schema (form of the stored data) to the next, in order.

A step runs while processes of older versions use the store. The process that runs it may be killed
at any moment. Then another process runs the step again, perhaps while the first process, which had
only stalled, goes on with it. So steps are idempotent and store their progress.

A change of the stored data takes two releases. The step of the first release adds the new data, and
keeps the data that the release before it reads. The field `reader` of the step is the schema of
that earlier release. The step of the next release removes the old data.
"""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from server.accounts.name_registry import settle_names
from server.store.migration_progress import MigrationProgress
from server.store.redis_commands import RedisClient

__all__ = ["FIRST", "HALF", "SCHEMA", "STEPS", "MigrationProgress", "MigrationStep", "newest"]


async def nothing(_redis: RedisClient, _progress: MigrationProgress) -> None:
    """Change no stored data. This is the step to a schema that only adds data, such as new kinds of
    events."""


class MigrationStep(NamedTuple):
    """The migration from schema `number - 1` to schema `number`.

    A program that knows only schemas before `reader` cannot use the store once the step has begun.
    So the step begins only when no process with such a program is alive. `run` is called with a
    client of the store, and with the progress of the step so far.
    """

    number: int
    name: str
    reader: int
    run: Callable[[RedisClient, MigrationProgress], Awaitable[None]]


FIRST = 1
"""The schema of a store that was used before schemas had numbers."""

HALF = 2**31
"""The `reader` of a store that is being restored from a backup. No program knows such a high
schema, so none uses the store."""

STEPS: tuple[MigrationStep, ...] = (
    # Makes names unique even without their invisible characters. An account that has to get
    # another name keeps its old one in "former". Processes of schema 1 still find every account,
    # by the keys that they use.
    MigrationStep(2, "settle_names", FIRST, settle_names),
    # Rooms have votes and winners among their events, which older programs cannot read.
    MigrationStep(3, "room_votes", 3, nothing),
)


def newest(steps: tuple[MigrationStep, ...] = STEPS) -> int:
    """Return the number of the newest schema that a program with these migration steps knows."""
    return FIRST + len(steps)


SCHEMA = newest()
