"""The score of a round of Racing Demon, and the series: rounds that are played until a contestant
has a certain number of points, the target. A seat is the number of a contestant at the table, from
0."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.options import Value
from engine.racing_demon.state import RoundState

DEMON = 13
"""The number of cards in the reserve (the demon) of each seat after the deal."""


class RoundScore(NamedTuple):
    """The score of a contestant in a round. `cards` and `kings` are how many of their cards, and
    how many of their kings, lie on the foundations. `left` is the number of cards in their reserve.
    `out` says that the contestant has ended the round by using up the reserve. `points` is computed
    from all of these."""

    cards: int
    kings: int
    left: int
    out: bool
    points: int


def left_in_demon(state: RoundState, seat: int) -> int:
    """Return the number of cards that are left in the reserve of a seat, which the rules call the
    demon."""
    reserve = state.boards[seat].piles[0]
    return len(reserve.down) + len(reserve.up)


def progress(state: RoundState, seat: int) -> int:
    """Return the number of cards that have left the reserve of a seat."""
    return DEMON - left_in_demon(state, seat)


def round_score(state: RoundState, seat: int, options: Mapping[str, Value]) -> RoundScore:
    """Return the score of a seat in the round so far. The options of the game say how many points
    the seat gets for each king and for being out, and loses for each card left in the reserve."""
    cards = sum(each.owners.count(seat) for each in state.foundations)
    kings = sum(each.closed and each.owners[-1] == seat for each in state.foundations)
    left, out = left_in_demon(state, seat), state.over is not None and state.over.out == seat
    points = cards + kings * int(options["king_bonus"]) - left * int(options["penalty"])
    return RoundScore(cards, kings, left, out, points + out * int(options["out_bonus"]))


def points(state: RoundState, seat: int, options: Mapping[str, Value]) -> int:
    """Return the points of a seat in the round so far."""
    return round_score(state, seat, options).points


class SeriesPlace(NamedTuple):
    """The place of a seat in a series, from 1, and its points in all rounds together. `left` says
    that the contestant has left the table."""

    place: int
    seat: int
    points: int
    left: bool


class Series(NamedTuple):
    """Several rounds of the same contestants. The series ends with the first round after which one
    seat has `target` points or more, and more than any other. With the target 0 there is one round.

    `rounds` has the points of each seat for each round. A seat whose contestant left in an earlier
    round has 0. `gone` are the seats whose contestants have left.
    """

    seats: int
    target: int
    rounds: tuple[tuple[int, ...], ...] = ()
    gone: tuple[int, ...] = ()

    def after(self, scores: Sequence[int], gone: Sequence[int] = ()) -> "Series":
        """Return the series after one more round. `scores` has the points of the round for each
        seat. `gone` are the seats whose contestants left the table during the round. Seats whose
        contestants left earlier get 0."""
        if len(scores) != self.seats:
            raise ValueError("each seat has points")
        kept = tuple(0 if seat in self.gone else n for seat, n in enumerate(scores))
        left = (*self.gone, *(seat for seat in gone if seat not in self.gone))
        return self._replace(rounds=(*self.rounds, kept), gone=left)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat in all rounds together."""
        return tuple(map(sum, zip(*self.rounds, strict=True))) or (0,) * self.seats

    @property
    def over(self) -> bool:
        """Whether no further round is played. There are three reasons: the target is 0 and one
        round has been played; a seat has the target and more points than any other; or, of several
        contestants, fewer than two are left."""
        there = [n for seat, n in enumerate(self.totals) if seat not in self.gone]
        if len(there) < min(2, self.seats):
            return True
        if not self.target:
            return bool(self.rounds)
        best = max(there)
        return best >= self.target and there.count(best) == 1

    def places(self) -> list[SeriesPlace]:
        """Return the places in the series, best first. Contestants who have left come below all
        others. Seats with equal points share a place and are listed by their numbers."""
        keys = [(seat in self.gone, -n) for seat, n in enumerate(self.totals)]
        ordered = sorted(keys)
        found = [
            SeriesPlace(ordered.index(key) + 1, seat, -key[1], key[0])
            for seat, key in enumerate(keys)
        ]
        return sorted(found, key=lambda each: (each.place, each.seat))
