"""Plants the faults and counts those the tests find: `python -m tests.faults [GAME …]`, of the
kernel, of the crowns, of the tables of tournaments and of Racing Demon."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.games import GAMES
from tests.faults import (
    APART,
    CROWNS,
    KERNEL,
    RACING_DEMON,
    ROOT,
    TOURNAMENTS,
    Fault,
    faults_of,
)

LONGEST_S = 900
"""A run that takes longer has noticed: a game that never ends is no game."""

SHARED = [
    *("cards", "moves", "table", "position", "sessions", "ranking", "record", "calls", "fairness"),
    *("players", "takeback", "driver", "winnable_deals", "winnable_record"),
    *("goldens", "every_game"),
]
"""The tests of what all games share, quickest first."""
CROWNED = ["crowns", "crowns_late", "crown_json", "crowns_oracle"]
TABLED = ["scoring", "tie_breaks", "heats", "evenings", "tables"]
AT_TABLES = ["racing_demon", "racing_demon_goldens"]


def main(slugs: list[str]) -> int:
    """0 when nothing but the faults that are said to survive has survived."""
    unnoticed = found = 0
    with _copy() as place:
        for slug in slugs or [*GAMES, *APART]:
            faults = faults_of(slug)
            if not _passes(place, slug):
                print(f"The tests of {slug} fail without any fault.")
                return 2
            for fault in faults:
                noticed = _planted(place, slug, fault)
                found += noticed
                unnoticed += not noticed and fault.survives is None
                _say("found" if noticed else "SURVIVED", slug, fault)
    print(f"{found} found; {unnoticed} survived that should not have")
    return int(unnoticed > 0)


def _say(what: str, slug: str, fault: Fault) -> None:
    known = f" (known: {fault.survives})" if fault.survives else ""
    print(f"{what:9} {slug}: {fault.rule}{known}", flush=True)


@contextmanager
def _copy() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        for part in ("engine", "tests"):
            shutil.copytree(ROOT / part, place / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", place)
        yield place


def _planted(place: Path, slug: str, fault: Fault) -> bool:
    path = place / fault.file
    right = path.read_text()
    path.write_text(right.replace(fault.old, fault.new))
    try:
        return not _passes(place, slug)
    finally:
        path.write_text(right)


def _passes(place: Path, slug: str) -> bool:
    apart = {KERNEL: SHARED, CROWNS: CROWNED, TOURNAMENTS: TABLED, RACING_DEMON: AT_TABLES}
    if slug in apart:
        return all(_run(place, [f"tests/engine/test_{part}.py"]) for part in apart[slug])
    every = [f"tests/engine/test_{part}.py" for part in ("goldens", "every_game", "aids")]
    return all(
        _run(place, files) for files in ([f"tests/engine/test_{slug}.py"], [*every, "-k", slug])
    )


def _run(place: Path, arguments: list[str]) -> bool:
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "--no-header", "-p"]
    try:
        done = subprocess.run(
            [*command, "no:cacheprovider", *arguments],
            cwd=place,
            env={**os.environ, "PYTHONPATH": str(place), "CI": "1", "ENGINE_EXAMPLES": "40"},
            capture_output=True,
            timeout=LONGEST_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    if done.returncode not in (0, 1, 2):
        raise RuntimeError(done.stdout.decode())
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
