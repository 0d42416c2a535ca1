"""The steps from one schema to the next, in order.

A step is run beside living processes of older versions, may be killed at any moment and is run
again then, maybe while a first one that was only stopped goes on. So each does the same however
often it is done, and notes how far it has come. A change takes two releases: the first *adds* what
is new, and still writes what the one before it reads, whose number is its `reader`; the next *takes
away* the rest, when nobody reads that any more.
"""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from server.accounts.name_registry import settle_names
from server.store.migration_progress import Progress

__all__ = ["FIRST", "HALF", "SCHEMA", "STEPS", "Progress", "Step", "newest"]


class Step(NamedTuple):
    """From the schema before to this `number`. Programs that know less than `reader` can no longer
    serve the store once the step has begun; it waits until none of them is there. `run` gets a
    client and a progress.
    """

    number: int
    name: str
    reader: int
    run: Callable[[Any, Progress], Awaitable[None]]


FIRST = 1
"""The schema of stores that say nothing of it."""

HALF = 2**31
"""The oldest reader of a store that is being filled from a backup: nobody reads it."""

STEPS: tuple[Step, ...] = (
    # An account's name is no other's without characters that draw nothing, either, and "former" is
    # the name it had before. Processes of schema 1 find an account by the keys it had there.
    Step(2, "settle_names", FIRST, settle_names),
)


def newest(steps: tuple[Step, ...] = STEPS) -> int:
    """The schema a program with these steps keeps."""
    return FIRST + len(steps)


SCHEMA = newest()
