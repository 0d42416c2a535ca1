"""The compact form of a finished race: the move logs of all seats in one compressed text.

Columns compress better than lines, so all moves stand together, and so do all times. The text has
five parts separated by form feeds. Each part except the first has one line for each seat:

    the format, 1
    seat and standing, as the standing was stored
    moves, separated by tabs; a move that the seat did not make has its author: "text@server"
    milliseconds since the move before, separated by spaces
    marks, "field=value", separated by tabs
"""

import zlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from engine.board import Entry
from server.boards.card_marks import Marks, read_marks
from server.boards.seat_standing import StoredStanding

FORMAT = "1"


class SeatLog(NamedTuple):
    """What is archived of a seat in a race. `standing` and `marks` are in their stored form."""

    seat: int
    standing: str
    entries: Sequence[Entry]
    marks: Mapping[str, str] = {}  # never changed: a mapping


class PackedRace:
    """A finished race. The moves of a seat are decoded when they are asked for.

    Raises ValueError if the text is of another format.
    """

    def __init__(self, packed: bytes) -> None:
        version, *parts = zlib.decompress(packed).decode().split("\f")
        if version != FORMAT:
            raise ValueError(f"a race is kept in format {version[:8]}")
        heads, *rest = (part.split("\n") if part else [] for part in parts)
        self._standings: dict[int, str] = {}
        self._lines: dict[int, tuple[str, ...]] = {}
        rest = [part or [""] * len(heads) for part in rest]
        for head, *lines in zip(heads, *rest, strict=True):
            seat, standing = head.split(" ", 1)
            self._standings[int(seat)] = standing
            self._lines[int(seat)] = tuple(lines)

    def standings(self) -> dict[int, StoredStanding]:
        """The standings of the seats that have moved, by seat."""
        return {seat: StoredStanding.read(text) for seat, text in self._standings.items()}

    def entries(self, seat: int) -> list[Entry]:
        """The moves of a seat, in order; none if it never moved."""
        if seat not in self._lines or not self._lines[seat][0]:
            return []
        moves, gaps, _ = self._lines[seat]
        times = accumulate(map(int, gaps.split(" ")))
        return [_entry(ms, move) for ms, move in zip(times, moves.split("\t"), strict=True)]

    def marks(self, seat: int) -> Marks:
        """The tilt marks of a seat."""
        line = self._lines[seat][2] if seat in self._lines else ""
        return read_marks(dict(mark.rsplit("=", 1) for mark in line.split("\t") if mark))


class RacePacker:
    """Packs a race, one seat at a time."""

    def __init__(self) -> None:
        self._parts: tuple[list[str], ...] = ([], [], [], [])

    def add(self, log: SeatLog) -> None:
        """Add a seat."""
        heads, moves, gaps, marks = self._parts
        heads.append(f"{log.seat} {log.standing}")
        moves.append("\t".join(_move(entry) for entry in log.entries))
        gaps.append(" ".join(map(str, _gaps(entry.ms for entry in log.entries))))
        marks.append("\t".join(f"{field}={value}" for field, value in log.marks.items()))

    def packed(self) -> bytes:
        """The compact form of the seats added so far."""
        text = "\f".join([FORMAT, *("\n".join(part) for part in self._parts)])
        return zlib.compress(text.encode(), 9)


def _gaps(times: Iterable[int]) -> Iterable[int]:
    before = 0
    for ms in times:
        yield ms - before
        before = ms


def _move(entry: Entry) -> str:
    return entry.text if entry.by == "seat" else f"{entry.text}@{entry.by}"


def _entry(ms: int, move: str) -> Entry:
    text, _, by = move.partition("@")
    return Entry(ms, by or "seat", text)
