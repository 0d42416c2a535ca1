"""Mistyped command lines: an exit code and one sentence, never a traceback."""

import json
import os
import shlex
import signal
import subprocess
from pathlib import Path

import pytest

from client_cli import exit_codes
from client_cli.commands.tree import app
from engine.rules import RULES
from tests.client_cli.command import COMMAND, environment, patience
from tests.harness import LIMIT_S

pytestmark = pytest.mark.processes

BAD = [
    (exit_codes.USAGE, ["nonsense"]),
    (exit_codes.USAGE, ["--nonsense"]),
    (exit_codes.USAGE, ["protocol"]),
    (exit_codes.USAGE, ["play"]),
    (exit_codes.NOT_FOUND, ["play", "no-such-game"]),
    (exit_codes.NOT_FOUND, ["rules", ""]),
    (exit_codes.USAGE, ["play", "aces-up", "--deal", "0"]),
    (exit_codes.USAGE, ["play", "aces-up", "--deal", "x"]),
    (exit_codes.USAGE, ["play", "aces-up", "--deal", "9" * 40]),
    (exit_codes.USAGE, ["play", "aces-up", "--option", "must_fill"]),
    (exit_codes.USAGE, ["play", "aces-up", "--option", "must_fill=7"]),
    (exit_codes.USAGE, ["play", "aces-up", "--option", "colour=red"]),
    (exit_codes.USAGE, ["host", "aces-up", "--bell", "soon", "--name", "A"]),
    (exit_codes.USAGE, ["host", "aces-up", "--bell", "nan", "--name", "A"]),
    (exit_codes.USAGE, ["host", "aces-up", "--bell", "inf", "--name", "A"]),
    (exit_codes.USAGE, ["host", "aces-up", "--bell", "25h", "--name", "A"]),
    (exit_codes.USAGE, ["host", "aces-up", "--name", "x" * 25]),
    (exit_codes.USAGE, ["host", "aces-up", "--server", "ftp://x", "--name", "A"]),
    (exit_codes.USAGE, ["join", "KQ7-4TX", "--server", "http://x:port", "--name", "A"]),
    (exit_codes.USAGE, ["join", "KQ7-4TX"]),
    (exit_codes.USAGE, ["join", "KQ7", "--name", "A"]),
    (exit_codes.USAGE, ["join", "http://x/KQ7-4TX", "--name", "A"]),
    (exit_codes.USAGE, ["join", "http://[x/j/KQ7-4TX", "--name", "A"]),
    (exit_codes.USAGE, ["join"]),
    (exit_codes.UNREACHABLE, ["join", "KQ7-4TX", "--name", "A"]),
    (exit_codes.UNREACHABLE, ["join", "http://127.0.0.1:9/j/KQ7-4TX", "--name", "A"]),
    (exit_codes.UNREACHABLE, ["watch", "KQ7-4TX"]),
    (exit_codes.UNREACHABLE, ["verify", "KQ7-4TX"]),
    (exit_codes.UNREACHABLE, ["replay", "KQ7-4TX-2"]),
    (exit_codes.NOT_FOUND, ["resume"]),
    (exit_codes.NOT_FOUND, ["resume", "KQ7-4TX"]),
    (exit_codes.NOT_FOUND, ["verify", "no-file.json"]),
    (exit_codes.NOT_FOUND, ["replay", "./no-file"]),
    (exit_codes.NOT_FOUND, ["replay", "what is this"]),
    (exit_codes.NOT_FOUND, ["verify", "/"]),
    (exit_codes.USAGE, ["serve", "--port", "x"]),
    (exit_codes.USAGE, ["bot", "KQ7-4TX", "--player", "clever"]),
    (exit_codes.UNREACHABLE, ["bot", "KQ7-4TX"]),
]


@pytest.mark.parametrize(
    ("code", "words"),
    BAD,
    ids=lambda value: " ".join(map(str, value))[:40] if isinstance(value, list) else "",
)
def test_a_bad_command_line_is_one_sentence(code: int, words: list[str], tmp_path: Path) -> None:
    ended = patience(tmp_path, *words)
    assert (ended.code, ended.out) == (code, "")
    assert len(ended.err.strip().splitlines()) == 1, ended.err
    assert "Traceback" not in ended.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["rules", "Firing Squd"], "There is no game 'Firing Squd'; did you mean firing-squad?"),
        (["klondyke"], "No such command 'klondyke'. Did you mean patience play klondike?"),
        (["tournment"], "No such command 'tournment'. Did you mean 'tournament'?"),
        (
            ["board", "kings", "--measure", "x"],
            "Invalid value for '--measure': 'x' is not one of 'fastest', 'best', 'outs', 'streak', "
            "'longest', 'rating'.",
        ),
        (["play", "kings", "--deal", "x"], "--deal takes a whole number, such as --deal 2."),
        (
            ["solve", "kings", "--deal", "0"],
            "--deal takes a number from 1 on, such as --deal 1.",
        ),
        (
            ["leisure", "play", "KQ7-4TX", "--deal", "11"],
            "--deal takes a number up to 10, such as --deal 10.",
        ),
        (["--xyzzy"], "No such option: --xyzzy. patience --help lists the commands."),
        (["xyzzy"], "No such command 'xyzzy'. patience --help lists the commands."),
        (["crown"], "Missing command. patience crown --help lists the commands."),
        (["crown", "race", "xyzzy"], "patience crown race --help lists the commands."),
    ],
)
def test_a_missing_or_misspelt_name_is_told_what_there_is(
    words: list[str], told: str, tmp_path: Path
) -> None:
    assert patience(tmp_path, *words).err.strip().splitlines()[-1].endswith(told)


