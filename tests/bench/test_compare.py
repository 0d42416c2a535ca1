"""Two revisions are compared; a planted slowness is found, and noise is not taken for one."""

import asyncio
import math
import subprocess
import sys
from pathlib import Path

import pytest

from bench import compare, load_runner
from bench.compare import CannotCompare, Ratio, compared, judged, sources
from bench.load_runner import Loops
from tests.harness import LIMIT_S, ROOT

SMALL = Loops(races=1, contestants=2, rounds=3, seconds=0.8, warm_s=0.1)

BUSY = """
import threading, time

def burn():
    while True:
        for _ in range(100_000):
            pass
        time.sleep(0.002)

threading.Thread(target=burn, daemon=True).start()
"""
"""Python imports this module at its start: a server that wastes CPU."""


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    for package in ("engine", "protocol", "server", "client_web"):
        (tmp_path / package).symlink_to(ROOT / package)
    (tmp_path / "sitecustomize.py").write_text(BUSY)
    return tmp_path


@pytest.mark.processes
async def test_a_server_that_wastes_cpu_is_over_the_limit(
    slow: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(load_runner, "SETTLE_S", 0.0)
    async with asyncio.timeout(4 * LIMIT_S):
        while True:
            runs = await compared(ROOT, slow, SMALL, lambda _: None)
            try:
                runs.check()
                ratio = runs.ratio(compare.COSTS["server"])
                text = compare.markdown(runs, "v1")
                break
            except CannotCompare:  # the machine stood still while it was measured
                continue
    assert ratio.times > 1.1  # CPU, not time: a burning thread shows on a busy machine too
    assert "| of | v1 |" in text
    assert text.count("| x ") == 3
    assert judged(Ratio(ratio.times, 0.01), compare.LIMIT) == compare.OVER
    assert "more than the limit of 1.03 times" in capsys.readouterr().out


def test_a_ratio_is_over_the_limit_only_beyond_its_error() -> None:
    ratio = Ratio.of([1.1, 1.1 * 1.02, 1.1 / 1.02])
    assert ratio.times == pytest.approx(1.1)
    assert ratio.error == pytest.approx(2 * 1.1 * math.log(1.02) / math.sqrt(3))
    assert ratio.over(0.03)
    assert not ratio.over(0.08)
    assert not Ratio.of([0.9, 1.5]).over(0.03)
    assert not Ratio.of([2.0]).over(0.03)
    assert judged(ratio, 0.08) == compare.WITHIN


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one revision, which has a package `server`; `compare` takes revisions from
    it."""
    folder = tmp_path / "repository"
    (folder / "server").mkdir(parents=True)
    (folder / "server" / "__init__.py").write_text("")
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    named = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    git(folder, *named, "commit", "--quiet", "--message", "First")
    monkeypatch.setattr(compare, "ROOT", folder)
    return folder


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


def test_a_revision_is_checked_out_for_as_long_as_it_is_needed(repository: Path) -> None:
    with sources("HEAD") as tree:
        told = subprocess.run(
            [sys.executable, "-c", "import server; print(server.__file__)"],
            cwd=tree,
            env={"PYTHONPATH": str(tree), "PYTHONSAFEPATH": "1"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert Path(told.stdout.strip()) == tree / "server" / "__init__.py"
        assert str(tree) in git(repository, "worktree", "list")
    assert not tree.exists()
    assert str(tree) not in git(repository, "worktree", "list")


@pytest.mark.usefixtures("repository")
def test_a_revision_that_does_not_exist_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert compare.main(["no-such-revision"]) == compare.FAILED
    assert "git could not worktree add" in capsys.readouterr().err
