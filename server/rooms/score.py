"""The score of a room: the number of its races that each contestant has won, and the points of the
rounds of a series of Racing Demon. Pure functions.

A standing has the figures of one contestant in a race, such as progress and result. Racing Demon is
played in series: the rounds are consecutive races of a room, and their points are added up. A race
counts for the score if at least two people raced in it, the game leaves players a choice, the race
was not called off, and nobody plays the same deal in another room.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from engine.races.ranking import rank
from engine.racing_demon.game import RacingDemon
from engine.racing_demon.scores import Series
from server.boards.seat_standing import StoredStanding
from server.rooms.events import OfSeries
from server.rooms.state import Race, Room

FEWEST = 2
"""The minimum number of people in a race that counts for the score. Computer players of the server
do not count."""


def winners(room: Room, standings: Mapping[int, StoredStanding]) -> tuple[int, ...]:
    """Return the seats of the people who have won the room's finished race: those in first place
    when the computer players of the server are left out. Return none if all people share the first
    place, or the race does not count. `standings` are the final standings of the contestants, by
    seat."""
    race, counted = room.race, _counted(room)
    final = [standings[n].standing(n, race.ended_ms) for n in counted if n in standings]
    placed = rank(final, race.rules.ranked_by, race.terms.winners)
    first = tuple(each.standing.seat for each in placed if each.place == 1)
    return first if len(first) < len(placed) else ()


def with_wins(room: Room, won: Collection[int]) -> dict[int, int]:
    """Return the number of wins by seat after the room's finished race: the wins before this race,
    and one more for each seat in `won`. A contestant without a win is listed with 0. If the race
    does not count, return the wins before it."""
    wins = room.wins
    return {**wins, **{seat: wins.get(seat, 0) + (seat in won) for seat in _counted(room)}}


def score(room: Room, standings: Mapping[int, StoredStanding]) -> list[tuple[int, int]]:
    """Return (seat, number of wins) for each seat that has raced others in the room, most wins
    first. The win of the current race is included if the race is over; `standings` are the
    standings of this race, by seat."""
    wins = room.wins
    if room.race.status == "over":
        wins = with_wins(room, winners(room, standings))
    return sorted(wins.items(), key=lambda pair: (-pair[1], pair[0]))


def _counted(room: Room) -> Sequence[int]:
    """Return the contestants of the room's finished race who count for the score of the room. They
    are none if it was called off, had fewer than FEWEST people, was a game without choice, or was a
    deal that others play in other rooms."""
    race, people = room.race, room.people(room.race)
    played = race.rules.has_choice() and not race.is_try and not race.called_off
    return people if played and len(people) >= FEWEST else ()


class SeatSeries(NamedTuple):
    """A series of Racing Demon, with the seats of its players. `seats` are the seats of all who
    have played a round or play one now, in ascending order. `series` numbers the players from 0;
    its player number i has the seat `seats[i]`."""

    seats: tuple[int, ...]
    series: Series


def rounds_with(race: Race, standings: Mapping[int, StoredStanding]) -> OfSeries:
    """Return the rounds of the series before the race and, if the race is over, the race itself as
    the last round. `standings` are the standings of the race, by seat. A seat that has resigned a
    round counts as having left the table, until it plays a later round."""
    before = race.series
    if race.status != "over" or race.called_off:
        return before
    points = {seat: standings[seat].score or 0 for seat in race.racing if seat in standings}
    left = [seat for seat in points if standings[seat].reason == "resigned"]
    gone = (*(seat for seat in before.gone if seat not in race.racing), *left)
    return before.model_copy(update={"rounds": (*before.rounds, points), "gone": gone})


def series_of(rules: RacingDemon, rounds: OfSeries, seats: Collection[int]) -> SeatSeries:
    """Return the series after `rounds`. `seats` are the contestants of the present round; they
    belong to the series even if they have played no round before."""
    known = {seat for points in rounds.rounds for seat in points}
    everybody = tuple(sorted(known | set(seats)))
    series = Series(len(everybody), int(rules.chosen["target"]))
    for points in rounds.rounds:
        series = series.after([points.get(seat, 0) for seat in everybody])
    gone = tuple(at for at, seat in enumerate(everybody) if seat in rounds.gone)
    return SeatSeries(everybody, series._replace(gone=gone))


def next_rounds(race: Race, standings: Mapping[int, StoredStanding]) -> OfSeries | None:
    """Return the rounds of the series up to and including the race, if another round follows.
    Return None if the series is over, or the race is not of the game Racing Demon."""
    if not isinstance(race.rules, RacingDemon):
        return None
    rounds = rounds_with(race, standings)
    return None if series_of(race.rules, rounds, race.racing).series.over else rounds
