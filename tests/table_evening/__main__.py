"""Hold an evening of Racing Demon: two full screens, a page on a phone, line mode and two computer
players play rounds to the target, while in each round a terminal, the whole server or one of its
two processes is killed. Then compare what everybody was shown with the records."""

import argparse
import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.table_evening.evening import evening


def main() -> int:
    parser = argparse.ArgumentParser(prog="make evening", description=__doc__)
    parser.add_argument("--target", type=int, choices=(50, 100, 150), default=100)
    parser.add_argument("--bell", default="3m", help="the bell of a round")
    parser.add_argument("--most", type=int, help="the most rounds; usually as many as it takes")
    given = parser.parse_args()
    with TemporaryDirectory(prefix="patience-evening-") as folder:
        report = asyncio.run(evening(Path(folder), given.target, given.bell, given.most))
    print(*report.lines(), sep="\n")
    print(*(report.wrong or ["All four agree with the records, and the records verify."]), sep="\n")
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
