"""Server processes for admin commands: which are alive, their status, and the command `drain`.

A process that drains sends its connections to other processes. While it lives, a process regularly
writes a heartbeat, which is a time, into the store (Redis).
"""

import asyncio
import json
import sys
from time import monotonic
from typing import Any

from server.ops.admin.store_access import DONE, NOT_FOUND, UNREACHABLE, WRONG_USAGE, StoreAccess
from server.ops.control_channel import EVERYBODY, order
from server.store import keys
from server.store.heartbeat import SILENT_MS
from server.store.redis_client import patience

HEARD_S = 10.0
"""Maximum seconds to wait until processes have followed an order."""
LOOK_S = 0.2


async def alive(at: StoreAccess) -> list[str]:
    """Return the names of the processes with a recent heartbeat, sorted."""
    async with patience():
        beats = await at.store.others.hgetall(keys.PROCESSES)
    now = at.clock.now()
    return sorted(name for name, beat in beats.items() if now - int(beat) <= SILENT_MS)


async def any_alive(at: StoreAccess) -> bool:
    """Return whether a server process is alive.

    A process that ends normally removes itself from the store. If there is no recent heartbeat but
    a process has not removed itself, wait up to SILENT_MS for a heartbeat, so that a server that
    stalls on a busy machine is not taken for dead.
    """
    until = monotonic() + SILENT_MS / 1000
    while not await alive(at):
        if monotonic() >= until or not await _listed(at):
            return False
        await asyncio.sleep(LOOK_S)
    return True


async def _listed(at: StoreAccess) -> bool:
    """Return whether the store lists a process: one that is alive, or one that has ended without
    removing itself from the store."""
    async with patience():
        return bool(await at.store.others.exists(keys.PROCESSES))


async def leaving(at: StoreAccess) -> frozenset[str]:
    """Return the names of the processes that are draining."""
    async with patience():
        return frozenset(await at.store.others.hkeys(keys.LEAVING))


async def told(at: StoreAccess, name: str) -> dict[str, Any]:
    """Return the status that the process `name` has stored about itself; an empty dict if it has
    stored none."""
    async with patience():
        said = await at.store.others.get(keys.process(name))
    return json.loads(said) if said else {}


async def drain(at: StoreAccess, process: str | None, *, undo: bool) -> int:
    """Order server processes to drain; with `undo`, to stop draining. `process` is the beginning of
    the name of one process, or None for all.

    Wait until the processes have followed the order, HEARD_S at most, and return the exit code.
    """
    there = await alive(at)
    meant = there if process is None else [name for name in there if name.startswith(process)]
    if not meant:
        said = "No server runs on this store." if process is None else "No such process runs."
        print(f"{said} `patience admin status` lists them.", file=sys.stderr)
        return NOT_FOUND
    if process is not None and len(meant) > 1:
        print(f"Say more of the name; it may be one of {', '.join(meant)}.", file=sys.stderr)
        return WRONG_USAGE
    for whom in [EVERYBODY] if process is None else meant:
        await order(at.store.others, "stay" if undo else "drain", whom)
    try:
        async with asyncio.timeout(HEARD_S):
            going = await leaving(at)
            while not _show(going, meant, undo):
                await asyncio.sleep(LOOK_S)
                going = await leaving(at)
    except TimeoutError:
        print("Not all of them have answered; `patience admin status` says which.", file=sys.stderr)
        return UNREACHABLE
    names = ", ".join(meant)
    if undo:
        print(f"Let people in again: {names}.")
    else:
        print(f"Letting everybody go, and nobody new in: {names}. `--undo` takes it back.")
    return DONE


def _show(going: frozenset[str], meant: list[str], undo: bool) -> bool:
    return not going.intersection(meant) if undo else going.issuperset(meant)
