"""Who was better: the order of a race, live and final, alike for servers, clients, verifiers."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

Key = tuple[int, ...]

SAME_MOMENT_MS = 100
"""Progress reached within the same tenth of a second was reached together."""


class Standing(NamedTuple):
    """How one seat stands. Times are milliseconds of race time.

    `result` is None while the seat is playing. `best` is the highest progress so far, `tie_break`
    the game's own tie-break with it (0 in most games), and `reached_ms` when both were reached;
    `ended_ms` is when the game ended. `clean` says that no move was taken back.
    """

    seat: int
    result: str | None
    reason: str | None
    best: int
    tie_break: int
    reached_ms: int
    points: int | None
    ended_ms: int | None
    moves: int
    clean: bool = True


class Placed(NamedTuple):
    """A standing and its place from 1; equal standings share a place."""

    place: int
    standing: Standing


def rank(standings: Sequence[Standing], ranked_by: str, winners: str = "time") -> list[Placed]:
    """The standings in order, best first; those who share a place by seat.

    Whoever has taken a move back stands below all who have not. By progress: those who won, by
    time or by fewer moves; then by best progress; then by the game's tie-break; then by who reached
    it earlier. By points: more points first, nothing else.
    """
    key = _by_points if ranked_by == "points" else partial(_by_progress, winners=winners)
    keys = [(not standing.clean, *key(standing)) for standing in standings]
    first = dict[Key, int]()
    for place, each in enumerate(sorted(keys), 1):
        first.setdefault(each, place)
    placed = [Placed(first[own], s) for own, s in zip(keys, standings, strict=True)]
    return sorted(placed, key=lambda p: (p.place, p.standing.seat))


def _by_points(standing: Standing) -> Key:
    return (-(standing.points or 0),)


def _by_progress(standing: Standing, winners: str) -> Key:
    if standing.result == "won" and standing.ended_ms is not None:
        moves = standing.moves if winners == "moves" else 0
        return 0, moves, standing.ended_ms
    return 1, -standing.best, -standing.tie_break, standing.reached_ms // SAME_MOMENT_MS
