"""Background tasks of a process: short coroutines whose end no caller waits for."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress

from server.errors import StoreAway
from server.observability import error_log

Later = Callable[[Coroutine[object, object, None]], None]
"""The type of `Background.later`: a function that runs a coroutine in the background."""


class Background:
    """Runs short coroutines in the task group of the process. The group waits for them when it
    ends, and cancels them when it is cancelled."""

    def __init__(self) -> None:
        self._tasks: asyncio.TaskGroup | None = None

    def begin(self, tasks: asyncio.TaskGroup) -> None:
        """Start accepting coroutines, and run them in this task group."""
        self._tasks = tasks

    def later(self, coroutine: Coroutine[object, object, None]) -> None:
        """Run a coroutine in the background. Errors that the coroutine raises are logged, except
        StoreAway.

        Raises RuntimeError if `begin` was not called before.
        """
        if self._tasks is None:
            raise RuntimeError("the server is not running")
        self._tasks.create_task(_run_logged(coroutine))


async def _run_logged(coroutine: Coroutine[object, object, None]) -> None:
    """Run a coroutine. Log its errors, so that they do not end the task group."""
    # StoreAway needs no log line: the store supervisor notices it too, and reads all rooms again.
    with suppress(StoreAway), error_log.isolated("background_failed"):
        await coroutine


def discard(coroutine: Coroutine[object, object, None]) -> None:
    """Close a coroutine without running it. Code that has no background tasks uses this function in
    place of `Background.later`."""
    coroutine.close()
