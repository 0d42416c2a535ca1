"""The table of a leisure race that was told, and the messages that show a leisure race. Pure.

In a leisure race a closed circle plays the same deals, each contestant alone and when they like. A
contestant plays each deal once; this is called a try. Until the race is told, the message about it
depends on the tries of its reader alone, and not on those of others.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from engine.races.ranking import Standing
from engine.tournaments.deal_scoring import in_places, matchpoints, places
from protocol import leisure_races as say
from protocol.rooms.races import Terms
from protocol.rooms.standings import Opened, SeatStanding
from server.leisure_races.state import LeisureContestant, LeisureRace, LeisureTry, PlannedDeal


class LeisureFacts(NamedTuple):
    """A leisure race, and the other values that the message about it shows. `names` are the names
    of accounts by their ids. `void` are the codes of the rooms whose race the operator has declared
    void, so that it does not count."""

    race: LeisureRace
    names: Mapping[str, str]
    void: frozenset[str] = frozenset()

    def name_of(self, one: LeisureContestant) -> str | None:
        """Return the name of a contestant; None if the account was deleted."""
        return self.names.get(one.account) if one.name is None else one.name


class DealScore(NamedTuple):
    """The score of a contestant on one deal: the place, and the matchpoints."""

    place: int
    points: Fraction


class LeisureTable(NamedTuple):
    """The table of a leisure race. `scores` has, for each deal in order, the scores of those whose
    try counts, by the index of the contestant. `points` are the sums of all contestants, and
    `places` the places of those who have a score."""

    scores: list[dict[int, DealScore]]
    points: dict[int, Fraction]
    places: dict[int, int]


def table_of(race: LeisureRace, void: frozenset[str] = frozenset()) -> LeisureTable:
    """Return the table of a leisure race from the tries that have ended. `void` are the codes of
    the rooms whose race does not count.

    The places on a deal are those of a race in which all contestants had played it together. A
    contestant gets one matchpoint for each other contestant with a worse result, half a point for
    each with an equal result, and one for each who has a score on another deal but none on this
    one.
    """
    scores = []
    results = {deal: _results(race, deal, void) for deal in range(1, race.deals + 1)}
    players = {number for each in results.values() for number in each}
    for deal, each in results.items():
        planned = race.planned(deal)
        order = places(each, planned.rules.ranked_by, planned.race_terms.winners)
        missed = len(players) - len(order)
        scores.append(
            {
                number: DealScore(order[number], points + missed)
                for number, points in matchpoints(order).items()
            }
        )
    points = {
        number: sum((each[number].points for each in scores if number in each), Fraction())
        for number in range(len(race.contestants))
    }
    total = in_places({number: (-int(2 * points[number]),) for number in players})
    return LeisureTable(scores, points, total)


def _results(race: LeisureRace, deal: int, void: frozenset[str]) -> dict[int, Standing]:
    """Return the results of a deal that count, by the index of the contestant."""
    found = {}
    for number, one in enumerate(race.contestants):
        each = one.tried(deal)
        if each is not None and each.room not in void and each.end is not None:
            standing = each.end.standing
            if standing is not None:
                found[number] = standing.standing(number)
    return found


def message(known: LeisureFacts, reader: str | None, request: int, now: int) -> say.LeisureRace:
    """Return the message about a leisure race for the reader with this id of an account or a guest;
    None stands for somebody who takes no part. `request` is the id of the request that the message
    answers, `now` is server time in ms."""
    race = known.race
    own = race.contestant(reader)
    table = table_of(race, known.void) if race.told else None
    order = list(range(len(race.contestants)))
    if table is not None:
        last = len(order) + 1
        order.sort(key=lambda number: (table.places.get(number, last), number))
    mine = None if own is None else order.index(race.contestants.index(own))
    return say.LeisureRace(
        id=request,
        code=race.code,
        title=race.title,
        status=race.status(now),
        organiser=known.names.get(race.organiser),
        game=race.game,
        options=dict(race.options),
        terms=_terms(race.planned(1)),
        bell_ms=race.bell_ms,
        deals=race.deals,
        rounds=[
            say.LeisureRound(
                game=each.game,
                options=dict(each.options),
                terms=_terms(each),
                bell_ms=each.bell_ms,
            )
            for each in race.rounds
        ],
        commitment=race.commitment,
        opened=Opened(secret=race.secret, nonces={}) if race.told else None,
        opens_in_ms=max(0, race.opens_at - now),
        closes_in_ms=max(0, race.closes_at - now),
        places_left=max(0, race.places_left),
        mine=mine,
        has_quit=own is not None and own.quit,
        contestants=[_contestant(known, number, own, table) for number in order],
    )


def _terms(planned: PlannedDeal) -> Terms:
    return Terms.model_validate(planned.race_terms.to_json())


def _contestant(
    known: LeisureFacts, number: int, own: LeisureContestant | None, table: LeisureTable | None
) -> say.LeisureContestant:
    """Return the line of a contestant as the reader `own` sees it (None: one who takes no part).
    `table` is the table of the race, None until the race is told."""
    race, one = known.race, known.race.contestants[number]
    may_know = table is not None or (own is not None and own.has_played(race.deals))
    shown = one.tries if table is not None or one is own else ()
    return say.LeisureContestant(
        name=known.name_of(one),
        is_guest=one.name is not None,
        has_played=_has_played(race, one) if may_know else None,
        place=None if table is None else table.places.get(number),
        points=None if table is None else float(table.points[number]),
        results=[
            _result(known, number, each, table)
            for each in sorted(shown, key=lambda each: each.deal)
        ],
    )


def _has_played(race: LeisureRace, one: LeisureContestant) -> bool | None:
    """Return whether a contestant has played all deals; None for one who has stopped taking part
    before that, for whom nobody waits."""
    has_played = one.has_played(race.deals)
    return None if one.quit and not has_played else has_played


def _result(
    known: LeisureFacts, number: int, each: LeisureTry, table: LeisureTable | None
) -> say.LeisureResult:
    score = None if table is None else table.scores[each.deal - 1].get(number)
    final = None if each.end is None else each.end.standing
    return say.LeisureResult(
        deal=each.deal,
        code=each.room,
        is_playing=each.end is None,
        void=each.room in known.void,
        standing=None
        if final is None
        else SeatStanding.model_validate({"seat": 0, **final.model_dump()}),
        place=None if score is None else score.place,
        points=None if score is None else float(score.points),
    )


def entry(
    race: LeisureRace, names: Mapping[str, str], account: str, now: int
) -> say.LeisureEntry | None:
    """Return the line of a leisure race in the list of an account's leisure races; None if the
    account takes no part. `names` are the names of accounts by their ids."""
    own = race.contestant(account)
    if own is None:
        return None
    return say.LeisureEntry(
        code=race.code,
        title=race.title,
        organiser=names.get(race.organiser),
        game=race.game,
        games=[each.game for each in race.rounds],
        status=race.status(now),
        deals=race.deals,
        played=sum(each.end is not None for each in own.tries),
        opens_in_ms=max(0, race.opens_at - now),
        closes_in_ms=max(0, race.closes_at - now),
        your_turn=race.is_turn_of(own, now),
        is_news=race.told and not own.has_seen,
    )
