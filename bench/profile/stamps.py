"""Contestants who note when each of their moves was due, sent and answered."""

from random import Random
from time import perf_counter

from bench.contestant import Contestant, Leader, Party
from bench.meter import Meter
from bench.profile.trace import Asked, Key


class Stamps(Meter):
    """A meter that also has the times of every move answered while it was open."""

    def __init__(self) -> None:
        super().__init__()
        self.moves: dict[Key, Asked] = {}

    @property
    def window(self) -> tuple[float, float]:
        """The time from the first move sent to the last move answered."""
        moves = self.moves.values()
        first = min((each.sent for each in moves), default=0.0)
        return first, max((each.heard for each in moves), default=0.0)


class StampedParty(Party):
    """A party whose contestants note times."""

    def member(self, number: int, rng: Random) -> Contestant:
        return StampedLeader(self, rng) if number == 0 else Stamped(self, rng)


class Stamped(Contestant):
    """A follower that notes times."""

    _said_at = 0.0

    def send(self, text: bytes) -> None:
        self._said_at = perf_counter()
        super().send(text)

    def answered(self, data: bytes) -> None:
        meter = self.meter
        if meter.open and isinstance(meter, Stamps):
            key = (self.code, self.race, self.number, self.ply)
            meter.moves[key] = Asked(self._since, self._said_at, perf_counter())
        super().answered(data)


class StampedLeader(Stamped, Leader):
    """A leader that notes times."""
