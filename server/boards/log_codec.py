"""A finished race as it is kept: the logs of all its seats in one compressed text.

Columns compress better than lines, so all moves stand together, and all times. A text has five
parts with a form feed between them, each but the first with a line a seat:

    the format, 1
    seat and standing, as the standing was stored
    moves, with tabs between them; one that was not the seat's own with its author: "text@server"
    milliseconds since the move before, with spaces between them
    marks, "field=value" with tabs between them
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
    """All that is kept of a seat in a race. `standing` and `marks` are as they were stored."""

    seat: int
    standing: str
    entries: Sequence[Entry]
    marks: Mapping[str, str] = {}  # never changed: a mapping


class PackedRace:
    """A finished race, read seat by seat as it is asked for."""

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

    def numbers(self) -> dict[int, StoredStanding]:
        """By seat, the numbers of those that have moved."""
        return {seat: StoredStanding.read(text) for seat, text in self._standings.items()}

    def entries(self, seat: int) -> list[Entry]:
        """A seat's moves, in order."""
        if seat not in self._lines or not self._lines[seat][0]:
            return []
        moves, gaps, _ = self._lines[seat]
        times = accumulate(map(int, gaps.split(" ")))
        return [_entry(ms, move) for ms, move in zip(times, moves.split("\t"), strict=True)]

    def marks(self, seat: int) -> Marks:
        """How a seat has tilted its cards."""
        line = self._lines[seat][2] if seat in self._lines else ""
        return read_marks(dict(mark.rsplit("=", 1) for mark in line.split("\t") if mark))


class RacePacker:
    """A race that is being packed, a seat at a time."""

    def __init__(self) -> None:
        self._parts: tuple[list[str], ...] = ([], [], [], [])

    def add(self, log: SeatLog) -> None:
        """One more seat."""
        heads, moves, gaps, marks = self._parts
        heads.append(f"{log.seat} {log.standing}")
        moves.append("\t".join(_move(entry) for entry in log.entries))
        gaps.append(" ".join(map(str, _gaps(entry.ms for entry in log.entries))))
        marks.append("\t".join(f"{field}={value}" for field, value in log.marks.items()))

    def packed(self) -> bytes:
        """All that was added."""
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
