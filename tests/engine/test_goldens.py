"""Tests that each game has its golden files, that they match the rules, and no others exist."""

import json

import pytest

from engine.games import GAMES
from tests.engine.goldens import golden_files, playthrough_text
from tests.engine.helpers import PERFT, PLAYTHROUGHS, Case, legal_texts, perft, perft_cases

CASES = [
    pytest.param(case, id=f"{slug}: {case.title}") for slug in GAMES for case in perft_cases(slug)
]


@pytest.mark.parametrize("case", CASES)
def test_perft(case: Case) -> None:
    assert case.counts, "run python -m tests.engine.goldens"
    for depth, expected in case.counts.items():
        found = perft(case.rules, case.start, depth)
        assert str(found) == expected, f"at depth {depth}:\n{_divided(case, depth)}"


def _divided(case: Case, depth: int) -> str:
    """The counts below each first move, from which to find the wrong move."""
    rules, start = case.rules, case.start
    return "\n".join(
        f"{text}: {perft(rules, rules.play(start, rules.codec.from_text(text)).state, depth - 1)}"
        for text in legal_texts(rules, start)
    )


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_has_three_deals_and_composed_positions(slug: str) -> None:
    cases = perft_cases(slug)
    assert sum(not case.composed for case in cases) >= 3
    assert sum(case.composed for case in cases) >= 3


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("n", [1, 2, 3])
def test_playthrough(slug: str, n: int) -> None:
    path = PLAYTHROUGHS / f"{slug}-{n}.txt"
    # Compared by lines: the first that differs is the move to look at.
    assert playthrough_text(path).splitlines() == path.read_text().splitlines()


@pytest.mark.parametrize("slug", GAMES)
def test_playthroughs_end_in_more_than_one_way(slug: str) -> None:
    """Some end won or complete, and some do not."""
    ends = set()
    for n in (1, 2, 3):
        for line in (PLAYTHROUGHS / f"{slug}-{n}.txt").read_text().splitlines():
            if line.startswith("   progress ") and ", lost" in line:
                ends.add("lost")
            elif line.startswith("   progress ") and line.endswith((", won", ", complete")):
                ends.add("well")
    assert ends == {"lost", "well"}


def test_no_golden_file_is_missing_or_stray() -> None:
    there = {*PERFT.iterdir(), *PLAYTHROUGHS.iterdir()}
    assert there == set(golden_files())


def test_headers_say_which_options() -> None:
    for path in PLAYTHROUGHS.iterdir():
        header = path.read_text().splitlines()[1]
        assert isinstance(json.loads(header.removeprefix("options: ")), dict)
