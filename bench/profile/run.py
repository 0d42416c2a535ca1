"""Measure where the CPU goes in the closed loop, and where the time until an answer goes at seven
tenths of the closed loop's rate."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from bench import load_runner, machine, plan, servers
from bench.load_runner import Load, Loops, Measured
from bench.plan import GAMES, PACED_SHARE
from bench.profile import parts, sampled, trace
from bench.profile.parts import Part
from bench.profile.sampled import CannotSample
from bench.profile.stamps import StampedParty, Stamps
from bench.profile.trace import Compared, Stall, Trace
from bench.servers import Served

FULL = plan.FULL.loops
QUICK = Loops(races=2, contestants=2, rounds=1, seconds=1.0, warm_s=0.1)
SHARED, APART = "mix, paced", "mix, store on the other core, paced"
TRACED = ("-m", "bench.profile.traced")


class Cpu(NamedTuple):
    """The parts of the server's CPU in this many samples of all rounds. `load` is the result of the
    closed loop under the sampler, in the round of the median rate."""

    load: Measured
    samples: int
    parts: list[Part]


class Paced(NamedTuple):
    """A paced load on the normal server (`plain`) and on one that notes what it does (`traced`),
    each in the round of the median p99.

    The rest is from that traced round: the `answers` noted, their mean `stages`, what the event
    loop was `doing` meanwhile, the size of a `batch`, what blocked the loop for long (`stalls`),
    and how often and how long the garbage collector paused.
    """

    plain: Measured
    traced: Measured
    answers: int
    stages: list[Compared]
    doing: list[Compared]
    batch: Compared
    stalls: list[Stall]
    pauses: int
    paused_ms: float


class Profile(NamedTuple):
    """The results of one run, and how busy the machine was before and after it. `broken` says why
    there are no samples."""

    load_before: str
    load_after: str
    cpu: Cpu
    paced: list[Paced]
    broken: list[str]

    def to_json(self) -> dict[str, Any]:
        return {
            "load_before": self.load_before,
            "load_after": self.load_after,
            "cpu": {
                "load": self.cpu.load.to_json(),
                "samples": self.cpu.samples,
                "parts": [part._asdict() for part in self.cpu.parts],
            },
            "paced": [
                {
                    "plain": row.plain.to_json(),
                    "traced": row.traced.to_json(),
                    "answers": row.answers,
                    "batch": row.batch._asdict(),
                    "pauses": row.pauses,
                    "paused_ms": row.paused_ms,
                    **{
                        name: [each._asdict() for each in getattr(row, name)]
                        for name in ("stages", "doing", "stalls")
                    },
                }
                for row in self.paced
            ],
            "broken": self.broken,
        }

    @property
    def failures(self) -> dict[str, int]:
        """What went wrong, and how often."""
        failed = dict.fromkeys(self.broken, 1)
        for run in (self.cpu.load, *(one for row in self.paced for one in row[:2])):
            for what, times in run.errors.items():
                failed[what] = failed.get(what, 0) + times
        return failed


async def measured(loops: Loops, note: Callable[[str], None]) -> Profile:
    """Measure everything. If stacks cannot be sampled, the other results are still returned."""
    before = machine.load_average()
    async with AsyncExitStack() as stack:
        shared = await stack.enter_async_context(servers.patience())
        apart = await stack.enter_async_context(servers.patience())
        _keep_apart(apart)
        closed = loops.load("mix", GAMES)
        note("closed loop")
        runs = [await load_runner.race(shared, closed) for _ in range(loops.rounds)]
        rate = sorted(run.per_s for run in runs)[len(runs) // 2]
        note("closed loop, sampled")
        cpu, broken = await cpu_of(apart, closed, loops.rounds)
        paced = []
        for name, served, reached in ((SHARED, shared, rate), (APART, apart, cpu.load.per_s)):
            load = closed._replace(name=name, rate=max(1.0, PACED_SHARE * reached))
            paced.append(await paced_of(served, load, loops.rounds, note))
    return Profile(before, machine.load_average(), cpu, paced, broken)


def _keep_apart(served: Served) -> None:
    if served.store is not None:
        machine.keep_off_the_server(served.store)


async def cpu_of(served: Served, load: Load, rounds: int) -> tuple[Cpu, list[str]]:
    """Sample a server under a load. Return the result, and why there are no samples in some rounds.

    The server must have its core for itself, because a process that waits for its core looks as if
    it ran.
    """
    runs: list[Measured] = []
    stacks: list[str] = []
    broken: list[str] = []
    for _ in range(rounds):
        looking = asyncio.create_task(sampled.stacks(served.pid, load.warm_s, load.seconds))
        runs.append(await load_runner.race(served, load))
        try:
            stacks += await looking
        except CannotSample as error:
            broken.append(str(error))
    middle = sorted(runs, key=lambda run: run.per_s)[rounds // 2]
    return Cpu(middle, sum(map(parts.times, stacks)), parts.folded(stacks)), broken


async def paced_of(served: Served, load: Load, rounds: int, note: Callable[[str], None]) -> Paced:
    """Measure a paced load on this server, and then on a new one that notes what it does."""
    note(load.name)
    plain = sorted([await load_runner.race(served, load) for _ in range(rounds)], key=_p99)[
        rounds // 2
    ]
    note(f"{load.name}, traced")
    noted: list[tuple[Measured, Stamps]] = []
    with TemporaryDirectory(prefix="patience-bench-") as folder:
        file = Path(folder) / "trace.json"
        async with servers.patience(started=(*TRACED, str(file))) as noting:
            if load.name == APART:
                _keep_apart(noting)
            for _ in range(rounds):
                stamps = Stamps()
                noted.append((await load_runner.race(noting, load, stamps, StampedParty), stamps))
        found = Trace(file)
    traced, stamps = sorted(noted, key=lambda one: _p99(one[0]))[rounds // 2]
    ways, (start, end) = found.ways(stamps.moves), stamps.window
    pauses = [each.end - each.start for each in found.pauses if start <= each.start < end]
    return Paced(
        plain,
        traced,
        len(ways),
        trace.by_stage(ways),
        trace.by_doing(found, ways),
        trace.batches(ways),
        found.stalls(start, end),
        len(pauses),
        1000 * sum(pauses),
    )


def _p99(run: Measured) -> float:
    return run.delay_ms.p99
