"""`python -m bench start [REVISION]`: measure how long the terminal client takes until its first
picture, beside an empty application of the same library, and with a revision beside the client of
that revision.

In each round every program starts once, one after the other, in a terminal of its own. The ratios
are those of starts in the same round, because other work on the machine then slows both down alike.
"""

import argparse
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from select import select
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from rich.console import Console

from bench import compare, machine
from bench.compare import CannotCompare, Ratio
from bench.markdown import titled
from bench.servers import ROOT

ROUNDS = 15
LIMIT_S = 60.0
ROWS, COLUMNS = 40, 120
EMPTY_APP = """
from textual.app import App
from textual.widgets import Static

class Empty(App):
    def compose(self):
        yield Static("READY")

Empty().run()
"""
"""A program that shows one word by the library that the client uses."""
PATIENCE = "from client_cli.main import main; main()"
EMPTY = "empty application"


class Start(NamedTuple):
    """A program to start: its code for `python -c`, its arguments, the folder of its sources, and a
    text that its first picture contains."""

    code: str
    words: tuple[str, ...]
    sources: Path
    mark: bytes


def starts(sources: Path) -> dict[str, Start]:
    """Return the commands of the client that are measured, by the names of their pictures."""
    return {
        "home page": Start(PATIENCE, (), sources, b"F1"),
        "Klondike": Start(PATIENCE, ("play", "klondike", "--deal", "5"), sources, b"KLONDIKE"),
        "Kings": Start(PATIENCE, ("play", "kings", "--deal", "5"), sources, b"KINGS"),
    }


def first_frame_s(start: Start, data: Path) -> float:
    """Start a program in a terminal of its own, and return the seconds until its first picture is
    there. End the program then. `data` is its data directory. Raises CannotCompare if the picture
    does not come."""
    with _terminal() as (screen, its_end):
        began = time.monotonic()
        program = subprocess.Popen(
            [sys.executable, "-c", start.code, *start.words],
            stdin=its_end,
            stdout=its_end,
            stderr=its_end,
            cwd=start.sources,
            env=_environment(start.sources, data),
            start_new_session=True,
        )
        try:
            drawn = b""
            while time.monotonic() - began < LIMIT_S:
                if select([screen], [], [], 0.1)[0]:
                    drawn += os.read(screen, 65_536)
                    if start.mark in drawn:
                        return time.monotonic() - began
                elif program.poll() is not None:
                    break
        finally:
            program.kill()
            program.wait()
    raise CannotCompare(f"There was no picture of {' '.join(start.words) or 'the home page'}.")


@contextmanager
def _terminal() -> Iterator[tuple[int, int]]:
    """Open a terminal for a program. Yield the descriptor from which its screen is read, and the
    descriptor that the program gets."""
    screen, its_end = pty.openpty()
    try:
        fcntl.ioctl(its_end, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        yield screen, its_end
    finally:
        os.close(its_end)
        os.close(screen)


def _environment(sources: Path, data: Path) -> Mapping[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {
        **kept,
        "PYTHONPATH": str(sources),
        "PATIENCE_DATA_DIR": str(data),
        "TERM": "xterm-256color",
    }


def measured(
    programs: Mapping[str, Start], rounds: int, note: Callable[[str], None]
) -> dict[str, list[float]]:
    """Return the seconds to the first picture of each program, one for each round. Each program
    starts once before, so that its modules are compiled."""
    seconds: dict[str, list[float]] = {name: [] for name in programs}
    with TemporaryDirectory(prefix="patience-bench-") as data:
        for start in programs.values():
            first_frame_s(start, Path(data))
        for i in range(rounds):
            note(f"round {i + 1} of {rounds}")
            for name, start in programs.items():
                seconds[name].append(first_frame_s(start, Path(data)))
    return seconds


def ratio(seconds: Sequence[float], beside: Sequence[float]) -> Ratio:
    """Return how many times as long as `beside` the `seconds` are, both by rounds."""
    return Ratio.of([each / other for each, other in zip(seconds, beside, strict=True)])


def markdown(seconds: Mapping[str, Sequence[float]], revision: str | None) -> str:
    """Return the times as a table. With a `revision`, `seconds` also has the times of this
    revision, by the names with `at_revision`."""
    rows = [[EMPTY, f"{1000 * median(seconds[EMPTY]):.0f}", ""]]
    if revision is not None:
        rows[0].append("")
    for name in starts(ROOT):
        against = ratio(seconds[name], seconds[EMPTY])
        row = [name, f"{1000 * median(seconds[name]):.0f}", _told(against)]
        if revision is not None:
            row.append(_told(ratio(seconds[at_revision(name, revision)], seconds[name])))
        rows.append(row)
    columns = ["first picture of", "ms, median", "times the empty application"]
    if revision is not None:
        columns.append(f"{revision}, times as long as now")
    title = f"{len(seconds[EMPTY])} rounds, revision {machine.revision()}."
    return titled(title, columns, rows)


def _told(times: Ratio) -> str:
    return f"{times.times:.2f} ± {times.error:.2f}"


def at_revision(name: str, revision: str) -> str:
    """Return the name of a picture as the client of a revision draws it."""
    return f"{name} at {revision}"


def main(arguments: Sequence[str]) -> int:
    """Measure the first pictures and print a table. Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench start", description=__doc__)
    parser.add_argument("revision", nargs="?", help="a revision to compare with, as git knows it")
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="N")
    given = parser.parse_args(arguments)
    try:
        with ExitStack() as stack:
            programs = {EMPTY: Start(EMPTY_APP, (), ROOT, b"READY"), **starts(ROOT)}
            if given.revision is not None:
                before = starts(stack.enter_context(compare.sources(given.revision)))
                programs |= {at_revision(name, given.revision): at for name, at in before.items()}
            seconds = measured(programs, given.rounds, Console(stderr=True).print)
    except CannotCompare as error:
        print(error, file=sys.stderr)
        return compare.FAILED
    print(markdown(seconds, given.revision))
    return 0
