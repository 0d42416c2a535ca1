"""The scores of each deal of a tournament: which entrants are compared with each other on a deal,
and which score each of them gets. A heat is one race of a tournament round; all heats of a round
play the same deal."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from engine.races.ranking import Standing
from engine.tournaments import deal_scoring
from engine.tournaments.deal_scoring import Score
from engine.tournaments.table_input import IN_HEATS, Heat, Round, ScoringRule


class ComparedField(NamedTuple):
    """A group of entrants who are compared with each other on one deal. `results` are their
    standings in their races, and `order` are their places in the group, from 1.

    An entrant who had no opponent in a heat (a bye) has a place and no standing.
    """

    results: Mapping[int, Standing]
    order: Mapping[int, int]


class CountedDeal(NamedTuple):
    """A deal that counts in the table. `fields` are the groups of entrants who are compared with
    each other: the entrants of each heat if they are compared only within their heat, otherwise one
    group with all entrants. `scores` has the score of each entrant who has one."""

    number: int
    fields: Sequence[ComparedField]
    scores: Mapping[int, Score]


def deals(
    rounds: Iterable[Round], rule: ScoringRule, staying: Collection[int]
) -> list[CountedDeal]:
    """Return the deals that count in the table, in the order of their numbers, with the scores of
    the entrants. Only the entrants in `staying` get scores, because the others were removed."""
    ordered = sorted(rounds, key=lambda each: each.number)
    counted = [each for each in ordered if each.decides is None]
    sprints = [each for each in ordered if each.decides is not None]
    fields = [
        list(_heats(each, sprints, staying))
        if rule.way in IN_HEATS or each.ranked_by == "round"
        else [_field(each, each.heats, staying)]
        for each in counted
    ]
    largest = max((len(field.order) for each in fields for field in each), default=0)
    scored = [
        CountedDeal(each.number, of_deal, _scores(each, of_deal, rule, largest))
        for each, of_deal in zip(counted, fields, strict=True)
    ]
    return _with_streaks(scored) if rule.way == "arena" else scored


def _field(deal: Round, heats: Iterable[Heat], staying: Collection[int]) -> ComparedField:
    """Return all entrants who have played in these heats as one group that is compared, with places
    by their results."""
    results = {
        heat.entrants[standing.seat]: standing
        for heat in heats
        for standing in heat.standings
        if heat.entrants[standing.seat] in staying
    }
    return ComparedField(results, deal_scoring.places(results, deal.ranked_by, deal.winners))


def _heats(
    deal: Round, sprints: Iterable[Round], staying: Collection[int]
) -> Iterator[ComparedField]:
    """Yield each heat as a group that is compared by itself. Where entrants share a place, a sprint
    (a short extra race) that decides this deal separates them."""
    parting = [
        _field(sprint, sprint.heats, staying).order
        for sprint in sprints
        if sprint.decides == deal.number
    ]
    for heat in deal.heats:
        results, order = _field(deal, (heat,), staying)
        for sprint in parting:
            order = _separated(order, sprint)
        if len(heat.entrants) == 1 and heat.entrants[0] in staying:
            order = {heat.entrants[0]: 1}
        yield ComparedField(results, order)


def _separated(order: Mapping[int, int], sprint: Mapping[int, int]) -> dict[int, int]:
    """Return the places in `order` after a sprint (a short extra race) has separated entrants who
    shared a place. `sprint` has the places in the sprint. An entrant who did not play the sprint
    comes after those who did."""
    last = len(sprint) + 1
    return deal_scoring.in_places({w: (place, sprint.get(w, last)) for w, place in order.items()})


def _scores(
    deal: Round, fields: Iterable[ComparedField], rule: ScoringRule, largest: int
) -> Mapping[int, Score]:
    return {who: score for field in fields for who, score in _of_field(deal, field, rule, largest)}


def _of_field(
    deal: Round, field: ComparedField, rule: ScoringRule, largest: int
) -> Iterator[tuple[int, Score]]:
    beaten = deal_scoring.matchpoints(field.order)
    worth = _worth(deal, field, rule, largest, beaten)
    for who, place in field.order.items():
        result = field.results.get(who)
        yield (
            who,
            Score(
                place,
                len(field.order),
                beaten[who],
                deal_scoring.progress(result, deal.goal) if result else Fraction(0),
                result is not None and deal_scoring.is_out(result),
                worth[who],
            ),
        )


def _worth(
    deal: Round,
    field: ComparedField,
    rule: ScoringRule,
    largest: int,
    beaten: Mapping[int, Fraction],
) -> Mapping[int, Fraction]:
    """Return the score of each entrant of a group that is compared, by the way of scoring in
    `rule`. In an arena the score also depends on earlier deals; there this function returns the
    progress, and `_with_streaks` computes the score from it."""
    match rule.way:
        case "matchpoints":
            of = len(field.order)
            return {w: deal_scoring.percentage(each, of, largest) for w, each in beaten.items()}
        case "place":
            return deal_scoring.by_place(field.order, rule.places)
        case "points":
            return {who: Fraction(each.points or 0) for who, each in field.results.items()}
        case "progress" | "arena":
            return {w: deal_scoring.progress(each, deal.goal) for w, each in field.results.items()}
        case _:
            return deal_scoring.by_place(field.order, (1,) * deal.through)


def _with_streaks(scored: Sequence[CountedDeal]) -> list[CountedDeal]:
    played: dict[int, list[Score]] = {}
    for deal in scored:
        for who, score in deal.scores.items():
            played.setdefault(who, []).append(score)
    worth = {who: iter(deal_scoring.arena(scores)) for who, scores in played.items()}
    return [
        deal._replace(scores={w: s._replace(score=next(worth[w])) for w, s in deal.scores.items()})
        for deal in scored
    ]
