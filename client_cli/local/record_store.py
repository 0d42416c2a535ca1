"""The records this user has: of solo games, of races raced here, and of what was imported.

A record file is the document and nothing else, so that it verifies as it is; what we know beside it
stands in a note of the same name. A record without a note is a solo game of this user's.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from client_cli.local.storage import Storage, plain, short
from engine import record
from engine.errors import BadRecord, EngineError
from engine.record import Record
from protocol import codes

RECORDS, NOTES = "records", "notes"


class Kept(NamedTuple):
    """A record on the shelf. `seat` is this user's own, None in races of others; `at` is when it
    was kept, in milliseconds of wall clock."""

    path: Path
    record: Record
    document: dict[str, Any]
    seat: int | None
    at: int
    imported: bool

    @property
    def name(self) -> str:
        return self.path.stem


class Note(NamedTuple):
    """What is known beside a record."""

    seat: int | None
    at: int
    imported: bool = False


def keep_race(
    storage: Storage,
    server: str,
    document: dict[str, Any],
    seat: int | None,
    at: int | None = None,
) -> None:
    """Put the record of a race on the shelf, once, and not before all of it is told; a seat that
    did not race is nobody's. A race nobody raced is not kept. `at` is when it was raced, just now
    if not said."""
    if not is_told(document) or not document.get("seats"):
        return
    name = f"{plain(str(document.get('race')))}@{short(server)}"
    raced = {s.get("seat") for s in document.get("seats", []) if isinstance(s, dict)}
    note = Note(seat if seat in raced else None, storage.now_ms() if at is None else at)
    keep(storage, name, document, note)


def is_told(document: Mapping[str, Any]) -> bool:
    """Whether a record has all it ever will: the secret of a session is told when that is over."""
    session = document.get("session")
    return not isinstance(session, dict) or session.get("secret") is not None


def holds(storage: Storage, server: str, race: str) -> bool:
    """Whether the record of a server's race is here; of a bare code, that of any of its races."""
    records, at = storage.root / RECORDS, short(server)
    exact = records / f"{plain(race)}@{at}.json"
    return exact.exists() or any(records.glob(f"{plain(race)}-*@{at}.json"))


def keep(storage: Storage, name: str, document: dict[str, Any], note: Note) -> Path:
    """Put a record on the shelf under this name, unless it is there."""
    path = storage.root / RECORDS / f"{name}.json"
    if not path.exists():
        storage.write(path, document)
        storage.write(storage.root / NOTES / path.name, note._asdict())
    return path


def shelf(storage: Storage) -> list[Kept]:
    """Every record that can be read, the oldest first."""
    found = (_kept(storage, path) for path in sorted((storage.root / RECORDS).glob("*.json")))
    return sorted((kept for kept in found if kept), key=lambda kept: kept.at)


def unkept(found: Record, seat: int | None, at: int) -> Kept:
    """A record that is looked at and not on the shelf."""
    return Kept(Path(f"{found.race}.json"), found, found.to_json(), seat, at, imported=False)


def find(storage: Storage, name: str) -> Kept | None:
    """The record in the file of that name."""
    path = storage.root / RECORDS / f"{name}.json"
    try:
        there = "/" not in name and path.exists()
    except (OSError, ValueError):  # no file can be called so
        return None
    return _kept(storage, path) if there else None


def find_race(storage: Storage, race: str) -> Kept | None:
    """The record of a race or, of a bare code, of the room's latest race; None if not kept."""
    pattern = race if "-" in race else f"{race}-*"
    paths = (storage.root / RECORDS).glob(f"{pattern}@*.json")
    found = [k for path in paths if (k := _kept(storage, path)) and k.record.ghost is None]
    return max(found, key=lambda kept: (_number(kept.record.race), not kept.imported), default=None)


def whole(document: object) -> Record:
    """The record of a document, in which everybody who has a result has a seat. Raises
    BadRecord."""
    found = record.read(document)
    seats = {seat.seat for seat in found.seats}
    if not all(placed.standing.seat in seats for placed in found.results):
        raise BadRecord("A result in the record is that of no seat.")
    return found


def _number(race: str) -> int:
    parts = codes.split_race(race)
    return parts[1] or 0 if parts else 0


def _kept(storage: Storage, path: Path) -> Kept | None:
    document = storage.read(path)
    try:
        read = whole(document)
        note = _note(storage.read(storage.root / NOTES / path.name), path)
    except (EngineError, OSError):
        return None
    return Kept(path, read, document, note.seat, note.at, note.imported)


def _note(value: dict[str, Any], path: Path) -> Note:
    """What a note says; where it says nothing sound, what stands for a solo game."""
    seat, at = value.get("seat", 0), value.get("at")
    sound = type(at) is int and (seat is None or type(seat) is int)
    if not sound:
        return Note(None if "@" in path.stem else 0, path.stat().st_mtime_ns // 1_000_000)
    return Note(seat, at or 0, value.get("imported") is True)


def file_name(document: dict[str, Any]) -> str:
    """What an imported record is called: its race and a piece of its digest."""
    race = re.sub(r"[^A-Za-z0-9-]", "_", str(document.get("race")))[:40]
    return f"{race}@import-{str(document.get('digest'))[:8]}"
