"""The home prompt of line mode, and which prompt a typed line is for."""

import asyncio
import io
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from client_cli.commands import home
from client_cli.commands.help_group import SECTIONS
from client_cli.local.storage import Storage
from client_cli.main import run
from client_cli.terminal.output import Output
from client_cli.terminal.stdin import typed_lines
from client_cli.text_mode import home as text_mode_home
from client_cli.text_mode.home import COMMANDS_FIRST, meant
from engine.games import GAMES, slug_of


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("\n", ["play", "aces_up"]),
        ("Aces Up", ["play", "aces_up"]),
        ("baker's dozen", ["play", "bakers_dozen"]),
        ("Firing Squad", ["play", "aces_up"]),
        ("seven and six --deal 7", ["play", "seven_and_sixes", "--deal", "7"]),
        ("the demon --plain", ["play", "demon", "--plain"]),
        ("bakers dozen", ["play", "bakers_dozen"]),
        ("as-you-like-it", ["play", "as_you_like_it"]),
        ("1", ["play", next(iter(GAMES))]),
        ("99", ["99"]),
        ("usk --deal 7", ["play", "usk", "--deal", "7"]),
        ("host kings --bell '6 m'", ["host", "kings", "--bell", "6 m"]),
        ("patience games", ["games"]),
        ("patience", []),
        ("help", ["--help"]),
        ("help join", ["join", "--help"]),
        ("'", []),
        ("quiet", ["options", "quiet=on"]),
        ("Quiet OFF", ["options", "quiet=off"]),
        ("streaming", ["options", "streamer=on"]),
        ("streaming off", ["options", "streamer=off"]),
        ("quiet please", ["quiet", "please"]),
        ("quit", None),
        ("q", None),
    ],
)
def test_what_is_typed_at_the_door(line: str, words: list[str] | None) -> None:
    assert meant(line) == words


def test_a_command_comes_before_a_game_of_that_name() -> None:
    commands = [word for section in SECTIONS.values() for word in section]
    assert [[word] for word in commands if slug_of(word)] == list(COMMANDS_FIRST)
    assert meant("watch KQ7-4TX") == ["watch", "KQ7-4TX"]
    assert meant("watch") == ["watch"]
    assert meant("play watch") == ["play", "watch"]


def test_one_thing_after_another_until_one_has_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATIENCE_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(home, "is_terminal", lambda: True)
    at_baroness, at_aces_up = "baroness --deal 3\nlook a\nquit\n", "\nresign\nquit\n"
    typed = f"deal aces-up --deal 7\nnonsense\n{at_baroness}join\n{at_aces_up}quit\nhistory\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    home.open_home(Output(), Storage(tmp_path), plain=True, run=run)
    heard = capsys.readouterr()
    for words in (
        "Aces Up, deal 7.",
        "Baroness, deal 3.",
        "You have given up.",
        "play baroness --deal 3",
    ):
        assert words in heard.out
    assert "nonsense" in heard.err
    assert "CODE" in heard.err
    assert "aces_up-" not in heard.out.rpartition("patience> ")[2], "quit was quit"
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    text_mode_home.stay(Output(), ["Ben asks."], run)
    assert capsys.readouterr().out.endswith("Ben asks.\npatience> \n")


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The end of a pipe that is standard input."""
    read, write = os.pipe()
    monkeypatch.setattr(sys, "stdin", os.fdopen(read))
    yield write
    os.close(write)
    sys.stdin.close()


async def test_who_listens_no_more_takes_no_line(typing: int) -> None:
    os.write(typing, b"one\n\xff\n")
    lines = typed_lines()
    assert [await anext(lines), await anext(lines)] == ["one", "\ufffd"]
    await lines.aclose()  # type: ignore[attr-defined]
    os.write(typing, b"two\n")
    assert await asyncio.to_thread(sys.stdin.readline) == "two\n"
