"""The command that begins a new game: its stubs parse, and fail until they are filled in."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.docs.test_rules_coverage import SECTIONS
from tests.faults import Fault
from tests.new_game import COVERAGE, ROOT, CannotWrite, write
from tests.new_game.__main__ import LEFT, main
from tests.new_game.stubs import FILES, TABLES

SLUG = "la_belle_lucie"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree that has the tables and nothing else."""
    for path in (*TABLES, COVERAGE):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    return tmp_path


def test_every_stub_can_be_read(root: Path) -> None:
    changed = write(SLUG, root)
    assert len(changed) == len(FILES) + len(TABLES) + 1
    for path in changed:
        text = path.read_text(encoding="utf-8")
        assert "NEW_" not in text
        assert SLUG in text or "deal: " in text
        if path.suffix == ".py":
            ast.parse(text)
        if path.suffix == ".toml":
            assert len([Fault(**fault) for fault in tomllib.loads(text)["fault"]]) >= 10


def test_the_tables_have_one_row_more(root: Path) -> None:
    write(SLUG, root)
    for path in TABLES:
        before, after = ((where / path).read_text().splitlines() for where in (ROOT, root))
        (row,) = [line for line in after if line not in before]
        assert SLUG in row
        assert len(after) == len(before) + 1
    heads = [line for line in (root / COVERAGE).read_text().splitlines() if line.startswith("## ")]
    assert heads[-1] == f"## La Belle Lucie (`{SLUG}`)"
    assert len(heads) == len(SECTIONS) + 1


def test_the_tests_are_collected_and_fail_until_they_are_filled_in(root: Path) -> None:
    write(SLUG, root)
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n0"]
    done = subprocess.run(
        [*command, "-c", str(ROOT / "pyproject.toml"), str(root / f"tests/engine/test_{SLUG}.py")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "passed" not in done.stdout
    assert f"There is no game '{SLUG}'" in done.stdout


def test_nothing_is_written_over_what_is_there(root: Path) -> None:
    written = {path: path.read_bytes() for path in write(SLUG, root)}
    with pytest.raises(CannotWrite, match="is there already"):
        write(SLUG, root)
    assert {path: path.read_bytes() for path in written} == written


@pytest.mark.parametrize("slug", ["Usk", "usk-patience", "usk_", "../usk", ""])
def test_a_slug_that_will_not_do_is_refused(root: Path, slug: str) -> None:
    before = sorted(root.rglob("*"))
    with pytest.raises(CannotWrite, match="lower case"):
        write(slug, root)
    assert sorted(root.rglob("*")) == before


def test_a_table_that_is_elsewhere_is_told(root: Path) -> None:
    table = next(iter(TABLES))
    (root / table).write_text("KNOWN = []\n")
    with pytest.raises(CannotWrite, match="has no table"):
        write(SLUG, root)
    assert not (root / f"tests/engine/test_{SLUG}.py").exists()


@pytest.mark.parametrize("arguments", [[], ["usk"], ["Usk"], ["usk", "demon"]])
def test_the_command_says_why_it_writes_nothing(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.strip()


def test_every_file_that_is_edited_by_hand_is_there() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = guide.partition("## A new game")[2].partition("\n## ")[0]
    for text in (LEFT, section):
        named = re.findall(r"[\w./]+/[\w.]+\.(?:py|js|md)", text.replace("{slug}", SLUG))
        assert named
        assert [path for path in named if SLUG not in path and not (ROOT / path).is_file()] == []
