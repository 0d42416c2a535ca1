"""Benchmarks of the solver: its speed, beside other solvers, and how many deals it decides."""

import subprocess
import sys
from pathlib import Path

import pytest

from bench.solver import decided, others, speed, waits
from bench.solver.deals import Question, Solved, solved, solved_apart
from bench.solver.waits import SearchedPack
from tests.harness import ROOT

ACES_UP = Question("aces_up", {}, 1_000)


def told_by(*arguments: str) -> str:
    """Return what `python -m bench` prints with these arguments."""
    command = [sys.executable, "-m", "bench", *arguments]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def test_deals_are_solved_apart_as_they_are_here() -> None:
    deals = range(1, 4)
    here, apart = solved(ACES_UP, deals), solved_apart(ACES_UP, deals, "")
    assert [each[:2] for each in here] == [each[:2] for each in apart]


def test_the_shares_of_decided_deals_are_told() -> None:
    told = told_by(
        "decided", "aces_up", "--deals", "3", "--first", "7", "--nodes", "500", "--plain"
    )
    assert told.startswith("Deals from 7.")
    assert "| Aces Up | 500 | 3 | 1 | 0 | 2 | 33% |" in told


def test_a_row_counts_verdicts_and_tells_the_mean_and_the_longest_time() -> None:
    runs = [Solved("won", 10, 0.5), Solved("unknown", 1_000, 1.5)]
    row = decided.row(ACES_UP, [*runs, Solved("lost", 20, 0.25), Solved("lost", 20, 0.25)])
    assert row == ["Aces Up", "1,000", "4", "1", "2", "1", "75%", "0.62", "1.5"]


def test_the_speed_is_told_beside_another_solver_on_the_same_deals() -> None:
    question = Question("klondike", {"turn": 3}, 1_000)
    plain, fast = [Solved("won", 1_000, 0.5)], [Solved("won", 1_000, 0.1)]
    row = speed.Speed(question, plain, fast, "pyksolve", [Solved("unknown", 0, 0.4)])
    alone = speed.Speed(ACES_UP, plain, [], "", [])
    *_, first, second = speed.markdown([row, alone], "A machine.", "command").splitlines()
    assert first == (
        "| Klondike, `turn=3` | 2,000 | 10,000 | x 5.0 | 100 | 1 of 1 "
        "| pyksolve | 400 | 0 of 1 | x 0.25 |"
    )
    assert second == "| Aces Up | 2,000 |  |  | 500 | 1 of 1 |  |  |  |  |"


@pytest.mark.parametrize("slug", ["klondike", "good_measure"])
def test_another_solver_that_is_not_there_is_told(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "path", [str(ROOT)])
    [question] = [q for q in speed.QUESTIONS if q.slug == slug and q.options != {"turn": 1}]
    name, reason = others.other_solver(question)
    assert isinstance(reason, str)
    assert f"{name} is not installed" in reason


def test_games_that_no_other_solver_plays_are_measured_alone() -> None:
    assert others.other_solver(ACES_UP) == ("", None)


def test_the_waits_for_winnable_deals_are_told_for_each_class() -> None:
    told = told_by("waits", "fourteens", "--won", "3")
    assert told.startswith("Deals from 400,001.")
    assert "| Fourteens | 1, 2, 3, 4, 5 |" in told
    for classed in range(1, 6):
        assert f"| Fourteens | {classed} |" in told
    assert "| Fourteens, `stacked=True` |" in told


def test_a_wait_has_the_searches_up_to_the_pack_that_is_dealt() -> None:
    packs = [SearchedPack(0, 1.0, 0.0), SearchedPack(2, 1.0, 0.5), SearchedPack(3, 1.0, 0.5)]
    for wait in waits.waits(packs, [1, 2, 3, 4, 5], 40):
        assert wait.k is not None
        assert wait.seconds == wait.k + 1, "no class is computed"
    for wait in waits.waits(packs, [2], 40):
        assert wait.k is not None
        assert wait.k + 1.5 <= wait.seconds <= 1.5 * (wait.k + 1)
    assert {wait.k for wait in waits.waits(packs, [5], 7)} == {None}, "none up to the last"
    assert min(wait.seconds for wait in waits.waits(packs, [5], 7)) >= 8


def test_the_last_pack_is_late_enough_to_find_a_deal() -> None:
    for share in (0.01, 0.05, 0.5, 0.9):
        last = waits.last_pack(share)
        assert (1 - share) ** (last + 1) <= waits.UNPROVEN < (1 - share) ** (last - 10)
    assert waits.last_pack(1) == 10
    assert waits.last_pack(0.001) == waits.MOST_PACKS


def test_a_row_has_no_times_for_a_class_in_which_no_pack_was() -> None:
    packs = [SearchedPack(0, 1.0, 0.0), SearchedPack(2, 1.0, 0.5)]
    assert waits.row(ACES_UP, packs, [5]) == ["Aces Up", "5", "2", "0.0%", "", "", "", ""]
    name, classed, count, share, last, median, late, k = waits.row(ACES_UP, packs, [2])
    assert (name, classed, count, share, last) == ("Aces Up", "2", "2", "50.0%", "20")
    assert 1.5 <= float(median) < float(late)
    assert int(k) <= 20
