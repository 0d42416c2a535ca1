"""`python -m tests.fuzz [TARGET...]`: fuzz each target for FUZZ_SECONDS seconds. Faults are printed
and added to the corpus, with the few texts that cover most."""

import argparse
import os
import sys
from hashlib import sha256
from pathlib import Path
from time import time_ns

from tests.fuzz.evolve import Evolution
from tests.fuzz.targets import TARGETS

CORPUS = Path(__file__).with_name("corpus")
SECONDS = float(os.environ.get("FUZZ_SECONDS", "60"))
MOST_KEPT, LONGEST_KEPT = 25, 1_500
"""Most finds that are kept, and their greatest length; faults are always kept."""


def texts(target: str) -> dict[str, str]:
    """The corpus of a target, by file name."""
    files = sorted((CORPUS / target).glob("*.txt"))
    return {file.name: file.read_bytes().decode("utf-8", "surrogatepass") for file in files}


def main() -> int:
    """Run the targets. Return 0 if nothing was found."""
    parser = argparse.ArgumentParser(prog="make fuzz", description="Feed readers with anything.")
    parser.add_argument("targets", nargs="*", choices=[*TARGETS, []], metavar="TARGET")
    parser.add_argument("--seed", type=int, default=time_ns() % 2**32)
    given = parser.parse_args()
    found = sum(_fuzz(name, given.seed) for name in given.targets or TARGETS)
    print(f"{found} faults; seed {given.seed}")
    return 1 if found else 0


def _fuzz(name: str, seed: int) -> int:
    """Fuzz one target. Return the number of faults."""
    before = texts(name)
    evolution = Evolution(TARGETS[name], before.values(), seed)
    known, began = len(evolution.known), len(evolution.kept)
    evolution.go_on(SECONDS)
    for where, fault in evolution.faults.items():
        least = evolution.shortened(fault)
        print(f"{name}: {where}: {least.error!r}\n    {least.text!r}")
        _keep(name, "fault", least.text)
    _keep_the_least(name, evolution)
    print(
        f"{name}: {evolution.tried} texts, {began} of {len(before)} of the corpus count,"
        f" {len(evolution.known) - known} places more than its {known}",
        flush=True,
    )
    return len(evolution.faults)


def _keep_the_least(name: str, evolution: Evolution) -> None:
    """Reduce the corpus to the texts that cover most; faults and hand-written texts stay."""
    for file in (CORPUS / name).glob("found-*.txt"):
        file.unlink()
    known = set(texts(name).values())
    for text in evolution.least(MOST_KEPT, LONGEST_KEPT):
        if text not in known:
            _keep(name, "found", text)


def _keep(name: str, kind: str, text: str) -> None:
    folder = CORPUS / name
    folder.mkdir(parents=True, exist_ok=True)
    data = text.encode("utf-8", "surrogatepass")
    (folder / f"{kind}-{sha256(data).hexdigest()[:10]}.txt").write_bytes(data)


if __name__ == "__main__":
    sys.exit(main())
