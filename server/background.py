"""Short work beside everything else that a process does."""

import asyncio
from collections.abc import Callable, Coroutine

from server.errors import StoreAway
from server.observability import error_log

Later = Callable[[Coroutine[object, object, None]], None]
"""Runs a coroutine in the background."""


class Background:
    """Runs short coroutines in the task group of the process, which ends no sooner than they do."""

    def __init__(self) -> None:
        self._tasks: asyncio.TaskGroup | None = None

    def begin(self, tasks: asyncio.TaskGroup) -> None:
        """Run what comes from now on in this task group."""
        self._tasks = tasks

    def later(self, coroutine: Coroutine[object, object, None]) -> None:
        """Run a coroutine in the background. Raises RuntimeError before `begin`."""
        if self._tasks is None:
            raise RuntimeError("the server is not running")
        self._tasks.create_task(_safely(coroutine))


async def _safely(coroutine: Coroutine[object, object, None]) -> None:
    """A fault in the background must not end the server."""
    try:
        await coroutine
    except StoreAway:
        pass  # the supervisor of the store has noticed as well, and looks at every room again
    except Exception as error:
        error_log.note("background_failed", error)


def discard(coroutine: Coroutine[object, object, None]) -> None:
    """Never run it: for where nothing runs in the background."""
    coroutine.close()
