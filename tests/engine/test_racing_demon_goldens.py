"""The golden files of Racing Demon are what the rules give now."""

from pathlib import Path

import pytest

from tests.engine.racing_goldens import PERFT, ROUNDS, perft_text, round_text


def test_the_trees_of_legal_moves() -> None:
    assert perft_text() == PERFT.read_text()


def test_there_are_three_rounds_and_they_end_differently() -> None:
    ends = {path.read_text().splitlines()[-1].split(",")[0] for path in ROUNDS}
    assert len(ROUNDS) >= 3
    assert {"out", "blocked", "bell"} <= ends


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_a_round(path: Path) -> None:
    assert round_text(path) == path.read_text()
