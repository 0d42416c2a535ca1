"""`python -m bench decided`, which is also `make decided`: how many deals of each game the solver
decides with a given number of nodes."""

import argparse
from collections import Counter
from collections.abc import Sequence
from statistics import fmean

from rich.console import Console

from bench.markdown import titled
from bench.solver.deals import FIRST_DEAL, Question, Solved, compiled_folder, solved_apart

QUESTIONS = (
    Question("aces_up", {}, 1_000_000),
    Question("baroness", {}, 1_000_000),
    Question("accordion", {}, 1_000_000),
    Question("bakers_dozen", {}, 5_000_000),
    Question("good_measure", {}, 5_000_000),
    Question("klondike", {"turn": 3}, 5_000_000),
    Question("klondike", {"turn": 1}, 5_000_000),
    Question("demon", {}, 5_000_000),
    Question("auntie_allis", {}, 100_000),
    Question("seven_and_sixes", {}, 100_000),
    Question("uncle_remus", {}, 100_000),
    Question("senior_wrangler", {}, 100_000),
    Question("kings", {}, 100_000),
)
"""The games, each with so many nodes that a search of a compiled solver that decides nothing takes
two minutes of one core at most."""


def row(question: Question, runs: Sequence[Solved]) -> list[str]:
    """Return a row of the table of docs/solver.md."""
    verdicts = Counter([each.verdict for each in runs])
    seconds = [each.seconds for each in runs]
    counts = [str(verdicts[verdict]) for verdict in ("won", "lost", "unknown")]
    decided = 1 - verdicts["unknown"] / len(runs)
    times = [f"{fmean(seconds):.2f}", f"{max(seconds):.1f}"]
    return [question.name, f"{question.nodes:,}", str(len(runs)), *counts, f"{decided:.0%}", *times]


def main(arguments: Sequence[str]) -> int:
    """Solve deals and print the table. Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench decided", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="the games; or else all of them")
    parser.add_argument("--deals", type=int, default=100, help="deals of each game")
    parser.add_argument(
        "--first", type=int, default=FIRST_DEAL, help="the number of the first deal"
    )
    parser.add_argument("--nodes", type=int, help="the most nodes for each deal")
    parser.add_argument("--plain", action="store_true", help="without the compiled engine")
    given = parser.parse_args(arguments)
    known = [question.slug for question in QUESTIONS]
    strange = [slug for slug in given.games if slug not in known]
    if strange:
        parser.error(f"{strange[0]} is not measured; there are {', '.join(dict.fromkeys(known))}")
    note = Console(stderr=True).print
    folder = "" if given.plain else compiled_folder(note)
    rows = []
    for question in QUESTIONS:
        if not given.games or question.slug in given.games:
            asked = question._replace(nodes=given.nodes or question.nodes)
            runs = []
            for each in solved_apart(asked, range(given.first, given.first + given.deals), folder):
                runs.append(each)
                note(f"{asked.name}, deal {given.first + len(runs) - 1}: {each.verdict}")
            rows.append(row(asked, runs))
    columns = ["game", "nodes", "deals", "won", "lost", "unknown", "decided", "mean s", "longest s"]
    print(titled(f"Deals from {given.first:,}.", columns, rows))
    return 0
