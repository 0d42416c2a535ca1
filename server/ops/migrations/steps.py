"""Migration steps from one schema to the next, in order.

A step runs beside processes of older versions. It may be killed at any moment and is then run
again, perhaps while the first run, which was only stopped, goes on. So steps are idempotent and
store their progress. A change takes two releases: the first adds what is new and still writes what
the version before reads, whose number is its `reader`; the next removes the rest.
"""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from server.accounts.name_registry import settle_names
from server.store.migration_progress import MigrationProgress
from server.store.redis_commands import RedisClient

__all__ = ["FIRST", "HALF", "SCHEMA", "STEPS", "MigrationProgress", "MigrationStep", "newest"]


class MigrationStep(NamedTuple):
    """The migration from the schema before to `number`.

    Programs that know less than `reader` cannot serve the store once the step has begun; it waits
    until none of them is alive. `run` gets a client and a progress.
    """

    number: int
    name: str
    reader: int
    run: Callable[[RedisClient, MigrationProgress], Awaitable[None]]


FIRST = 1
"""The schema of stores without a number."""

HALF = 2**31
"""The `reader` of a store that is being restored from a backup: nobody may read it."""

STEPS: tuple[MigrationStep, ...] = (
    # Names are unique without invisible characters too, and "former" is the name an account had
    # before. Processes of schema 1 find an account by the keys it had there.
    MigrationStep(2, "settle_names", FIRST, settle_names),
)


def newest(steps: tuple[MigrationStep, ...] = STEPS) -> int:
    """The schema of a program with these steps."""
    return FIRST + len(steps)


SCHEMA = newest()
