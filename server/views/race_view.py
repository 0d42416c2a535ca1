"""Makes parts of messages about a race: terms and times, standings, results, and the secret.

The terms are rules of the race, such as its format. A standing has the figures of one contestant,
such as progress and result. The deal is computed from the server's secret and a random number
(nonce) of each contestant. Race time is milliseconds since the start of the race. In some races the
server calls (announces) one card after the other, and each contestant must place it in a given
time. Racing Demon is played in series of rounds, and each round is a race of the room.

Only `visibility.py` and `event_view.py` call these functions.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from engine.races import fairness
from engine.races.ranking import rank
from engine.racing_demon.game import RacingDemon
from engine.rules import rules as rules_of
from protocol import from_server as say
from protocol.rooms.common_tables import SeriesCommitment, SeriesInfo, SeriesSeat
from protocol.rooms.races import GhostInfo
from protocol.rooms.room_settings import Ballot, RoomScore
from protocol.rooms.standings import DealtPack
from server.boards.seat_standing import StoredStanding
from server.rooms import series_deals
from server.rooms.events import OfSeries
from server.rooms.score import rounds_with, score, series_of
from server.rooms.state import Race, Room
from server.views.board_view import NotVisible
from server.views.deal_secrecy import visible


def info(
    room: Room, race: Race, now: int, standings: Mapping[int, StoredStanding] = MappingProxyType({})
) -> say.RaceInfo:
    """Return the description of a race (game, terms, status, times) at server time `now`. Everybody
    may see it. For a round of Racing Demon that is over, `standings` has the final standings."""
    at = times(race, now)
    return say.RaceInfo(
        id=room.race_id(race),
        n=race.n,
        game=race.rules.slug,
        options=dict(race.rules.chosen),
        terms=say.Terms.model_validate(race.terms.to_json()),
        bell_ms=race.bell_ms,
        commitment=fairness.commitment(race.secret),
        status=race.status,
        starts_in_ms=at.starts_in_ms,
        clock_ms=at.clock_ms,
        call=race.call or None,
        ranked_by=race.rules.ranked_by,
        call_ms=at.call_ms,
        votes=[ballot(seat, slug) for seat, slug in race.votes.items()],
        ghost=None if race.ghost is None else GhostInfo(**race.ghost._asdict()),
        series=series(room, race, rounds_with(race, standings)),
    )


def series(room: Room, race: Race, rounds: OfSeries) -> SeriesInfo | None:
    """Return the series to which a round of Racing Demon belongs, with the points of `rounds`, the
    rounds that have been played. Return None if the race is of another game or belongs to a
    tournament."""
    if not isinstance(race.rules, RacingDemon) or race.session is not None:
        return None
    seats, series = series_of(race.rules, rounds, race.racing)
    session = series_deals.session_of(room, race, opened=False)
    return SeriesInfo(
        round=len(race.series.rounds) + 1,
        target=series.target,
        seats=[
            SeriesSeat(
                place=each.place,
                seat=seats[each.seat],
                name=room.seats[seats[each.seat]].name,
                rounds=[points[each.seat] for points in series.rounds],
                points=each.points,
                gone=each.left,
            )
            for each in series.places()
        ],
        over=bool(series.rounds) and series.over,
        commitment=None
        if session is None
        else SeriesCommitment(name=session.name, commitment=session.commitment),
    )


def ballot(seat: int, slug: str) -> Ballot:
    """Return a seat's vote for the game of the next race, as messages show it to everybody. `slug`
    is the name of the game."""
    return Ballot(seat=seat, game=slug, title=rules_of(slug).book.title)


def wins(room: Room, standings: Mapping[int, StoredStanding]) -> list[RoomScore]:
    """Return how many races of the room each contestant has won, most wins first. `standings` has
    the standings of the current race, by seat; the race counts if it is over."""
    return [
        RoomScore(seat=seat, name=room.seats[seat].name, wins=won)
        for seat, won in score(room, standings)
    ]


class Times(NamedTuple):
    """Times of a race in milliseconds: `starts_in_ms` is the time until the start, `clock_ms` the
    race time, and `call_ms` the time left to place the called card. A time that does not apply at
    present is None."""

    starts_in_ms: int | None
    clock_ms: int | None
    call_ms: int | None


def times(race: Race, now: int) -> Times:
    """Return the time until the start of a race, its race time, and the time left to place the
    called card, at server time `now`. A time that does not apply now is None."""
    if race.status == "countdown":
        return Times(max(0, race.zero_at - now), None, None)
    clock = None if race.status == "lobby" else race.clock(now)
    called = race.status == "running" and race.call
    return Times(None, clock, max(0, race.call_due_ms - (clock or 0)) if called else None)


def standing(race: Race, seat: int, stored: StoredStanding) -> say.SeatStanding:
    """Return the standing of a seat as messages show it to everybody. The points in it include
    those for face-down cards only if the race is over."""
    standing = visible(race, stored)
    return say.SeatStanding.model_validate(
        {
            "seat": seat,
            "result": standing.result,
            "reason": standing.reason,
            "progress": standing.progress,
            "best": standing.best,
            "tie_break": standing.tie_break,
            "reached_ms": standing.reached_ms,
            "points": standing.score if race.status == "over" else standing.points,
            "ended_ms": standing.ended_ms,
            "moves": standing.moves,
            "clean": standing.clean,
        }
    )


def results(race: Race, standing: Mapping[int, StoredStanding]) -> list[say.Result]:
    """Return the results of a finished race, best place first. `standing` has the final standings
    of the contestants, by seat."""
    standings = [n.standing(seat, race.ended_ms) for seat, n in standing.items()]
    return [
        say.Result(
            place=placed.place,
            standing=say.SeatStanding.model_validate(
                {**placed.standing._asdict(), "progress": standing[placed.standing.seat].progress}
            ),
        )
        for placed in rank(standings, race.rules.ranked_by, race.terms.winners)
    ]


def opened(race: Race, now: int) -> say.Opened | None:
    """Return the secret and the nonces of a finished race, from which anybody can compute the deal.
    Return None while others may still play the deal in other rooms.

    Raises NotVisible if the race is not over.
    """
    if race.status != "over":
        raise NotVisible("a secret before the end")
    if not race.opened(now):
        return None
    nonces = {str(seat): nonce for seat, nonce in race.counted().items()}
    found = None if race.winnable is None else DealtPack(k=race.winnable.k)
    return say.Opened(secret=race.secret.hex(), nonces=nonces, winnable=found)
