"""`python -m tests.month`: simulate a month and print its diary; see `--help`."""

import argparse
import signal
import sys
from dataclasses import replace
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from tests.month.community import MONTH
from tests.month.driven import NO_COMPILER, has_compiler
from tests.month.run import month


def main() -> int:
    """Run the simulation. Return 0 if every invariant holds."""
    parser = argparse.ArgumentParser(prog="make month", description="A month of a community.")
    parser.add_argument("--days", type=int, default=MONTH.days)
    parser.add_argument("--people", type=int, default=MONTH.people)
    parser.add_argument("--minutes", type=float, default=inf, help="cut it short after so long")
    parser.add_argument("--seed", type=int, default=1952)
    given = parser.parse_args()
    if not has_compiler():
        print(f"A month {NO_COMPILER}.", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the store then ends as well
    began = monotonic()
    with TemporaryDirectory(prefix="patience-month-") as folder:
        size = replace(MONTH, days=given.days, people=given.people, within_s=60 * given.minutes)
        faults = month(size, given.seed, Path(folder) / "store", _say)
    _say(f"{(monotonic() - began) / 60:.1f} minutes; {len(faults)} faults")
    return 1 if faults else 0


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
