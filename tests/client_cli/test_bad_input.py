"""Bad terminals, bad disks, bad files, bad servers: a sentence and an exit code, no traceback."""

import asyncio
import contextlib
import errno
import fcntl
import io
import json
import os
import select
import socket
import subprocess
import sys
import termios
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import chain, repeat
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from client_cli import exit_codes, main
from client_cli.exit_codes import Failure
from client_cli.features.history import history_line
from client_cli.local.account_store import KnownAccount, save_account
from client_cli.local.record_store import all_records
from client_cli.local.storage import SavedSeat, Storage
from client_cli.net.connection import ANOTHER
from client_cli.replay.share_text import shared
from client_cli.solo.game import SoloGame
from client_cli.terminal.output import LONGEST, Output, line_of, printable, replace_undecodable
from client_cli.terminal.spoken_cards import cards_of, convert_cards, read_words
from client_cli.terminal.stdin import typed_lines
from client_cli.text_mode.record_lookup import NamedRecord
from client_cli.text_mode.solo.ghost_start import chosen_ghost
from client_cli.text_mode.solo.solo import SoloLines
from engine.errors import EngineError
from engine.games import game
from engine.races.verify import verify
from protocol import SUBPROTOCOL, VERSION
from tests.client_cli.command import COMMAND, NOBODY, Ended, environment, here
from tests.client_cli.played import alone
from tests.harness import LIMIT_S, ServerProcess


def sentence(ended: Ended, code: int, *words: str) -> None:
    """A command ended so, with one sentence that has these words."""
    assert ended.code == code, ended
    assert len(ended.err.strip().splitlines()) == 1, ended.err
    assert "failed" not in ended.err
    for word in words:
        assert word in ended.err


# Terminals. -----------------------------------------------------------------------------------


def test_an_output_that_holds_no_signs_gets_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    replace_undecodable()
    Output(cards="symbols").say(["10H — “Ace, please” … ☎ Zoë", "K♠"])
    sys.stdout.flush()
    assert raw.getvalue().splitlines() == [b'10H - "Ace, please" ... * Zo?', b"KS"]
    assert not Output(cards="symbols").symbols


def test_a_locale_without_signs_and_bytes_that_are_no_text(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "play", "aces-up", "--deal", "7"],
        check=False,
        input=b"look\n\xff\xfe\x00\x1b[2J\n\x01\nfind \xe2\x99\xa0\n" + b"a" * 2**20 + b"\nscore",
        capture_output=True,
        timeout=LIMIT_S,
        env={**environment(tmp_path), "PYTHONIOENCODING": "ascii", "LC_ALL": "C"},
    )
    assert (done.returncode, done.stderr) == (exit_codes.DONE, b"")
    assert b"Progress 0 of 48." in done.stdout
    assert b"\x1b" not in done.stdout
    assert all(len(line) < 120 for line in done.stdout.splitlines())


PROMPTS = {
    "": "patience>",
    "play": "Which game?",
    "play aces-up": "> ",
    "join KQ7-4TX": "What is your name?",
    "login Anna": "Password:",
}
AGAIN_S = LIMIT_S / 4
"""Seconds without an answer after which a person types the key again."""
KEYS = {b"\x03": exit_codes.INTERRUPTED, b"\x04": None}


@pytest.mark.skipif(os.name != "posix", reason="a terminal to type at is made by the system")
async def test_ctrl_c_and_ctrl_d_at_every_prompt(tmp_path: Path) -> None:
    again: list[str] = []

    async def typed(words: str, prompt: str, key: bytes) -> tuple[int, str]:
        """How a command ends when the key is typed at its prompt, and what the terminal shows."""
        control, end = os.openpty()
        process = await asyncio.create_subprocess_exec(
            *COMMAND,
            *words.split(),
            stdin=end,
            stdout=end,
            stderr=end,
            start_new_session=True,
            preexec_fn=partial(_sit_at, end),
            env={**environment(tmp_path / words.replace(" ", "-")), "TERM": "dumb"},
        )
        os.close(end)
        try:
            shown, times = await asyncio.to_thread(_answered, control, prompt.encode(), key)
            again.extend([words] * (times - 1))
            return await asyncio.wait_for(process.wait(), LIMIT_S), shown
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    for key, code in KEYS.items():
        every = await asyncio.gather(*(typed(*pair, key) for pair in PROMPTS.items()))
        for words, (ended, shown) in zip(PROMPTS, every, strict=True):
            assert "Traceback" not in shown, shown
            assert ended in ((exit_codes.DONE, exit_codes.USAGE) if code is None else (code,)), (
                words,
                shown,
            )
            assert ("Stopped." in shown) == (code is not None)
    assert len(again) <= 1, again


