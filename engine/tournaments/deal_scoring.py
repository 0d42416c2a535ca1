"""Score one deal of a tournament. Numbers are exact fractions; `shown` rounds them for people."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from engine.races.ranking import Key, Standing, rank

HALF = Fraction(1, 2)


class Score(NamedTuple):
    """The score of an entrant on a deal.

    `place` is the place among the `of` entrants who are compared with each other. `beaten` is the
    number of matchpoints: one for each entrant beaten, half for each with the same place.
    `progress` is in hundredths of the goal. `out`: the game was won. `score` is the number added to
    the entrant's total.
    """

    place: int
    of: int
    beaten: Fraction
    progress: Fraction
    out: bool
    score: Fraction


def places(results: Mapping[int, Standing], ranked_by: str, winners: str) -> dict[int, int]:
    """Rank all these results together, whichever races they come from, and return the place of each
    entrant."""
    numbered = [standing._replace(seat=entrant) for entrant, standing in results.items()]
    return {placed.standing.seat: placed.place for placed in rank(numbered, ranked_by, winners)}


def in_places(keys: Mapping[int, Key]) -> dict[int, int]:
    """Return places from 1 by ascending key. Equal keys share a place."""
    first = dict[Key, int]()
    for place, key in enumerate(sorted(keys.values()), 1):
        first.setdefault(key, place)
    return {entrant: first[key] for entrant, key in keys.items()}


def places_among(order: Mapping[int, int], some: Iterable[int]) -> dict[int, int]:
    """Return the places of some entrants among themselves, computed from their places in `order`.
    Entrants who are not in `order` are left out."""
    return in_places({entrant: (order[entrant],) for entrant in some if entrant in order})


def matchpoints(order: Mapping[int, int]) -> dict[int, Fraction]:
    """Return the matchpoints of each entrant: one for every entrant with a worse place, and half
    for every other entrant with the same place."""
    sharing = Counter(order.values())
    worth, behind = dict[int, Fraction](), 0
    for place in sorted(sharing, reverse=True):
        worth[place] = behind + HALF * (sharing[place] - 1)
        behind += sharing[place]
    return {entrant: worth[place] for entrant, place in order.items()}


def neuberg(points: Fraction, of: int, largest: int) -> Fraction:
    """Convert matchpoints from a field of `of` entrants to a field of `largest`.

    This is Gérard Neuberg's formula, used in duplicate bridge: each result stands for largest / of
    results like it. The usual form, N/n × (m + 1) - 1, gives two points for each entrant beaten;
    this form gives one.
    """
    return Fraction(largest, of) * (points + HALF) - HALF


def percentage(points: Fraction, of: int, largest: int) -> Fraction:
    """Return matchpoints as a percentage of the maximum on the deal that most entrants played. An
    entrant who is alone in the field gets 50."""
    if largest == 1:
        return Fraction(50)
    return 100 * neuberg(points, of, largest) / (largest - 1)


def by_place(order: Mapping[int, int], worth: Sequence[int]) -> dict[int, Fraction]:
    """Return the points of each entrant by place. `worth` lists the points of each place from the
    first; later places have none. Entrants who share a place share the points of the places they
    take up."""
    shared = dict[int, Fraction]()
    for place, sharing in Counter(order.values()).items():
        shared[place] = Fraction(sum(worth[place - 1 : place - 1 + sharing]), sharing)
    return {entrant: shared[place] for entrant, place in order.items()}


def progress(standing: Standing, goal: int) -> Fraction:
    """Return the progress in hundredths of the goal; 100 for a won game."""
    return Fraction(100) if is_out(standing) else Fraction(100 * standing.best, goal)


def is_out(standing: Standing) -> bool:
    return standing.result == "won"


ARENA_OUT = 50
"""Points added to the progress, in hundredths of the goal, of a won game."""
STREAK = 2
"""After this many wins in a row, the following deals count double, up to and including the first
that is not won."""


def arena(played: Iterable[Score]) -> list[Fraction]:
    """Return the arena scores of the deals that an entrant has played, in the same order."""
    scores, running = list[Fraction](), 0
    for each in played:
        worth = each.progress + ARENA_OUT * each.out
        scores.append(worth * (2 if running >= STREAK else 1))
        running = running + 1 if each.out else 0
    return scores


def shown(number: Fraction, digits: int = 2) -> str:
    """Return a number as text, rounded to `digits` decimal places, halves away from zero."""
    scale = 10**digits
    whole, part = divmod(int(abs(number) * scale + HALF), scale)
    sign = "-" if number < 0 and (whole or part) else ""
    return f"{sign}{whole}.{part:0{digits}}" if digits else f"{sign}{whole}"
