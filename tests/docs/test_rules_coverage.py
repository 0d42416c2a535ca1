"""The table of rules and tests: every game is in it, and every test it names is there."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from engine.games import GAMES

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/rules-coverage.md").read_text()
SECTIONS = dict(
    re.findall(r"^## [^\n]*\(`(\w+)`\)\n(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL)
)
NAMED = re.compile(r"`(test_\w+\.py)::(\w+)`")


def test_every_game_is_covered() -> None:
    assert list(SECTIONS) == list(GAMES)


@pytest.mark.parametrize("slug", GAMES)
def test_every_row_has_a_rule_and_a_test_that_exists(slug: str) -> None:
    rows = [line for line in SECTIONS[slug].splitlines() if line.startswith("| ")][2:]
    assert len(rows) >= 8  # a variant says only what differs
    for row in rows:
        said, rule, held = (cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1])
        assert said, row
        assert rule, row
        named = NAMED.findall(held)
        assert named or held.startswith("none: "), f"no test holds this: {row}"
        for file, function in named:
            assert function in _functions(ROOT / "tests/engine" / file), (file, function)


@cache
def _functions(path: Path) -> set[str]:
    tree = ast.parse(path.read_text())
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
