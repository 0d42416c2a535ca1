"""`python -m bench analyser`: how long a move takes while an analyser searches beside the server.

The server is on the first core. The analyser is where the system puts it, or with `--same-core` on
the core of the server too, which is the worst case. In each round the same load is measured twice:
while the analyser is stopped, and while it searches. The order alternates from round to round, so
that other work on the machine slows both down alike.

`python -m bench.busy_analyser` is the analyser: it analyses finished games without an end, with the
priority that the analyser of a server has.
"""

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import count
from statistics import median
from typing import NamedTuple

from rich.console import Console

from bench import load_runner, machine, plan, servers
from bench.compare import Ratio
from bench.load_runner import Load, Measured
from bench.markdown import titled
from bench.servers import ROOT

LIMIT = 1.2
"""With a busy analyser the p99 of a move may be so many times as long."""
ROUNDS, SECONDS, RATE = 30, 2.0, 200.0
WITHIN, OVER, FAILED, UNKNOWN = 0, 1, 2, 3
"""Exit codes. OVER: the p99 is longer than the limit permits. FAILED: a load had errors. UNKNOWN:
the machine was too busy to tell."""


class Pairs(NamedTuple):
    """The runs without and with a busy analyser, a pair for each round. `cpu_s` is the CPU time
    that the analyser has used."""

    quiet: list[Measured]
    busy: list[Measured]
    cpu_s: float

    def ratio(self, delay: Callable[[Measured], float]) -> Ratio:
        """Return how many times as long a delay was with a busy analyser."""
        pairs = zip(self.quiet, self.busy, strict=True)
        return Ratio.of([delay(busy) / delay(quiet) for quiet, busy in pairs])

    @property
    def errors(self) -> list[str]:
        runs = (*self.quiet, *self.busy)
        return [
            f"{run.answers} answers, {run.errors}" for run in runs if run.errors or not run.answers
        ]


DELAYS: dict[str, Callable[[Measured], float]] = {
    "p50": lambda run: run.delay_ms.p50,
    "p99": lambda run: run.delay_ms.p99,
}


@asynccontextmanager
async def analyser(*, same_core: bool) -> AsyncIterator[int]:
    """Run an analyser on any core, or on the core of the server, stopped at first. Yield its
    process id."""
    with machine.server_core() if same_core else machine.every_core():
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bench.busy_analyser", cwd=ROOT, stdout=asyncio.subprocess.PIPE
        )
    try:
        if process.stdout is None or not await process.stdout.readline():
            raise RuntimeError("the analyser did not start")
        os.kill(process.pid, signal.SIGSTOP)
        yield process.pid
    finally:
        process.kill()
        await process.wait()


async def measured(
    rounds: int,
    seconds: float,
    rate: float,
    note: Callable[[str], None],
    *,
    same_core: bool = False,
) -> Pairs:
    """Measure the load without and with a busy analyser, in turns."""
    loops = plan.FULL.loops
    load = Load("mix", plan.GAMES, loops.races, loops.contestants, 0.5, seconds, rate=rate)
    pairs = Pairs([], [], 0.0)
    async with servers.patience() as served, analyser(same_core=same_core) as pid:
        for number in range(rounds):
            note(f"round {number + 1} of {rounds}")
            for is_busy in (False, True) if number % 2 else (True, False):
                os.kill(pid, signal.SIGCONT if is_busy else signal.SIGSTOP)
                run = await load_runner.race(served, load)
                (pairs.busy if is_busy else pairs.quiet).append(run)
        used = machine.used(pid)
    return pairs._replace(cpu_s=0.0 if used is None else used.cpu_s)


def markdown(pairs: Pairs) -> str:
    """Return the delays and their ratios as a table."""
    cells = []
    for name, delay in DELAYS.items():
        ratio = pairs.ratio(delay)
        figures = [f"{median(map(delay, runs)):.2f}" for runs in (pairs.quiet, pairs.busy)]
        cells.append([name, *figures, f"x {ratio.times:.3f}", f"{ratio.error:.3f}"])
    return titled(
        f"Milliseconds from a move to its answer, medians of {len(pairs.busy)} rounds; the analyser"
        f" used {pairs.cpu_s:.1f} s of CPU.",
        ("delay", "quiet", "analyser busy", "ratio", "error"),
        cells,
    )


def main(arguments: Sequence[str]) -> int:
    """Measure and print the result. Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench analyser", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="N")
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="S", help="of each run")
    parser.add_argument("--rate", type=float, default=RATE, metavar="N", help="moves a second")
    parser.add_argument(
        "--same-core", action="store_true", help="the analyser on the core of the server"
    )
    given = parser.parse_args(arguments)
    notes = Console(stderr=True)
    with machine.other_cores(), asyncio.Runner(loop_factory=machine.new_loop) as runner:
        work = measured(
            given.rounds, given.seconds, given.rate, notes.print, same_core=given.same_core
        )
        pairs = runner.run(work)
    if pairs.errors:
        print("A load has failed:", *pairs.errors, sep="\n", file=sys.stderr)
        return FAILED
    print(markdown(pairs))
    p99 = pairs.ratio(DELAYS["p99"])
    code, words = judged(p99)
    print(f"\nThe p99 is {p99.times:.3f} times (error {p99.error:.3f}) as long: {words}.")
    return code


def judged(p99: Ratio) -> tuple[int, str]:
    """Return the exit code for a ratio, and what it means in words. If the limit lies within the
    error, nothing is known."""
    if p99.over(LIMIT - 1):
        return OVER, f"more than the limit of {LIMIT} times"
    if p99.times + p99.error <= LIMIT:
        return WITHIN, f"not more than the limit of {LIMIT} times"
    return UNKNOWN, f"too inexact to say whether that is more than the limit of {LIMIT} times"


def search() -> None:
    """Analyse games of Good Measure that were given up at once, one after the other, without an
    end."""
    from client_cli.solo.game import SoloGame
    from engine.games import game
    from engine.moves import Resign
    from engine.races.record import read
    from engine.solver.analysis import analyse
    from server.analysis.analyser import OFFER_CORE
    from server.analysis.analyser_process import LOWEST_PRIORITY

    os.nice(LOWEST_PRIORITY)
    print("searching", flush=True)
    for number in count(1):
        solo = SoloGame(game("good_measure"), number)
        solo.play(Resign(), 1)
        analyse(read(solo.record("you")), pause=OFFER_CORE)


if __name__ == "__main__":
    search()
