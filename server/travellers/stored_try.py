"""The stored form of a try: a row of about 80 bytes.

A try is the game of one contestant on a deal. A tenth is a tenth of the goal of the game; a row has
the time at which each tenth was reached. A choice is a move beside which the player could have made
another one. The texts of choices are stored once for each deal; a row has their numbers.
"""

import struct
from collections.abc import Mapping
from typing import NamedTuple

from engine.races.ranking import Standing
from engine.races.traveller import DEPTH, TENTHS, TrySummary

HEAD = struct.Struct(f"<8s6sIHBBHIIiIIB{TENTHS}H")
ROW = struct.Struct(f"{HEAD.format}{DEPTH}H")
"""The parts of a row in order: the id of the account, empty for a guest; the code of the room, the
number of the race and the seat; the flags; the result and the reason; the figures of the
standing; how often the unit of the times was doubled; the times of the tenths; and the numbers of
the choices, 0 for none. The rest of a row is the name of the guest, in UTF-8."""

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

    @property
    def counts(self) -> bool:
        """Whether the try has a place in the traveller: a person has played it, in a race that was
        not against a ghost, and it got going."""
        return not self.bot and not self.ghost and self.summary.got_going


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
    fields = ROW.unpack_from(row)
    account, code, n, seat, flags, end, best, tie_break, reached_ms, points, ended_ms, moves = (
        fields[:12]
    )
    unit = UNIT_MS << fields[12]
    result, reason = RESULTS[end % 16], REASONS[end // 16]
    final = Standing(
        seat,
        result,
        reason,
        best,
        tie_break,
        reached_ms,
        None if points == NO_POINTS else points,
        ended_ms,
        moves,
        not flags & UNCLEAN,
    )
    summary = TrySummary(
        final,
        tuple([None if time == NEVER else time * unit for time in fields[13 : 13 + TENTHS]]),
        tuple([texts[number] for number in fields[13 + TENTHS :] if number]),
        bool(flags & GOT_GOING),
    )
    return StoredTry(
        account.hex() if any(account) else None,
        row[ROW.size :].decode(),
        code.decode(),
        n,
        seat,
        bool(flags & BOT),
        bool(flags & GHOST),
        summary,
    )
