"""What a load measures: every answer while the window is open."""

from array import array
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple


class Meter:
    """Counts answers and how long each took. Closed until `reset`, so that warming up is free."""

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
        """A watcher was told of a move so long after it was acknowledged."""
        if self.open:
            self.watched.append(seconds)

    def race_over(self) -> None:
        if self.open:
            self.races += 1

    def failed(self, what: str) -> None:
        """Something went wrong; counted whether the window is open or not."""
        self.errors[what] += 1


class Delays(NamedTuple):
    """Milliseconds from the moment a message was due to its answer."""

    p50: float
    p90: float
    p99: float
    most: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> "Delays":
        ordered = sorted(seconds)
        return cls(*(round(1000 * share(ordered, p), 3) for p in (0.5, 0.9, 0.99, 1)))


def share(ordered: Sequence[float], p: float) -> float:
    """The value that a share `p` of the sorted values does not exceed."""
    if not ordered:
        return 0.0
    return ordered[min(len(ordered) - 1, int(p * len(ordered)))]


def median(values: Sequence[float]) -> float:
    return share(sorted(values), 0.5)
