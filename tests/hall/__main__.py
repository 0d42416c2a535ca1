"""Hold an evening for sixty guests on two processes, one of which is killed in the third round, and
print what was measured."""

import argparse
import asyncio
import os
import re
import signal
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.hall.evening import Crowd, Report, evening
from tests.harness import ServerProcess

MOST_IN_S = 180
"""Seconds within which everybody must be in."""
COUNTED = {"PATIENCE_UNLIMITED": "192.0.2.0/24", "PATIENCE_LIMITS": "1"}
"""Settings by which the server counts the loopback address like any other."""
KILLED_IN = 3
"""The round in which a process is killed."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="make hall", description=__doc__)
    parser.add_argument("--scripts", type=int, default=42, help="people by scripts")
    parser.add_argument("--bots", type=int, default=8)
    parser.add_argument("--browsers", type=int, default=10, help="people with a browser each")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    crowd = Crowd(given.scripts, given.bots, given.browsers)
    os.environ.update(COUNTED)
    report = asyncio.run(_held(crowd, given.rounds))
    scripts, bots, phones = crowd
    print(f"{crowd.size} guests: {scripts} scripts, {bots} bots, {phones} browsers")
    print(*report.lines(), sep="\n")
    wrong = list(failures(report, crowd, given.rounds))
    print(
        *(wrong or ["Everybody was in in time, nobody was throttled, the limits are as before."]),
        sep="\n",
    )
    return 1 if wrong else 0


async def _held(crowd: Crowd, rounds: int) -> Report:
    with TemporaryDirectory(prefix="patience-hall-") as folder:
        server = ServerProcess(Path(folder) / "server")
        await server.start("--workers", "2")

        def kill() -> None:
            victim = int(re.findall(r"worker_started +pid=(\d+)", server.log)[0])
            os.kill(victim, signal.SIGKILL)
            print(f"Process {victim} was killed in round {KILLED_IN}.", flush=True)

        try:
            return await evening(
                server.url, crowd, rounds, Path(folder) / "client", {KILLED_IN: kill}
            )
        finally:
            await server.stop()


def failures(report: Report, crowd: Crowd, rounds: int) -> list[str]:
    """What was not as it must be, as sentences."""
    checks = {
        f"All were in only after {report.in_s:.0f} s.": report.in_s <= MOST_IN_S,
        f"Only {report.rounds} rounds were played.": report.rounds == rounds,
        f"{report.table} are in the table.": report.table == crowd.size,
        f"The table does not follow from the records: {report.wrong_rows}.": not report.wrong_rows,
        f"The records do not verify: {report.verified}.": report.verified.code == 0,
        f"Guests were throttled: {dict(report.refusals)}.": report.throttled == 0,
        "A hall does not raise the limits.": report.burst_in_hall
        > 0.9 * report.burst_before * report.factor,
        "Afterwards the address has other limits.": 0.7
        < report.burst_after / report.burst_before
        < 1.4,
        # A minute after those before, one more may come.
        "Afterwards another number of guests may come.": report.guests_after <= 1,
        "Guests are not limited without a hall.": report.guests_before == 21,
    }
    return [sentence for sentence, holds in checks.items() if not holds]


if __name__ == "__main__":
    sys.exit(main())
