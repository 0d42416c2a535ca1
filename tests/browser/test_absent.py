"""A test run without Chromium says so, and fails where PATIENCE_BROWSER=required."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser import chromium
from tests.harness import LIMIT_S, ROOT

ONE = "tests/browser/test_bench.py::test_axe_looks_at_a_page_under_its_policy"


def _run(path: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A run of one browser test where no program can be found but those of Python."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words, ONE],
        cwd=ROOT,
        env={**ours, "PATH": str(path), "PATIENCE_BROWSER": "", **environment},
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )


@pytest.mark.parametrize("words", [(), ("-n", "1")], ids=["alone", "by a worker"])
def test_without_chromium_a_run_says_what_it_has_not_tried(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    run = _run(tmp_path, *words)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "browser tests NOT RUN" in run.stdout
    assert f"1 tests were skipped. To run them: {chromium.INSTALL}" in run.stdout


def test_without_chromium_a_run_that_must_have_it_fails(tmp_path: Path) -> None:
    run = _run(tmp_path, PATIENCE_BROWSER="required")
    assert run.returncode == 1
    assert chromium.ABSENT in run.stdout
    assert "1 error" in run.stdout


def test_every_name_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert chromium.found() is None
    program = tmp_path / "google-chrome"
    program.touch(0o755)
    assert chromium.found() == str(program)
