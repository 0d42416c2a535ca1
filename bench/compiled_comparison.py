"""Compare the engine's sources with the compiled engine: game by game, in turns, each in a process
of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from statistics import median
from typing import NamedTuple

from bench.engine import COSTS
from bench.markdown import titled
from bench.servers import ROOT
from engine.games import GAMES

ROUNDS = 3


class EnginesCost(NamedTuple):
    """Microseconds a call, by name in COSTS, of the sources and of the compiled engine. Each is the
    median of the rounds' medians."""

    game: str
    plain: dict[str, float]
    compiled: dict[str, float]

    def times(self, name: str) -> float:
        """Return how many times as fast the compiled engine is."""
        return round(self.plain[name] / max(self.compiled[name], 0.01), 2)


def measured(plies: int, folder: str, note: Callable[[str], None]) -> list[EnginesCost]:
    """Measure every game over `plies` positions. `folder` has the compiled engine."""
    return list(_measured(plies, folder, note))


def _measured(plies: int, folder: str, note: Callable[[str], None]) -> Iterator[EnginesCost]:
    for slug in GAMES:
        note(f"plain and compiled: {slug}")
        rounds = [(_once(slug, plies, ""), _once(slug, plies, folder)) for _ in range(ROUNDS)]
        plain, compiled = zip(*rounds, strict=True)
        yield EnginesCost(slug, _middle(plain), _middle(compiled))


def _once(slug: str, plies: int, folder: str) -> dict[str, float]:
    paths = [folder, str(ROOT)] if folder else [str(ROOT)]
    path = {"PYTHONPATH": os.pathsep.join(paths), "PYTHONSAFEPATH": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "bench.engine", slug, str(plies)],
        env={**os.environ, **path},
        stdout=subprocess.PIPE,
        check=True,
    )
    told = json.loads(done.stdout)
    return {name: told[name] for name in COSTS}


def markdown(rows: Iterable[EnginesCost]) -> str:
    """Return the results as a table for docs/benchmarks.md."""
    columns = [f"{name}{more}" for name in COSTS for more in ("", ", compiled", ", times")]
    cells = []
    for row in rows:
        figures = [(row.plain[name], row.compiled[name], row.times(name)) for name in COSTS]
        told = [(f"{plain:.1f}", f"{fast:.1f}", f"x {times:.2f}") for plain, fast, times in figures]
        cells.append([row.game, *chain.from_iterable(told)])
    title = "The engine as it stands and compiled, µs a call, and how many times as fast."
    return titled(title, ["game", *columns], cells)


def _middle(rounds: tuple[dict[str, float], ...]) -> dict[str, float]:
    return {name: round(median(one[name] for one in rounds), 2) for name in COSTS}
