"""Compile the modules that a move passes through, with mypyc: those of the engine, and some of the
server.

    python deploy/compile_engine.py

The command, which is also `make compiled`, makes the folder `build/compiled/`. The folder has the
whole packages `engine`, `protocol` and `server`: the sources, and beside each compiled source an
extension module, which Python prefers. A program that has the folder first on its path uses the
compiled modules.

`BuildHook` puts the same extension modules into the wheel (`make dist`), and the browser client as
a bundle (`bundle_client.py`).
"""

import ast
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "build/compiled"
QUICKLY = "COMPILE_QUICKLY"
"""If this environment variable is set, the modules are compiled without optimisation, into a folder
of their own. That takes half the time, and is enough for tests."""
WEB = "client_web"
STAMP = "sources"
"""The file in the folder that has the digest of the sources from which it was compiled."""

MODULES = (
    "engine/aids.py",
    "engine/cards.py",
    "engine/computer_players/seven_and_sixes.py",
    "engine/game.py",
    "engine/moves.py",
    "engine/options.py",
    "engine/position.py",
    "engine/table.py",
    "engine/takeback.py",
    "engine/view.py",
    "engine/games/*.py",
    "engine/mechanics/*.py",
    "engine/races/board.py",
    "engine/races/ranking.py",
    "engine/racing_demon/game.py",
    "engine/racing_demon/scores.py",
    "engine/racing_demon/state.py",
    "engine/racing_demon/stuck.py",
    "engine/solver/*.py",
    "protocol/rooms/moved_text.py",
    "server/access/rate_limits.py",
    "server/boards/seat_board.py",
    "server/boards/seat_standing.py",
    "server/live_rooms/move_writer.py",
    "server/live_rooms/play_move.py",
    "server/store/move_batches.py",
    "server/views/view_inputs.py",
)
"""The modules that are compiled, as patterns of paths. `__init__.py` is never compiled. Nothing is
compiled that the tests of secrecy replace by code that leaks: there they could not replace it."""

NO_SUBCLASSES = ("engine/solver/",)
"""How the paths of modules begin from whose classes no class inherits that is not compiled."""

REQUIRES = ["mypy>=2.4,<3", "setuptools>=65"]
"""The packages that compiling needs, besides a C compiler and the headers of Python."""


class CannotCompile(Exception):
    """The engine cannot be compiled here; the message says why."""


def compiled(root: Path = ROOT) -> Path:
    """Return the folder that has the compiled engine of the project in `root`, and compile the
    engine if the folder was not made from the present sources by this version of Python.

    Raises CannotCompile; then the folder is as before.
    """
    reason = why_not()
    if reason:
        raise CannotCompile(reason)
    import fcntl

    folder = root / (f"{FOLDER}-quickly" if QUICKLY in os.environ else FOLDER)
    folder.parent.mkdir(exist_ok=True)
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        stamp = folder / STAMP
        if not stamp.exists() or stamp.read_text() != digest(root):
            with TemporaryDirectory(prefix="compiling-", dir=folder.parent) as work:
                made = _made(root, Path(work))
                shutil.rmtree(folder, ignore_errors=True)
                made.rename(folder)
        # The server looks for the browser client beside itself. hatchling, which follows links,
        # would take the files of a linked folder for those of the folder itself.
        shutil.rmtree(folder / WEB, ignore_errors=True)
        shutil.copytree(root / WEB, folder / WEB)
    return folder


def why_not() -> str | None:
    """Return why nothing can be compiled here, as a sentence; None if it can."""
    if sys.platform == "win32":
        return "Compiling is not supported on Windows."
    for package in ("mypyc", "setuptools"):
        if find_spec(package) is None:
            return f"Compiling needs the package {package}; `make setup` installs it."
    return _no_compiler()


def _no_compiler() -> str | None:
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return (
            f"Compiling needs a C compiler ({compiler}); on Debian or Ubuntu run: "
            "apt-get install gcc libc6-dev"
        )
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return (
            "Compiling needs the headers of Python; on Debian or Ubuntu run: "
            "apt-get install python3-dev"
        )
    return None


