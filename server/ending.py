"""How a task that goes on for ever comes to its end."""

import asyncio
from collections.abc import Coroutine
from typing import Any


async def apart(work: Coroutine[Any, Any, None]) -> None:
    """Do this in a task of its own, so that whoever is told to end ends, whatever befalls the work.

    Before Python 3.13 a group of tasks that fails in the moment in which it is cancelled tells of
    the failure alone: whoever catches that and goes on would never end, as when a server is stopped
    while its store goes away.
    """
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait([task])
    except asyncio.CancelledError:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)  # what befell it is of no interest now
        raise
    task.result()
