"""The score of one deal. All numbers are exact; `shown` rounds them for people."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from engine.ranking import Key, Standing, rank

HALF = Fraction(1, 2)


class Score(NamedTuple):
    """What an entrant has of a deal.

    `place` is among the `of` who are compared, `beaten` their matchpoints: one for each who was
    left behind, half for each with whom the place is shared. `progress` is in hundredths of the
    game's goal; `out` says that it was won.
    """

    place: int
    of: int
    beaten: Fraction
    progress: Fraction
    out: bool
    score: Fraction


def places(results: Mapping[int, Standing], ranked_by: str, winners: str) -> dict[int, int]:
    """The place of each entrant in one order of all these results, whatever race they are from."""
    numbered = [standing._replace(seat=entrant) for entrant, standing in results.items()]
    return {placed.standing.seat: placed.place for placed in rank(numbered, ranked_by, winners)}


def in_places(keys: Mapping[int, Key]) -> dict[int, int]:
    """Places from 1 by keys, the least first; equal keys share one."""
    first = dict[Key, int]()
    for place, key in enumerate(sorted(keys.values()), 1):
        first.setdefault(key, place)
    return {entrant: first[key] for entrant, key in keys.items()}


def places_among(order: Mapping[int, int], some: Iterable[int]) -> dict[int, int]:
    """The places of these among themselves, those left out who have none in this order."""
    return in_places({entrant: (order[entrant],) for entrant in some if entrant in order})


def matchpoints(order: Mapping[int, int]) -> dict[int, Fraction]:
    """One for each whose place is worse, half for each who shares it."""
    sharing = Counter(order.values())
    worth, behind = dict[int, Fraction](), 0
    for place in sorted(sharing, reverse=True):
        worth[place] = behind + HALF * (sharing[place] - 1)
        behind += sharing[place]
    return {entrant: worth[place] for entrant, place in order.items()}


def neuberg(points: Fraction, of: int, largest: int) -> Fraction:
    """The matchpoints in a field of `of` as they would be in one of `largest`.

    Gérard Neuberg's formula, as the laws of duplicate bridge are applied: each result stands for
    largest / of results like it. With two points for each beaten it is N/n × (m + 1) - 1; here it
    is one.
    """
    return Fraction(largest, of) * (points + HALF) - HALF


def percentage(points: Fraction, of: int, largest: int) -> Fraction:
    """The matchpoints as hundredths of what could be had on the deal that most have played.

    Who was alone there, or everywhere, has the average.
    """
    if largest == 1:
        return Fraction(50)
    return 100 * neuberg(points, of, largest) / (largest - 1)


def by_place(order: Mapping[int, int], worth: Sequence[int]) -> dict[int, Fraction]:
    """Points by place; those who share one share what it and the next are worth equally."""
    shared = dict[int, Fraction]()
    for place, sharing in Counter(order.values()).items():
        shared[place] = Fraction(sum(worth[place - 1 : place - 1 + sharing]), sharing)
    return {entrant: shared[place] for entrant, place in order.items()}


def progress(standing: Standing, goal: int) -> Fraction:
    """Hundredths of the goal, 100 for who is out."""
    return Fraction(100) if is_out(standing) else Fraction(100 * standing.best, goal)


def is_out(standing: Standing) -> bool:
    return standing.result == "won"


ARENA_OUT = 50
"""What whoever is out has above their progress."""
STREAK = 2
"""So many deals out running light the streak: what follows counts double until one is not out."""


def arena(played: Iterable[Score]) -> list[Fraction]:
    """The scores of the deals an entrant has played, in their order."""
    scores, running = list[Fraction](), 0
    for each in played:
        worth = each.progress + ARENA_OUT * each.out
        scores.append(worth * (2 if running >= STREAK else 1))
        running = running + 1 if each.out else 0
    return scores


def shown(number: Fraction, digits: int = 2) -> str:
    """A number from 0 rounded to so many digits, halves up, as people read it."""
    scale = 10**digits
    whole, part = divmod(int(number * scale + HALF), scale)
    return f"{whole}.{part:0{digits}}" if digits else str(whole)
