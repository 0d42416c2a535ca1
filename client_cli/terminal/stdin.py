"""Standard input as lines, beside an event loop."""

import asyncio
import contextlib
import os
import select
import sys
import threading
from collections.abc import AsyncIterator, Callable

from client_cli.terminal.output import LONGEST

JOIN_S = 1.0
"""How long is waited for a reader to stop; where it cannot be told to, it ends with the program."""


async def typed_lines() -> AsyncIterator[str]:
    """Lines as they come; ends with the input.

    A thread of its own reads the bare file descriptor: pipes, files and terminals alike, and
    without a lock that a thread still waiting would hold when the program ends. It stops with
    whoever listens: what is typed afterwards is for somebody else.
    """
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def put(line: str | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended: nobody reads any more
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
    """Read until the end of the input, or until the other end of `stopped` is closed."""
    rest = b""
    with contextlib.suppress(OSError, ValueError):  # a terminal that has gone: the input's end
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
    """Wait for something to read, or the end; False when nobody listens any more."""
    if os.name != "posix":  # there only sockets can be waited for
        return True
    ready, _, _ = select.select([descriptor, stopped], [], [])
    return stopped not in ready
