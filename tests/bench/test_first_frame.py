"""The time to the first picture of a program is measured; a planted wait is seen."""

from pathlib import Path

import pytest

from bench import compare, first_frame
from bench.compare import CannotCompare
from bench.first_frame import EMPTY, EMPTY_APP, Start, first_frame_s, markdown, measured
from tests.harness import ROOT

WAIT_S = 1.5


@pytest.mark.processes
def test_a_program_that_waits_before_it_draws_takes_longer(tmp_path: Path) -> None:
    waits = f"import time; time.sleep({WAIT_S})\n"
    programs = {
        "at once": Start(EMPTY_APP, (), ROOT, b"READY"),
        "later": Start(waits + EMPTY_APP, (), ROOT, b"READY"),
    }
    seconds = measured(programs, 2, lambda _: None)
    assert min(seconds["at once"]) > 0
    assert min(seconds["later"]) > WAIT_S
    assert list(tmp_path.iterdir()) == []


@pytest.mark.processes
@pytest.mark.parametrize("name", [*first_frame.starts(ROOT)])
def test_the_client_draws_what_is_waited_for(name: str, tmp_path: Path) -> None:
    assert first_frame_s(first_frame.starts(ROOT)[name], tmp_path) > 0


@pytest.mark.processes
def test_a_program_that_ends_without_a_picture_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CannotCompare):
        first_frame_s(Start("print('nothing')", (), ROOT, b"READY"), tmp_path)


def test_the_table_says_how_many_times_as_long_each_start_takes() -> None:
    now = {name: [0.6, 0.6] for name in first_frame.starts(ROOT)}
    before = {first_frame.at_revision(name, "v1"): [1.2, 1.2] for name in now}
    text = markdown({EMPTY: [0.5, 0.5], **now, **before}, "v1")
    assert "| home page | 600 | 1.20 ± 0.00 | 2.00 ± 0.00 |" in text
    assert "v1" not in markdown({EMPTY: [0.5, 0.5], **now}, None)


def test_a_revision_that_does_not_exist_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert first_frame.main(["no-such-revision"]) == compare.FAILED
    assert "git could not worktree add" in capsys.readouterr().err
