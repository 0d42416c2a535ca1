"""The command tree: options of every command, help, and start time."""

import json
import os
import subprocess
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import typer

from client_cli import exit_codes
from client_cli.commands import completion
from client_cli.commands.help_group import SECTIONS
from client_cli.commands.options import with_plain
from client_cli.commands.tree import app
from client_cli.local.storage import SavedSeat, Storage
from engine.rules import RULES
from protocol import VERSION
from tests.client_cli.command import COMMAND, environment, here
from tests.client_cli.played import alone
from tests.harness import LIMIT_S

WITHOUT_JSON = {
    "engine": "speaks JSON and nothing else",
    "protocol schema": "prints JSON and nothing else",
    "protocol types": "prints TypeScript and nothing else",
    "serve": "becomes the server, which writes a log",
    "admin rebuild-boards": "the server's own program answers",
    "admin void": "the server's own program answers",
    "admin tournament": "the server's own program answers",
    "admin drain": "the server's own program answers",
    "admin ban": "the server's own program answers",
    "admin unban": "the server's own program answers",
}
"""Commands without --json, and why; `docs/scripting.md` lists them."""

TREE = typer.main.get_command(app)


def commands(group: Any = TREE, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every command that does something, by its words."""
    for name, command in group.commands.items():
        inside = getattr(command, "commands", None)
        if inside is None or command.invoke_without_command:
            yield " ".join((*path, name)), command
        if inside is not None:
            yield from commands(command, (*path, name))


EVERY = dict(commands())


def flags(command: Any) -> set[str]:
    return {flag for param in command.params for flag in param.opts}


def test_every_command_speaks_json_or_is_a_known_exception() -> None:
    assert {name for name, command in EVERY.items() if "--json" not in flags(command)} == {
        *WITHOUT_JSON
    }
    page = (Path(__file__).parents[2] / "docs" / "scripting.md").read_text()
    assert all(f"`{name}`" in page for name in WITHOUT_JSON)


async def test_every_command_bears_plain(tmp_path: Path) -> None:
    tree = with_plain(typer.main.get_command(app))
    assert all("--plain" in flags(command) for _, command in commands(tree))
    rules = await here(tmp_path, "rules", "aces-up", "--plain")
    assert rules == await here(tmp_path, "rules", "aces-up")
    assert rules.code == exit_codes.DONE
    assert (await here(tmp_path, "rules", "--", "--plain")).code == exit_codes.NOT_FOUND
    assert "--plain" not in (await here(tmp_path, "rules", "--help")).out


def test_every_command_says_what_it_does_in_a_sentence() -> None:
    for name, command in EVERY.items():
        assert command.help, name
        assert command.help.strip().splitlines()[0].endswith("."), name


def test_every_command_is_in_one_section_of_the_help() -> None:
    listed = [name for names in SECTIONS.values() for name in names]
    assert sorted(listed) == sorted(TREE.commands)  # type: ignore[attr-defined]


async def test_help_teaches(tmp_path: Path) -> None:
    ended = await here(tmp_path, "--help")
    assert ended.code == exit_codes.DONE
    for words in (*SECTIONS, "First steps:", "patience play aces-up", "--install-completion"):
        assert words in ended.out
    assert all(len(line) <= 100 for line in ended.out.splitlines())


async def test_no_help_cuts_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for group in {tuple(name.split()[:-1]) for name in EVERY}:
        rows = (await here(tmp_path, *group, "--help")).out.splitlines()
        assert len(rows) > 5
        assert [row for row in rows if row.endswith("...") and "Usage:" not in row] == []


# Deals. ---------------------------------------------------------------------------------------


async def test_a_deal_by_number_and_by_seed_is_the_same(tmp_path: Path) -> None:
    by_number = await here(tmp_path, "deal", "aces-up", "--deal", "7", "--json")
    [told] = by_number.json()
    assert told["pack"][:4] == ["4D", "5H", "3H", "7S"]
    assert told["legal"][0] == "discard tab.2"
    by_seed = await here(tmp_path, "deal", "aces-up", "--seed", told["seed"], "--json")
    assert {**by_seed.json()[0], "deal": 7} == told
    shown = await here(tmp_path, "deal", "aces-up", "--deal", "7")
    assert shown.out.splitlines()[:3] == [
        "Aces Up, deal 7.",
        "a    b    c    d",
        "4D   5H   3H   7S",
    ]
    for wrong in (["--seed", "00"], ["--seed", told["seed"], "--deal", "7"], ["--deal", "9" * 30]):
        assert (await here(tmp_path, "deal", "aces-up", *wrong)).code == exit_codes.USAGE


# Completion. ----------------------------------------------------------------------------------


def completed(data: Path, line: str) -> list[str]:
    """What bash is told when Tab is pressed at the end of a line."""
    words = line.split(" ")
    asked = {
        completion.VARIABLE: "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
    }
    done = subprocess.run(
        COMMAND,
        check=False,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        env={**environment(data), **asked},
    )
    assert (done.returncode, done.stderr) == (exit_codes.DONE, "")
    return done.stdout.split()


@pytest.fixture
def storage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Storage:
    """That of somebody who has sat in two rooms and kept a game."""
    kept = Storage(tmp_path / "data")
    for at, code in enumerate(("KQ74TX", "ABCDEF")):
        kept.save_seat(SavedSeat("ws://127.0.0.1:9/ws", code, 0, "token", "Ann"))
        os.utime(next(kept.root.glob(f"seats/{code}*")), (at, at))
    kept.save_record("AB12CD-2", alone("aces_up", 7))
    monkeypatch.setenv("PATIENCE_DATA_DIR", str(kept.root))
    return kept


def test_a_shell_is_told_what_may_come_next(storage: Storage) -> None:
    assert completed(storage.root, "patience tou") == ["tournament"]
    assert completed(storage.root, "patience play ac") == ["aces-up", "accordion"]
    assert completed(storage.root, "patience rules fi") == ["firing-squad", "five-piles"]
    assert completed(storage.root, "patience stats idle") == ["idle-year"]
    assert "must_fill=true" in completed(storage.root, "patience deal firing-squad --option ")
    assert completed(storage.root, "patience join ") == ["ABC-DEF", "KQ7-4TX"]
    assert completed(storage.root, "patience join \x01") == []
    assert completed(storage.root, "patience join 'K") == ["KQ7-4TX"]


def test_what_is_proposed(storage: Storage) -> None:
    assert [*completion.games("")] == [slug.replace("_", "-") for slug in RULES]
    assert completion.races("") == ["AB1-2CD-2", "ABC-DEF", "KQ7-4TX"]
    assert completion.players("a") == ["Ann"]
    assert "cards=words" in completion.choices("cards=")
    assert "aces_up.must_fill=false" in completion.choices("aces_up")
    assert completion.boards("ov") == ["overall"]
    assert completion.crowns("tr") == ["triple"]
    for broken in storage.root.glob("records/*"):
        broken.write_bytes(b"\xff{")
    assert completion.players("") == []
    os.environ["PATIENCE_DATA_DIR"] = "/dev/null"
    assert completion.rooms("") == []


# What it costs. -------------------------------------------------------------------------------

HEAVY = {"textual", "websockets", "redis", "server", "asyncio", "segno", "rich"}
OF_THE_TREE = {"typer", "pydantic"}
"""What the tree of commands imports; the commands of `quick_start` do without it."""


@pytest.mark.parametrize(
    ("words", "heavy"),
    [
        ("--help", HEAVY),
        ("games --plain", HEAVY | OF_THE_TREE),
        ("history --json", HEAVY | OF_THE_TREE),
        ("play aces-up --deal 7", HEAVY | OF_THE_TREE),
    ],
)
def test_quick_commands_import_nothing_heavy(words: str, heavy: set[str], tmp_path: Path) -> None:
    """Whoever types them waits for every import."""
    program = (
        "import sys, json\n"
        f"sys.argv = ['patience', *{words.split()!r}]\n"
        "from client_cli.main import run\n"
        "code = run()\n"
        "loaded = sorted({name.partition('.')[0] for name in sys.modules})\n"
        "print(json.dumps([code, loaded]))\n"
    )
    done = subprocess.run(
        [COMMAND[0], "-c", program],
        check=True,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        text=True,
        timeout=LIMIT_S,
        env=environment(tmp_path),
    )
    code, loaded = json.loads(done.stdout.splitlines()[-1])
    assert code == exit_codes.DONE
    assert not heavy & {*loaded}


async def test_the_version_is_told_and_nothing_else_is_done(tmp_path: Path) -> None:
    for flag in ("--version", "-V"):
        ended = await here(tmp_path, flag)
        assert (ended.code, ended.err) == (exit_codes.DONE, "")
        assert ended.out == f"patience {version('crown-patience')}, protocol {VERSION}\n"
