"""Crash reports: they name the error and its place, and never the value of a local variable, on a
terminal or in a log."""

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from client_cli.exit_codes import FAULT
from client_cli.local.storage import Storage
from tests.client_cli.command import ROOT, environment
from tests.client_cli.played import alone
from tests.harness import LIMIT_S

SECRET = "5ec2e7" * 8
PLANTED = """
import json, os, sys

def crash(*_, **__):
    secret = "%s".replace("-", "")
    held = {"secret": secret, "tokens": [secret]}
    raise LookupError("planted")

async def later(*_, **__):
    crash()
"""
SPELLED = "-".join(SECRET)
"""As it stands in the source, which a traceback may show."""
PLANTED %= SPELLED

SCREENS = {
    "a page that opens": (
        "from client_cli.screens.pages.home import HomePage; HomePage.on_mount = crash",
        [],
    ),
    "a key": ("from client_cli.screens.pages.home import HomePage; HomePage.typed = crash", []),
    "a clock": ("from client_cli.screens.app import PatienceApp; PatienceApp.tick = crash", []),
    "work beside a page": (
        "from client_cli.screens.pages.home import HomePage\n"
        "HomePage.on_mount = lambda self: self.run_worker(later())",
        [],
    ),
    "a table": (
        "from client_cli.screens.pages.solo import SoloPage; SoloPage.header = crash",
        ["play", "aces-up"],
    ),
}
LINES = {
    "a list": ("import client_cli.features.history as it; it.history_line = crash", ["history"]),
    "the engine": (
        "import client_cli.text_mode.offline as it; it.drive_engine = crash",
        ["engine"],
    ),
    "a table in lines": (
        "from client_cli.text_mode.solo.solo import SoloLines; SoloLines.run = crash",
        ["play", "aces-up", "--plain"],
    ),
}
MODES = {"usual": [], "developer": ["-X", "dev"]}


def program(planted: str, entry: str) -> str:
    return f"{PLANTED}\n{planted}\n{entry}"


PATIENCE = "from client_cli.main import main; main()"


def on_a_terminal(data: Path, mode: str, code: str, *words: str) -> tuple[int, str]:
    """Run until the end on a terminal of its own, typing a letter now and then; the exit code and
    all that was to be seen."""
    ours, theirs = pty.openpty()
    given = {**environment(data), "TERM": "xterm-256color", "LINES": "24", "TEXTUAL": "debug"}
    command = [sys.executable, *MODES[mode], "-W", "ignore", "-c", code, *words]
    seen = bytearray()
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=given, cwd=ROOT
    ) as process:
        os.close(theirs)
        ends = time.monotonic() + LIMIT_S
        try:
            while time.monotonic() < ends:
                if select.select([ours], [], [], 0.2)[0]:
                    seen += os.read(ours, 65_536)
                else:
                    os.write(ours, b"j")
        except OSError:  # nobody has the terminal open any more
            pass
        finally:
            os.close(ours)
            process.kill() if time.monotonic() > ends else process.wait(LIMIT_S)
    return process.returncode, seen.decode(errors="replace")


@pytest.mark.processes
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("what", SCREENS)
def test_a_screen_that_crashes_shows_nothing_it_held(tmp_path: Path, what: str, mode: str) -> None:
    planted, words = SCREENS[what]
    code, seen = on_a_terminal(tmp_path, mode, program(planted, PATIENCE), *words)
    assert "LookupError" in seen, seen
    assert SECRET[:12] not in seen
    assert "tokens" not in seen.replace('"tokens": [secret]', "")
    assert code == FAULT
    if mode == "usual":
        assert "The program itself has failed: LookupError" in seen


def run(tmp_path: Path, mode: str, code: str, *words: str, **given: str) -> tuple[int, str]:
    """Run without a terminal; the exit code and all it said."""
    command = [sys.executable, *MODES[mode], "-W", "ignore", "-c", code, *words]
    ended = subprocess.run(
        command,
        env={**environment(tmp_path), **given},
        cwd=ROOT,
        input="",
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )
    return ended.returncode, ended.stdout + ended.stderr


@pytest.mark.processes
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("what", LINES)
def test_a_command_that_crashes_shows_nothing_it_held(tmp_path: Path, what: str, mode: str) -> None:
    planted, words = LINES[what]
    Storage(tmp_path).save_record("aces_up-7", alone("aces_up", 7))
    code, said = run(tmp_path, mode, program(planted, PATIENCE), *words)
    assert "LookupError" in said, said
    assert SECRET[:12] not in said
    assert code == FAULT


SERVER = "from server.__main__ import main; sys.exit(main())"
SERVERS = {
    "a start": ("import server.__main__ as it; it._serve = later", ["--port", "0"]),
    "settings": ("import server.__main__ as it; it._arguments = crash", []),
    "a part": ("import server.app as it; it.App.__init__ = crash", ["--port", "0"]),
    "an order": ("import server.ops.admin as it; it.main = crash", ["admin"]),
}


@pytest.mark.processes
@pytest.mark.parametrize("as_json", ["true", "false"])
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("what", SERVERS)
def test_a_server_that_crashes_shows_nothing_it_held(
    tmp_path: Path, what: str, mode: str, as_json: str
) -> None:
    planted, words = SERVERS[what]
    code, said = run(tmp_path, mode, program(planted, SERVER), *words, PATIENCE_LOG_JSON=as_json)
    assert "LookupError" in said, said
    assert SECRET[:12] not in said
    assert code == FAULT


LOGGED = """
import structlog
if as_json is not None:
    logs.begin("info", sys.stderr, as_json=as_json)
try:
    crash()
except LookupError:
    structlog.get_logger().exception("planted")
"""


@pytest.mark.processes
@pytest.mark.parametrize("as_json", [None, True, False])
def test_a_log_shows_nothing_that_was_held(tmp_path: Path, as_json: bool | None) -> None:
    """Also before the server has said how it logs, as while it reads its settings."""
    start = f"as_json = {as_json}\nfrom server.observability import logs"
    code, said = run(tmp_path, "usual", program(start, LOGGED))
    assert (code, "planted" in said) == (0, True), said
    assert SECRET[:12] not in said
