"""The report of a load test: figures of the measured time, faults found, and the report as JSON."""

import os
import platform
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, NamedTuple

from client_cli.load.counters import LoadFindings, Second
from client_cli.load.limit_messages import LIMITS
from client_cli.load.plan import LoadPlan
from client_cli.load.server_metrics import MetricsReading
from protocol.texts import _

MIB = 2**20
BUSY = 0.9
"""Share of one CPU core (0 to 1). A load generator that uses more distorts the measurement."""
LATE_MS, LATE_PART = 5.0, 0.1
"""How late timers of the load generator may fire (p99): LATE_MS milliseconds, or the share
LATE_PART of the acknowledgement delay (p99), whichever is more. Later timers distort the
measurement."""


class ServerUsage(NamedTuple):
    """What all server processes together used during the measured time: CPU time in seconds, the
    mean number of CPU cores, and CPU microseconds for each move. Also their memory in bytes: at the
    first reading, at the last reading, and the largest value of all readings."""

    cpu_s: float
    cores: float
    us_a_move: float | None
    rss_first: float
    rss_last: float
    rss_most: float


class LoadReport(NamedTuple):
    """The figures of a load test. `seconds` has the counters of all seconds, `window` those of the
    measured seconds."""

    plan: LoadPlan
    processes: int
    seconds: Sequence[Second]
    span: range
    """The measured seconds, since 1970."""
    window: Sequence[Second]
    whole: Second
    """The counters of `window` added up."""
    errors: Counter[str]
    """How often each error occurred in all seconds."""
    served: ServerUsage | None
    missing: str | None
    """Why the server's own figures are unknown; None if they are known."""
    readings: Sequence[MetricsReading]
    findings: LoadFindings

    @classmethod
    def of(  # one parameter for each thing that a load collects
        cls,
        plan: LoadPlan,
        processes: int,
        seconds: Sequence[Second],
        span: range,
        readings: Sequence[MetricsReading],
        missing: str | None,
        findings: LoadFindings,
    ) -> "LoadReport":
        """Return the report made from everything that a load test has collected. `span` are the
        measured seconds, since 1970."""
        window = [each for each in seconds if each.at in span]
        whole = Second.merged(span.start, window)
        errors = sum((each.errors for each in seconds), Counter[str]())
        served = _served([r for r in readings if span.start <= r.at <= span.stop + 1], whole.moves)
        missing = None if served else missing or _("Too short to read /metrics twice.")
        return cls(
            plan=plan,
            processes=processes,
            seconds=seconds,
            span=span,
            window=window,
            whole=whole,
            errors=errors,
            served=served,
            missing=missing,
            readings=readings,
            findings=findings,
        )

    @property
    def measured_s(self) -> int:
        """The number of measured seconds in which a process has reported counters."""
        return len(self.window)

    @property
    def moves_a_second(self) -> float:
        """Acknowledged moves per measured second."""
        return self.whole.moves / max(1, self.measured_s)

    @property
    def lines(self) -> int:
        """The largest number of connections that were open at the same time."""
        return max((each.lines for each in self.seconds), default=0)

    @property
    def cut(self) -> int:
        """The total number of connections that storms have cut during the load test."""
        return sum(each.cut for each in self.seconds)

    @property
    def races(self) -> int:
        """The total number of races that ended during the load test."""
        return sum(each.races for each in self.seconds)

    @property
    def verified(self) -> int:
        """How many records of finished races the load test has fetched and checked, also those in
        which the check found a fault."""
        return sum(each.verified for each in self.seconds)

    @property
    def own_core(self) -> float:
        """CPU use of the busiest load process in the measured time, in cores."""
        return sum(each.cpu_s for each in self.window) / max(1, self.measured_s)

    @property
    def hints(self) -> list[str]:
        """Sentences about limits that were reached, and about reasons to distrust the figures."""
        said = [_(LIMITS[code]) for code in LIMITS if self.errors[code]]
        if self.own_core > BUSY:
            said.append(
                _(
                    "The load itself took a whole core, so the delays are partly its own: "
                    "say --processes, or run it on another machine."
                )
            )
        late, found = (each.ms(0.99) or 0.0 for each in (self.whole.late, self.whole.acknowledged))
        if late > max(LATE_MS, LATE_PART * found):
            said.append(
                _(
                    "The load's own loop was up to {late} ms late (p99): the delays may be too "
                    "long by that, since its machine had too much to do.",
                    late=f"{late:,.0f}",
                )
            )
        return said

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON values. Names of times end with their unit."""
        plan = asdict(self.plan)
        for inner in ("first", "every"):
            del plan[inner]
        return {
            "began": datetime.fromtimestamp(self.whole.at, UTC).isoformat(),
            "machine": f"{platform.machine()}, {os.cpu_count()} cores",  # not a text: for programs
            "python": platform.python_version(),
            "plan": plan,
            "processes": self.processes,
            "measured_s": self.measured_s,
            "moves": self.whole.moves,
            "moves_a_second": round(self.moves_a_second, 1),
            "races": self.races,
            "lines": self.lines,
            "bytes_sent": self.whole.sent,
            "bytes_heard": self.whole.heard,
            "acknowledged_ms": self.whole.acknowledged.summary(),
            "watchers_ms": self.whole.seen.summary(),
            "back_ms": self.whole.back.summary(),
            "late_ms": self.whole.late.summary(),
            "cut": self.cut,
            "errors": dict(self.errors.most_common()),
            "server": {"missing": self.missing} if self.served is None else self.served._asdict(),
            "load_core": round(self.own_core, 2),
            "verified": self.verified,
            "findings": asdict(self.findings),
            "hints": self.hints,
            "seconds": [_second(each) for each in self.seconds],
            "readings": [each._asdict() for each in self.readings],
        }


def _second(each: Second) -> dict[str, Any]:
    return {
        "at": each.at,
        "lines": each.lines,
        "moves": each.moves,
        "cut": each.cut,
        "errors": dict(each.errors),
        "acknowledged_ms": each.acknowledged.summary(),
        "watchers_ms": each.seen.summary(),
    }


def _served(readings: Sequence[MetricsReading], moves: int) -> ServerUsage | None:
    """Return the server's use of CPU and memory between the first and the last reading of its
    metrics; None for fewer than two readings. A CPU counter that has fallen belongs to a restarted
    server and is counted from 0."""
    if len(readings) < 2:
        return None
    cpu_s = sum(b.cpu_s - a.cpu_s if b.cpu_s >= a.cpu_s else b.cpu_s for a, b in pairwise(readings))
    took = readings[-1].at - readings[0].at
    rss = [each.rss for each in readings]
    return ServerUsage(
        cpu_s=round(cpu_s, 2),
        cores=round(cpu_s / took, 3),
        us_a_move=round(1e6 * cpu_s / moves, 1) if moves else None,
        rss_first=rss[0],
        rss_last=rss[-1],
        rss_most=max(rss),
    )
