"""Put the contestants of a race in order, during the race and at its end. Servers, clients and
verifiers use the same function.

Each contestant has a seat, a numbered place in the room of the race. Race time is the time since
the start of the race, without outages. The progress of a game is the figure by which games that are
not won are compared; the tie-break is a second figure for games of equal progress.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

RankedBy = Literal["progress", "tie_break", "points", "reach", "round"]
Key = tuple[int, ...]

SAME_MOMENT_MS = 100
"""Race time is divided into intervals of this length. Progress reached within one interval counts
as reached at the same time."""


class Standing(NamedTuple):
    """The figures by which a contestant is placed in a race. Times are milliseconds of race time.

    `result` is None while the contestant is playing. `best` is the highest progress so far, and
    `tie_break` the highest tie-break of the positions with this progress (0 in most games).
    `reached_ms` is when a position with both figures was first reached. `ended_ms` is when the game
    ended. `clean` says that no move was taken back and no hint asked for.
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
    """A standing together with its place among all contestants, from 1. Equal standings share a
    place."""

    place: int
    standing: Standing


def rank(standings: Sequence[Standing], ranked_by: str, winners: str = "time") -> list[Placed]:
    """Return the standings in order, best first, each with its place. Equal standings share a place
    and are ordered by seat number.

    A contestant who took a move back or asked for a hint is placed below all who did not. Otherwise
    `ranked_by`, a property of the game, decides:

    - `progress`: winners come first, ordered by time, or by number of moves if `winners` is
      `moves`. The others follow by higher `best`, then higher `tie_break`, then earlier
      `reached_ms` (in tenths of a second).
    - `tie_break`: like `progress`, but winners are ordered by higher `tie_break` first.
    - `points`: the contestant with more points comes first.
    - `reach`: the contestant with the higher `best` comes first. Time and moves do not count.
    - `round`, for Racing Demon: the contestant with more points comes first, but those who have
      left the table come after all others.
    """
    keys = [key(standing, ranked_by, winners) for standing in standings]
    first = dict[Key, int]()
    for place, each in enumerate(sorted(keys), 1):
        first.setdefault(each, place)
    placed = [Placed(first[own], s) for own, s in zip(keys, standings, strict=True)]
    return sorted(placed, key=lambda p: (p.place, p.standing.seat))


def key(standing: Standing, ranked_by: str, winners: str = "time") -> Key:
    """Return a tuple by which standings can be sorted in the order of `rank`. The best standing has
    the lowest key, and equal standings have equal keys. The arguments are those of `rank`."""
    if ranked_by in KEYS:
        return (not standing.clean, *KEYS[ranked_by](standing))
    return (not standing.clean, *_by_progress(standing, winners, ranked_by == "tie_break"))


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
