"""Many things that each wait for the store, done some at a time."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

T = TypeVar("T")

SIDE_BY_SIDE = 16
"""Half of the questions that may be on their way: whoever else asks has their turn."""


async def abreast(things: Iterable[T], action: Callable[[T], Awaitable[None]]) -> None:
    """Do this with each. What the first raises is raised, once the others have stopped."""
    left = iter(things)

    async def some() -> None:
        for thing in left:
            await action(thing)

    tasks = [asyncio.create_task(some()) for _ in range(SIDE_BY_SIDE)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
