"""The record store: files of solo games, of races played on this computer, and of imported records.

A record is a document about a finished race with which anybody can check its deal, moves and
results. A solo game is recorded as a race of one. A record file holds only the record, so that it
can be verified as it is. A note file of the same name holds the user's seat (the number of their
place in the race), the time, and whether the record was imported. Solo games have no note.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from client_cli.local.storage import Storage, plain, short
from engine.errors import BadRecord, EngineError
from engine.races import record
from engine.races.record import Record
from engine.racing_demon import record as table_record
from engine.racing_demon.record import TableRecord
from engine.solver.analysis import AnalysisDocument
from protocol import codes
from protocol.texts import _

RECORDS, NOTES = "records", "notes"


class KeptRecord(NamedTuple):
    """A stored record of a race. `document` is its JSON. `seat` is this user's seat, None if they
    took no part. `at` is the time at which it was played or stored, in milliseconds since 1970.
    `analysis` is the JSON of its analysis, which is not validated; None if there is none."""

    path: Path
    record: Record
    document: Mapping[str, object]
    seat: int | None
    at: int
    imported: bool
    analysis: object = None

    @property
    def name(self) -> str:
        return self.path.stem


class KeptRound(NamedTuple):
    """A stored record of a round of Racing Demon, whose contestants play at one common table. The
    fields are those of `KeptRecord`."""

    path: Path
    record: TableRecord
    document: Mapping[str, object]
    seat: int | None
    at: int
    imported: bool
    analysis: object = None

    @property
    def name(self) -> str:
        return self.path.stem


Kept = KeptRecord | KeptRound


class RecordNote(NamedTuple):
    """The note that is stored beside a record. The fields are those of `KeptRecord`."""

    seat: int | None
    at: int
    imported: bool = False
    analysis: object = None

    def to_json(self) -> dict[str, object]:
        """Return the note as a JSON object. It has the field `analysis` only if there is one."""
        note = self._asdict()
        if self.analysis is None:
            del note["analysis"]
        return note


def keep_analysis(storage: Storage, kept: KeptRecord, analysis: AnalysisDocument) -> None:
    """Store the analysis of a record in its note. Raises Failure if the file cannot be written."""
    note = RecordNote(kept.seat, kept.at, kept.imported, analysis)
    storage.write(storage.root / NOTES / kept.path.name, note.to_json())


def keep_race(
    storage: Storage,
    server: str,
    document: Mapping[str, object],
    seat: int | None,
    at: int | None = None,
) -> None:
    """Store the record of a race. Do nothing if it is stored already, if it is not complete
    (`is_complete`), or if nobody took part.

    `seat` is this user's seat; the seat of somebody who did not race is stored as None. `at` is the
    time at which the race was played, in milliseconds since 1970; None means now. Raises Failure if
    the files cannot be written.
    """
    if not is_complete(document) or not document.get("seats"):
        return
    name = f"{plain(str(document.get('race')))}@{short(server)}"
    raced = seats_of(document)
    note = RecordNote(seat if seat in raced else None, storage.now_ms() if at is None else at)
    keep(storage, name, document, note)


def is_complete(document: Mapping[str, object]) -> bool:
    """Return whether a record is complete. All races of a tournament, for example, share the secret
    from which their deals are made; their records lack it, and are incomplete, until the last of
    these races is over."""
    session = document.get("session")
    return not isinstance(session, dict) or session.get("secret") is not None


def seats_of(document: Mapping[str, object]) -> set[object]:
    """Return the numbers of the seats that took part, from the JSON of a record that has not been
    validated."""
    seats = document.get("seats")
    seats = seats if isinstance(seats, list) else []
    return {one.get("seat") for one in seats if isinstance(one, dict)}


def holds(storage: Storage, server: str, race: str) -> bool:
    """Return whether the record of a race on a server is stored. `race` is a race id, such as
    `KQ74TX-2`, or a room code; with a room code, the record of any race of the room is enough."""
    records, at = storage.root / RECORDS, short(server)
    exact = records / f"{plain(race)}@{at}.json"
    return exact.exists() or any(records.glob(f"{plain(race)}-*@{at}.json"))


def keep(storage: Storage, name: str, document: Mapping[str, object], note: RecordNote) -> Path:
    """Store a record and its note under the file name `name` (without `.json`). Do nothing if a
    record file of this name exists. Return the path of the record file."""
    path = storage.root / RECORDS / f"{name}.json"
    if not path.exists():
        storage.write(path, document)
        storage.write(storage.root / NOTES / path.name, note.to_json())
    return path


def all_kept(storage: Storage) -> list[Kept]:
    """Return every stored record that can be read, of races and of rounds of Racing Demon, oldest
    first."""
    found = (_kept(storage, path) for path in sorted((storage.root / RECORDS).glob("*.json")))
    return sorted((kept for kept in found if kept), key=lambda kept: kept.at)


def all_records(storage: Storage) -> list[KeptRecord]:
    """Return every stored record of a race that can be read, oldest first."""
    return [kept for kept in all_kept(storage) if isinstance(kept, KeptRecord)]


def as_kept(found: Record | TableRecord, seat: int | None, at: int) -> Kept:
    """Return a record in the form of a stored one, so that screens can show a record which is only
    viewed. Nothing is stored."""
    return _of(Path(f"{found.race}.json"), found, found.to_json(), RecordNote(seat, at))


def find(storage: Storage, name: str) -> Kept | None:
    """Return the record in the file `name` (without `.json`); None if there is none."""
    path = storage.root / RECORDS / f"{name}.json"
    try:
        there = "/" not in name and path.exists()
    except (OSError, ValueError):  # not a valid file name
        return None
    return _kept(storage, path) if there else None


def find_race(storage: Storage, race: str) -> Kept | None:
    """Return the stored record of a race or of a round of Racing Demon; None if there is none.
    `race` is a race id, such as `KQ74TX-2`, or a room code, which stands for the latest race of the
    room. Records of races against a ghost, an earlier game that is replayed as a rival, are left
    out."""
    pattern = race if "-" in race else f"{race}-*"
    paths = (storage.root / RECORDS).glob(f"{pattern}@*.json")
    found = [k for path in paths if (k := _kept(storage, path)) and not against_ghost(k)]
    return max(found, key=lambda kept: (_number(kept.record.race), not kept.imported), default=None)


def against_ghost(kept: Kept) -> bool:
    """Return whether a record is that of a race against a ghost, an earlier game that was replayed
    as a rival."""
    return isinstance(kept, KeptRecord) and kept.record.ghost is not None


def parse_checked(document: object) -> Record | TableRecord:
    """Parse the JSON of a record and check that every result belongs to a seat of the record.
    Return a TableRecord for a round of Racing Demon, otherwise a Record. Raises BadRecord if the
    record is invalid or the check fails."""
    found = _parse(document)
    if isinstance(found, TableRecord):
        placed = [result.seat for result in found.results]
    else:
        placed = [result.standing.seat for result in found.results]
    if not {*placed} <= {seat.seat for seat in found.seats}:
        raise BadRecord(_("A result in the record is that of no seat."))
    return found


def _parse(document: object) -> Record | TableRecord:
    if isinstance(document, dict) and "table_format" in document:
        return table_record.read(document)
    return record.read(document)


def _number(race: str) -> int:
    parts = codes.split_race(race)
    return parts[1] or 0 if parts else 0


def _kept(storage: Storage, path: Path) -> Kept | None:
    document = storage.read(path)
    try:
        read = parse_checked(document)
        note = _note(storage.read(storage.root / NOTES / path.name), path)
    except (EngineError, OSError):
        return None
    return _of(path, read, document, note)


def _of(
    path: Path, found: Record | TableRecord, document: Mapping[str, object], note: RecordNote
) -> Kept:
    """Return the stored record in a file, from its parsed and its plain JSON and its note."""
    if isinstance(found, TableRecord):
        return KeptRound(path, found, document, *note)
    return KeptRecord(path, found, document, *note)


def _note(value: dict[str, Any], path: Path) -> RecordNote:
    """Parse a note file's content. If it is missing or damaged, the time is that of the record
    file, and the user's seat is 0 for a solo game and None for other records."""
    seat, at = value.get("seat", 0), value.get("at")
    sound = type(at) is int and (seat is None or type(seat) is int)
    if not sound:
        return RecordNote(None if "@" in path.stem else 0, path.stat().st_mtime_ns // 1_000_000)
    return RecordNote(seat, at or 0, value.get("imported") is True, value.get("analysis"))


def file_name(document: Mapping[str, object]) -> str:
    """Return the file name of an imported record, without `.json`: the id of its race and the first
    characters of its digest."""
    race = re.sub(r"[^A-Za-z0-9-]", "_", str(document.get("race")))[:40]
    return f"{race}@import-{str(document.get('digest'))[:8]}"
