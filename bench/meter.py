"""Counts of the answers to a load, and how long they took."""

from array import array
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple


class Meter:
    """Counts answers and notes how long each took, in seconds, but only while `open` is set. The
    warm-up is therefore not counted."""

    def __init__(self) -> None:
        self.open = False
        self.seconds = array("d")
        self.watched = array("d")
        self.sent_bytes = 0
        self.heard_bytes = 0
        self.races = 0
        self.errors: Counter[str] = Counter()

    def answered(self, seconds: float, sent: int, heard: int) -> None:
        if self.open:
            self.seconds.append(seconds)
            self.sent_bytes += sent
            self.heard_bytes += heard

    def seen(self, seconds: float) -> None:
        """Count a move that a watcher received this many seconds after its acknowledgement."""
        if self.open:
            self.watched.append(seconds)

    def race_over(self) -> None:
        if self.open:
            self.races += 1

    def failed(self, what: str) -> None:
        """Count an error, whether the meter is open or not."""
        self.errors[what] += 1


class Delays(NamedTuple):
    """Percentiles of delays, and the largest delay, in milliseconds."""

    p50: float
    p90: float
    p99: float
    most: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> "Delays":
        ordered = sorted(seconds)
        return cls(*(round(1000 * share(ordered, p), 3) for p in (0.5, 0.9, 0.99, 1)))


def share(ordered: Sequence[float], p: float) -> float:
    """Return the value that a share `p` of the sorted values does not exceed; 0 if there are
    none."""
    if not ordered:
        return 0.0
    return ordered[min(len(ordered) - 1, int(p * len(ordered)))]


def median(values: Sequence[float]) -> float:
    return share(sorted(values), 0.5)
