"""Helpers for asyncio tasks: bounded concurrency, and cancellation that is never lost."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, TypeVar

T = TypeVar("T")

CONCURRENCY = 16
"""The maximum number of concurrent calls of `run_bounded`. It is half the number of connections to
the store, so that other work gets connections too."""


async def run_bounded(things: Iterable[T], action: Callable[[T], Awaitable[None]]) -> None:
    """Call `action` with each of `things`, at most `CONCURRENCY` calls at a time.

    If a call raises an error, all other calls are cancelled, and when they have ended the error is
    raised here. If the caller is cancelled, all calls are cancelled and have ended before this
    raises.
    """
    left = iter(things)

    async def worker() -> None:
        for thing in left:
            await action(thing)

    tasks = [asyncio.create_task(worker()) for _ in range(CONCURRENCY)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def run_together(*works: Coroutine[Any, Any, None]) -> None:
    """Run coroutines at the same time until all have ended.

    If one raises an error, the other coroutines are cancelled. The errors are raised together in an
    ExceptionGroup.
    """
    async with asyncio.TaskGroup() as tasks:
        for work in works:
            tasks.create_task(work)


def raise_lost_cancellation() -> None:
    """Raise CancelledError if the current task has been cancelled and goes on all the same.

    When a connection of redis-py is cancelled while it connects, it may return as if nothing had
    happened. The task would then go on for ever, for example when a server stops that has just
    started.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


async def run_in_own_task(work: Coroutine[Any, Any, None]) -> None:
    """Run `work` in a task of its own, and raise what it raises.

    If the caller is cancelled, `work` is cancelled, and when it has ended the cancellation is
    raised. Before Python 3.13, awaiting a task group directly does not ensure this: a group that
    fails while it is being cancelled raises the failure and drops the cancellation. A caller that
    catches the failure and goes on would then never end, for example when a server stops while its
    store goes away.
    """
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait([task])
    except asyncio.CancelledError:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)  # the cancellation replaces its error
        raise
    task.result()
