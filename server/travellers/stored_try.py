"""The stored form of a try: a row of about 80 bytes.

A try is the game of one contestant on a deal. A tenth is a tenth of the goal of the game; a row has
the time at which each tenth was reached. A choice is a move beside which the player could have made
another one. The texts of choices are stored once for each deal; a row has their numbers.
"""

import struct
import sys
from array import array
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from engine.races.ranking import Standing
from engine.races.traveller import DEPTH, TENTHS, TrySummary

ACCOUNT, RACE, FIGURES = "8s", "6sI", "HBBHIIiII"
HEAD = struct.Struct(f"<{ACCOUNT}{RACE}{FIGURES}B{TENTHS}H")
ROW = struct.Struct(f"{HEAD.format}{DEPTH}H")
"""The parts of a row in order: the id of the account, empty for a guest; the code of the room and
the number of the race; the figures, which are the seat, the flags, the result and the reason, and
the other figures of the standing; how often the unit of the times was doubled; the times of the
tenths; and the numbers of the choices, 0 for none. The rest of a row is the name of the guest, in
UTF-8."""
RACE_PART, FIGURES_PART = struct.Struct(f"<{RACE}"), struct.Struct(f"<{FIGURES}")
AT_RACE = struct.calcsize(f"<{ACCOUNT}")
AT_SEAT = struct.calcsize(f"<{ACCOUNT}{RACE}")
AT_FLAGS = struct.calcsize(f"<{ACCOUNT}{RACE}H")
AT_DOUBLED = struct.calcsize(f"<{ACCOUNT}{RACE}{FIGURES}")
AT_TENTHS, AT_CHOICES = AT_DOUBLED + 1, HEAD.size
"""Where the parts of a row begin."""

RESULTS = (None, "won", "lost", "complete")
REASONS = (None, "stuck", "resigned", "timeout")
"""The results and the reasons of a standing. A row has their positions, so new ones go to the
end."""

BOT, GHOST, UNCLEAN, GOT_GOING = 1, 2, 4, 8
"""The flags: the player is a program; the race was against a ghost, which is later practice; a move
was taken back or a hint asked for; the try got going (`TrySummary.got_going`)."""

UNIT_MS = 100
"""The times of the tenths are stored in this unit or, in long races, in a multiple of it."""
NEVER = 0xFFFF
"""Stands for the time of a tenth that was not reached."""
NO_POINTS = -(2**31)


class StoredTry(NamedTuple):
    """A try as it is stored. `account` is the id of the player's account, None for a guest; `name`
    is the name of a guest, empty for an account, which is shown under its present name. `code`, `n`
    and `seat` say where the try was played. `bot` says that the player is a program, and `ghost`
    that the race was against a ghost. The times in `summary.tenths` are rounded down to tenths of a
    second, in long races to a multiple of that."""

    account: str | None
    name: str
    code: str
    n: int
    seat: int
    bot: bool
    ghost: bool
    summary: TrySummary


def packed(one: StoredTry) -> tuple[bytes, bytes]:
    """Return the parts of the row of a try that stand before and after the numbers of its
    choices."""
    final, flags = one.summary.standing, 0
    for flag, is_set in (
        (BOT, one.bot),
        (GHOST, one.ghost),
        (UNCLEAN, not final.clean),
        (GOT_GOING, one.summary.got_going),
    ):
        flags |= flag * is_set
    doubled, times = _times(one.summary.tenths)
    head = HEAD.pack(
        bytes.fromhex(one.account or ""),
        one.code.encode(),
        one.n,
        one.seat,
        flags,
        RESULTS.index(final.result) + 16 * REASONS.index(final.reason),
        final.best,
        final.tie_break,
        final.reached_ms,
        NO_POINTS if final.points is None else final.points,
        final.ended_ms or 0,
        final.moves,
        doubled,
        *times,
    )
    return head, one.name.encode()