def _sit_at(terminal: int) -> None:
    """Make it the terminal of this process, so that its keys are signals."""
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)


def _answered(control: int, prompt: bytes, key: bytes) -> tuple[str, int]:
    """Type a key when the prompt is there; all that was shown until the command had ended, or until
    it has said nothing for too long, and how often the key was typed.

    It is typed a second time where nothing follows it, as a person would: a signal that comes
    between Python's last look for signals and the call that waits for input is seen only after
    that call, so the first key may be lost on a busy machine.
    """
    shown, times = b"", 0
    with contextlib.suppress(OSError):  # the command has ended
        while True:
            wait_s = AGAIN_S if times == 1 else LIMIT_S
            if select.select([control], [], [], wait_s)[0]:
                if not (piece := os.read(control, 4096)):
                    break
                shown += piece
                if times or prompt not in shown:
                    continue
            elif times != 1:
                break
            os.write(control, key)
            times += 1
    os.close(control)
    return shown.decode(errors="replace"), times


def _type(descriptor: int, text: bytes) -> None:
    with os.fdopen(descriptor, "wb") as typing:
        typing.write(text)


async def test_lines_without_end_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    assert line_of(io.BytesIO(b"x" * 99 + b"\nnext"), 9) == b"x" * 9
    stream = io.StringIO("x" * 99 + "\nnext\n")
    assert [line_of(stream, 9) for _ in range(3)] == ["x" * 9, "next\n", ""]
    read, write = os.pipe()
    with os.fdopen(read) as piped:
        monkeypatch.setattr(sys, "stdin", piped)
        typing = asyncio.create_task(
            asyncio.to_thread(_type, write, b"a" * 120_000 + b"\nresign\n")
        )
        heard = [line async for line in typed_lines()]
        await typing
    assert [len(line) <= 2 * LONGEST for line in heard] == [True, True]
    assert heard[-1] == "resign"


def test_what_could_command_a_terminal_is_not_said() -> None:
    assert printable("Ann\x1b[2J\x07\u202eBen") == "Ann?[2J??Ben"


def test_a_full_disk_takes_no_output(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, "games"],
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=LIMIT_S,
            env=environment(tmp_path),
        )
    sentence(Ended(done.returncode, "", done.stderr), exit_codes.USAGE, "No space left on device")


@pytest.mark.parametrize(
    ("number", "code"), [(errno.EPIPE, exit_codes.DONE), (errno.ENOSPC, exit_codes.USAGE)]
)
async def test_an_output_that_goes_away_ends_an_event_loop(
    number: int, code: int, tmp_path: Path
) -> None:
    """What is heard from a server is said in the middle of its line."""

    async def greeted(socket: ServerConnection) -> None:
        hello = json.loads(await socket.recv())
        welcome = {"type": "welcome", "id": hello["id"], "protocol": VERSION, "server": "1"}
        await socket.send(json.dumps(welcome))
        async for frame in socket:
            refused = {"type": "refused", "id": json.loads(frame)["id"], "code": "kicked"}
            await socket.send(json.dumps({**refused, "error": "No."}))

    gone = OSError(number, os.strerror(number))
    refusing = mock.patch("builtins.print", side_effect=chain([None], repeat(gone)))
    async with serve(greeted, "127.0.0.1", 0, subprotocols=[Subprotocol(SUBPROTOCOL)]) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        with refusing:
            words = ("join", "KQ7-4TX", "--name", "A", "--json")
            ended = await here(tmp_path, *words, server=f"127.0.0.1:{port}")
    assert ended.code == code


