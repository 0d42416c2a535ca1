"""Temporary folders are removed when no process uses them."""

import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from subprocess import PIPE

import pytest

from server.store.temp_dirs import temp_dir
from tests.harness import ROOT

KILLED = """
import os, signal, subprocess
from server.store.temp_dirs import temp_dir

with temp_dir("test") as (folder, lock):
    subprocess.Popen(["cat"], pass_fds=(lock,))
    print(folder, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.processes
def test_what_the_killed_have_left_is_cleared_when_nobody_uses_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    others = tmp_path / "patience-test-without-a-lock"
    others.mkdir()
    command = [sys.executable, "-c", KILLED]
    with (
        temp_dir("test") as (ours, _),
        subprocess.Popen(command, cwd=ROOT, stdin=PIPE, stdout=PIPE, text=True) as killed,
    ):
        assert killed.stdout is not None
        assert killed.stdin is not None
        left = Path(killed.stdout.readline().strip())
        assert killed.wait() == -signal.SIGKILL
        with temp_dir("test"):
            assert left.exists(), "whom it has started uses it"
        killed.stdin.close()
        while left.exists():  # whom it has started takes a moment to end
            with temp_dir("test"):
                pass
        assert ours.exists()
    assert list(tmp_path.iterdir()) == [others]
