"""Packs the move logs of all seats of a finished race into one compressed text, and reads it.

The moves of all seats are in one part of the text and their times in another, because this
compresses better. The text has five parts, separated by form feeds. The first is the format, "1".
Each of the others has one line for each seat:

    number of the seat, a space, its standing as it was stored
    moves, separated by tabs; "text@server" if the server and not the seat made the move
    milliseconds between each move and the one before it, separated by spaces
    tilt marks, "field=value", separated by tabs

A seat is the numbered place of a player in a room. Its standing has its figures in the race, such
as progress and result. A tilt mark is a card turned a little as the player's reminder.
"""

import zlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from engine.races.board import Entry
from server.boards.card_marks import Marks, read_marks
from server.boards.seat_standing import StoredStanding

FORMAT = "1"


class SeatLog(NamedTuple):
    """The data of one seat that are archived with a race. `entries` are the moves of the seat,
    oldest first. `standing` and `marks` (its tilt marks) have the form in which Redis has them
    before the race is archived."""

    seat: int
    standing: str
    entries: Sequence[Entry]
    marks: Mapping[str, str] = {}  # a mutable default is safe: nothing changes it


class PackedRace:
    """Reads a finished race from the compressed text that RacePacker has made. The moves of a seat
    are decoded only when `entries` is called.

    The constructor raises ValueError if the text is of another format than "1".
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
        """Return the standings of the seats in the packed text, by seat. A seat that has made no
        move is not in it."""
        return {seat: StoredStanding.read(text) for seat, text in self._standings.items()}

    def entries(self, seat: int) -> list[Entry]:
        """Return the moves of a seat, oldest first; an empty list if it made none."""
        if seat not in self._lines or not self._lines[seat][0]:
            return []
        moves, gaps, _ = self._lines[seat]
        times = accumulate(map(int, gaps.split(" ")))
        return [_entry(ms, move) for ms, move in zip(times, moves.split("\t"), strict=True)]

    def marks(self, seat: int) -> Marks:
        """Return the tilt marks of a seat; an empty mapping if the seat is not in the packed
        text."""
        line = self._lines[seat][2] if seat in self._lines else ""
        return read_marks(dict(mark.rsplit("=", 1) for mark in line.split("\t") if mark))


class RacePacker:
    """Packs a finished race into one compressed text: call `add` for each seat, then `packed`."""

    def __init__(self) -> None:
        self._parts: tuple[list[str], ...] = ([], [], [], [])

    def add(self, log: SeatLog) -> None:
        """Add the moves and other data of one seat of the race."""
        heads, moves, gaps, marks = self._parts
        heads.append(f"{log.seat} {log.standing}")
        moves.append("\t".join(_move(entry) for entry in log.entries))
        gaps.append(" ".join(map(str, _gaps(entry.ms for entry in log.entries))))
        marks.append("\t".join(f"{field}={value}" for field, value in log.marks.items()))

    def packed(self) -> bytes:
        """Return the compressed text of the seats added so far."""
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
