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
NAMED = re.compile(r"`((?:\w+/)*test_\w+\.py)::(\w+)`")
GREAT = ("auntie_allis", "seven_and_sixes", "uncle_remus", "senior_wrangler", "kings")


def test_every_game_is_covered() -> None:
    assert list(SECTIONS) == list(GAMES)


@pytest.mark.parametrize("slug", GAMES)
def test_every_row_has_a_rule_and_a_test_that_exists(slug: str) -> None:
    rows = [line for line in SECTIONS[slug].splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 8  # a variant says only what differs
    for row in rows:
        said, rule, held = (cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1])
        assert said, row
        assert rule, row
        named = NAMED.findall(held)
        assert named or held.startswith("none: "), f"no test holds this: {row}"
        for file, function in named:
            folder = ROOT / "tests" / ("" if "/" in file else "engine")
            assert function in _functions(folder / file), (file, function)


@pytest.mark.parametrize("slug", GREAT)
def test_the_page_has_how_a_great_game_is_drawn(slug: str) -> None:
    """Its book says so, in the lay-out or in the tips."""
    rows = [line for line in SECTIONS[slug].splitlines() if line.startswith("| display: ")]
    assert sum(bool(NAMED.search(row)) for row in rows) >= 2
    assert not any(
        "drawing only" in row and "| none: " in row for row in SECTIONS[slug].split("\n")
    )


@cache
def _functions(path: Path) -> set[str]:
    tree, kinds = ast.parse(path.read_text()), (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for node in ast.walk(tree) if isinstance(node, kinds)}
