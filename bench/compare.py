"""`python -m bench compare REVISION`: compare what a move costs now with what it cost at another
revision.

Both servers run at the same time on one core, each with the mix in closed loops of its own. So
other work on the machine slows both down alike. On a busy machine this halves the error of runs in
turns.
"""

import argparse
import asyncio
import math
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean, stdev
from tempfile import TemporaryDirectory
from typing import NamedTuple

from rich.console import Console

from bench import load_runner, machine, plan, servers
from bench.load_runner import Loops, Measured
from bench.markdown import titled
from bench.servers import ROOT

FULL = plan.FULL.loops._replace(rounds=20, warm_s=0.5)
LIMIT = 0.03
WITHIN, OVER, FAILED = 0, 1, 2
"""Exit codes. OVER: a move costs more than the limit permits. FAILED: nothing was measured."""


class CannotCompare(Exception):
    """The revisions cannot be compared; the message says why."""


class Ratio(NamedTuple):
    """How many times as much something costs now: the geometric mean of the rounds. `error` is
    twice its standard error; infinite if there was only one round."""

    times: float
    error: float

    @classmethod
    def of(cls, ratios: Sequence[float]) -> "Ratio":
        logs = [math.log(each) for each in ratios]
        times = math.exp(fmean(logs))
        if len(logs) < 2:
            return cls(times, math.inf)
        return cls(times, 2 * times * stdev(logs) / math.sqrt(len(logs)))

    def over(self, limit: float) -> bool:
        """Return whether the cost has grown by more than this share, even if the ratio is too high
        by its error."""
        return self.times - self.error > 1 + limit


class Comparison(NamedTuple):
    """The runs on both servers, a pair for each round."""

    before: list[Measured]
    now: list[Measured]

    def ratio(self, cost: Callable[[Measured], float | None]) -> Ratio:
        """Return the ratio of a cost. Raises CannotCompare if it was not measured in a round."""
        ratios = []
        for pair in zip(self.before, self.now, strict=True):
            old, new = map(cost, pair)
            if not old or not new:
                raise CannotCompare("The system does not tell how much CPU a round has used.")
            ratios.append(new / old)
        return Ratio.of(ratios)

    def check(self) -> None:
        """Raise CannotCompare if there were errors, or a server has answered nothing."""
        for run in (*self.before, *self.now):
            if run.errors or not run.answers:
                raise CannotCompare(f"A load has failed: {run.answers} answers, {run.errors}")


COSTS: dict[str, Callable[[Measured], float | None]] = {
    "server": lambda run: run.server_us,
    "store": lambda run: run.store_us,
    "server and store": lambda run: run.cpu_us,
}
JUDGED = "server and store"


@contextmanager
def sources(revision: str) -> Iterator[Path]:
    """Check out a revision into a folder that exists inside this context. Raises CannotCompare if
    there is no such revision."""
    with TemporaryDirectory(prefix="patience-bench-") as folder:
        tree = Path(folder) / "sources"
        _git("worktree", "add", "--detach", str(tree), revision)
        try:
            yield tree
        finally:
            _git("worktree", "remove", "--force", str(tree))


def _git(*words: str) -> None:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotCompare(f"git could not {' '.join(words[:2])}: {done.stderr.strip()}")


async def compared(
    before: Path, now: Path, loops: Loops, note: Callable[[str], None]
) -> Comparison:
    """Measure the servers whose sources are in these folders, at the same time in each round."""
    load = loops.load("mix", plan.GAMES)
    runs = Comparison([], [])
    async with servers.patience(root=before) as old, servers.patience(root=now) as new:
        for i in range(loops.rounds):
            note(f"round {i + 1} of {loops.rounds}")
            pair = (load_runner.race(old, load), load_runner.race(new, load))
            for done, run in zip(runs, await asyncio.gather(*pair), strict=True):
                done.append(run)
    return runs


def markdown(runs: Comparison, revision: str) -> str:
    """Return the costs and their ratios as a table."""
    before, now = plan.middle(runs.before), plan.middle(runs.now)
    cells = []
    for name, cost in COSTS.items():
        ratio = runs.ratio(cost)
        figures = [f"{cost(run) or 0:.1f}" for run in (before, now)]
        cells.append([name, *figures, f"x {ratio.times:.3f}", f"{ratio.error:.3f}"])
    return titled(
        f"CPU µs a move, the mix, medians of {len(runs.now)} rounds.",
        ("of", revision, machine.revision(), "ratio", "error"),
        cells,
    )


def main(arguments: Sequence[str]) -> int:
    """Compare the sources with a revision and print the result. Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench compare", description=__doc__)
    parser.add_argument("revision", help="the revision to compare with, as git knows it")
    parser.add_argument("--rounds", type=int, default=FULL.rounds, metavar="N")
    parser.add_argument(
        "--limit",
        type=float,
        default=100 * LIMIT,
        metavar="PERCENT",
        help="exit with 1 if server and store together take more than this share longer",
    )
    given = parser.parse_args(arguments)
    notes = Console(stderr=True)
    loops = FULL._replace(rounds=given.rounds)
    try:
        with (
            sources(given.revision) as before,
            machine.other_cores(),
            asyncio.Runner(loop_factory=machine.new_loop) as runner,
        ):
            runs = runner.run(compared(before, ROOT, loops, notes.print))
        runs.check()
        ratio = runs.ratio(COSTS[JUDGED])
        print(markdown(runs, given.revision))
    except (CannotCompare, RuntimeError) as error:
        print(error, file=sys.stderr)
        return FAILED
    return judged(ratio, given.limit / 100)


def judged(ratio: Ratio, limit: float) -> int:
    """Print whether the ratio is over the limit, and return the exit code."""
    over = ratio.over(limit)
    what = "more than" if over else "not more than"
    print(
        f"\nServer and store take {ratio.times:.3f} times (error {ratio.error:.3f}) as long for a "
        f"move as before: {what} the limit of {1 + limit:.2f} times."
    )
    return OVER if over else WITHIN