def test_a_game_has_all_its_names(tmp_path: Path) -> None:
    named = patience(tmp_path, "deal", "firing squad", "--deal", "1")
    assert named == patience(tmp_path, "deal", "aces-up", "--deal", "1")
    assert named.code == 0


@pytest.mark.parametrize(
    "text", [b"", b"{}", b"[]", b"{", b"\xff\xfe", b"[" * 100_000, b'{"format":1}']
)
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_file_that_is_no_record_is_refused(command: str, text: bytes, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(text)
    ended = patience(tmp_path, command, str(file))
    assert ended.code == exit_codes.REFUSED
    assert len(ended.err.strip().splitlines()) == 1, ended.err


def test_help_names_every_command_and_every_exit_code(tmp_path: Path) -> None:
    ended = patience(tmp_path, "--help")
    assert ended.code == exit_codes.DONE
    assert all(
        f"  {command.name or command.callback.__name__} " in ended.out
        for command in app.registered_commands
        if command.callback
    )


def test_alone_in_a_pipe_it_says_what_there_is(tmp_path: Path) -> None:
    ended = patience(tmp_path)
    assert ended.code == exit_codes.DONE
    assert "patience host aces-up" in ended.out


def test_games_and_rules_for_people_and_programs(tmp_path: Path) -> None:
    assert [game["game"] for game in patience(tmp_path, "games", "--json").json()] == list(RULES)
    listed = patience(tmp_path, "games").out
    assert all(rules.book.title in listed for rules in RULES.values())
    assert "    must_fill=true|false: " in listed
    page = patience(tmp_path, "rules", "aces-up").out
    (told,) = patience(tmp_path, "rules", "aces_up", "--json").json()
    tips = "\n".join(f"- {tip}" for tip in told["tips"])
    tops = [told["layout"]["view"]["piles"][f"tab.{i}"]["up"][-1] for i in range(4)]
    table = "".join(f"{top.replace('T', '10'):5}" for top in tops).rstrip()
    first = f"a    b    c    d\n{table}\ns  stock: 48 face down\ne  discard: empty"
    layout = f"The table just dealt, deal 1:\n{first}"
    assert page.strip() == f"{told['rules']}\n\n{layout}\n\nTips.\n{tips}"


def test_the_schema_is_json(tmp_path: Path) -> None:
    schema = json.loads(patience(tmp_path, "protocol", "schema").out)
    assert {"from_client", "from_server"} <= set(schema)


def test_the_engine_answers_line_for_line_whatever_comes(tmp_path: Path) -> None:
    typed = '{"op":"new","game":"aces_up","deal":7}\nnonsense\n\n  \n{"op":"legal"}\n'
    answers = patience(tmp_path, "engine", typed=typed).json()
    assert [answer["ok"] for answer in answers] == [True, False, False, False, True]


@pytest.mark.parametrize(
    "words", [["play", "aces-up"], ["games"], ["engine"], ["rules", "aces-up"]]
)
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", "| head -c 1"])
def test_closed_ends_make_no_traceback(words: list[str], closed: str, tmp_path: Path) -> None:
    line = f"{shlex.join([*COMMAND, *words])} {closed}"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line}"],
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=LIMIT_S,
        env=environment(tmp_path),
    )
    assert done.returncode == exit_codes.DONE
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr


def test_an_interrupt_is_one_word(tmp_path: Path) -> None:
    read, write = os.pipe()
    process = subprocess.Popen(
        [*COMMAND, "play", "aces-up"],
        stdin=read,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
    )
    try:
        assert process.stdout is not None
        assert b"Aces Up" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=LIMIT_S)
    finally:
        process.kill()
        os.close(read)
        os.close(write)
    assert (process.returncode, errors) == (exit_codes.INTERRUPTED, b"Stopped.\n")
