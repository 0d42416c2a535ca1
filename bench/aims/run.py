"""Measure all aims, one after the other."""

from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple, TypeVar

from bench import machine
from bench.aims import crowd, idle, memory, moves, workers
from bench.aims.crowd import CrowdCost
from bench.aims.effort import Effort
from bench.aims.idle import IdleCost
from bench.aims.memory import MemoryCost
from bench.aims.moves import MovesCost
from bench.aims.workers import WorkersCost

Part = TypeVar("Part")


class Aims(NamedTuple):
    """The results of one run, and how busy the machine was before and after it. `broken` says which
    parts could not be measured, and why; the results of these parts are empty."""

    load_before: str
    load_after: str
    moves: MovesCost
    idle: list[IdleCost]
    crowd: list[CrowdCost]
    workers: list[WorkersCost]
    memory: list[MemoryCost]
    broken: list[str]

    def to_json(self) -> dict[str, Any]:
        return {
            "load_before": self.load_before,
            "load_after": self.load_after,
            "closed": [row.to_json() for row in self.moves.closed],
            "paced": [row.to_json() for row in self.moves.paced],
            "idle": [row._asdict() for row in self.idle],
            "crowd": [row._asdict() | {"delay_ms": row.delay_ms._asdict()} for row in self.crowd],
            "workers": [row._asdict() for row in self.workers],
            "memory": [row._asdict() for row in self.memory],
            "broken": self.broken,
        }

    @property
    def failures(self) -> dict[str, int]:
        """What went wrong, and how often."""
        failed = dict.fromkeys(self.broken, 1)
        for row in (*self.moves.closed, *self.moves.paced):
            for errors in (row.server.errors, row.echo.errors):
                for what, times in errors.items():
                    failed[what] = failed.get(what, 0) + times
        return failed


async def measured(effort: Effort, compiled: str, note: Callable[[str], None]) -> Aims:
    """Measure everything. `compiled` is the folder of a compiled engine, or empty."""
    broken: list[str] = []

    async def tried(what: str, part: Coroutine[Any, Any, Part], otherwise: Part) -> Part:
        # One part that fails must not lose the others, which take ten minutes.
        try:
            return await part
        except Exception as error:
            broken.append(f"{what}: {error!r}")
            return otherwise

    before = machine.load_average()
    aims = Aims(
        before,
        "",
        await tried("moves", moves.measured(effort, compiled, note), MovesCost([], [])),
        await tried("idle", idle.measured(effort, note), []),
        await tried("crowd", crowd.measured(effort, note), []),
        await tried("workers", workers.measured(effort, note), []),
        await tried("memory", memory.measured(effort, note), []),
        broken,
    )
    return aims._replace(load_after=machine.load_average())
