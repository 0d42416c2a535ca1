"""Faults to plant: for each game, its rules broken on purpose, one at a time.

`python -m tests.faults [GAME …]` plants each in a copy of the sources, runs the engine's tests of
that game on it, and says which faults no test noticed. A file here has one table a fault:

    [[fault]]
    rule = "the rule that is broken, in one sentence"
    file = "engine/games/usk.py"
    old = '''a text that stands there exactly once'''
    new = '''what takes its place'''
    survives = "why no test can tell the two apart"   (only where that is so)
"""

import tomllib
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
KERNEL = "kernel"
CROWNS = "crowns"
TOURNAMENTS = "tournaments"
"""The faults of what is no patience's own: looked for with tests of their own."""
RACING_DEMON = "racing_demon"
APART = (KERNEL, CROWNS, TOURNAMENTS, RACING_DEMON)


class Fault(NamedTuple):
    """A text of a source file and what takes its place."""

    rule: str
    file: str
    old: str
    new: str
    survives: str | None = None


def faults_of(slug: str) -> list[Fault]:
    """The faults written down for a game, or for what is no game's."""
    document = tomllib.loads((HERE / f"{slug}.toml").read_text())
    return [Fault(**table) for table in document["fault"]]