def _times(tenths: tuple[int | None, ...]) -> tuple[int, list[int]]:
    """Return how often the unit of the times must be doubled so that each fits into two bytes, and
    the times in that unit."""
    latest = max((ms for ms in tenths if ms is not None), default=0)
    doubled = max(0, (latest // UNIT_MS // NEVER).bit_length())
    unit = UNIT_MS << doubled
    return doubled, [NEVER if ms is None else ms // unit for ms in tenths]


def unpacked(row: bytes, texts: Mapping[int, str]) -> StoredTry:
    """Return the try that is stored in a row. `texts` has the texts of the choices by number."""
    account, code, n, *others = ROW.unpack_from(row)
    unit, times = UNIT_MS << row[AT_DOUBLED], others[-TENTHS - DEPTH : -DEPTH]
    flags = row[AT_FLAGS]
    final = standing(row)
    summary = TrySummary(
        final,
        tuple([None if time == NEVER else time * unit for time in times]),
        tuple([texts[number] for number in others[-DEPTH:] if number]),
        bool(flags & GOT_GOING),
    )
    return StoredTry(
        account.hex() if any(account) else None,
        row[ROW.size :].decode(),
        code.decode(),
        n,
        final.seat,
        bool(flags & BOT),
        bool(flags & GHOST),
        summary,
    )


def standing(row: bytes) -> Standing:
    """Return the final figures of the try that is stored in a row."""
    seat, flags, end, best, tie_break, reached_ms, points, ended_ms, moves = (
        FIGURES_PART.unpack_from(row, AT_SEAT)
    )
    return Standing(
        seat,
        RESULTS[end % 16],
        REASONS[end // 16],
        best,
        tie_break,
        reached_ms,
        None if points == NO_POINTS else points,
        ended_ms,
        moves,
        not flags & UNCLEAN,
    )


class TryKind(Enum):
    """Where a try stands in a traveller: among those that count; among those of programs; among
    those against a ghost, which are later practice; or nowhere, because it never got going."""

    COUNTED, BOT, GHOST, IDLE = range(4)


def _kind(flags: int) -> TryKind:
    if not flags & GOT_GOING:
        return TryKind.IDLE
    if flags & GHOST:
        return TryKind.GHOST
    return TryKind.BOT if flags & BOT else TryKind.COUNTED


KINDS = [_kind(flags) for flags in range(256)]
"""The kind of a try by the flags of its row."""


def kind_of(row: bytes) -> TryKind:
    """Return where the try that is stored in a row stands in a traveller."""
    return KINDS[row[AT_FLAGS]]


def race_part(code: str, n: int) -> bytes:
    """Return the part of a row that says in which race the try was made."""
    return RACE_PART.pack(code.encode(), n)


def race_of(row: bytes) -> bytes:
    """Return the part of a row that says in which race the try was made."""
    return row[AT_RACE:AT_SEAT]


def seat_of(row: bytes) -> bytes:
    """Return the part of a row that says in which race and in which seat the try was made."""
    return row[AT_RACE:AT_FLAGS]


def account_part(account: str) -> bytes:
    """Return the part at the beginning of a row that says which account has made the try."""
    return bytes.fromhex(account)


class RowColumns:
    """The parts of many rows, each part as a sequence with a value for each row. They are read from
    the bytes of all rows at once, because to unpack ten thousand rows takes longer."""

    def __init__(self, rows: Sequence[bytes]) -> None:
        self._rows = b"".join([row[: ROW.size] for row in rows])

    def won(self) -> list[bool]:
        """Return whether each game was won."""
        won = RESULTS.index("won")
        return [end % 16 == won for end in self._bytes(AT_FLAGS + 1)]

    def tenths(self) -> Iterator[list[int]]:
        """Yield for each tenth of the goal the times at which it was reached, in milliseconds."""
        doubled = self._bytes(AT_DOUBLED)
        some_are_doubled = any(doubled)
        for tenth in range(TENTHS):
            times = self._numbers(AT_TENTHS + 2 * tenth)
            if some_are_doubled:
                both = zip(times, doubled, strict=True)
                yield [time * (UNIT_MS << twice) for time, twice in both if time != NEVER]
            else:
                yield [time * UNIT_MS for time in times if time != NEVER]

    def choices(self) -> list[Sequence[int]]:
        """Return for each depth the number of the choice in each row, 0 for none."""
        return [self._numbers(AT_CHOICES + 2 * depth) for depth in range(DEPTH)]

    def _bytes(self, at: int) -> bytes:
        return self._rows[at :: ROW.size]

    def _numbers(self, at: int) -> Sequence[int]:
        """Return the numbers of two bytes, the lower one first, that begin at this byte."""
        low = self._bytes(at)
        both = bytearray(2 * len(low))
        both[::2], both[1::2] = low, self._bytes(at + 1)
        numbers = array("H", bytes(both))
        if sys.byteorder == "big":
            numbers.byteswap()
        return numbers
