"""Measure what a second worker process on a second core is worth.

On a machine of two cores the client shares them with the workers. So there are two figures. One is
the moves a second with everything on one core and with everything on two, where the client takes
the same part of both. The other is computed from the CPU a move cost each process: the moves a
second these cores could do if the client ran elsewhere.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from statistics import median
from typing import NamedTuple

from bench import load_runner, machine, servers
from bench.aims.effort import Effort
from bench.load_runner import Measured
from bench.plan import GAMES

LINES = 2
"""How many times the usual number of races run: more cores need more moves in flight."""
WORKERS = 2


class WorkersCost(NamedTuple):
    """Results of `workers` worker processes on as many cores, which the client and the store share:
    moves a second, CPU µs a move of all workers, of the store and of the client (the driver), and
    how many cores all of them used."""

    workers: int
    per_s: float
    server_us: float
    store_us: float
    driver_us: float
    busy: float

    def capacity(self, *, store: bool) -> float:
        """Return the moves a second that these cores could do without the client, with or without
        the store on them."""
        return self.workers * 1e6 / (self.server_us + (self.store_us if store else 0.0))


async def measured(effort: Effort, note: Callable[[str], None]) -> list[WorkersCost]:
    """Measure one worker and, where there are two cores, two workers, in turns."""
    loops = effort.loops
    load = loops.load("mix", GAMES, times=LINES)
    counts = (1, WORKERS) if len(machine.CORES) >= WORKERS else (1,)
    rounds: dict[int, list[Measured]] = {count: [] for count in counts}
    for i in range(loops.rounds):
        for count in counts:
            note(f"round {i + 1} of {loops.rounds}: workers {count}")
            with _cores(count):
                async with servers.patience(workers=count, spread=count > 1) as served:
                    rounds[count].append(await load_runner.race(served, load))
    return [_cost(count, runs) for count, runs in rounds.items()]


def _cores(count: int) -> AbstractContextManager[None]:
    return machine.every_core() if count > 1 else machine.server_core()


def _cost(workers: int, runs: list[Measured]) -> WorkersCost:
    spent = [(run.server_us or 0.0, run.store_us or 0.0, run.driver_us or 0.0) for run in runs]
    server, store, client = (round(median(column), 1) for column in zip(*spent, strict=True))
    busy = median(run.per_s * sum(us) / 1e6 for run, us in zip(runs, spent, strict=True))
    per_s = median(run.per_s for run in runs)
    return WorkersCost(workers, per_s, server, store, client, round(busy, 2))
