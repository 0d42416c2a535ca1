"""Migration steps from one schema to the next, in order.

A step runs while processes of older versions serve the store. It may be killed at any moment, and
is then run again by another process, perhaps while the first process, which had only stalled, goes
on with it. So steps are idempotent and store their progress. A change of the stored data takes two
releases: the step of the first adds what is new, and keeps what the version before reads, so that
the schema of that version is its `reader`; the step of the next release removes the old data.
"""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from server.accounts.name_registry import settle_names
from server.store.migration_progress import MigrationProgress
from server.store.redis_commands import RedisClient

__all__ = ["FIRST", "HALF", "SCHEMA", "STEPS", "MigrationProgress", "MigrationStep", "newest"]


async def nothing(_redis: RedisClient, _progress: MigrationProgress) -> None:
    """Change nothing: what is new is only added, and what was stored before stays as it is."""


class MigrationStep(NamedTuple):
    """The migration from schema `number - 1` to schema `number`.

    A program that knows only schemas before `reader` cannot serve the store once the step has
    begun; so the step begins when no such program is alive. `run` is called with a client of the
    store, and with the progress of the step so far.
    """

    number: int
    name: str
    reader: int
    run: Callable[[RedisClient, MigrationProgress], Awaitable[None]]


FIRST = 1
"""The schema of a store that was used before schemas had numbers."""

HALF = 2**31
"""The `reader` of a store that is being restored from a backup: nobody may read it."""

STEPS: tuple[MigrationStep, ...] = (
    # Makes names unique even without their invisible characters. An account that has to get
    # another name keeps its old one in "former". Processes of schema 1 still find every account,
    # by the keys that they use.
    MigrationStep(2, "settle_names", FIRST, settle_names),
    # Rooms have votes and winners among their events, which older programs cannot read.
    MigrationStep(3, "room_votes", 3, nothing),
)


def newest(steps: tuple[MigrationStep, ...] = STEPS) -> int:
    """Return the newest schema that a program with these steps knows."""
    return FIRST + len(steps)


SCHEMA = newest()
