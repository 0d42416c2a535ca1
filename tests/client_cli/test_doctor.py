"""`patience doctor`, and the notice that the server is newer than this program."""

import os
from pathlib import Path

import pytest

from client_cli import exit_codes
from client_cli.local import server_version
from client_cli.local.server_version import is_newer, note_server, own_version, update_notice
from client_cli.local.storage import Storage
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.home import HomePage
from client_cli.text_mode.doctor import findings
from tests.client_cli.command import NOBODY, patience
from tests.client_cli.screens.pilots import Clock, text_of
from tests.harness import ServerProcess

CHECKS = ["program", "libraries", "data", "terminal", "server", "store", "clock"]


@pytest.mark.processes
async def test_all_is_well_beside_a_server(tmp_path: Path, server: ServerProcess) -> None:
    storage = Storage(tmp_path / "home")
    ended = patience(storage.root, "doctor", "--json", server=server.url)
    assert ended.code == exit_codes.DONE, ended.err
    found = {each["check"]: each for each in ended.json()}
    assert list(found) == CHECKS
    assert {name for name, each in found.items() if each["ok"] is not True} == {"terminal"}
    assert found["server"]["told"].startswith(f"crown-patience/{own_version()} at ")
    assert found["store"]["told"] == "ready"
    assert not storage.root.exists(), "a check writes nothing"
    lines = patience(storage.root, "doctor", server=server.url).out.splitlines()
    assert [line.split()[1] for line in lines] == CHECKS
    assert lines[0].startswith("ok  program    patience ")


def test_what_is_wrong_is_told(tmp_path: Path) -> None:
    ended = patience(tmp_path, "doctor")
    assert ended.code == exit_codes.DONE
    assert f"!!  server     No server answers at {NOBODY}" in ended.out
    assert "--  clock" in ended.out
    (tmp_path / "file").write_text("")
    broken = [each for each in findings(Storage(tmp_path / "file" / "data"), NOBODY) if not each.ok]
    assert "data" in {each.check for each in broken}


def test_a_report_names_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    storage = Storage(tmp_path / "games")
    storage.remember_name("Ottilie")
    storage.save_record("KQ74TX-1", {"game": "usk"})
    told = {each.check: each.told for each in findings(storage, NOBODY)}
    assert told["data"].startswith("~/games, 1 record, 0 unfinished games, ")
    assert not any(word in " ".join(told.values()) for word in ("Ottilie", "KQ7", str(tmp_path)))


@pytest.mark.parametrize(
    ("version", "than", "newer"),
    [
        ("0.2.0", "0.1.0", True),
        ("0.10", "0.9.9", True),
        ("0.1", "0.1.0", False),
        ("0.1.0", "0.1.0", False),
        ("0.0.9", "0.1.0", False),
        ("1.0rc1", "0.1.0", False),
        ("", "0.1.0", False),
        ("1" * 5000, "0.1.0", False),
        ("\u0661.0", "0.1.0", False),
    ],
)
def test_which_version_is_newer(version: str, than: str, newer: bool) -> None:
    assert is_newer(version, than) is newer


async def test_a_newer_server_is_told_on_the_first_page_until_one_updates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = Storage(tmp_path)
    assert update_notice(storage) == ""
    note_server(storage, "crown-patience/99.1")
    app = PatienceApp(lambda _: HomePage(), storage, now=Clock(), server=NOBODY)
    async with app.run_test(size=(110, 30)) as pilot:
        await pilot.pause()
        assert "Your server runs version 99.1; this program is " in text_of(app)
    note_server(storage, "another-server/99.2")
    assert update_notice(storage) == ""
    note_server(storage, "crown-patience/99.1")
    monkeypatch.setattr(server_version, "own_version", lambda: "99.1")
    assert update_notice(storage) == ""
    note_server(storage, "crown-patience/99.1")
    assert os.listdir(tmp_path) == []


@pytest.mark.processes
def test_what_the_server_tells_is_noted(tmp_path: Path, server: ServerProcess) -> None:
    Storage(tmp_path).write(tmp_path / server_version.FILE, {"version": "99.1"})
    patience(tmp_path, "rooms", server=server.url)
    assert not (tmp_path / server_version.FILE).exists()
