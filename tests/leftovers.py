"""Finds processes that a test run has started and that still run when it ends.

A process is recognised by its environment, its parents or its working directory. A store whose
server was killed has lost its parent and has no environment of ours, but works in a directory of
the run.
"""

import contextlib
import os
import signal
import time
from multiprocessing import forkserver, resource_tracker
from pathlib import Path
from typing import Any, NamedTuple

MARK = "TEST_RUN"
"""An environment variable of everything a test run starts: the id of the run's own process."""
PROC = Path("/proc")


class Process(NamedTuple):
    pid: int
    parent: int
    words: str
    marked: bool
    """Whether it was started in this run's environment."""
    place: Path
    """Its working directory."""


def mark() -> None:
    """Set the variable; call this before anything is started."""
    os.environ[MARK] = str(os.getpid())


def left_behind(place: Path, wait_s: float) -> list[str]:
    """Kill processes of the run that still exist after so many seconds, and return their
    descriptions. `place` is the directory of the run's temporary files. Empty on systems without
    /proc."""
    until = time.monotonic() + wait_s
    while (left := _left(place)) and time.monotonic() < until:
        time.sleep(0.05)
    for process in left:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)
    return [f"{process.pid}: {process.words}" for process in left]


def _left(place: Path) -> list[Process]:
    running = {process.pid: process for process in _running()}
    # Both end with the run itself; they have no public name.
    helpers: tuple[Any, ...] = (
        forkserver._forkserver,
        resource_tracker._resource_tracker,
    )
    kept = {os.getpid(), helpers[0]._forkserver_pid, helpers[1]._pid}
    return [
        process
        for pid, process in running.items()
        if pid not in kept
        and (process.marked or _within(process.place, place) or _descends(pid, running))
    ]


def _descends(pid: int, running: dict[int, Process]) -> bool:
    while pid in running:
        pid = running[pid].parent
        if pid == os.getpid():
            return True
    return False


def _within(place: Path, directory: Path) -> bool:
    return place == directory or directory in place.parents


def _running() -> list[Process]:
    """All running processes, without zombies."""
    if not PROC.is_dir():
        return []
    mine = f"{MARK}={os.getpid()}".encode()
    found = []
    for entry in PROC.iterdir():
        if not entry.name.isdigit():
            continue
        with contextlib.suppress(OSError):  # it has ended or belongs to another user
            status, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
            if status in ("Z", "X"):
                continue
            words = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            marked = mine in (entry / "environ").read_bytes().split(b"\0")
            place = (entry / "cwd").readlink()
            found.append(Process(int(entry.name), int(parent), words.strip(), marked, place))
    return found
