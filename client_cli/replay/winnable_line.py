"""The line under the clock of a replay that shows how long a contestant could have won."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.solver.analysis import AnalysedContestant, winnable_at


class WinnableMarks(NamedTuple):
    """The characters for a moment at which the game can still be won, at which that is not known,
    and at which it cannot be won."""

    winnable: str
    unknown: str
    lost: str


ASCII_MARKS = WinnableMarks("=", "?", "-")
MARKS = WinnableMarks("━", "?", "·")


def winnable_line(
    told: AnalysedContestant, times: Sequence[int], end: int, cells: int, marks: WinnableMarks
) -> str:
    """Return `cells` characters for the time from 0 to `end`, in milliseconds: each says whether
    the game could still be won at its moment. `times` has the race time after each number of
    moves."""
    line, ply = "", 0
    for cell in range(cells):
        ms = end * cell // max(1, cells - 1)
        while ply + 1 < len(times) and times[ply + 1] <= ms:
            ply += 1
        line += getattr(marks, winnable_at(told, ply))
    return line
