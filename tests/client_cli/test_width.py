"""Width of lines on a terminal: wrapped between words."""

import asyncio
import fcntl
import os
import struct
import termios
from pathlib import Path

import pytest

from client_cli.terminal.output import fitted
from tests.client_cli.command import COMMAND, environment, patience
from tests.harness import LIMIT_S


async def shown(data: Path, width: int, words: list[str], typed: str) -> list[str]:
    """What a command prints on a terminal so wide, line by line, without what was typed."""
    control, end = os.openpty()
    attributes = termios.tcgetattr(end)
    attributes[3] &= ~termios.ECHO
    termios.tcsetattr(end, termios.TCSANOW, attributes)
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    given = {k: v for k, v in environment(data).items() if k not in ("COLUMNS", "LINES")}
    process = await asyncio.create_subprocess_exec(
        *COMMAND,
        *words,
        stdin=end,
        stdout=end,
        stderr=end,
        env={**given, "TERM": "dumb"},
        start_new_session=True,
    )
    os.close(end)
    os.write(control, typed.encode())
    told = await asyncio.wait_for(asyncio.to_thread(_all, control), LIMIT_S)
    await asyncio.wait_for(process.wait(), LIMIT_S)
    os.close(control)
    return told.decode().replace("\r", "").replace("> ", "").splitlines()


def _all(terminal: int) -> bytes:
    """Everything until the other side has hung up."""
    told = b""
    while True:
        try:
            piece = os.read(terminal, 65_536)
        except OSError:
            return told
        if not piece:
            return told
        told += piece


@pytest.mark.processes
@pytest.mark.parametrize("width", [80, 40])
async def test_no_word_is_cut_at_a_terminal(tmp_path: Path, width: int) -> None:
    words = ["play", "aces-up", "--deal", "5", "--plain"]
    lines = await shown(tmp_path, width, words, "rules\nhelp\nnonsense\nquit\n")
    assert max(map(len, lines)) <= width
    page = patience(tmp_path, *words, typed="rules\nhelp\nnonsense\nquit\n").out
    assert " ".join(lines).split() == page.split(), "nothing is lost or cut"


@pytest.mark.processes
async def test_whoever_types_a_wrong_command_reads_whole_words(tmp_path: Path) -> None:
    lines = await shown(tmp_path, 40, ["join", "nonsense"], "")
    assert len(lines) > 1
    assert max(map(len, lines)) <= 40
    assert " ".join(lines) == patience(tmp_path, "join", "nonsense").err.strip()


def test_a_long_line_hangs_under_its_words_and_a_link_stays_whole() -> None:
    assert fitted("look       the whole table; look c one pile", 30) == [
        "look       the whole table;",
        "           look c one pile",
    ]
    assert fitted("- one two three", 10) == ["- one two", "  three"]
    link = "http://192.168.178.20:8765/j/KQ7-4TX"
    assert fitted(f"Friends type: patience join {link}", 30)[-1] == link
    assert fitted("short", 30) == ["short"]
    assert fitted("x" * 200, None) == ["x" * 200], "a pipe gets the line as it is"