async def test_a_fault_of_ours_is_a_sentence_too(tmp_path: Path) -> None:
    with mock.patch("client_cli.text_mode.offline.list_games", side_effect=KeyError("x\ny")):
        ended = await here(tmp_path, "games")
    assert ended.code == exit_codes.FAULT
    assert ended.err.startswith("The program itself has failed: KeyError (mock.py:")


def test_cards_are_said_and_read_in_three_ways() -> None:
    line = "10H from a to c; code 10H-4TX, KQ7-10S and AS."
    assert convert_cards(line, "letters") == line
    assert convert_cards(line, "symbols") == "10♥ from a to c; code 10H-4TX, KQ7-10S and A♠."
    assert convert_cards(line, "words").startswith(
        "ten of hearts from a to c; code 10H-4TX, KQ7-10S and ace"
    )
    assert (read_words("Queen  of Heart"), read_words("10 of clubs")) == ("QH", "TC")
    assert (read_words("queen"), cards_of(["words"]), cards_of("words")) == (
        None,
        "letters",
        "words",
    )


# Data directories. ----------------------------------------------------------------------------


@pytest.mark.parametrize("error", [28, 30, 13])
def test_a_game_whose_record_cannot_be_kept_is_told_to_its_end(
    error: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = SoloLines(SoloGame(game("aces_up"), 7), Output(), Storage(tmp_path))
    with (
        mock.patch("tempfile.mkstemp", side_effect=OSError(error, os.strerror(error))),
        pytest.raises(Failure, match="not kept") as failed,
    ):
        lines.run(["resign", "again", "cc", "resign"])
    assert failed.value.code == exit_codes.USAGE
    heard = capsys.readouterr().out
    assert heard.count("You have given up.") == 2, "nobody is stopped for that"
    assert "patience replay" not in heard


@pytest.mark.parametrize("data", ["/dev/null", "/proc/nowhere", "/dev/null/x"])
async def test_a_data_directory_that_cannot_be(data: str) -> None:
    for words, code in (
        (["history"], exit_codes.DONE),
        (["options", "cards=letters"], exit_codes.USAGE),
        (["resume"], exit_codes.NOT_FOUND),
        (["me"], exit_codes.DONE),
    ):
        ended = await here(Path(data), *words)
        assert ended.code == code, ended


GARBAGE = (
    *(b"", b"\xff\xfe", b"[]", b"[" * 100_000),
    b'{"name": 3, "cards": {"value": [], "at": "x"}, "word": "\\ud800", "space": 7}',
)
LOCAL = ("history", "resume", "me", "options cards=words", "verify solo")


@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
async def test_damaged_files_of_every_kind_are_as_good_as_none(
    garbage: bytes, tmp_path: Path
) -> None:
    storage = Storage(tmp_path / "data")
    storage.remember_name("Ann")
    storage.save_seat(SavedSeat(NOBODY, "KQ74TX", 0, "t" * 24, "Ann"))
    storage.save_commitment(NOBODY, "KQ74TX-1", "ab")
    storage.save_record("solo", alone("aces_up", 7))
    save_account(storage, KnownAccount(NOBODY, "Ann", "x" * 30))
    for name in ("preferences", "device"):
        storage.write(storage.root / f"{name}.json", {"a": 1})
    files = sorted(storage.root.rglob("*.json"))
    assert len(files) == 7
    for file in files:
        file.write_bytes(garbage)
    for words in LOCAL:
        ended = await here(storage.root, *words.split())
        assert ended.code in (
            exit_codes.DONE,
            exit_codes.NOT_FOUND,
            exit_codes.REFUSED,
            exit_codes.UNREACHABLE,
        ), ended
        assert len(ended.err.strip().splitlines()) <= 1


VALUES: tuple[object, ...] = (None, [], "x", -1, 2**70, True)


def test_a_record_with_any_one_field_spoilt_is_refused_or_read(tmp_path: Path) -> None:
    path = Storage(tmp_path).save_record("solo", alone("aces_up", 7))
    whole = json.loads(path.read_text())
    parts = [whole, whole["seats"][0], whole["results"][0], whole["terms"]]
    spoilt = [(part, name) for part in parts for name in part]
    for part, name in spoilt:
        for value in VALUES:
            before, part[name] = part[name], value
            path.write_text(json.dumps(whole))
            verify(whole)
            part[name] = before
            for kept in all_records(Storage(tmp_path)):
                history_line(kept)
                with contextlib.suppress(EngineError):
                    shared(kept.record)
                with contextlib.suppress(Failure, EngineError):
                    chosen_ghost(NamedRecord(kept.record, None), None)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("a" * 300, exit_codes.NOT_FOUND),
        ("./" + "a" * 300, exit_codes.NOT_FOUND),
        ("a\tb\x1b[2J", exit_codes.NOT_FOUND),
        ("/dev/zero", exit_codes.REFUSED),
        ("/", exit_codes.NOT_FOUND),
    ],
)
async def test_names_no_file_can_have_and_files_without_end(
    name: str, code: int, tmp_path: Path
) -> None:
    with (
        mock.patch("client_cli.text_mode.offline.WIDEST_RECORD", 2**16),
        mock.patch("client_cli.features.record_archive.LARGEST", 2**16),
    ):
        for command in ("verify", "replay", "share", "import"):
            if command != "import" or name != "/":
                ended = await here(tmp_path, command, name)
                sentence(ended, code)
                assert "\x1b" not in ended.err


