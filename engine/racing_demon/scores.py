"""The score of a round of Racing Demon, and the series of rounds up to a target."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.options import Value
from engine.racing_demon.state import RoundState

DEMON = 13
"""The number of cards in a demon."""


class RoundScore(NamedTuple):
    """The score of a seat in a round, line by line: its cards in the middle, its kings there, the
    cards left in its demon, and whether it is out; and the points that these bring together."""

    cards: int
    kings: int
    left: int
    out: bool
    points: int


def left_in_demon(state: RoundState, seat: int) -> int:
    """Return the number of cards in the demon of a seat."""
    reserve = state.boards[seat].piles[0]
    return len(reserve.down) + len(reserve.up)


def progress(state: RoundState, seat: int) -> int:
    """Return the number of cards gone from the demon of a seat."""
    return DEMON - left_in_demon(state, seat)


def round_score(state: RoundState, seat: int, options: Mapping[str, Value]) -> RoundScore:
    """Return the score of a seat in the round so far, by the points that the options give."""
    cards = sum(each.owners.count(seat) for each in state.foundations)
    kings = sum(each.closed and each.owners[-1] == seat for each in state.foundations)
    left, out = left_in_demon(state, seat), state.over is not None and state.over.out == seat
    points = cards + kings * int(options["king_bonus"]) - left * int(options["penalty"])
    return RoundScore(cards, kings, left, out, points + out * int(options["out_bonus"]))


def points(state: RoundState, seat: int, options: Mapping[str, Value]) -> int:
    """Return the points of a seat in the round so far."""
    return round_score(state, seat, options).points


class SeriesPlace(NamedTuple):
    """The place of a seat in a series, from 1, and its points in all rounds together."""

    place: int
    seat: int
    points: int
    left: bool


class Series(NamedTuple):
    """Rounds of the same seats, up to the end of one in which somebody has the `target`; with 0
    there is a single round.

    `rounds` has the points of each round by seat; a round brings 0 to who left in an earlier one.
    `gone` are the seats that have left.
    """

    seats: int
    target: int
    rounds: tuple[tuple[int, ...], ...] = ()
    gone: tuple[int, ...] = ()

    def after(self, scores: Sequence[int], gone: Sequence[int] = ()) -> "Series":
        """Return the series after one more round with the points `scores`, in which the seats
        `gone` have left the table. Who had left before gets 0."""
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
        """Whether no further round is played: a single round is over; somebody has the target, and
        one seat alone has the most; or fewer than two are left of several."""
        there = [n for seat, n in enumerate(self.totals) if seat not in self.gone]
        if len(there) < min(2, self.seats):
            return True
        if not self.target:
            return bool(self.rounds)
        best = max(there)
        return best >= self.target and there.count(best) == 1

    def places(self) -> list[SeriesPlace]:
        """Return the places, best first. Who has left stands below those who have not; equal points
        share the place, and are listed by seat."""
        keys = [(seat in self.gone, -n) for seat, n in enumerate(self.totals)]
        ordered = sorted(keys)
        found = [
            SeriesPlace(ordered.index(key) + 1, seat, -key[1], key[0])
            for seat, key in enumerate(keys)
        ]
        return sorted(found, key=lambda each: (each.place, each.seat))
