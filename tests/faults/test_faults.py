"""Planted faults exist for every game, and each still changes its file."""

import ast
from functools import cache

import pytest

from engine.games import GAMES
from tests.faults import APART, ROOT, faults_of


@pytest.mark.parametrize("slug", [*GAMES, *APART])
def test_there_are_ten_faults_and_each_can_be_planted(slug: str) -> None:
    faults = faults_of(slug)
    assert len(faults) >= 10
    assert len({(fault.file, fault.old, fault.new) for fault in faults}) == len(faults)
    for fault in faults:
        right = (ROOT / fault.file).read_text()
        assert right.count(fault.old) == 1, f"{fault.rule}: its text stands there once no more"
        broken = right.replace(fault.old, fault.new)
        assert ast.dump(ast.parse(broken)) != _meaning(right)


@cache
def _meaning(source: str) -> str:
    return ast.dump(ast.parse(source))


@pytest.mark.parametrize("slug", [*GAMES, *APART])
def test_at_most_one_in_twenty_is_said_to_survive(slug: str) -> None:
    faults = faults_of(slug)
    assert sum(fault.survives is not None for fault in faults) <= max(1, len(faults) // 20)
