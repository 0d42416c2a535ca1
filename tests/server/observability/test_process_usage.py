"""CPU and memory of processes, in `/metrics`."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from server.observability.metrics import Metrics
from server.observability.process_usage import usage

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc here")

SPENDS = """
import os, sys
from server.observability.metrics import Metrics
metrics = Metrics()
while sum(os.times()[:2]) < 0.5: pass
metrics.page()
print("spent", flush=True)
sys.stdin.read()
"""


def told(page: bytes) -> dict[str, float]:
    """The lines of a page that have no labels, by name."""
    lines = [line for line in page.decode().splitlines() if line and line[0] != "#"]
    return {name: float(value) for name, _, value in (x.partition(" ") for x in lines)}


def test_one_process_tells_what_it_uses() -> None:
    page = told(Metrics().page())
    times = os.times()
    assert page["process_cpu_seconds_total"] == pytest.approx(times.user + times.system, abs=0.5)
    assert page["process_resident_memory_bytes"] > 10 * 2**20
    assert page["process_open_fds"] >= 3
    assert page["process_start_time_seconds"] < time.time()


def test_several_are_added_up_and_the_oldest_says_since_when() -> None:
    with cat() as one, cat() as other:
        its, others, both = values(one), values(other), values(one, other)
        ours, oldest = values(os.getpid()), values(one, os.getpid(), other)
    assert both["process_open_fds"] == its["process_open_fds"] + others["process_open_fds"]
    assert oldest["process_start_time_seconds"] == ours["process_start_time_seconds"]
    assert its["process_start_time_seconds"] > ours["process_start_time_seconds"]


@contextmanager
def cat() -> Iterator[int]:
    """A process that has started: from now on it opens nothing."""
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as it:
        assert it.stdin is not None
        assert it.stdout is not None
        it.stdin.write(b"?")
        assert it.stdout.read(1) == b"?"
        yield it.pid
        it.kill()


def values(*processes: int) -> dict[str, float]:
    return {metric.name: metric.samples[0].value for metric in usage(processes)}


def test_what_a_dead_worker_has_spent_still_counts(tmp_path: Path) -> None:
    """Or the time spent would go back, and whoever draws its rate take that for a restart."""
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", SPENDS],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == b"spent\n"
        worker.kill()
    asks = """
import os, sys
from prometheus_client.multiprocess import mark_process_dead
from server.observability.metrics import Metrics
mark_process_dead(int(sys.argv[1]))
print(Metrics().page().decode())
print("own", sum(os.times()[:2]))
"""
    page = subprocess.run(
        [sys.executable, "-c", asks, str(worker.pid)],
        env=environment,
        check=True,
        capture_output=True,
    ).stdout
    spent = told(page)
    assert spent["process_cpu_seconds_total"] > spent["own"] + 0.4
    assert b"patience_worker" not in page
