"""Bells in line mode, and where there are none."""

from pathlib import Path

import pytest

from client_cli.local.preferences import merge, read_choice
from client_cli.local.sounds import Sounds
from client_cli.local.storage import Storage
from client_cli.terminal.output import Output
from client_cli.text_mode import sounds as text_mode_sounds
from client_cli.text_mode.sounds import TextSounds
from protocol.from_server import Over, Started

BEGUN = Started(seq=1, race=1)
ENDED = Over(seq=2, race=1, ended_ms=1, results=[], opened=None)


@pytest.mark.parametrize(
    ("chosen", "as_json", "terminal", "bells"),
    [
        ("off", False, True, 0),
        ("bell", False, True, 2),
        ("bell", True, True, 0),
        ("bell", False, False, 0),
    ],
)
def test_a_bell_for_those_who_sit_there_and_want_one(
    chosen: str,
    as_json: bool,
    terminal: bool,
    bells: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    storage = Storage(tmp_path)
    merge(storage, [read_choice(f"sounds={chosen}", storage)])
    monkeypatch.setattr(text_mode_sounds, "is_terminal", lambda: terminal)
    sounds = TextSounds(storage, Output(as_json))
    sounds.hear(BEGUN)
    sounds.hear(ENDED)
    assert capsys.readouterr().out == "\a" * bells


def test_tones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage, played = Storage(tmp_path), list[str]()
    merge(storage, [read_choice("sounds=tones", storage)])
    monkeypatch.setattr(text_mode_sounds, "is_terminal", lambda: True)
    monkeypatch.setattr(Sounds, "play", lambda _, tone: played.append(tone))
    sounds = TextSounds(storage, Output())
    sounds.hear(BEGUN)
    sounds.hear(ENDED)
    assert played == ["shuffle", "ring"]