def modules(root: Path = ROOT) -> list[str]:
    """Return the paths of the modules that are compiled, relative to `root`, sorted."""
    found = {path for pattern in MODULES for path in root.glob(pattern)}
    return sorted(path.relative_to(root).as_posix() for path in found if path.name != "__init__.py")


def digest(root: Path = ROOT) -> str:
    """Return a hash of what a compiled engine is made from: all files of its packages, this file,
    and the version of Python."""
    total = sha256(f"{sys.implementation.cache_tag}\0{sys.platform}\0".encode())
    total.update(Path(__file__).read_bytes())
    for package in _packages():
        files = (each for each in (root / package).rglob("*") if each.is_file())
        for path in sorted(each for each in files if each.parent.name != "__pycache__"):
            total.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return total.hexdigest()


def extension_modules(folder: Path) -> Iterator[Path]:
    """Yield the extension modules in a folder that `compiled` returned, relative to it."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    return (path.relative_to(folder) for path in sorted(folder.rglob(f"*{suffix}")))


def _packages() -> list[str]:
    return sorted({pattern.partition("/")[0] for pattern in MODULES})


def _made(root: Path, work: Path) -> Path:
    """Compile into a folder in `work` and return it. Raises CannotCompile."""
    sources, made = work / "sources", work / "made"
    for package in _packages():
        leave = shutil.ignore_patterns("__pycache__")
        shutil.copytree(root / package, made / package, ignore=leave)
    shutil.copytree(made, sources)
    (made / STAMP).write_text(digest(made))
    texts = {module: (sources / module).read_text() for module in modules(root)}
    named_tuples = NamedTuples.of(texts.values())
    for module, text in texts.items():
        inherits = not module.startswith(NO_SUBCLASSES)
        (sources / module).write_text(for_mypyc(text, named_tuples, inherited_from=inherits))
    command = [sys.executable, __file__, str(made), *modules(root)]
    done = subprocess.run(command, cwd=sources, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotCompile(f"mypyc could not compile it:\n{done.stdout}{done.stderr}")
    return made


def _run_mypyc(made: str, paths: list[str]) -> None:
    """Compile the modules of the working directory into the folder `made`. Runs in a process of its
    own, because mypyc takes paths relative to the working directory."""
    from mypyc.build import mypycify
    from setuptools import setup  # type: ignore[import-untyped]

    # Without --config-file mypy finds the settings of the project, and its plugin for pydantic,
    # which is not there when the wheel is built in an environment of its own. The libraries of the
    # server are not there either. Without their types, which `make check` uses, the code is the
    # same in every environment.
    checked = ["--config-file=", "--explicit-package-bases", "--namespace-packages"]
    checked += ["--no-site-packages", "--ignore-missing-imports", "--follow-imports=silent"]
    quickly = QUICKLY in os.environ
    extensions = mypycify([*checked, *paths], opt_level="0" if quickly else "3", debug_level="0")
    if sys.platform == "linux" and not quickly:
        for each in extensions:
            # Otherwise the C compiler must not inline the functions of mypyc's library, such as the
            # one that takes an item of a list.
            each.extra_compile_args.append("-fno-semantic-interposition")
    setup(
        name="engine",
        packages=[],
        ext_modules=extensions,
        script_args=["-q", "build_ext", "--build-lib", made, "--build-temp", "temp"],
    )


# What mypyc is given. ----------------------------------------------------------------------------


class NamedTuples(dict[str, list[str | None]]):
    """The named tuples of the compiled modules by name: for each field its default as source. It
    is None if the field has none, or one that is not a literal."""

    @classmethod
    def of(cls, texts: Iterable[str]) -> "NamedTuples":
        """Return the named tuples that these sources define."""
        return cls(
            (node.name, [_default(each) for each in node.body if isinstance(each, ast.AnnAssign)])
            for text in texts
            for node in ast.parse(text).body
            if isinstance(node, ast.ClassDef) and "NamedTuple" in _bases(node)
        )


def for_mypyc(text: str, named_tuples: NamedTuples, *, inherited_from: bool = True) -> str:
    """Return the source of a module, changed where mypyc would lose something or where its code
    would be slow. Every statement stays on its line, so that tracebacks name the lines of the file
    itself.

    - Constants (names in capitals) become `Final`, so that they are not looked up by name.
    - Classes with a base class and with methods or values get `allow_interpreted_subclasses`, so
      that classes that are not compiled, such as a game from elsewhere, can inherit from games and
      rules. The attribute is not in the source, because the engine imports the standard library
      only. If `inherited_from` is false no class gets it: then calls of methods are faster, and no
      class that is not compiled may inherit.
    - The other classes (dataclasses, named tuples, TypedDicts) get their annotations back. mypyc
      would keep `tuple` of `tuple[Place, ...]`, and `Codec` reads the fields of moves from there.
    - Named tuples are made by `tuple.__new__`, which takes half the time, because the constructor
      of a named tuple is a function in Python.
    - The docstrings of the module and of games are assigned, because they are the rules for
      players. mypyc drops docstrings.
    - `@final` before `__init__` is removed: mypyc 2.4 makes wrong C code of it.
    """
    tree = ast.parse(text)
    source = _Source(text)
    page = tree.body[0]
    end = page.end_lineno or 1
    source.insert(1, 0, "__doc__ = ")
    source.insert(end, page.end_col_offset or 0, "; from typing import TYPE_CHECKING, Final")
    source.fill_blank(end + 1, "if TYPE_CHECKING: from mypy_extensions import mypyc_attr")
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]) if name.isupper():
                source.insert(node.lineno, len(name), ": Final")
            case ast.AnnAssign(target=ast.Name(id=name), annotation=kind) if name.isupper():
                source.insert(kind.lineno, kind.col_offset, "Final[")
                source.insert(kind.end_lineno or 0, kind.end_col_offset or 0, "]")
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                if all(ast.unparse(name).isupper() for name in names):
                    parts = zip(map(ast.unparse, names), map(ast.unparse, values), strict=True)
                    final = "; ".join(f"{name}: Final = {value}" for name, value in parts)
                    source.insert(node.lineno, 0, f"{final}  # ")
            case ast.ClassDef():
                _change_class(source, node, inherited_from)
    for each in ast.walk(tree):
        match each:
            case ast.Call(func=ast.Name(id=name), args=values, keywords=[]) if name in named_tuples:
                _make_tuple(source, each, named_tuples[name][len(values) :])
    return source.changed()


class _Source:
    """The lines of a module, with texts that are to be inserted into them. Columns are in bytes, as
    in `ast`."""

    def __init__(self, text: str) -> None:
        self.lines = [line.encode() for line in text.splitlines()]
        self.inserted: list[tuple[int, int, str]] = []
        self.appended: list[str] = []

    def insert(self, line: int, column: int, text: str) -> None:
        self.inserted.append((line, column, text))

    def fill_blank(self, line: int, text: str) -> None:
        if self.lines[line - 1].strip():
            raise CannotCompile(f"No blank line at line {line}: {self.lines[line - 1].decode()}")
        self.insert(line, 0, text)

    def changed(self) -> str:
        """Return the lines with all texts inserted."""
        lines = [*self.lines]
        for line, column, text in sorted(self.inserted, reverse=True):
            old = lines[line - 1]
            lines[line - 1] = old[:column] + text.encode() + old[column:]
        return "\n".join([*(line.decode() for line in lines), *self.appended, ""])


def _change_class(source: _Source, node: ast.ClassDef, inherited_from: bool) -> None:
    """Change one class of a module as `for_mypyc` says."""
    if _is_native(node):
        if node.bases and inherited_from:
            native = "@mypyc_attr(allow_interpreted_subclasses=True)"
            source.fill_blank(node.lineno - 1, native)
        for each in node.body:
            if isinstance(each, ast.FunctionDef) and each.name == "__init__":
                for decorator in each.decorator_list:
                    source.insert(decorator.lineno, decorator.col_offset - 1, "# ")
    else:
        kinds = {
            ast.unparse(each.target): ast.unparse(each.annotation)
            for each in node.body
            if isinstance(each, ast.AnnAssign)
        }
        source.appended.append(f"setattr({node.name}, '__annotations__', {kinds!r})")
    page = ast.get_docstring(node, clean=False)
    if page and "slug" in map(ast.unparse, _assigned(node)):
        source.appended.append(f"setattr({node.name}, '__doc__', {page!r})")


def _make_tuple(source: _Source, call: ast.Call, defaults: list[str | None]) -> None:
    """Change a call of a named tuple from `Pile(down, up)` to `tuple.__new__(Pile, (down, up))`.
    `defaults` are those of the fields that the call does not give."""
    line, column = call.end_lineno or 0, call.end_col_offset or 0
    rest = [each for each in defaults if each is not None]
    # In the new form mypy has no types for the arguments of a lambda.
    unfit = any(isinstance(each, ast.Starred | ast.Lambda) for each in call.args)
    if unfit or not call.args or len(rest) < len(defaults):
        return
    last = call.args[-1]
    behind = source.lines[(last.end_lineno or 1) - 1][last.end_col_offset :]
    comma = behind.lstrip().startswith(b",")
    source.insert(call.lineno, call.col_offset, "tuple.__new__(")
    source.insert(call.func.end_lineno or 0, call.func.end_col_offset or 0, ", ")
    more = ", ".join(rest)
    source.insert(line, column - 1, ("" if comma else ", ") + more)
    source.insert(line, column, ")")


def _default(field: ast.AnnAssign) -> str | None:
    """Return the default of a field if it is a literal, which means the same in every module."""
    try:
        return None if field.value is None else repr(ast.literal_eval(field.value))
    except ValueError:
        return None


def _bases(node: ast.ClassDef) -> list[str]:
    return [ast.unparse(base).partition("[")[0] for base in node.bases]


def _is_native(node: ast.ClassDef) -> bool:
    """Return whether mypyc makes a native class (an extension type with methods) of this class."""
    if node.decorator_list or "NamedTuple" in _bases(node):
        return False
    return any(isinstance(each, ast.FunctionDef) for each in node.body) or bool(_assigned(node))


def _assigned(node: ast.ClassDef) -> list[ast.expr]:
    """Return the names to which the body of a class assigns values."""
    plain = [t for each in node.body if isinstance(each, ast.Assign) for t in each.targets]
    return plain + [e.target for e in node.body if isinstance(e, ast.AnnAssign) and e.value]


# The wheel. --------------------------------------------------------------------------------------


class BuildHook(BuildHookInterface[Any]):
    """Puts the extension modules into the wheel, beside their sources, if they can be compiled
    here, and the bundled browser client beside its sources, if it can be bundled here. If neither
    can, or with the environment variable `HATCH_BUILD_NO_HOOKS` of hatchling, the wheel has the
    sources alone. An editable installation never has more."""

    def dependencies(self) -> list[str]:
        """Return what hatchling has to install before it builds the wheel; nothing where there is
        no C compiler."""
        return [] if sys.platform == "win32" or _no_compiler() else REQUIRES

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Bundle and compile, and add the results to the files of the wheel."""
        if version == "editable":
            return
        self._bundle(build_data)
        try:
            folder = compiled(Path(self.root))
        except CannotCompile as reason:
            self.app.display_warning(f"The wheel is pure Python. {reason}")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for path in extension_modules(folder):
            build_data["force_include"][str(folder / path)] = path.as_posix()

    def _bundle(self, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, self.root)  # hatchling loads this file as no part of a package
        try:
            from deploy import bundle_client
        finally:
            sys.path.remove(self.root)
        folder = Path(self.root, bundle_client.FOLDER + "-wheel")
        shutil.rmtree(folder, ignore_errors=True)
        try:
            bundle_client.bundled(folder, Path(self.root))
        except bundle_client.CannotBundle as reason:
            self.app.display_warning(f"The browser client is not bundled. {reason}")
            return
        build_data["force_include"][str(folder)] = "client_bundle"


def main() -> int:
    """Compile the engine and print its folder. Return the exit code."""
    if sys.argv[1:]:
        _run_mypyc(sys.argv[1], sys.argv[2:])
        return 0
    try:
        folder = compiled()
    except CannotCompile as error:
        print(error, file=sys.stderr)
        return 1
    print(f"compiled: {folder.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
