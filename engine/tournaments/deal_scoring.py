"""Compute the scores of the entrants of a tournament on one deal. All numbers are exact fractions;
`shown` rounds them for people."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from engine.races.ranking import Key, Standing, rank

HALF = Fraction(1, 2)


class Score(NamedTuple):
    """The score of an entrant on one deal.

    `place` is the place of the entrant, from 1, among the `of` entrants who are compared with each
    other on this deal. `beaten` is the number of matchpoints: one for each entrant with a worse
    place, and half for each other entrant with the same place. `progress` is how far the entrant
    came in the game, in hundredths of its goal. `out` says that the entrant won the game. `score`
    is what the deal adds to the total of the entrant.
    """

    place: int
    of: int
    beaten: Fraction
    progress: Fraction
    out: bool
    score: Fraction


def places(results: Mapping[int, Standing], ranked_by: str, winners: str) -> dict[int, int]:
    """Return the place of each entrant when all these results are put in one order, even if they
    come from several races. `ranked_by` and `winners` say how to order them, as in
    `engine.races.ranking.rank`."""
    numbered = [standing._replace(seat=entrant) for entrant, standing in results.items()]
    return {placed.standing.seat: placed.place for placed in rank(numbered, ranked_by, winners)}


def in_places(keys: Mapping[int, Key]) -> dict[int, int]:
    """Return the place of each entrant, from 1. The entrant with the lowest key has place 1.
    Entrants with equal keys share a place."""
    first = dict[Key, int]()
    for place, key in enumerate(sorted(keys.values()), 1):
        first.setdefault(key, place)
    return {entrant: first[key] for entrant, key in keys.items()}


def places_among(order: Mapping[int, int], some: Iterable[int]) -> dict[int, int]:
    """Return the places, from 1, that the entrants `some` have among themselves. `order` has the
    places of all entrants. An entrant who is not in `order` is left out."""
    return in_places({entrant: (order[entrant],) for entrant in some if entrant in order})


def matchpoints(order: Mapping[int, int]) -> dict[int, Fraction]:
    """Return the matchpoints of each entrant: one for every entrant with a worse place, and half
    for every other entrant with the same place. `order` has the place of each entrant."""
    sharing = Counter(order.values())
    worth, behind = dict[int, Fraction](), 0
    for place in sorted(sharing, reverse=True):
        worth[place] = behind + HALF * (sharing[place] - 1)
        behind += sharing[place]
    return {entrant: worth[place] for entrant, place in order.items()}


def neuberg(points: Fraction, of: int, largest: int) -> Fraction:
    """Return matchpoints that were won among `of` entrants, converted to matchpoints among
    `largest` entrants, so that deals played by different numbers of entrants can be added.

    This is the formula of Gérard Neuberg, which is used in duplicate bridge: each result counts as
    `largest / of` results like it. The usual form is N/n × (m + 1) - 1, where N is `largest`, n
    is `of` and m is the number of matchpoints. It gives two points for each entrant beaten; this
    form gives one.
    """
    return Fraction(largest, of) * (points + HALF) - HALF


def percentage(points: Fraction, of: int, largest: int) -> Fraction:
    """Return matchpoints won among `of` entrants as a percentage. The matchpoints are converted
    with `neuberg`. 100 % is the maximum on the deal that most entrants played, whose number is
    `largest`. If `largest` is 1, the percentage is 50."""
    if largest == 1:
        return Fraction(50)
    return 100 * neuberg(points, of, largest) / (largest - 1)


def by_place(order: Mapping[int, int], worth: Sequence[int]) -> dict[int, Fraction]:
    """Return the points of each entrant for the place in `order`. `worth` lists the points of each
    place from the first on; places after the end of the list have none. Entrants who share a place
    get the average of the points of the places that they take up."""
    shared = dict[int, Fraction]()
    for place, sharing in Counter(order.values()).items():
        shared[place] = Fraction(sum(worth[place - 1 : place - 1 + sharing]), sharing)
    return {entrant: shared[place] for entrant, place in order.items()}


def progress(standing: Standing, goal: int) -> Fraction:
    """Return the best progress of an entrant in hundredths of `goal`, the progress at which the
    game is won. Return 100 for a won game."""
    return Fraction(100) if is_out(standing) else Fraction(100 * standing.best, goal)


def is_out(standing: Standing) -> bool:
    return standing.result == "won"


ARENA_OUT = 50
"""What a won game adds to the score of an arena, besides its progress in hundredths of the goal."""
STREAK = 2
"""After this many wins in a row, an arena counts the following deals double, up to and including
the first deal that is not won."""


def arena(played: Iterable[Score]) -> list[Fraction]:
    """Return the score of each deal that one entrant has played in an arena, in the same order. In
    an arena each entrant plays as many deals as possible in a fixed time. A won game gets extra
    points. After several wins in a row, the following deals count double, up to and including the
    first that is not won."""
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
