"""Import and export of records, the documents of finished games: a directory or zip with a file for
each record, and a file of notes. The note of a record says which seat (place in the race) was the
user's, and when the race was played."""

import contextlib
import json
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from client_cli.exit_codes import Failure
from client_cli.local.record_store import Kept, RecordNote, file_name, keep
from client_cli.local.storage import Storage
from engine.races.verify import verify
from protocol.texts import _

NOTES = "notes.json"
"""Name of the notes file beside the records. It has the user's seat, the time, and the analysis, if
there is one, of each record, by file name."""
LARGEST = 64 * 2**20
MOST_FILES = 100_000


class ImportResult(NamedTuple):
    """What has become of one imported file. `outcome` is "taken" (it is stored now), "known" (it
    was stored before) or "refused"; `why` is the reason of a refusal."""

    name: str
    outcome: str
    why: str = ""


def export(kept: Iterable[Kept], to: Path) -> int:
    """Write records and their notes to `to`: a new zip if the name ends in `.zip`, otherwise a
    directory. Return the number of records. Raises Failure if the zip exists or writing fails; an
    incomplete zip is deleted."""
    chosen = list(kept)
    files = {f"{one.name}.json": one.document for one in chosen}
    notes = {f"{one.name}.json": _exported_note(one) for one in chosen}
    try:
        if to.suffix == ".zip":
            with zipfile.ZipFile(to, "x", zipfile.ZIP_DEFLATED) as parcel:
                for name, document in {**files, NOTES: notes}.items():
                    parcel.writestr(name, json.dumps(document, indent=1) + "\n")
        else:
            to.mkdir(parents=True, exist_ok=True)
            for name, document in {**files, NOTES: notes}.items():
                (to / name).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    except FileExistsError:
        raise Failure.refused(_("{to} is there already.", to=to)) from None
    except OSError as error:
        if to.suffix == ".zip":  # the file is new, and an incomplete zip is useless
            with contextlib.suppress(OSError):
                to.unlink(missing_ok=True)
        raise Failure.usage(
            _("Cannot write {to}: {strerror}.", to=to, strerror=error.strerror)
        ) from None
    return len(chosen)


def _exported_note(kept: Kept) -> dict[str, object]:
    """Return the note of a record for an export. It has the analysis of the record if there is
    one."""
    note: dict[str, object] = {"seat": kept.seat, "at": kept.at}
    return note if kept.analysis is None else {**note, "analysis": kept.analysis}


def import_records(storage: Storage, paths: Iterable[Path]) -> Iterator[ImportResult]:
    """Verify the records in files, directories and zips, and store the valid ones, marked as
    imported. Yield the result for each file as soon as it is known. Raises Failure for a path that
    cannot be read."""
    known = {str(storage.read(path).get("digest")) for path in _shelved(storage)}
    for path in paths:
        files = dict(_files(path))
        notes = _document(files.pop(NOTES, b"{}"))
        for name, content in sorted(files.items()):
            document = _document(content)
            brought = _brought(storage, name, document, known, _note(notes, name, storage))
            if brought.outcome == "taken":
                known.add(str(document.get("digest")))
            yield brought


def _brought(
    storage: Storage, name: str, document: Mapping[str, object], known: set[str], note: RecordNote
) -> ImportResult:
    failed = next((check for check in verify(document) if not check.ok), None)
    if failed is not None:
        return ImportResult(name, "refused", f"{failed.step}: {failed.found.rstrip('.')}")
    if str(document.get("digest")) in known:
        return ImportResult(name, "known")
    keep(storage, file_name(document), document, note)
    return ImportResult(name, "taken")


def _note(notes: Mapping[str, object], name: str, storage: Storage) -> RecordNote:
    """Return the note of an imported record: the user's seat and the time of the record. If `notes`
    has no entry for the record, no seat is the user's."""
    value = notes.get(name)
    told = value if isinstance(value, dict) else {}
    seat, at = told.get("seat"), told.get("at")
    return RecordNote(
        seat if type(seat) is int else None,
        at if type(at) is int and 0 <= at < 2**53 else storage.now_ms(),
        imported=True,
        analysis=told.get("analysis"),
    )


def _shelved(storage: Storage) -> Iterator[Path]:
    return (storage.root / "records").glob("*.json")


def _files(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of the JSON files at a path: one file, those in a directory, or those
    in a zip. Raises Failure if a file is missing or cannot be read or unpacked."""
    try:
        if path.is_dir():
            # Only regular files, because opening a pipe would block.
            paths = [found for found in path.glob("*.json") if found.is_file()]
            yield from ((found.name, _small(found)) for found in sorted(paths))
        elif path.is_file() and zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as parcel:
                yield from _unpacked(parcel)
        else:
            yield path.name, _small(path)
    except FileNotFoundError:
        raise Failure.not_found(_("There is no file {path}.", path=path)) from None
    except OSError as error:
        raise Failure.not_found(
            _("{path} cannot be read: {strerror}.", path=path, strerror=error.strerror)
        ) from None
    except (zipfile.BadZipFile, RuntimeError, EOFError, zlib.error) as error:
        raise Failure.refused(
            _("{path} cannot be unpacked: {why}.", path=path, why=str(error).rstrip("."))
        ) from None


def _small(path: Path) -> bytes:
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)  # its stated size is not trusted
    if len(content) > LARGEST:
        raise Failure.refused(_("{path} is too large to be a record.", path=path))
    return content


def _unpacked(parcel: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    """Yield (name, content) of the JSON files in a zip. Raises Failure if there are too many files,
    or if the sizes that the zip states for them add up to too much. No file is read beyond its
    stated size."""
    members = [m for m in parcel.infolist() if m.filename.endswith(".json")]
    if len(members) > MOST_FILES or sum(m.file_size for m in members) > LARGEST:
        raise Failure.refused(
            _("{file} is too large to be a parcel of records.", file=parcel.filename)
        )
    for member in members:
        with parcel.open(member) as file:
            yield Path(member.filename).name, file.read(member.file_size)


def _document(content: bytes) -> dict[str, object]:
    """Return the JSON object in a file's content. Anything else becomes an empty object, which
    verification then rejects."""
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
