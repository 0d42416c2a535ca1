"""Rank the contestants of a race, live and at the end. Servers, clients and verifiers all use
it."""

from collections.abc import Sequence
from functools import partial
from typing import Literal, NamedTuple

RankedBy = Literal["progress", "tie_break", "points", "reach", "round"]
Key = tuple[int, ...]

SAME_MOMENT_MS = 100
"""Race time is divided into intervals of this length. Progress reached within one interval counts
as reached at the same time."""


class Standing(NamedTuple):
    """The standing of a seat. Times are milliseconds of race time.

    `result` is None while the seat is playing. `best` is the highest progress so far, `tie_break`
    the game's tie-break at that position (0 in most games), and `reached_ms` the time at which that
    position was reached. `ended_ms` is when the game ended. `clean`: no move was taken back
    and no hint asked for.
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
    """A standing with its place, from 1. Equal standings share a place."""

    place: int
    standing: Standing


def rank(standings: Sequence[Standing], ranked_by: str, winners: str = "time") -> list[Placed]:
    """Return the standings in order, best first. Equal standings share a place and are ordered by
    seat number.

    A seat that took a move back ranks below all that did not. If `ranked_by` is `progress`, winners
    come first, by `time` or by number of `moves` as `winners` says; then higher `best`, higher
    `tie_break`, earlier `reached_ms`. If it is `tie_break`, winners too are ordered by a higher
    `tie_break` first. If it is `points`, more points come first. If it is `reach`, higher `best`
    comes first, and neither time nor moves count. If it is `round`, a contestant who has left the
    common table ranks below all others, and more points come first.
    """
    key = KEYS.get(ranked_by) or partial(
        _by_progress, winners=winners, tied=ranked_by == "tie_break"
    )
    keys = [(not standing.clean, *key(standing)) for standing in standings]
    first = dict[Key, int]()
    for place, each in enumerate(sorted(keys), 1):
        first.setdefault(each, place)
    placed = [Placed(first[own], s) for own, s in zip(keys, standings, strict=True)]
    return sorted(placed, key=lambda p: (p.place, p.standing.seat))


def _by_points(standing: Standing) -> Key:
    return (-(standing.points or 0),)


def _by_reach(standing: Standing) -> Key:
    return (-standing.best,)


def _by_round(standing: Standing) -> Key:
    return (standing.reason == "resigned", -(standing.points or 0))


KEYS = {"points": _by_points, "reach": _by_reach, "round": _by_round}


def _by_progress(standing: Standing, winners: str, tied: bool) -> Key:
    if standing.result == "won" and standing.ended_ms is not None:
        tie_break = standing.tie_break if tied else 0
        moves = standing.moves if winners == "moves" else 0
        return 0, -tie_break, moves, standing.ended_ms
    return 1, -standing.best, -standing.tie_break, standing.reached_ms // SAME_MOMENT_MS
