"""The tie-breaks of a tournament table, which separate entrants or teams with equal totals, and the
order that results from them.

A meeting is a group of entrants who are compared with each other on one deal: those of one race (a
heat), or all who play the deal. It is written as the place of each entrant of the group.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from engine.tournaments.deal_scoring import HALF, Score, matchpoints, places_among

K = TypeVar("K", bound=Hashable)
Values = Mapping[K, Fraction]

NOTHING = Fraction(0)


class TieBreakInput(NamedTuple):
    """The results from which tie-breaks are computed.

    `deals` has, for each deal, the score of each entrant. `meetings` has all meetings. `heats` has
    the meetings of each entrant, or None if all who play a deal are compared. `totals` has the
    total score of each entrant.
    """

    deals: Sequence[Mapping[int, Score]]
    meetings: Sequence[Mapping[int, int]]
    heats: Mapping[int, Sequence[Mapping[int, int]]] | None
    totals: Mapping[int, Fraction]


def heats_of(meetings: Sequence[Mapping[int, int]]) -> Mapping[int, Sequence[Mapping[int, int]]]:
    """Return, for each entrant, the meetings in which this entrant was, in the order of
    `meetings`."""
    found = defaultdict[int, list[Mapping[int, int]]](list)
    for meeting in meetings:
        for who in meeting:
            found[who].append(meeting)
    return found


class Placing(NamedTuple, Generic[K]):
    """The place of an entrant or a team (`who`) in the table, from 1. `values` has the value of
    each tie-break, None if it was not needed."""

    place: int
    who: K
    values: tuple[Fraction | None, ...]


def in_order(
    totals: Values[K], tie_breaks: Sequence[Callable[[Sequence[K]], Values[K]]]
) -> list[Placing[K]]:
    """Return the entrants or teams with their places, ordered by their totals, the highest first.
    Where totals are equal, one tie-break after the other decides.

    Each tie-break is called with a group of entrants or teams that are still equal. Those that are
    equal after the last tie-break share a place, and are listed in the order that they have in
    `totals`.
    """
    values: dict[K, list[Fraction | None]] = {who: [] for who in totals}
    groups = _split(list(totals), totals)
    for tie_break in tie_breaks:
        parted = list[list[K]]()
        for group in groups:
            found = tie_break(group) if len(group) > 1 else {}
            for who in group:
                values[who].append(found.get(who))
            parted += _split(group, found) if found else [group]
        groups = parted
    placings, place = list[Placing[K]](), 1
    for group in groups:
        placings += [Placing(place, who, tuple(values[who])) for who in group]
        place += len(group)
    return placings


def _split(group: Sequence[K], values: Values[K]) -> list[list[K]]:
    equal = defaultdict[Fraction, list[K]](list)
    for who in group:
        equal[values[who]].append(who)
    return [equal[value] for value in sorted(equal, reverse=True)]


def asked_of(
    book: TieBreakInput, names: Sequence[str]
) -> list[Callable[[Sequence[int]], Values[int]]]:
    """Return the tie-breaks with these names, as functions, in the same order. Each function is
    given a group of entrants who are equal so far, and returns a value for each of them. The
    entrant with the higher value comes first. `book` has the results from which the values are
    computed."""
    return [partial(TIE_BREAKS[name], book) for name in names]


def _of_scores(
    summary: Callable[[Sequence[Score]], Fraction], book: TieBreakInput, group: Sequence[int]
) -> Values[int]:
    return {who: summary([deal[who] for deal in book.deals if who in deal]) for who in group}


def _wins(scores: Sequence[Score]) -> Fraction:
    """Return the number of deals on which one entrant beat everybody else. A deal without anybody
    else does not count."""
    return Fraction(sum(each.beaten == each.of - 1 > 0 for each in scores))


def _outs(scores: Sequence[Score]) -> Fraction:
    return Fraction(sum(each.out for each in scores))


def _progress(scores: Sequence[Score]) -> Fraction:
    return sum((each.progress for each in scores), NOTHING)


def _best(scores: Sequence[Score]) -> Fraction:
    return max((each.score for each in scores), default=NOTHING)


def _last(book: TieBreakInput, group: Sequence[int]) -> Values[int]:
    """Return the score of each entrant of `group` on the last deal."""
    last = book.deals[-1] if book.deals else {}
    return {who: last[who].score if who in last else NOTHING for who in group}


def _last_heat(book: TieBreakInput, group: Sequence[int]) -> Values[int]:
    """Return, for each entrant of `group`, what share of its opponents it beat in the last heat
    that it played."""
    values = dict.fromkeys(group, NOTHING)
    for deal in book.deals:
        for who in group:
            if who in deal:
                values[who] = deal[who].beaten / max(1, deal[who].of - 1)
    return values


def _direct(book: TieBreakInput, group: Sequence[int]) -> Values[int]:
    """Return the matchpoints that each entrant of `group` won against others of the group, as a
    share of the maximum. The value is one half for an entrant who met none of them.

    If the scoring is by heats, the value is one half for all, unless each of the group has met
    every other. Otherwise the order would depend on who happened to meet whom.
    """
    won, could = dict.fromkeys(group, NOTHING), dict.fromkeys(group, 0)
    met: dict[int, set[int]] = {who: set() for who in group}
    for meeting in _meetings(book, group):
        among = places_among(meeting, group)
        for who, points in matchpoints(among).items():
            won[who] += points
            could[who] += len(among) - 1
            if book.heats is not None:
                met[who].update(among)
    if book.heats is not None and any(len(others) < len(group) for others in met.values()):
        return dict.fromkeys(group, HALF)
    return {who: won[who] / could[who] if could[who] else HALF for who in group}


def _meetings(book: TieBreakInput, group: Sequence[int]) -> Iterable[Mapping[int, int]]:
    """Return the meetings in which at least one of `group` was, each once. A meeting is a group of
    entrants who are compared with each other. If the scoring is not by heats, return all
    meetings."""
    if book.heats is None:
        return book.meetings
    return {id(heat): heat for who in group for heat in book.heats.get(who, ())}.values()


def _rivals(book: TieBreakInput, who: int) -> list[tuple[Fraction, Fraction]]:
    """Return a pair of numbers for each opponent of the entrant `who` in a heat: the total of the
    opponent, and 1 if the entrant beat the opponent, 1/2 if they shared a place, or 0 if the
    entrant lost.

    A heat without opponents counts as a win against an opponent with the entrant's own total, as in
    FIDE's Tie-Break Regulations (article 16, 2024).
    """
    rivals = list[tuple[Fraction, Fraction]]()
    for heat in (book.heats or {}).get(who, ()):
        rivals += [
            (book.totals[other], Fraction((place > heat[who]) + (place >= heat[who]), 2))
            for other, place in heat.items()
            if other != who
        ] or [(book.totals[who], Fraction(1))]
    return rivals


def _buchholz(book: TieBreakInput, group: Sequence[int]) -> Values[int]:
    """Return, for each entrant of `group`, the sum of the totals of all its opponents."""
    return {who: sum((total for total, _ in _rivals(book, who)), NOTHING) for who in group}


def _median_buchholz(book: TieBreakInput, group: Sequence[int]) -> Values[int]:
    """Return, for each entrant of `group`, the sum of the totals of all its opponents, without the
    highest and the lowest of them."""
    totals = {who: sorted(total for total, _ in _rivals(book, who)) for who in group}
    return {who: sum(each[1:-1], NOTHING) for who, each in totals.items()}


def _sonneborn_berger(book: TieBreakInput, group: Sequence[int]) -> Values[int]:
    """Return, for each entrant of `group`, the sum of the totals of the opponents it beat, and of
    half the totals of those with whom it shared a place."""
    return {
        who: sum((total * part for total, part in _rivals(book, who)), NOTHING) for who in group
    }


TIE_BREAKS: dict[str, Callable[[TieBreakInput, Sequence[int]], Values[int]]] = {
    "wins": partial(_of_scores, _wins),
    "outs": partial(_of_scores, _outs),
    "progress": partial(_of_scores, _progress),
    "best": partial(_of_scores, _best),
    "last": _last,
    "last_heat": _last_heat,
    "direct": _direct,
    "buchholz": _buchholz,
    "median_buchholz": _median_buchholz,
    "sonneborn_berger": _sonneborn_berger,
}
