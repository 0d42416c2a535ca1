"""Round generator: draws the next round of a tournament of any format (series, knockout, Swiss,
round robin). Pure.

The plan of a tournament lists its rounds, each with a game and terms. A turn is a round as planned,
counted from 1. A round that is voided and played again has the same turn. The bracket of a knockout
says who may meet whom in which round; a sprint is an additional deal that breaks a tie. A heat is
one race of a round. An entrant has a bye in a round if it goes on, or gets points, without a race.
Entrants are given by their numbers.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.races.limits import MOST_SEATS
from engine.racing_demon.game import RacingDemon
from engine.tournaments.scores import deals
from protocol.tournaments.plan import TournamentPlan
from server.rooms.commands import MOST_CALLED
from server.tournaments.formats import pairing
from server.tournaments.formats.pairing import Group, PairingHistory
from server.tournaments.state import StoredRound, Tournament

MOST_AT_TABLE = 6
"""The maximum number of entrants at a common table. If there are several tables, each has at
least three."""
MOST_SPRINTS = 3
"""The maximum number of sprints (short deciding races) for one tie in a knockout. After them the
order of the draw decides."""
MOST_DEALS = 200
"""The maximum number of deals of a tournament, including sprints and replayed rounds."""
MOST_PLAYED = 30_000
"""The maximum number of games, over all entrants, of an arena (a tournament in which everybody
plays at their own pace). The limit is needed because all results are read again after each game."""
LEAST_TURNS = 3
"""The minimum number of rounds of a Swiss tournament whose plan does not set the number."""


class RoundDraw(NamedTuple):
    """A round that was drawn but not begun.

    `turn` is the turn of the round. `kind` is the index of the round in the plan's list of rounds,
    None for a sprint. `heats` has the entrants of each heat, `byes` the entrants who have byes. In
    a knockout, `groups` has the entrants who meet at each place of the bracket, including those
    with byes. A sprint breaks ties of the round with the number `decides`, which is None for any
    other round.

    A round that has no heats, because all entrants have byes, is over at once.
    """

    turn: int
    kind: int | None
    heats: Sequence[Group]
    byes: Group = ()
    groups: Sequence[Group] = ()
    decides: int | None = None


def next_draw(tournament: Tournament) -> RoundDraw | None:
    """Draw the next round and return it. Return None if nothing is left to play, or if everybody
    plays at their own pace, because no rounds are drawn then."""
    if tournament.stopping or len(tournament.rounds) >= MOST_DEALS:
        return None
    sprint = _sprint(tournament)
    if sprint is not None:
        return sprint
    if tournament.again:
        return _replayed_turn(tournament, tournament.again[0])
    turn = tournament.turn + 1
    match tournament.plan.format:
        case "series":
            return _series(tournament, turn)
        case "knockout":
            return _knockout(tournament, turn)
        case "swiss":
            return _swiss(tournament, turn)
        case "round_robin":
            return _round_robin(tournament, turn)
    return None


def kind_of(tournament: Tournament, turn: int) -> int:
    """Return the index in the plan of the round that is played in turn `turn` of the tournament.
    After the last round of the plan the first one comes again."""
    return (turn - 1) % len(tournament.plan.rounds)


def most_deals(plan: TournamentPlan) -> int:
    """Return the maximum number of deals for each entrant of a tournament in which everybody plays
    at their own pace."""
    if plan.format == "crowns":
        return len(plan.rounds)
    return min(MOST_DEALS, MOST_PLAYED // plan.most)


def number_of_turns(tournament: Tournament) -> int:
    """Return the number of turns (rounds as planned, without replays) of a Swiss tournament.

    This is the number that the plan sets. If the plan sets none, it is the number of rounds in the
    plan or, if there is only one round, the number of turns that a knockout of these entrants would
    need, at least LEAST_TURNS. In these two cases it is at most the number of turns in which
    everybody can meet everybody once.
    """
    plan = tournament.plan
    if plan.turns is not None:
        return plan.turns
    field = max(len(tournament.contestants), 2)
    usual = max(LEAST_TURNS, (field - 1).bit_length())
    return min(
        len(plan.rounds) if len(plan.rounds) > 1 else usual,
        pairing.round_robin_rounds(field),
    )


def by_draw(tournament: Tournament, numbers: Iterable[int]) -> list[int]:
    """Return the entrants `numbers` in the order that was drawn at random at the start of the
    tournament. Entrants who came later are last, in the order of their numbers."""
    place = {number: i for i, number in enumerate(tournament.order)}
    return sorted(numbers, key=lambda number: (place.get(number, len(place)), number))


def _series(tournament: Tournament, turn: int) -> RoundDraw | None:
    """Draw a round of a tournament of the format `series`: all entrants play the same deal, in as
    few rooms as possible. If they share tables, the tables are drawn anew in each round."""
    field = by_draw(tournament, tournament.playing)
    if turn > len(tournament.plan.rounds) or not field:
        return None
    kind = kind_of(tournament, turn)
    if isinstance(tournament.plan.rounds[kind].rules, RacingDemon):
        seed = tournament.draw_seed(f"tables of round {turn}")
        return RoundDraw(
            turn, kind, pairing.split_into_heats(pairing.drawn(field, seed), MOST_AT_TABLE)
        )
    called = tournament.plan.rounds[kind].terms.call_ms is not None
    most = MOST_CALLED if called else MOST_SEATS
    return RoundDraw(turn, kind, pairing.split_into_heats(field, most))


# Knockout. --------------------------------------------------------------------------------------


def _knockout(tournament: Tournament, turn: int) -> RoundDraw | None:
    """Draw a round of a knockout; None after the final."""
    rule, before = tournament.plan.knockout, tournament.of_turn(turn - 1)
    if rule is None:
        return None
    if before is None:
        field = by_draw(tournament, tournament.playing)
        groups = pairing.bracket(field, rule.heats, rule.go_on)
    elif len(before.groups) == 1:
        return None
    else:
        on = [through for through, _ in outcomes(tournament, before)]
        groups = pairing.joined(on, rule.heats // rule.go_on)
    return _of_groups(tournament, turn, groups)


def _of_groups(tournament: Tournament, turn: int, groups: Sequence[Group]) -> RoundDraw | None:
    """Return a knockout round of these groups of entrants. A group with more entrants than may go
    on from it plays a heat. The entrants of a smaller group all go on without playing (byes)."""
    rule = tournament.plan.knockout
    playing = set(tournament.playing)
    left = [tuple(one for one in group if one in playing) for group in groups]
    there = [one for group in left for one in group]
    if rule is None or not there or (len(there) == 1 and not tournament.rounds):
        return None
    if len(there) == 1:  # all others have left: this one wins
        left = [tuple(there)]
    on = 1 if len(left) == 1 else rule.go_on
    heats = [group for group in left if len(group) > on]
    byes = tuple(one for group in left if len(group) <= on for one in group)
    return RoundDraw(turn, kind_of(tournament, turn), heats, byes, left)


def outcomes(tournament: Tournament, main: StoredRound) -> list[tuple[Group, Group]]:
    """Return what the results of the knockout round `main` decide. The result has a pair for each
    group of the bracket: the entrants who go on for certain, and the entrants who are tied for the
    places that are left.

    The sprints (additional deals) played so far are taken into account. After MOST_SPRINTS sprints,
    or if no tied entrant made a move in the last race, the order that was drawn at the start
    decides; then nobody is tied.
    """
    sprints = [r for r in tournament.rounds if r.decides == main.number and r.counts]
    on = tournament.go_on(main)
    staying = set(tournament.contestants) - set(tournament.removed)
    played = [tournament.as_played(each) for each in (main, *sprints)]
    [scored] = deals(played, tournament.plan.scoring.rule, staying)
    places = {
        heat.entrants: field.order
        for heat, field in zip(played[0].heats, scored.fields, strict=True)
    }
    found = []
    for group in main.groups:
        here = [one for one in group if one in tournament.playing]
        order = places.get(group, {})
        cut = pairing.cut({one: order.get(one, len(group)) for one in here}, on)
        last = [main, *sprints][-1]
        if cut.tied and (len(sprints) >= MOST_SPRINTS or _nobody_moved(last, cut.tied)):
            drawn = by_draw(tournament, cut.tied)[: cut.places]
            cut = pairing.HeatCut((*cut.through, *drawn))
        found.append((cut.through, cut.tied))
    return found


def _nobody_moved(last: StoredRound, tied: Group) -> bool:
    """Return whether none of the tied entrants made a move in the round `last`. False if a result
    is lost or void, because the moves are not known then."""
    for one in tied:
        heat = last.heat_of(one)
        if heat is None or heat.lost or heat.void:
            return False
        seat = heat.entrants.index(one)
        if any(each.moves > 0 for each in heat.standings if each.seat == seat):
            return False
    return True


def _sprint(tournament: Tournament) -> RoundDraw | None:
    """Return the sprint (a short race) that decides the ties of the last round; None if there are
    no ties."""
    rule, main = tournament.plan.knockout, tournament.of_turn(tournament.turn)
    if rule is None or main is None or not main.counts or main.turn in tournament.again:
        return None
    heats = [tied for _, tied in outcomes(tournament, main) if tied]
    return RoundDraw(main.turn, None, heats, decides=main.number) if heats else None


# Pairs. -----------------------------------------------------------------------------------------


def _swiss(tournament: Tournament, turn: int) -> RoundDraw | None:
    """Draw a round of a Swiss tournament; None if all rounds were drawn or fewer than two entrants
    play."""
    playing = set(tournament.playing)
    if turn > number_of_turns(tournament) or len(playing) < 2:
        return None
    table = tournament.table()
    rank = {number: i for i, number in enumerate(by_draw(tournament, playing))}
    rows = [row for row in table.rows if row.entrant in playing]
    order = [row.entrant for row in sorted(rows, key=lambda row: (row.place, rank[row.entrant]))]
    points = {row.entrant: int(2 * row.total) for row in rows}
    met: dict[tuple[int, int], int] = {}
    byes: dict[int, int] = {}
    for each in tournament.rounds:
        if not each.counts:
            continue
        for heat in each.heats:
            pair = (min(heat.entrants), max(heat.entrants))
            met[pair] = met.get(pair, 0) + 1
        for one in each.byes:
            byes[one] = byes.get(one, 0) + 1
    seed = tournament.draw_seed(f"pairs of round {turn}")
    found = pairing.swiss(order, PairingHistory(points, met, byes), seed)
    return _of_pairs(tournament, turn, found.pairs, () if found.bye is None else (found.bye,))


def _round_robin(tournament: Tournament, turn: int) -> RoundDraw | None:
    """Draw a round of a round robin between the entrants who were checked in at the start. The
    opponent of an entrant who has left has a bye (no opponent in this round)."""
    if turn > pairing.round_robin_rounds(len(tournament.order)) or len(tournament.playing) < 2:
        return None
    found = pairing.round_robin(tournament.order, turn)
    return _of_pairs(tournament, turn, found.pairs, () if found.bye is None else (found.bye,))


def _of_pairs(tournament: Tournament, turn: int, pairs: Sequence[Group], byes: Group) -> RoundDraw:
    """Return a round of these pairs and byes (entrants without an opponent in this round). The
    opponent of an entrant who has left has a bye."""
    playing = set(tournament.playing)
    heats = [pair for pair in pairs if set(pair) <= playing]
    alone = [one for pair in pairs if pair not in heats for one in pair if one in playing]
    there = tuple(one for one in byes if one in playing)
    return RoundDraw(turn, kind_of(tournament, turn), heats, (*there, *alone))


# Replayed rounds. -------------------------------------------------------------------------------


def _replayed_turn(tournament: Tournament, turn: int) -> RoundDraw | None:
    """Return the round that plays turn `turn` (a round as planned) again, on a new deal. The heats
    are the same as before, without entrants who have left. In the format `series` all entrants
    play, also those who came late."""
    if tournament.plan.format == "series":
        return _series(tournament, turn)
    before = [each for each in tournament.rounds if each.turn == turn and each.decides is None]
    if tournament.plan.format == "knockout":
        return _of_groups(tournament, turn, before[-1].groups)
    heats = [heat.entrants for heat in before[-1].heats]
    return _of_pairs(tournament, turn, heats, before[-1].byes)
