"""Backup file format: gzipped lines of JSON, independent of the version of Redis.

The first line is a header. Each further line is a piece: some or all values of one key. The last
line has the number of keys and the SHA-256 of all lines before it, so that a truncated or changed
file is detected.
"""

import gzip
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp
from typing import Any, Literal, NamedTuple

FORMAT = "crown-patience-backup"
VERSION = 1
LONGEST_LINE = 2**28
PART = ".part"
"""Suffix of a backup file that is not complete yet."""

Kind = Literal["string", "list", "hash", "set", "zset", "stream"]


class Damaged(Exception):
    """Raised if a file is no backup, or is damaged. The text is a sentence for operators."""


class BackupHeader(NamedTuple):
    """The header of a backup file: the server time of the backup in milliseconds; the schema number
    of the store, which is the version of the format of its data; and the version of the server."""

    taken_ms: int
    schema: int
    server: str


class BackupPiece(NamedTuple):
    """Some or all values of a key, in order.

    `values` of a hash are its fields and values: a field, its value, the next field and so on.
    `values` of a sorted set are likewise a member, its score, the next member and so on. `values`
    of a stream are lists, each with the id, the fields and the values of an entry. `expires_ms` is
    the store's time in milliseconds at which the key expires; None if it does not. `last` is used
    for streams only: the last id that the stream has generated.
    """

    kind: Kind
    key: str
    expires_ms: int | None
    values: list[Any]
    last: str = ""


class BackupSummary(NamedTuple):
    """The header of a backup file, the number of its keys, and its size in bytes."""

    about: BackupHeader
    keys: int
    bytes: int


def text_of(data: bytes) -> str:
    """Return bytes as text for JSON. Bytes that are not UTF-8 become lone surrogates, which
    `bytes_of` turns back."""
    return data.decode(errors="surrogateescape")


def bytes_of(text: str) -> bytes:
    return text.encode(errors="surrogateescape")


class BackupWriter:
    """Writes a backup file under a temporary name, and renames it when it is complete."""

    def __init__(self, path: Path, about: BackupHeader) -> None:
        self._path = path
        self._digest = hashlib.sha256()
        self._keys = 0
        self._last = ""
        # mkstemp makes a new file that only its owner can read; an existing file might have
        # another owner.
        descriptor, part = mkstemp(PART, f".{path.name}.", path.parent)
        self._part = Path(part)
        self._raw = os.fdopen(descriptor, "wb")
        self._file = gzip.GzipFile(fileobj=self._raw, mode="wb", compresslevel=6, mtime=0)
        self._say({"format": FORMAT, "version": VERSION, **about._asdict()})

    def add(self, piece: BackupPiece) -> None:
        """Write a piece. Pieces of one key must be added one after the other."""
        self._keys += piece.key != self._last
        self._last = piece.key
        self._say(list(piece))

    def done(self) -> BackupSummary:
        """Complete the file, rename it, read it again to verify it, and return its summary. Raises
        OSError, Damaged."""
        self._say({"keys": self._keys, "sha256": self._digest.hexdigest()})
        self._file.close()
        self._raw.flush()
        os.fsync(self._raw.fileno())
        self._raw.close()
        self._part.replace(self._path)
        return look(self._path)

    def forget(self) -> None:
        """Remove the unfinished file. For use in place of `done` after an error."""
        with suppress(OSError):  # the disk may be full
            self._raw.close()
        self._part.unlink(missing_ok=True)

    def _say(self, value: object) -> None:
        line = json.dumps(value, separators=(",", ":")).encode() + b"\n"
        self._digest.update(line)
        self._file.write(line)


def look(path: Path) -> BackupSummary:
    """Read and verify a whole backup file, and return its summary. Raises Damaged, OSError."""
    size = path.stat().st_size
    with gzip.open(path) as file:
        digest = hashlib.sha256()
        try:
            first = _line(file)
            digest.update(first)
            about = _about(first)
            line, keys, last = _line(file), 0, ""
            while line[:1] == b"[":
                digest.update(line)
                key = json.loads(line)[1]
                keys += key != last
                line, last = _line(file), key
            end = json.loads(line)
            whole = end == {"keys": keys, "sha256": digest.hexdigest()} and not file.read(1)
        except (EOFError, OSError, ValueError, KeyError, IndexError, TypeError):
            raise Damaged(f"{path} is cut or damaged, or no backup.") from None
    if not whole:
        raise Damaged(f"{path} is cut or damaged: its checksum does not fit.")
    return BackupSummary(about, keys, size)


def _about(line: bytes) -> BackupHeader:
    told = json.loads(line)
    if told["format"] != FORMAT:
        raise ValueError
    if told["version"] != VERSION:
        raise Damaged(
            f"This backup has format version {told['version']}; this program reads {VERSION}."
        )
    return BackupHeader(told["taken_ms"], told["schema"], told["server"])


def pieces(path: Path) -> Iterator[BackupPiece]:
    """Yield the pieces of a backup file, which the caller has verified with `look`."""
    with gzip.open(path) as file:
        _line(file)
        while (line := _line(file))[:1] == b"[":
            yield BackupPiece(*json.loads(line))


def _line(file: gzip.GzipFile) -> bytes:
    return file.readline(LONGEST_LINE)
