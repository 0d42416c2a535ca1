"""What the table of a tournament is computed from: rounds with their results, teams, and the rule
of scoring.

In a round all entrants play the same deal, in one race or divided among several races, the heats.
Entrants are numbers from 0 here. The program that shows the table knows their names.
"""

from collections.abc import Mapping
from typing import NamedTuple

from engine.errors import BadOption, brief
from engine.races.ranking import Standing

DEALS = ("wins", "best", "direct", "last", "outs", "progress")
MATCHES = (
    *("buchholz", "median_buchholz", "sonneborn_berger", "direct", "progress", "wins", "last_heat"),
    "outs",
)

WAYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "matchpoints": (DEALS[:4], DEALS),
    "place": (DEALS[:4], DEALS),
    "points": (DEALS[:4], DEALS),
    "progress": (DEALS[:4], DEALS),
    "arena": (("outs", "best", "direct"), DEALS),
    "matches": (MATCHES[:5], MATCHES),
    "knockout": (("last_heat", "progress"), MATCHES),
}
"""The ways of scoring, each with its default tie-breaks and with all tie-breaks it allows."""

IN_HEATS = ("matches", "knockout")
"""The ways of scoring in which entrants are compared only within their heat."""

MISSED = ("zero", "average")
TEAM_TIE_BREAKS = ("best_member", "next_member")
PLACE_POINTS = (10, 8, 6, 5, 4, 3, 2, 1)
TEAM_BEST = 3
LONGEST_PLACES, MOST_POINTS = 1_000, 1_000_000


class Heat(NamedTuple):
    """One race of a tournament round. `entrants` has the entrant in each seat of the race, and
    `standings` are the results of the entrants who played.

    An entrant without a standing was absent. An entrant who is alone in a heat has no opponent in
    this round (a bye).
    """

    entrants: tuple[int, ...]
    standings: tuple[Standing, ...]


class Round(NamedTuple):
    """A round of a tournament and its results. The same deal is played in all its heats.

    `number` is the number of the deal in the tournament, from 1. `goal`, `ranked_by` and `winners`
    come from the game and the terms of the round, and say how results are compared. In a knockout,
    `through` is how many entrants of each heat go on to the next round. A sprint is a short extra
    round for entrants who share a place in a knockout. For a sprint, `decides` is the number of the
    round whose ties it decides; it counts for nothing else. For other rounds `decides` is None.
    """

    number: int
    goal: int
    ranked_by: str
    winners: str
    heats: tuple[Heat, ...]
    through: int = 1
    decides: int | None = None


class Team(NamedTuple):
    """A team of a tournament: its name, and the entrants who are its members."""

    name: str
    members: tuple[int, ...]


class ScoringRule(NamedTuple):
    """How a tournament is scored.

    - `way`: the way of scoring, a key of WAYS such as `matchpoints` or `knockout`.
    - `tie_breaks`: the names of the tie-breaks that separate entrants with equal totals, in order.
    - `missed`: what a deal counts for an entrant who did not play it. `zero` is no points.
      `average` is the average of the other deals of the entrant, if these are at least half of all
      deals.
    - `places`: the points of each place, from the first, if `way` is `place`. Later places have no
      points. Other ways have no `places`.
    - `team_best`: how many members of a team count; they are the best ones.
    - `team_tie_breaks`: the names of the tie-breaks that separate teams with equal totals, in
      order.
    """

    way: str
    tie_breaks: tuple[str, ...]
    missed: str
    places: tuple[int, ...]
    team_best: int
    team_tie_breaks: tuple[str, ...]


def missed_values(way: str) -> tuple[str, ...]:
    """Return the values of `ScoringRule.missed` that the way of scoring `way` allows, the default
    first."""
    return MISSED[:1] if way in (*IN_HEATS, "arena") else MISSED


def rule(given: Mapping[str, object]) -> ScoringRule:
    """Return a complete rule of scoring: the fields in `given`, and for the others the defaults of
    its way of scoring. Raises BadOption, which names the field, for an impossible field or value.

    If `given` is a complete rule that was written as JSON, the result is that rule.
    """
    for name in given:
        if name not in ScoringRule._fields:
            raise BadOption(f"A rule of scoring has {', '.join(ScoringRule._fields)}.")
    way = _one_of("way", given.get("way", "matchpoints"), tuple(WAYS))
    usual, possible = WAYS[way]
    missed = _one_of("missed", given.get("missed", MISSED[0]), MISSED)
    if missed not in missed_values(way):
        raise BadOption(f"Missed deals score nothing in the way {way}.", "missed")
    team_best = given.get("team_best", TEAM_BEST)
    if type(team_best) is not int or not 1 <= team_best <= LONGEST_PLACES:
        raise BadOption(f"The team_best lies between 1 and {LONGEST_PLACES}.", "team_best")
    return ScoringRule(
        way,
        _several("tie_breaks", given.get("tie_breaks", usual), possible),
        missed,
        _places(given.get("places", PLACE_POINTS if way == "place" else ()), way),
        team_best,
        _several("team_tie_breaks", given.get("team_tie_breaks", TEAM_TIE_BREAKS), TEAM_TIE_BREAKS),
    )


def _one_of(name: str, value: object, values: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in values:
        told = f"The {name} is one of {', '.join(values)}, not {brief(value)}."
        raise BadOption(told, name, words=values)
    return value


def _several(name: str, value: object, values: tuple[str, ...]) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise BadOption(f"The {name} are a list of some of {', '.join(values)}.", name)
    for number, each in enumerate(value):
        if not isinstance(each, str) or each not in values:
            told = f"The {name}, each, is one of {', '.join(values)}, not {brief(each)}."
            raise BadOption(told, name, number, words=values)
        if each in value[:number]:
            raise BadOption(f"Of the {name} none may be named twice.", name, number)
    return tuple(value)


def _places(value: object, way: str) -> tuple[int, ...]:
    if way != "place":
        if value not in ((), []):
            raise BadOption("Only the way place has places.", "places")
        return ()
    whole = isinstance(value, list | tuple) and all(type(each) is int for each in value)
    if not whole or not isinstance(value, list | tuple) or not 1 <= len(value) <= LONGEST_PLACES:
        told = "The places are a list of whole numbers, the first place first."
        raise BadOption(told, "places")
    last = MOST_POINTS
    for number, each in enumerate(value):
        if not 0 <= each <= last:
            told = f"The places fall from {MOST_POINTS} or less to 0 or more."
            raise BadOption(told, "places", number)
        last = each
    return tuple(value)