async def test_parcels_that_are_none(tmp_path: Path) -> None:
    storage = Storage(tmp_path / "data")
    storage.save_record("solo", alone("aces_up", 7))
    parcel = tmp_path / "mine.zip"
    assert (await here(storage.root, "export", "--to", str(parcel))).code == exit_codes.DONE
    whole = parcel.read_bytes()
    spoilt = bytearray(whole)
    spoilt[60:90] = b"\xff" * 30
    locked = bytearray(whole)
    locked[6] |= 1  # says that it is encrypted
    locked[whole.index(b"PK\x01\x02") + 8] |= 1
    for content in (bytes(spoilt), bytes(locked)):
        parcel.write_bytes(content)
        sentence(await here(tmp_path / "other", "import", str(parcel)), exit_codes.REFUSED)
    for path in (storage.root / "records").iterdir():
        path.write_bytes(b"{")
    parcel.write_bytes(whole)
    assert (await here(storage.root, "import", str(parcel))).code == exit_codes.DONE
    full = mock.patch("zipfile.ZipFile.writestr", side_effect=OSError(28, "No space"))
    with full:
        to = tmp_path / "full.zip"
        sentence(await here(storage.root, "export", "--to", str(to)), exit_codes.USAGE, "No space")
        assert not to.exists()


# Servers. -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "exa mple",
        "a" * 80,
        "ex..a",
        "x\x00y",
        "x:99999",
        "[::1",
        "ftp://x",
        "a@b",
        "http://",
        "🂡 x",
    ],
)
async def test_an_address_that_is_none(address: str, tmp_path: Path) -> None:
    if "\x00" not in address:  # no environment can hold it
        sentence(
            await here(tmp_path, "daily", server=address), exit_codes.USAGE, "is not the address"
        )
    sentence(await here(tmp_path, "daily", "--server", address), exit_codes.USAGE)


async def test_a_host_nobody_knows(tmp_path: Path) -> None:
    with mock.patch("socket.getaddrinfo", side_effect=OSError(-2, "Name or service not known")):
        ended = await here(tmp_path, "join", "KQ7-4TX", "--name", "A", server="no.such.host")
    sentence(
        ended, exit_codes.UNREACHABLE, f"No server answers at ws://no.such.host:8765/ws. {ANOTHER}"
    )


async def test_a_server_that_does_not_go_by_the_name_says_what_may_be_done(tmp_path: Path) -> None:
    async with ServerProcess(tmp_path / "server") as server:
        name = "cards.evil.example"
        there = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", server.port))]
        with mock.patch("socket.getaddrinfo", return_value=there):
            ended = await here(tmp_path, "daily", server=f"{name}:{server.port}")
        sentence(
            ended, exit_codes.UNREACHABLE, "does not go by that name", "PATIENCE_ALLOWED_ORIGINS"
        )


