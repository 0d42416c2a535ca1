"""Other solvers, which solve the same deals for comparison.

- `pyksolve` (a Python package around Klondike-Solver, in C++) for Klondike with three cards turned:
  `pip install pyksolve`. It may take cards back from the foundations, which our rules forbid.
- `fc-solve` (the program of Freecell Solver, in C) for Good Measure: `apt-get install
  freecell-solver-bin`. As Debian builds it, it has too few columns for Baker's Dozen.

Neither is a dependency of the project. A game whose other solver is not there is measured without.
"""

import resource
import shutil
import subprocess
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from time import process_time

from bench.solver.deals import Question, Solved, pack
from engine.cards import NAME, RANK, RANKS, SUIT, SUITS, Card

OtherSolver = Callable[[Question, int], Solved]
"""Solves the practice deal with a number."""

KLONDIKE_SUITS = "4321"
"""The digits by which Klondike-Solver names our suits."""


def other_solver(question: Question) -> tuple[str, OtherSolver | str | None]:
    """Return the name of the other solver of a game, and the solver; or a sentence that says why it
    cannot be used, or None if there is no other solver for this game."""
    match question.slug, question.options:
        case "klondike", {"turn": 3}:
            missing = "The package pyksolve is not installed: pip install pyksolve."
            return "pyksolve", klondike_solver if find_spec("pyksolve") else missing
        case "good_measure", {}:
            missing = "The program fc-solve is not installed: apt-get install freecell-solver-bin."
            return "fc-solve", freecell_solver if shutil.which("fc-solve") else missing
    return "", None


def klondike_solver(question: Question, deal: int) -> Solved:
    """Solve a deal of Klondike with pyksolve. It does not tell its number of nodes."""
    solver = import_module("pyksolve.solver").Solitaire()
    cards = pack(question.rules, deal)
    solver.draw_count = 3
    solver.load_solitaire("".join(f"{RANK[c]:02}{KLONDIKE_SUITS[SUIT[c]]}" for c in cards))
    solver.reset_game(3)
    begun = process_time()
    result = solver.solve_fast(max_closed_count=question.nodes).name
    seconds = process_time() - begun
    if result.startswith("Solved"):
        return Solved("won", 0, seconds)
    return Solved("lost" if result == "Impossible" else "unknown", 0, seconds)


def freecell_solver(question: Question, deal: int) -> Solved:
    """Solve a deal with fc-solve, searched in its default way."""
    rules = question.rules
    piles = rules.deal(pack(rules, deal)).piles
    width = len(rules.layout["tab"])
    heights = [len(pile.up) for pile in piles[width:]]
    ranks = "0" + RANKS
    foundations = [f"{suit}-{ranks[n]}" for suit, n in zip(SUITS, heights, strict=True)]
    columns = [" ".join([NAME[Card(c)] for c in pile.up]) for pile in piles[:width]]
    board = "\n".join(["Foundations: " + " ".join(foundations), *columns, ""])
    command = ["fc-solve", "--game", question.slug, "--max-iters", str(question.nodes)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, input=board, text=True, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    lines = done.stdout.splitlines()
    nodes = int(next(line for line in lines if "states checked is" in line).split()[-1].strip("."))
    if "This game is solveable." in lines:
        return Solved("won", nodes, seconds)
    return Solved("lost" if nodes < question.nodes else "unknown", nodes, seconds)
