"""Measure what a move costs, how many moves a second are acknowledged, and how soon, beside the
bare echo server."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import NamedTuple

from bench import machine, servers
from bench.aims.effort import Effort
from bench.load_runner import Load
from bench.plan import GAMES, PACED_SHARE, Compared, in_rounds

SHARED = "mix"
LEGAL = "mix, legal moves sent"
APART = "mix, store on the other core"
COMPILED = ", compiled engine"


class MovesCost(NamedTuple):
    """Results of closed loops, in which each contestant sends the next move as soon as the last is
    answered, and of paced loads at seven tenths of the rates that the closed loops reached."""

    closed: list[Compared]
    paced: list[Compared]


async def measured(effort: Effort, compiled: str, note: Callable[[str], None]) -> MovesCost:
    """Measure every load in every round. `compiled` is the folder of a compiled engine, or
    empty."""
    async with AsyncExitStack() as stack:
        shared = await stack.enter_async_context(servers.patience())
        apart = await stack.enter_async_context(servers.patience())
        if apart.store is not None:
            machine.keep_off_the_server(apart.store)
        echo = await stack.enter_async_context(servers.echo())
        loads = [(load_of(effort, SHARED), shared), (load_of(effort, LEGAL), shared)]
        loads.append((load_of(effort, APART), apart))
        if compiled:
            quick = await stack.enter_async_context(servers.patience(compiled=compiled))
            loads += [(load_of(effort, name + COMPILED), quick) for name in (SHARED, LEGAL)]
        closed = await in_rounds(effort.loops.rounds, loads, echo, note)
        reached = {row.name: row.server.per_s for row in closed}
        paced = [
            (load._replace(name=f"{load.name}, paced", rate=rate), served)
            for load, served in loads
            if load.name in (SHARED, APART)
            for rate in [max(1.0, PACED_SHARE * reached[load.name])]
        ]
        return MovesCost(closed, await in_rounds(effort.loops.rounds, paced, echo, note))


def load_of(effort: Effort, name: str) -> Load:
    """Return the closed loop with this name. If the name begins with LEGAL, the server sends legal
    moves."""
    return effort.loops.load(name, GAMES, legal=name.startswith(LEGAL))
