"""The score of a room: the number of its races that each contestant has won, and the points of the
rounds of a series of Racing Demon. Pure functions."""

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
    """Return the seats in first place of the room's finished race, computer players of the server
    left out. If all others share the first place, or the race does not count, nobody has won.
    `standings` are the final standings of the contestants, by seat."""
    race, counted = room.race, _counted(room)
    final = [standings[n].standing(n, race.ended_ms) for n in counted if n in standings]
    placed = rank(final, race.rules.ranked_by, race.terms.winners)
    first = tuple(each.standing.seat for each in placed if each.place == 1)
    return first if len(first) < len(placed) else ()


def with_wins(room: Room, won: Collection[int]) -> dict[int, int]:
    """Return the number of wins by seat after the room's race: those before it, with one more for
    the seats in `won`. A contestant without a win is listed with 0."""
    wins = room.wins
    return {**wins, **{seat: wins.get(seat, 0) + (seat in won) for seat in _counted(room)}}


def score(room: Room, standings: Mapping[int, StoredStanding]) -> list[tuple[int, int]]:
    """Return (seat, number of wins) for each seat that has raced others in the room, most wins
    first. The current race counts if it is over; `standings` are its standings, by seat."""
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
    """A series of Racing Demon. `seats` are those that have played a round of it, by number;
    `series` numbers them by their position in `seats`."""

    seats: tuple[int, ...]
    series: Series


def rounds_with(race: Race, standings: Mapping[int, StoredStanding]) -> OfSeries:
    """Return the rounds of the series up to the race, which counts if it is over. `standings` are
    its standings, by seat. A seat that has resigned a round has left the table, until it plays a
    later round."""
    before = race.series
    if race.status != "over" or race.called_off:
        return before
    points = {seat: standings[seat].score or 0 for seat in race.racing if seat in standings}
    left = [seat for seat in points if standings[seat].reason == "resigned"]
    gone = (*(seat for seat in before.gone if seat not in race.racing), *left)
    return before.model_copy(update={"rounds": (*before.rounds, points), "gone": gone})


def series_of(rules: RacingDemon, rounds: OfSeries, seats: Collection[int]) -> SeatSeries:
    """Return the series after these rounds. `seats` are the contestants of the present round, who
    need not have played before."""
    known = {seat for points in rounds.rounds for seat in points}
    everybody = tuple(sorted(known | set(seats)))
    series = Series(len(everybody), int(rules.chosen["target"]))
    for points in rounds.rounds:
        series = series.after([points.get(seat, 0) for seat in everybody])
    gone = tuple(at for at, seat in enumerate(everybody) if seat in rounds.gone)
    return SeatSeries(everybody, series._replace(gone=gone))


def next_rounds(race: Race, standings: Mapping[int, StoredStanding]) -> OfSeries | None:
    """Return the rounds that the next round of the series follows; None if the series is over or
    the race was no round of one."""
    if not isinstance(race.rules, RacingDemon):
        return None
    rounds = rounds_with(race, standings)
    return None if series_of(race.rules, rounds, race.racing).series.over else rounds
