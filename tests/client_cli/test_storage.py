"""The data directory: what is kept between runs, and that damaged files do no harm."""

from pathlib import Path

import pytest

from client_cli import exit_codes
from client_cli.exit_codes import Failure
from client_cli.local.storage import SavedSeat, Storage

HERE, THERE = "ws://127.0.0.1:8765/ws", "wss://example.org/ws"


def seat(code: str = "KQ74TX", server: str = HERE, number: int = 0) -> SavedSeat:
    return SavedSeat(server, code, number, "t" * 32, "Ann")


def test_the_last_open_seat_is_found_by_room_and_server(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    assert storage.last_seat() is None
    for kept in (seat("AAAAAA"), seat("BBBBBB", THERE), seat("BBBBBB", THERE, 1)):
        storage.save_seat(kept)
    last = storage.last_seat()
    assert last is not None
    assert (last.code, last.seat) == ("BBBBBB", 1)
    storage.close_seat(last)
    last = storage.last_seat()
    assert last is not None
    assert (last.code, last.seat) == ("BBBBBB", 0)
    assert storage.last_seat(server=HERE) == storage.last_seat("AAAAAA")
    assert storage.last_seat("AAAAAA", THERE) is None


def test_everything_is_for_its_owner_only(tmp_path: Path) -> None:
    storage = Storage(tmp_path / "data")
    storage.save_seat(seat())
    storage.remember_name("Ann")
    storage.save_commitment(HERE, "KQ74TX-1", "00")
    storage.save_record("aces_up-7", {})
    files = [path for path in (tmp_path / "data").rglob("*") if path.is_file()]
    assert len(files) == 4
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
    assert {path.parent.stat().st_mode & 0o777 for path in files} == {0o700}


def test_the_first_promise_stays(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.save_commitment(HERE, "KQ74TX-1", "first")
    storage.save_commitment(HERE, "KQ74TX-1", "second")
    assert storage.commitment(HERE, "KQ74TX-1") == "first"
    assert storage.commitment(THERE, "KQ74TX-1") == "first"
    storage.save_commitment(THERE, "KQ74TX-1", "theirs")
    assert storage.commitment(THERE, "KQ74TX-1") == "theirs"
    assert storage.commitment(THERE, "KQ74TX-2") is None
    assert storage.commitment(THERE, "../*") is None


def test_a_server_cannot_name_files_elsewhere(tmp_path: Path) -> None:
    storage = Storage(tmp_path / "data")
    storage.save_seat(seat("../../AAAA"))
    storage.save_commitment(HERE, "../../KQ74TX-1", "00")
    assert {path.name for path in tmp_path.iterdir()} == {"data"}
    assert len([*(tmp_path / "data").glob("*/*.json")]) == 2


def test_a_record_never_replaces_another(tmp_path: Path) -> None:
    paths = {Storage(tmp_path).save_record("aces_up-7", {"n": n}) for n in range(3)}
    assert len(paths) == 3


@pytest.mark.parametrize("text", ["", "{", "[]", '{"seat": 1}', "\x00", "[" * 100_000])
def test_broken_files_count_as_none(text: str, tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    storage.save_seat(seat())
    storage.remember_name("Ann")
    for path in [*tmp_path.glob("seats/*.json"), tmp_path / "me.json"]:
        path.write_text(text)
    assert (storage.last_seat(), storage.name()) == (None, None)


def test_a_directory_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(Failure) as caught:
        Storage(file).remember_name("Ann")
    assert caught.value.code == exit_codes.USAGE
