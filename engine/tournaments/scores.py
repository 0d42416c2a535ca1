"""The scores of each deal of a tournament: which entrants are compared, and what each of them
scores."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from engine.races.ranking import Standing
from engine.tournaments import deal_scoring
from engine.tournaments.deal_scoring import Score
from engine.tournaments.table_input import IN_HEATS, Heat, Round, ScoringRule


class ComparedField(NamedTuple):
    """A group of entrants who are compared with each other: their standings, and their places from
    1.

    An entrant with a bye has a place and no standing.
    """

    results: Mapping[int, Standing]
    order: Mapping[int, int]


class CountedDeal(NamedTuple):
    """A deal that counts. `fields` has one field for each heat if the scoring is by heats, else a
    single field. `scores` has the entrants of all fields."""

    number: int
    fields: Sequence[ComparedField]
    scores: Mapping[int, Score]


def deals(
    rounds: Iterable[Round], rule: ScoringRule, staying: Collection[int]
) -> list[CountedDeal]:
    """Return the deals that count, in the order of their numbers, scored among the `staying`
    entrants."""
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
    """Return one field of all entrants who have played in these heats, ranked together."""
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
    """Yield a field for each heat, ranked by itself. Sprints that decide this deal separate
    entrants who share a place."""
    parting = [
        _field(sprint, sprint.heats, staying).order
        for sprint in sprints
        if sprint.decides == deal.number
    ]
    for heat in deal.heats:
        results, order = _field(deal, (heat,), staying)
        for sprint in parting:
            order = _parted(order, sprint)
        if len(heat.entrants) == 1 and heat.entrants[0] in staying:
            order = {heat.entrants[0]: 1}
        yield ComparedField(results, order)


def _parted(order: Mapping[int, int], sprint: Mapping[int, int]) -> dict[int, int]:
    """Return the places after a sprint has separated entrants who shared a place. Entrants who did
    not play the sprint come after those who did."""
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
    """Return the score of each entrant of a field. In an arena the score depends on earlier deals,
    so this is only the progress, and `_with_streaks` computes the score from it."""
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
