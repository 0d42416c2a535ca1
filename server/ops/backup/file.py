"""The file: lines of JSON, compressed, readable with `zcat`, the same whatever Redis it is from.

The first line says what it is; each further one is a piece of a key; the last counts the keys and
has the SHA-256 of all lines before it, so that a file that was cut or changed is known.
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
"""What the name of a file ends with that is not whole yet."""

Kind = Literal["string", "list", "hash", "set", "zset", "stream"]


class Damaged(Exception):
    """The file is no backup, or not as it was written. The text is a sentence."""


class About(NamedTuple):
    """`taken_ms` is server time; `schema` how the store is laid out."""

    taken_ms: int
    schema: int
    server: str


class Piece(NamedTuple):
    """Some or all of what a key holds, in order: for a hash fields and values, for a sorted set
    members and scores, for a stream entries, each a number and its fields. `expires_ms` is server
    time; None for a key that stays. `last` is the number a stream has come to."""

    kind: Kind
    key: str
    expires_ms: int | None
    values: list[Any]
    last: str = ""


class Whole(NamedTuple):
    """What a file is about, and how much is in it."""

    about: About
    keys: int
    bytes: int


def text_of(data: bytes) -> str:
    """Bytes as text that JSON can carry; most are text anyway."""
    return data.decode(errors="surrogateescape")


def bytes_of(text: str) -> bytes:
    return text.encode(errors="surrogateescape")


class Writer:
    """Writes a file, of which nobody sees anything before it is whole."""

    def __init__(self, path: Path, about: About) -> None:
        self._path = path
        self._digest = hashlib.sha256()
        self._keys = 0
        self._last = ""
        # For nobody else to read, and a file of its own: one that is there may be anybody's.
        descriptor, part = mkstemp(PART, f".{path.name}.", path.parent)
        self._part = Path(part)
        self._raw = os.fdopen(descriptor, "wb")
        self._file = gzip.GzipFile(fileobj=self._raw, mode="wb", compresslevel=6, mtime=0)
        self._say({"format": FORMAT, "version": VERSION, **about._asdict()})

    def add(self, piece: Piece) -> None:
        """Pieces of one key come one after the other."""
        self._keys += piece.key != self._last
        self._last = piece.key
        self._say(list(piece))

    def done(self) -> Whole:
        """Let the file be seen under its name; how much is in it."""
        self._say({"keys": self._keys, "sha256": self._digest.hexdigest()})
        self._file.close()
        self._raw.flush()
        os.fsync(self._raw.fileno())
        self._raw.close()
        self._part.replace(self._path)
        return look(self._path)

    def forget(self) -> None:
        """It came to nothing."""
        with suppress(OSError):  # a disk may be full
            self._raw.close()
        self._part.unlink(missing_ok=True)

    def _say(self, value: object) -> None:
        line = json.dumps(value, separators=(",", ":")).encode() + b"\n"
        self._digest.update(line)
        self._file.write(line)


def look(path: Path) -> Whole:
    """What a file is, once all of it has been read and found whole. Raises Damaged, OSError."""
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
    return Whole(about, keys, size)


def _about(line: bytes) -> About:
    told = json.loads(line)
    if told["format"] != FORMAT:
        raise ValueError
    if told["version"] != VERSION:
        raise Damaged(f"This backup has form {told['version']}; this program reads {VERSION}.")
    return About(told["taken_ms"], told["schema"], told["server"])


def pieces(path: Path) -> Iterator[Piece]:
    """Everything in a file that has been looked at."""
    with gzip.open(path) as file:
        _line(file)
        while (line := _line(file))[:1] == b"[":
            yield Piece(*json.loads(line))


def _line(file: gzip.GzipFile) -> bytes:
    return file.readline(LONGEST_LINE)
