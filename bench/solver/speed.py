"""`python -m bench solver`: how many nodes a second the solver searches, as it stands and compiled,
and how long it takes for a deal, beside other solvers on the same deals."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

from rich.console import Console

from bench import machine
from bench.markdown import titled
from bench.solver.deals import FIRST_DEAL, Question, Solved, compiled_folder, rate, solved_apart
from bench.solver.others import other_solver

QUESTIONS = (
    Question("klondike", {"turn": 3}, 50_000),
    Question("klondike", {"turn": 1}, 50_000),
    Question("bakers_dozen", {}, 50_000),
    Question("good_measure", {}, 50_000),
    Question("demon", {}, 50_000),
)


class Speed(NamedTuple):
    """The same deals, solved by our solver as it stands and compiled, and by another solver with
    the name `other_name`. An empty list means that this was not measured."""

    question: Question
    plain: list[Solved]
    compiled: list[Solved]
    other_name: str
    other: list[Solved]


def measured(deals: int, folder: str, note: Callable[[str], None]) -> Iterator[Speed]:
    """Measure each game of QUESTIONS over so many deals. `folder` has the compiled engine; if it is
    empty, only the sources run."""
    span = range(FIRST_DEAL, FIRST_DEAL + deals)
    for question in QUESTIONS:
        note(f"{question.name}: {deals} deals")
        name, other = other_solver(question)
        if isinstance(other, str):
            note(other)
        yield Speed(
            question,
            [*solved_apart(question, span, "")],
            [*solved_apart(question, span, folder)] if folder else [],
            name,
            [other(question, deal) for deal in span] if callable(other) else [],
        )


def markdown(rows: Sequence[Speed], described: str, command: str) -> str:
    """Return the results as a table for docs/benchmarks.md."""
    columns = ["game", "nodes/s", "nodes/s, compiled", "times", "ms a deal", "decided"]
    columns += ["the other solver", "ms a deal", "decided", "ratio of times"]
    cells = []
    for row in rows:
        ours = row.compiled or row.plain
        told = [row.question.name, f"{rate(row.plain):,.0f}"]
        if row.compiled:
            told += [f"{rate(row.compiled):,.0f}", f"x {rate(row.compiled) / rate(row.plain):.1f}"]
        else:
            told += ["", ""]
        told += [f"{_mean_ms(ours):,.0f}", _decided(ours)]
        if row.other:
            ratio = _mean_ms(ours) / max(_mean_ms(row.other), 0.01)
            told += [row.other_name, f"{_mean_ms(row.other):,.0f}", _decided(row.other)]
            told += [f"x {ratio:.2f}"]
        else:
            told += ["", "", "", ""]
        cells.append(told)
    return titled(f"The solver. {described} `{command}`.", columns, cells)


def _mean_ms(runs: Sequence[Solved]) -> float:
    return 1000 * fmean([each.seconds for each in runs])


def _decided(runs: Sequence[Solved]) -> str:
    return f"{sum([each.verdict != 'unknown' for each in runs])} of {len(runs)}"


def main(arguments: Sequence[str]) -> int:
    """Measure and print the table. Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench solver", description=__doc__)
    parser.add_argument("--deals", type=int, default=20, help="deals of each game")
    parser.add_argument("--plain", action="store_true", help="without the compiled engine")
    given = parser.parse_args(arguments)
    note = Console(stderr=True).print
    folder = "" if given.plain else compiled_folder(note)
    rows = [*measured(given.deals, folder, note)]
    command = " ".join(["python -m bench solver", *arguments])
    described = ", ".join([f"{name} {value}" for name, value in machine.described().items()])
    print(markdown(rows, described, command))
    return 0
