"""The compiled engine without compiling it: its modules, and what it refuses."""

import subprocess
import sys
from pathlib import Path

import pytest

from bench import compiled
from engine.games import GAMES
from tests.harness import ROOT


def test_what_is_compiled_is_there_and_every_game_is_decided_on() -> None:
    modules = set(compiled.MODULES)
    assert [module for module in modules if not (ROOT / module).is_file()] == []
    games = {rules.__module__.replace(".", "/") + ".py" for rules in GAMES.values()}
    left_out = {"engine/games/kings.py", "engine/games/auntie_allis.py"}
    assert games - modules == left_out


def test_a_folder_of_other_sources_is_not_taken(tmp_path: Path) -> None:
    with pytest.raises(compiled.CannotCompile, match="There is no compiled engine here"):
        compiled.path_to(tmp_path)
    (tmp_path / compiled.STAMP).write_text("other sources")
    with pytest.raises(compiled.CannotCompile, match="older than its sources"):
        compiled.path_to(tmp_path)
    (tmp_path / compiled.STAMP).write_text(compiled.digest())
    assert compiled.path_to(tmp_path) == str(tmp_path)


def test_without_a_compiler_nothing_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(compiled.CannotCompile, match="needs a C compiler"):
        compiled.build(tmp_path / "made")
    assert not (tmp_path / "made").exists()


def test_pages_of_rules_outlive_the_compiler(tmp_path: Path) -> None:
    """mypyc drops docstrings; assigned they stay."""
    source = tmp_path / "game.py"
    source.write_text(
        '"""A game\\n\\nIts page."""\n\n\nclass Odd:\n    """Its class."""\n    slug = 1\n'
    )
    compiled.keep_docstrings(source)
    kept = [sys.executable, "-OO", "-c", "import game; print(game.__doc__, game.Odd.__doc__)"]
    told = subprocess.run(kept, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert told.stdout == "A game\n\nIts page. Its class.\n"
