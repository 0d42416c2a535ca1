"""What processes take of the machine, as `/metrics` tells it."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from server.metrics import Metrics
from server.usage import usage

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc here")

SPENDS = """
import os, sys
from server.metrics import Metrics
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
    with subprocess.Popen(["sleep", "1000"]) as other:
        one = {metric.name: metric.samples[0].value for metric in usage([os.getpid()])}
        its = {metric.name: metric.samples[0].value for metric in usage([other.pid])}
        both = {metric.name: metric.samples[0].value for metric in usage([os.getpid(), other.pid])}
        other.kill()
    assert both["process_open_fds"] == one["process_open_fds"] + its["process_open_fds"]
    assert both["process_start_time_seconds"] == one["process_start_time_seconds"]
    assert its["process_start_time_seconds"] > one["process_start_time_seconds"]


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
from server.metrics import Metrics
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
