"""Run the `patience` command as a process of its own, with its own data directory."""

import asyncio
import contextlib
import io
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, ClassVar, NamedTuple
from unittest import mock

from client_cli import main
from tests.harness import LIMIT_S
from tests.nursery import Child, run

ROOT = Path(__file__).parent.parent.parent
COMMAND = [sys.executable, "-c", "from client_cli.main import main; main()"]
NOBODY = "ws://127.0.0.1:9/ws"
"""An address without a server: the discard port."""


class Ended(NamedTuple):
    """Exit code and output of a command."""

    code: int
    out: str
    err: str

    def json(self) -> list[dict[str, Any]]:
        """Every line of the output, each of which must be a JSON object."""
        return [json.loads(line) for line in self.out.splitlines()]


def environment(data: Path, server: str = NOBODY) -> dict[str, str]:
    return {
        **os.environ,
        "PATIENCE_DATA_DIR": str(data),
        "PATIENCE_SERVER": server,
        "PYTHONPATH": str(ROOT),
        "COLUMNS": "100",
    }


def patience(data: Path, *words: str, typed: str = "", server: str = NOBODY) -> Ended:
    """Run to the end with this standard input."""
    with tempfile.TemporaryDirectory(prefix="patience-") as place:
        files = typing, out, err = Path(place, "typed"), Path(place, "out"), Path(place, "err")
        typing.write_text(typed)
        cwd = data if data.is_dir() else ROOT
        given = environment(data, server)
        code = run("client_cli.main", words, given, cwd=cwd, files=files, limit_s=LIMIT_S)
        return Ended(code, out.read_text(), err.read_text())


async def here(data: Path, *words: str, server: str = NOBODY) -> Ended:
    """Run the command in this process, which takes a tenth of the time; there is no input."""
    out, err = io.StringIO(), io.StringIO()
    given = {"PATIENCE_DATA_DIR": str(data), "PATIENCE_SERVER": server}
    with (
        mock.patch.dict(os.environ, given),
        mock.patch.object(sys, "argv", ["patience", *words]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = await asyncio.to_thread(main.run)
    return Ended(code, out.getvalue(), err.getvalue())


class Player:
    """A running command: the test types to it and reads its output."""

    started: ClassVar[list["Player"]] = []
    """All commands started in a test, which are ended with it in any case."""

    def __init__(self, process: Child) -> None:
        self.process = process
        self.heard: list[str] = []
        self.started.append(self)

    @classmethod
    async def start(cls, data: Path, server: str, *words: str) -> "Player":
        given = environment(data, server)
        return cls(await Child.start("client_cli.main", words, given, cwd=ROOT, typed=True))

    def type(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    async def until(self, words: str) -> str:
        """The next line that contains these words."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LIMIT_S):
                while line := (await self.process.stdout.readline()).decode():
                    self.heard.append(line.rstrip("\n"))
                    if words in line:
                        return self.heard[-1]
        raise AssertionError(f"{words!r} was not said: {self.heard}")

    async def end(self) -> int:
        """Close its input and wait. Return the exit code."""
        said = await asyncio.wait_for(self.process.communicate(), LIMIT_S)
        self.heard += said.decode().splitlines()
        return await self.process.wait()
