"""Solve practice deals, each game in a process of its own.

`python -m bench.solver.deals QUESTION` prints a line of JSON for each deal.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from time import process_time
from typing import Any, NamedTuple

from bench.servers import ROOT
from engine.cards import Card, deal_number_seed
from engine.games import AnyGame, game
from engine.solver.solve import solve

FIRST_DEAL = 300_001


class Question(NamedTuple):
    """A game whose deals are solved, with its options, and the most nodes for each deal."""

    slug: str
    options: dict[str, Any]
    nodes: int

    @property
    def rules(self) -> AnyGame:
        return game(self.slug, self.options)

    @property
    def name(self) -> str:
        options = [f"`{name}={value}`" for name, value in self.options.items()]
        return ", ".join([self.rules.book.title, *options])


class Solved(NamedTuple):
    """What a solver has said about a deal: the verdict (`won`, `lost` or `unknown`), the number of
    nodes, and the seconds of CPU that it has taken."""

    verdict: str
    nodes: int
    seconds: float


def pack(rules: AnyGame, deal: int) -> list[Card]:
    """Return the pack of a practice deal."""
    return [*rules.pack(deal_number_seed(deal))]


def solved(question: Question, deals: range) -> Iterator[Solved]:
    """Solve practice deals, one after another."""
    rules = question.rules
    for deal in deals:
        state = rules.deal(pack(rules, deal))
        begun = process_time()
        found = solve(rules, state, question.nodes)
        yield Solved(found.verdict, found.nodes, process_time() - begun)


def solved_apart(question: Question, deals: range, folder: str) -> Iterator[Solved]:
    """Solve practice deals in a process of its own. `folder` has the compiled engine; if it is
    empty, the sources run."""
    paths = [folder, str(ROOT)] if folder else [str(ROOT)]
    asked = json.dumps([*question, deals.start, deals.stop])
    with subprocess.Popen(
        [sys.executable, "-m", "bench.solver.deals", asked],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONSAFEPATH": "1"},
        stdout=subprocess.PIPE,
    ) as process:
        for line in process.stdout or ():
            yield Solved(*json.loads(line))
    if process.returncode:
        raise RuntimeError(f"The solver has ended with exit code {process.returncode}.")


def compiled_folder(note: Callable[[str], None]) -> str:
    """Return the folder that has the compiled engine, and compile it if that is necessary. If it
    cannot be compiled here, note why, and return an empty text."""
    # A late import: an installed program has no folder `deploy`.
    from deploy.compile_engine import CannotCompile, compiled

    note("compiling the engine, if it has changed (about two minutes)")
    try:
        return str(compiled())
    except CannotCompile as error:
        note(str(error))
        return ""


def rate(runs: Sequence[Solved]) -> float:
    """Return the nodes a second over all deals."""
    return sum([each.nodes for each in runs]) / sum([each.seconds for each in runs])


def main() -> None:
    """Solve the deals named on the command line."""
    slug, options, nodes, first, end = json.loads(sys.argv[1])
    for each in solved(Question(slug, options, nodes), range(first, end)):
        print(json.dumps(each), flush=True)


if __name__ == "__main__":
    main()
