"""Standard input as lines, beside an event loop."""

import asyncio
import contextlib
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable


async def typed_lines() -> AsyncIterator[str]:
    """Lines as they come; ends with the input.

    A thread of its own reads the bare file descriptor: pipes, files and terminals alike, and
    without a lock that a thread still waiting would hold when the program ends.
    """
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def put(line: str | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended: nobody reads any more
            loop.call_soon_threadsafe(lines.put_nowait, line)

    threading.Thread(target=_read, args=(put,), daemon=True).start()
    while (line := await lines.get()) is not None:
        yield line


def _read(put: Callable[[str | None], None]) -> None:
    rest = b""
    with contextlib.suppress(OSError, ValueError):  # a terminal that has gone: the input's end
        descriptor = sys.stdin.fileno() if sys.stdin else -1
        while descriptor >= 0 and (piece := os.read(descriptor, 65_536)):
            *whole, rest = (rest + piece).split(b"\n")
            for line in whole:
                put(line.decode("utf-8", "replace"))
    if rest:
        put(rest.decode("utf-8", "replace"))
    put(None)
