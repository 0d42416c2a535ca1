"""`python -m bench.compiled`: compile the engine with mypyc into a folder of its own.

A program that has this folder first on its Python path uses the compiled engine; all others use the
sources. The folder has the whole engine: modules that are not compiled are there as sources.
"""

import ast
import os
import shutil
import subprocess
import sys
import sysconfig
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "compiled"
STAMP = "sources"
"""The file in the folder that has the digest of the sources from which the engine was compiled."""

NOT_COMPILED = ("kings", "auntie_allis")
"""Games whose moves have fields such as `tuple[Place, ...]`. The codec reads these types, and mypyc
would keep only `tuple`."""

MODULES = (
    "engine/races/board.py",
    "engine/mechanics/books.py",
    "engine/cards.py",
    "engine/mechanics/fill_chains.py",
    "engine/mechanics/corner.py",
    "engine/mechanics/counting.py",
    "engine/mechanics/grid.py",
    "engine/moves.py",
    "engine/options.py",
    "engine/mechanics/stock_packets.py",
    "engine/position.py",
    "engine/races/ranking.py",
    "engine/mechanics/rules.py",
    "engine/mechanics/suit_building.py",
    "engine/table.py",
    "engine/takeback.py",
    "engine/view.py",
    *(
        f"engine/games/{path.name}"
        for path in sorted((ROOT / "engine/games").glob("*.py"))
        if path.stem not in {"__init__", *NOT_COMPILED}
    ),
)
"""The modules that a move passes through. `game.py` is left out, because a class that is not
compiled may not inherit from a compiled class. For the same reason a game that is not compiled has
no `Rule` of its own."""


class CannotCompile(Exception):
    """The compiled engine cannot be made or used; the message says why."""


def build(folder: Path = FOLDER) -> None:
    """Compile the engine into `folder`, which is replaced. Raises CannotCompile; then the folder is
    as before."""
    _check()
    with TemporaryDirectory(prefix="patience-compiled-") as work:
        sources = Path(work, "sources")
        leave = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "engine", sources / "engine", ignore=leave)
        stamp = digest(sources)
        made = Path(work, "made")
        shutil.copytree(sources, made)
        for module in MODULES:
            keep_docstrings(sources / module)
        command = [sys.executable, "-m", "bench.compiled", "--in", str(sources), str(made)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CannotCompile(f"mypyc could not compile it:\n{done.stdout}{done.stderr}")
        (made / STAMP).write_text(stamp)
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(made, folder)


def digest(root: Path = ROOT) -> str:
    """Return a hash of the engine's sources below `root`."""
    total = sha256()
    for path in sorted((root / "engine").rglob("*.py")):
        total.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return total.hexdigest()


def path_to(folder: Path = FOLDER) -> str:
    """Return the folder as text. Raises CannotCompile unless it has an engine compiled from the
    present sources."""
    stamp = folder / STAMP
    if not stamp.exists():
        raise CannotCompile("There is no compiled engine here; `make compiled` makes it.")
    if stamp.read_text() != digest():
        raise CannotCompile("The compiled engine is older than its sources; say `make compiled`.")
    return str(folder)


def _check() -> None:
    for package in ("mypyc", "setuptools"):
        if find_spec(package) is None:
            raise CannotCompile(f"Compiling needs the package {package}; `make setup` installs it.")
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        raise CannotCompile(
            f"Compiling needs a C compiler ({compiler}); on Debian or Ubuntu run: "
            "apt-get install gcc"
        )
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        raise CannotCompile(
            "Compiling needs the headers of Python; on Debian or Ubuntu run: "
            "apt-get install python3-dev"
        )


def keep_docstrings(path: Path) -> None:
    """Rewrite a source file so that the docstrings of the module and of its games are assigned.
    mypyc drops docstrings, and these are the rules pages of the games."""
    text = path.read_text()
    tree = ast.parse(text)
    if ast.get_docstring(tree) is not None:
        text = f"__doc__ = {text}"
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and _is_game(node) and ast.get_docstring(node):
            page = ast.get_docstring(node, clean=False)
            text += f"\nsetattr({node.name}, '__doc__', {page!r})\n"
    path.write_text(text)


def _is_game(node: ast.ClassDef) -> bool:
    slugs = [each for each in node.body if isinstance(each, ast.Assign)]
    return any(isinstance(t, ast.Name) and t.id == "slug" for a in slugs for t in a.targets)


def _compile(sources: Path, made: Path) -> None:
    """Compile the modules. Runs in a process of its own, because mypyc takes paths relative to the
    working directory."""
    from mypyc.build import mypycify
    from setuptools import setup  # type: ignore[import-untyped]

    os.chdir(sources)
    checked = ["--explicit-package-bases", "--namespace-packages", "--strict"]
    setup(
        name="engine",
        packages=[],
        ext_modules=mypycify([*checked, *MODULES], opt_level="2", debug_level="0"),
        script_args=["build_ext", "--build-lib", str(made), "--build-temp", str(sources / "temp")],
    )


def main() -> int:
    """Compile the engine and print its folder. Return the exit code."""
    if sys.argv[1:2] == ["--in"]:
        _compile(Path(sys.argv[2]), Path(sys.argv[3]))
        return 0
    try:
        build()
    except CannotCompile as error:
        print(error, file=sys.stderr)
        return 1
    print(f"compiled: {FOLDER.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
