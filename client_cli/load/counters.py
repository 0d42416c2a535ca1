"""The counters of each second of a load test, and the faults found in the test.

The record of a race is a document of the finished race, with its deal and its moves. The test can
verify it by playing the race again.

Every process of the test counts for itself; the report merges the counters and faults of all
processes.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from time import process_time, time
from typing import Any

from client_cli.load.latency_histogram import LatencyHistogram

COUNTS = ("moves", "races", "cut", "verified", "sent", "heard")
DELAYS = ("acknowledged", "seen", "back", "late")


@dataclass
class Second:
    """The counters of one second of a load test.

    `at` is in seconds since 1970. `lines` is the number of open connections at the end of the
    second. `races` counts races that ended, `cut` connections that this program has cut, `verified`
    records that were verified. `sent` and `heard` count bytes of messages. Four histograms count
    delays:

    - `acknowledged`: from the time at which a move was due until the server acknowledged it;
    - `seen`: from the acknowledgement of a move until a spectator got the message about it;
    - `back`: from the first attempt to reconnect until the client was in the room again;
    - `late`: how late timers of this program's event loop fired.
    """

    at: int
    lines: int = 0
    moves: int = 0
    races: int = 0
    cut: int = 0
    verified: int = 0
    sent: int = 0
    heard: int = 0
    cpu_s: float = 0.0
    """CPU seconds that the load generator used in this second. After merging: those of its busiest
    process."""
    acknowledged: LatencyHistogram = field(default_factory=LatencyHistogram)
    seen: LatencyHistogram = field(default_factory=LatencyHistogram)
    back: LatencyHistogram = field(default_factory=LatencyHistogram)
    late: LatencyHistogram = field(default_factory=LatencyHistogram)
    errors: Counter[str] = field(default_factory=Counter)

    def to_json(self) -> dict[str, Any]:
        """Return the counters as JSON values, which a worker process sends to its parent."""
        delays = {name: [*getattr(self, name).counts.items()] for name in DELAYS}
        plain = {name: getattr(self, name) for name in (*COUNTS, "at", "lines", "cpu_s")}
        return {**plain, **delays, "errors": self.errors}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Second":
        """Return a second made from the values of `to_json`."""
        delays = {name: LatencyHistogram(dict(value[name])) for name in DELAYS}
        return cls(**{**value, **delays, "errors": Counter(value["errors"])})

    @classmethod
    def merged(cls, at: int, several: Iterable["Second"]) -> "Second":
        """Add up the counters of several seconds, of one or of many processes, into one that begins
        at `at`."""
        all_ = list(several)
        whole = cls(at)
        whole.lines = sum(each.lines for each in all_)
        whole.cpu_s = max((each.cpu_s for each in all_), default=0.0)
        for each in all_:
            whole.errors.update(each.errors)
        for name in COUNTS:
            setattr(whole, name, sum(getattr(each, name) for each in all_))
        for name in DELAYS:
            setattr(whole, name, LatencyHistogram.merged(getattr(each, name) for each in all_))
        return whole


@dataclass
class LoadFindings:
    """Faults that the test has found, each as a sentence that begins with the name of the race.

    They are acknowledged moves that were lost (`lost`), races that did not end (`stuck`), races
    whose contestants got different results (`disputed`), and records that fail verification
    (`refuted`).
    """

    lost: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    disputed: list[str] = field(default_factory=list)
    refuted: list[str] = field(default_factory=list)

    def add(self, other: "LoadFindings") -> None:
        """Append the faults that another process found."""
        self.lost += other.lost
        self.stuck += other.stuck
        self.disputed += other.disputed
        self.refuted += other.refuted

    def __bool__(self) -> bool:
        return bool(self.lost or self.stuck or self.disputed or self.refuted)


class LoadCounters:
    """The counters of the current second in one process, and the faults that the process has
    found."""

    def __init__(self) -> None:
        self.now = Second(int(time()))
        self.findings = LoadFindings()
        self.lines = 0
        self._cpu_s = process_time()

    def failed(self, what: str) -> None:
        """Count a refused request by the code of its refusal, or a lost connection by its
        reason."""
        self.now.errors[what] += 1

    def seen(self, seconds: float) -> None:
        """Count a delay, in seconds, from a move's acknowledgement until a simulated spectator got
        the message about the move."""
        self.now.seen.add(seconds)

    def next(self, tell: Callable[[Second], None]) -> None:
        """End the current second, pass its counters to `tell`, and begin the next second."""
        over, used = self.now, process_time()
        over.lines, over.cpu_s = self.lines, used - self._cpu_s
        self._cpu_s, self.now = used, Second(int(time()))
        tell(over)
