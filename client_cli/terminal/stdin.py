"""Read standard input as an async iterator of lines."""

import asyncio
import contextlib
import os
import select
import sys
import threading
from collections.abc import AsyncIterator, Callable

from client_cli.terminal.output import LONGEST

JOIN_S = 1.0
"""Seconds to wait for the reader thread to stop. It is a daemon thread, so one that does not stop
ends with the program."""


async def typed_lines() -> AsyncIterator[str]:
    """Yield lines of standard input without their newlines, as they come, until the input ends.

    A thread reads the bare file descriptor. That works for pipes, files and terminals, and leaves
    the lock of `sys.stdin` free when the program ends. When the iterator is closed or cancelled,
    the thread stops; input that it has not yet read stays unread. On systems other than POSIX the
    thread stops only after the next input.
    """
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def put(line: str | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody waits for lines
            loop.call_soon_threadsafe(lines.put_nowait, line)

    stopped, stop = os.pipe()
    reader = threading.Thread(target=_read, args=(put, stopped), daemon=True)
    reader.start()
    try:
        while (line := await lines.get()) is not None:
            yield line
    finally:
        os.close(stop)
        reader.join(JOIN_S)


def _read(put: Callable[[str | None], None], stopped: int) -> None:
    """Pass each line of standard input to `put` until the input ends or the write end of the pipe
    `stopped` is closed. Then pass None and close `stopped`. Runs in the reader thread."""
    rest = b""
    with contextlib.suppress(OSError, ValueError):  # a closed terminal is the end of the input
        descriptor = sys.stdin.fileno() if sys.stdin else -1
        while descriptor >= 0 and _has_input(descriptor, stopped):
            piece = os.read(descriptor, 65_536)
            if not piece:
                break
            *whole, rest = (rest + piece).split(b"\n")
            for line in whole:
                put(line.decode("utf-8", "replace"))
            rest = rest[:LONGEST]
    os.close(stopped)
    if rest:
        put(rest.decode("utf-8", "replace"))
    put(None)


def _has_input(descriptor: int, stopped: int) -> bool:
    """Wait until there is input to read or the input has ended. Return False if the iterator was
    closed instead."""
    if os.name != "posix":  # elsewhere select works with sockets only
        return True
    ready, _, _ = select.select([descriptor, stopped], [], [])
    return stopped not in ready
