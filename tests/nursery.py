"""Test programs as processes forked from one that has already imported them.

Importing takes most of the time of a short program, and the tests start thousands. Tests of startup
itself run the real command (`tests/client_cli/command.py`: `COMMAND`).
"""

import asyncio
import contextlib
import gc
import importlib
import multiprocessing
import os
import pkgutil
import runpy
import signal
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Literal, Self

import client_cli

Program = Literal["server.__main__", "client_cli.main"]
"""A module with a `main`, whose result is the exit code."""

_walked = pkgutil.walk_packages(client_cli.__path__, "client_cli.")
_rare = ("client_cli.screens.", "client_cli.load.")  # few test programs import these
_commands = (module.name for module in _walked if not module.name.startswith(_rare))
_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["server.__main__", *_commands])

LINE = 2**20
"""Longest line a program may print."""


@cache
def _open_nursery() -> None:
    """Start the process that all others are forked from, without what the first test has
    monkeypatched for itself."""
    planted = os.environ.pop("PYTHONPATH", None)
    try:
        forkserver.ensure_running()
    finally:
        if planted is not None:
            os.environ["PYTHONPATH"] = planted


class Child:
    """A running program, seen from its parent; like `asyncio.subprocess.Process`."""

    def __init__(self, process: multiprocessing.process.BaseProcess) -> None:
        assert process.pid is not None
        self.pid = process.pid
        self.stdin: asyncio.WriteTransport | None = None
        self.stdout = asyncio.StreamReader(limit=LINE)
        self._process = process
        self._ended = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().add_reader(process.sentinel, self._end)

    @classmethod
    async def start(
        cls,
        program: Program,
        words: Sequence[str],
        environment: Mapping[str, str],
        *,
        cwd: Path,
        errors: Path | None = None,
        typed: bool = False,
    ) -> Self:
        """Run a program. Its errors go to the end of a file, or to its output if none is given.
        Unless `typed`, it has no input."""
        loop = asyncio.get_running_loop()
        said, saying = _context.Pipe(duplex=False)
        hearing, heard = _context.Pipe(duplex=False)
        given = (program, words, dict(environment), cwd, hearing if typed else None, saying, errors)
        _open_nursery()
        process = _context.Process(target=_live, args=given, daemon=True)
        process.start()
        for theirs in (saying, hearing):
            theirs.close()
        child = cls(process)
        await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(child.stdout), _ours(said, "rb")
        )
        if typed:
            child.stdin, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, _ours(heard, "wb"))
        heard.close()
        return child

    @property
    def returncode(self) -> int | None:
        """The exit code, negative for the signal that ended the process; None while it runs."""
        return self._process.exitcode

    def send_signal(self, how: signal.Signals) -> None:
        """Send a signal. Raises ProcessLookupError if the process has ended."""
        if self.returncode is not None:
            raise ProcessLookupError
        os.kill(self.pid, how)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        await asyncio.shield(self._ended)
        code = self.returncode
        assert code is not None
        return code

    async def communicate(self) -> bytes:
        """Wait for the end of the process. Return the output that was not yet read."""
        if self.stdin is not None:
            self.stdin.close()
        said = await self.stdout.read()
        await self.wait()
        return said

    def _end(self) -> None:
        asyncio.get_running_loop().remove_reader(self._process.sentinel)
        if not self._ended.done():
            self._ended.set_result(None)


def _ours(end: Connection, mode: Literal["rb", "wb"]) -> object:
    """This end of a pipe as a file, in place of the connection."""
    file = os.fdopen(os.dup(end.fileno()), mode, buffering=0)
    end.close()
    return file


def run(
    program: Program,
    words: Sequence[str],
    environment: Mapping[str, str],
    *,
    cwd: Path,
    files: tuple[Path, Path, Path],
    limit_s: float,
) -> int:
    """Run a program to its end with these files for input, output and errors. Return its exit code.
    Raises TimeoutError."""
    given = (program, words, dict(environment), cwd, *files)
    _open_nursery()
    process = _context.Process(target=_live, args=given, daemon=True)
    process.start()
    process.join(limit_s)
    code = process.exitcode
    if code is None:
        process.kill()
        raise TimeoutError
    return code


def _live(
    program: Program,
    words: Sequence[str],
    environment: Mapping[str, str],
    cwd: Path,
    hearing: Connection | Path | None,
    saying: Connection | Path,
    errors: Path | None,
) -> None:
    """In the forked process: become the program."""
    gc.freeze()  # a collection would traverse, and so copy, all imported modules: half of the start
    os.dup2(_descriptor(hearing or Path(os.devnull), os.O_RDONLY), 0)
    os.dup2(_descriptor(saying, os.O_WRONLY), 1)
    os.dup2(1 if errors is None else _descriptor(errors, os.O_WRONLY | os.O_APPEND), 2)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", 1, "utf-8", "backslashreplace", closefd=False)
    for end in (hearing, saying):
        if isinstance(end, Connection):
            end.close()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(cwd)
    sys.argv[:] = [program, *words]
    for place in environment.get("PYTHONPATH", "").split(
        os.pathsep
    ):  # as Python does when it starts
        custom = Path(place) / "sitecustomize.py"
        if custom.is_file():
            runpy.run_path(str(custom))
    with contextlib.suppress(BrokenPipeError):
        sys.exit(importlib.import_module(program).main())


def _descriptor(end: Connection | Path, flags: int) -> int:
    return end.fileno() if isinstance(end, Connection) else os.open(end, flags | os.O_CREAT, 0o600)
