"""The compiled engine: what is compiled, what mypyc is given, and the tests that run on the engine
when it is compiled."""

import ast
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from deploy import compile_engine
from deploy.compile_engine import CannotCompile, NamedTuples, compiled, digest, for_mypyc, modules
from engine.games import GAMES
from engine.racing_demon.game import RacingDemon
from tests.harness import ROOT

EVERY_GAME = "tests/engine/test_every_game.py::test_"
SELECTION = (
    f"{EVERY_GAME}a_legal_move_plays_and_an_illegal_one_changes_nothing",
    f"{EVERY_GAME}a_view_is_enough_to_know_what_is_legal",
    f"{EVERY_GAME}hidden_cards_leave_no_trace",
    "tests/engine/test_game_from_elsewhere.py",
    "tests/engine/test_goldens.py",
    "tests/engine/test_auntie_allis.py",
    "tests/engine/test_kings.py",
    "tests/engine/test_moves.py",
    "tests/engine/test_names.py",
    "tests/engine/test_position.py",
    "tests/engine/test_racing_demon.py",
    "tests/engine/test_table.py",
    "tests/engine/test_takeback.py",
    "tests/engine/solver/test_solve.py::"
    "test_the_stored_verdicts_are_given_again_and_their_lines_lead_where_they_say",
    "tests/secrecy/test_every_game.py",
    "tests/secrecy/test_planted.py",
    "tests/server/net/test_hot_path.py",
    "tests/server/live_rooms/test_acknowledgements.py",
    "tests/server/live_rooms/test_passing_cards.py",
    "tests/server/live_rooms/test_regressions.py",
    "tests/server/store/test_stored_moves.py",
)
"""The tests that run on the compiled engine: the rules, the answers of the solver with the numbers
of nodes, the secrecy of hidden cards, and the way of a move through the server. `test_identical` is
left out: it marks cards by a subclass of int, and compiled code makes plain numbers of them. Of the
slow tests, only the most telling run here."""

RUN = """
import sys
import engine.game, engine.games.kings, engine.racing_demon.game as racing, engine.solver.search
import server.live_rooms.play_move, server.store.move_batches
loaded = engine.game, engine.games.kings, racing, engine.solver.search
loaded += server.live_rooms.play_move, server.store.move_batches
assert not any(m.__file__.endswith(".py") for m in loaded)
import pytest
sys.exit(pytest.main(sys.argv[1:]))
"""


def test_every_game_and_its_base_are_compiled() -> None:
    paths = modules()
    games = [*GAMES.values(), RacingDemon]
    bases = {base.__module__ for game in games for base in game.__mro__}
    wanted = {name.replace(".", "/") + ".py" for name in bases if name.startswith("engine.")}
    assert wanted <= set(paths)
    for pattern in compile_engine.MODULES:
        assert list(ROOT.glob(pattern)), f"{pattern} matches no file"
    assert not any(path.endswith("__init__.py") for path in paths)


def test_what_compiling_needs_is_installed_by_make_setup() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert set(compile_engine.REQUIRES) <= set(project["optional-dependencies"]["dev"])


def test_a_change_of_a_source_changes_the_digest(tmp_path: Path) -> None:
    for module in modules():
        (tmp_path / module).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / module).write_bytes((ROOT / module).read_bytes())
    before = digest(tmp_path)
    assert digest(tmp_path) == before
    with (tmp_path / "engine/cards.py").open("a") as changed:
        changed.write("\n")
    assert digest(tmp_path) != before


def test_without_a_compiler_nothing_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CannotCompile, match="needs a C compiler"):
        compiled(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_without_a_compiler_the_wheel_is_pure(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PATH": str(tmp_path)},
        check=True,
        capture_output=True,
        text=True,
    )
    assert [path.name.split("-", 2)[2] for path in tmp_path.iterdir()] == ["py3-none-any.whl"]
    assert "needs a C compiler" in done.stdout + done.stderr


SOURCE = '''"""A game

Its page."""

from abc import ABC
from dataclasses import dataclass
from typing import NamedTuple

LOW, HIGH = 1, 2
WIDTH: int = 3
NAMES = ("é",)


class Pair(NamedTuple):
    first: int
    second: tuple[int, ...] = ()


@dataclass(frozen=True)
class Put:
    places: tuple[int, ...]


class Odd(ABC):
    """Its class."""

    slug = "odd"

    def pair(self) -> Pair:
        return Pair(
            HIGH,
        )

    def pairs(self) -> list[Pair]:
        return ["é" and Pair(LOW, (WIDTH,)), Pair(first=LOW), Pair(*(1, ()))]


def fails() -> None:
    raise ValueError(Odd().pair())
'''


def lines_of(source: str) -> dict[str, int]:
    """The line of each class, function and return statement of a source."""
    return {
        getattr(node, "name", f"return {number}"): node.lineno
        for number, node in enumerate(
            each
            for each in ast.walk(ast.parse(source))
            if isinstance(each, ast.ClassDef | ast.FunctionDef | ast.Return)
        )
    }


def test_what_mypyc_is_given_means_the_same(tmp_path: Path) -> None:
    """With -OO Python drops docstrings, as mypyc does."""
    changed = for_mypyc(SOURCE, NamedTuples.of([SOURCE]))
    assert "tuple.__new__(Pair, (LOW, (WIDTH,), ))" in changed
    assert changed.count("tuple.__new__") == 2, "not with keywords, nor with a star"
    assert lines_of(SOURCE) == lines_of(changed), "a traceback names the line of the source"
    assert "LOW: Final = 1; HIGH: Final = 2" in changed
    assert "WIDTH: Final[int] = 3" in changed
    assert changed.count("@mypyc_attr") == 1
    closed = for_mypyc(SOURCE, NamedTuples.of([SOURCE]), inherited_from=False)
    assert "@mypyc_attr" not in closed
    (tmp_path / "given.py").write_text(changed.replace("@mypyc_attr", "# "))
    script = (
        "import given\n"
        "print(given.__doc__, given.Odd.__doc__, given.Put.__annotations__)\n"
        "print(given.Odd().pair(), given.Odd().pairs(), given.NAMES)\n"
    )
    run = [sys.executable, "-OO", "-c", script]
    told = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert told == (
        "A game\n\nIts page. Its class. {'places': 'tuple[int, ...]'}\n"
        "Pair(first=2, second=()) [Pair(first=1, second=(3,)), Pair(first=1, second=()),"
        " Pair(first=1, second=())] ('é',)\n"
    )


@pytest.mark.long(200)
@pytest.mark.timeout(2400)  # on a machine that runs two other suites
@pytest.mark.skipif(bool(compile_engine.why_not()), reason=str(compile_engine.why_not()))
def test_the_engine_passes_its_tests_when_it_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(compile_engine.QUICKLY, "1")
    folder = compiled()
    assert compiled() == folder, "it is made once"
    command = [sys.executable, "-c", RUN, "-q", "-n", "0", "-o", f"pythonpath={folder} ."]
    path = os.pathsep.join((str(folder), str(ROOT)))
    done = subprocess.run(
        [*command, "-p", "no:cacheprovider", *SELECTION],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1", "ENGINE_EXAMPLES": "5"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
