"""Processes that tests leave behind are found: seen from outside, by a run of a small suite."""

import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

from tests.harness import LIMIT_S, ROOT

INTERRUPTED = """
import signal, subprocess, sys

def test_that_a_program_can_be_interrupted():
    words = [sys.executable, "-c", "print('here', flush=True); import time; time.sleep(600)"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout.readline() == b"here\\n"
        process.send_signal(signal.SIGINT)
        assert process.wait() == -signal.SIGINT
"""
LEAVING = """
import subprocess

def test_that_leaves_an_orphan_behind_that_has_lost_its_environment(tmp_path):
    orphan = ["env", "-i", "bash", "-c", "sleep 654321 &"]
    subprocess.run(orphan, cwd=tmp_path, start_new_session=True)

def test_that_leaves_a_child_behind():
    subprocess.Popen(["sleep", "654322"], cwd="/")
"""


def run(place: Path, text: str, *, ignoring: bool = False) -> tuple[int, str]:
    """Run a suite of one file, with Ctrl-C ignored or not; its exit code and what it says."""
    (place / "test_small.py").write_text(text)
    how = (
        "import tests.conftest as it; it.GONE_S = 0.1; import pytest, sys; sys.exit(pytest.main())"
    )
    words = ["-p", "tests.conftest", "-p", "no:cacheprovider", "-p", "no:xdist", "--rootdir", "."]
    words += ["--basetemp", str(place / "base")]
    done = subprocess.run(
        [sys.executable, "-c", how, *words, "-c", "/dev/null", "-o", "asyncio_mode=auto", "."],
        check=False,
        cwd=place,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=LIMIT_S,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_IGN) if ignoring else None,
    )
    return done.returncode, done.stdout


def test_programs_can_be_interrupted_though_the_run_was_started_in_the_background(
    tmp_path: Path,
) -> None:
    code, said = run(tmp_path, INTERRUPTED, ignoring=True)
    assert code == 0, said


def test_a_run_that_leaves_processes_behind_fails_and_ends_them(tmp_path: Path) -> None:
    code, said = run(tmp_path, LEAVING)
    assert code == 1, said
    for number in ("654321", "654322"):
        assert f": sleep {number}" in said
        assert f"sleep {number}" not in subprocess.check_output(["ps", "-eo", "args"], text=True)