@pytest.mark.parametrize(
    "said",
    [
        b"SSH-2.0-OpenSSH_9.2p1\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
        b"HTTP/1.1 301 Moved\r\nLocation: ftp://x/\r\nContent-Length: 0\r\n\r\n",
        b"\xff\x00" * 5000,
        b"",
    ],
    ids=["ssh", "http", "elsewhere", "bytes", "nothing"],
)
async def test_something_else_answers(said: bytes, tmp_path: Path) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        del reader
        writer.write(said)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        for words in (["daily"], ["join", "KQ7-4TX", "--name", "A"], ["standings", "KQ7-4TX"]):
            ended = await here(tmp_path, *words, server=f"127.0.0.1:{port}")
            sentence(ended, exit_codes.UNREACHABLE)


Answering = Callable[[ServerConnection, dict[str, Any]], Awaitable[None]]


async def _newer(socket: ServerConnection, hello: dict[str, Any]) -> None:
    """Speaks none of our versions."""
    refused = {"type": "refused", "id": hello["id"], "code": "version"}
    await socket.send(json.dumps({**refused, "error": "This server speaks version 9."}))
    await socket.close(4000)


async def _other(socket: ServerConnection, hello: dict[str, Any]) -> None:
    """Says more than we know in its greeting, and answers with a message nobody here knows."""
    welcome = {"type": "welcome", "id": hello["id"], "protocol": VERSION, "server": "9"}
    await socket.send(json.dumps({**welcome, "motto": "Shut up, I'm counting"}))
    async for frame in socket:
        await socket.send(json.dumps({"type": "oracle", "id": json.loads(frame)["id"]}))


async def _chatters(socket: ServerConnection, hello: dict[str, Any]) -> None:
    """Speaks no JSON."""
    del hello
    await socket.send("220 ready")
    await socket.wait_closed()


@pytest.mark.parametrize("answering", [_newer, _other, _chatters])
async def test_a_server_of_another_version(answering: Answering, tmp_path: Path) -> None:
    async def greeted(socket: ServerConnection) -> None:
        await answering(socket, json.loads(await socket.recv()))

    async with serve(greeted, "127.0.0.1", 0, subprotocols=[Subprotocol(SUBPROTOCOL)]) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        for words in (["daily"], ["join", "KQ7-4TX", "--name", "A"], ["verify", "KQ7-4TX"]):
            ended = await here(tmp_path, *words, server=f"127.0.0.1:{port}")
            sentence(ended, exit_codes.UNREACHABLE)


async def _before_grids(socket: ServerConnection) -> None:
    """A server that knows the terms of before `show_grids` and `safe_play`, and is full."""
    hello = json.loads(await socket.recv())
    welcome = {"type": "welcome", "id": hello["id"], "protocol": VERSION, "server": "1"}
    await socket.send(json.dumps(welcome))
    async for frame in socket:
        asked = json.loads(frame)
        unknown = asked.get("terms", {}).keys() - {"format", "winners", "take_back", "call_ms"}
        code, error = "full", "No."
        for name in sorted(unknown):
            code, error = "bad_message", f"There is no field terms.{name} in this message."
        refused = {"type": "refused", "id": asked["id"], "code": code, "error": error}
        await socket.send(json.dumps(refused))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["cribbage-patience"], "Host it with the grids seen at the end: --grids end."),
        (["klondike", "--safe-play"], "Host the race without that."),
        (["aces-up", "--winnable"], "Host the race without that."),
        (["cribbage-patience", "--grids", "end"], "No."),
        (["aces-up"], "No."),
    ],
)
async def test_hosting_on_a_server_that_does_not_know_a_term(
    words: list[str], said: str, tmp_path: Path
) -> None:
    async with serve(
        _before_grids, "127.0.0.1", 0, subprotocols=[Subprotocol(SUBPROTOCOL)]
    ) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        ended = await here(tmp_path, "host", *words, "--name", "A", server=f"127.0.0.1:{port}")
    assert ended.code == exit_codes.REFUSED
    assert ended.err.strip().endswith(said)


def test_no_exit_code_is_used_twice() -> None:
    codes = [value for name, value in vars(exit_codes).items() if name.isupper()]
    assert sorted(codes) == [0, 1, 2, 3, 4, 5, 130]
    assert main.run(["games", "--nonsense"]) == exit_codes.USAGE
