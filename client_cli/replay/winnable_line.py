"""The line under the clock of a replay that shows how long a contestant could have won, with its
figures as text."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.solver.analysis import AnalysedContestant, winnable_at
from protocol.texts import _


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


def winnable_figures(told: AnalysedContestant) -> str:
    """Return in words until after which move a contestant could have won, and from which on not."""
    until, lost = told["won_until"], told["lost_from"]
    if until is None and lost is None:
        return _("not known")
    if until is None:
        return _("not to be won from move {lost} on", lost=lost)
    if lost is None:
        return _("to be won until move {until}", until=until)
    return _("to be won until move {until}, not from move {lost} on", until=until, lost=lost)
