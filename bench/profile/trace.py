"""Combine what a traced server has noted with the times that its contestants have noted: the stages
of each move, and what the event loop did meanwhile. All times are seconds of one clock."""

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import fmean, median
from typing import Any, NamedTuple

FRAMES = "reads frames, processes moves"
REPLIES = "reads replies of the store"
GARBAGE = "garbage collection"
SYSTEM = "the event loop in C: reads and writes sockets"
WHAT = {
    "MoveWriter.run": "builds batches, makes and writes answers",
    "StreamFollower.follow.<locals>.read": "the stream of stored events",
    "LiveRoom.flush": "sends progress to rivals",
    "Timers._take": "races that start and end",
    "Archiver.run": "archives finished races",
    "serve.<locals>.protocol_handler": "other requests than moves",
    "_run_logged": "results and crowns",
}
"""Descriptions of the work that some tasks and callbacks of the event loop do."""
OFF = "interrupted by another process while working"
STORE = "waits for the store"
REST = "idle, or other processes have the core"
STALL_S = 0.002

STAGES = (
    "due, but the previous answer is late",
    "sent, until the loop reads it",
    "processed: frame, rules, standings",
    "waits for the previous batch",
    "its batch is built",
    "the store, until the loop has its reply",
    "answers are made: those before it and its own",
    "written, until its contestant reads it",
)
Key = tuple[str, int, int, int]
"""A move: the code of its room, race, seat and ply."""


class Asked(NamedTuple):
    """The times of a move at its contestant: when it was due, sent and answered."""

    due: float
    sent: float
    heard: float


class Way(NamedTuple):
    """A move's times: when it came to each of STAGES, and when the last of them was over. `batch`
    is the number of moves in its batch."""

    times: tuple[float, ...]
    batch: int

    @property
    def took(self) -> float:
        return self.times[-1] - self.times[0]

    @property
    def stages(self) -> list[float]:
        return [end - start for start, end in pairwise(self.times)]


class Turn(NamedTuple):
    """One call by the event loop. `cpu_start` and `cpu_end` are the CPU seconds that its thread had
    used by then. `name` is an index in `Trace.names`."""

    name: int
    start: float
    cpu_start: float
    end: float
    cpu_end: float


class Pause(NamedTuple):
    name: int
    start: float
    end: float


class Stall(NamedTuple):
    """Work that blocked the event loop for longer than STALL_S. `times` says how often; `sum` and
    `most` are milliseconds. `on_core` is the share of that time in which it used the CPU."""

    name: str
    times: int
    sum: float
    most: float
    on_core: float


class Trace:
    """What one traced server has noted."""

    def __init__(self, file: Path) -> None:
        told: dict[str, Any] = json.loads(file.read_text())
        self.names = [WHAT.get(name, name) for name in told["names"]]
        self.turns = [Turn(int(row[0]), *row[1:]) for row in _rows(told["turns"], 5)]
        self.pauses = [Pause(int(row[0]), *row[1:]) for row in _rows(told["pauses"], 3)]
        self._batches = list(_rows(told["batches"], 4))
        self._starts = [turn.start for turn in self.turns]
        self._sent = [row[2] for row in self._batches]
        self._told = told

    def ways(self, asked: dict[Key, Asked]) -> list[Way]:
        """Return the stages of all moves of which the contestant noted the times, the quickest
        first."""
        codes: list[str] = self._told["codes"]
        batches = [row for row in self._batches for _ in range(int(row[0]))]
        moves = zip(_rows(self._told["taken"], 6), batches, self._told["said"], strict=False)
        ways = []
        for (code, race, seat, ply, read, taken), (size, begun, sent, replied), said in moves:
            one = asked.get((codes[int(code)], int(race), int(seat), int(ply)))
            if one is not None:
                # The contestant may read the answer before the server notes that it was written.
                server = (read, taken, begun, sent, replied, min(said, one.heard))
                ways.append(Way((one.due, one.sent, *server, one.heard), int(size)))
        return sorted(ways, key=lambda way: way.took)

    def doing(self, start: float, end: float) -> Iterator[tuple[str, float]]:
        """Yield what the event loop did between these times, with the seconds it took."""
        at = max(0, bisect_right(self._starts, start) - 1)
        for turn, following in pairwise(self.turns[at : bisect_right(self._starts, end) + 1]):
            within = _overlap(turn.start, turn.end, start, end)
            on = within * _share(turn.cpu_end - turn.cpu_start, turn.end - turn.start)
            yield self.names[turn.name], on
            yield OFF, within - on
            between = _overlap(turn.end, following.start, start, end)
            on = between * _share(following.cpu_start - turn.cpu_end, following.start - turn.end)
            yield SYSTEM, on
            yield (STORE if self._is_away(turn.end) else REST), between - on

    def _is_away(self, moment: float) -> bool:
        """Return whether a batch was on its way to the store at this time."""
        at = bisect_right(self._sent, moment) - 1
        return at >= 0 and moment < self._batches[at][3]

    def stalls(self, start: float, end: float) -> list[Stall]:
        """Return the stalls between these times, the largest sum first. Pauses of the garbage
        collector are also part of the work during which they occurred."""
        found: dict[int, list[tuple[float, float]]] = {}
        for turn in self.turns:
            if start <= turn.start < end and turn.end - turn.start > STALL_S:
                cpu = turn.cpu_end - turn.cpu_start
                found.setdefault(turn.name, []).append((turn.end - turn.start, cpu))
        for pause in self.pauses:
            if start <= pause.start < end and pause.end - pause.start > STALL_S:
                took = pause.end - pause.start
                found.setdefault(pause.name, []).append((took, took))
        stalls = [
            Stall(
                self.names[name],
                len(each),
                1000 * sum(took for took, _ in each),
                1000 * max(took for took, _ in each),
                sum(cpu for _, cpu in each) / sum(took for took, _ in each),
            )
            for name, each in found.items()
        ]
        return sorted(stalls, key=lambda stall: -stall.sum)


class Compared(NamedTuple):
    """A row of a table: mean milliseconds in the middle tenth of all answers and in the slowest
    hundredth. The row of `batches` has median numbers of moves instead."""

    what: str
    middle: float
    slowest: float


def middle(ways: Sequence[Way]) -> Sequence[Way]:
    """Return the middle tenth of the moves, which are sorted by the time they took."""
    return ways[45 * len(ways) // 100 : 55 * len(ways) // 100 + 1]


def slowest(ways: Sequence[Way]) -> Sequence[Way]:
    """Return the slowest hundredth of the moves, which are sorted by the time they took."""
    return ways[99 * len(ways) // 100 :]


def by_stage(ways: Sequence[Way]) -> list[Compared]:
    stages = [[way.stages for way in some] for some in (middle(ways), slowest(ways))]
    return [
        Compared(stage, *(1000 * fmean(each[i] for each in some) if some else 0 for some in stages))
        for i, stage in enumerate(STAGES)
    ]


def by_doing(trace: Trace, ways: Sequence[Way]) -> list[Compared]:
    """Return what the event loop did from the moment a move was due until its answer was read. What
    took longest in the slowest answers comes first."""
    sums: list[dict[str, float]] = []
    for some in (middle(ways), slowest(ways)):
        found: dict[str, float] = {}
        for way in some:
            for what, seconds in trace.doing(way.times[0], way.times[-1]):
                found[what] = found.get(what, 0.0) + 1000 * seconds / len(some)
        sums.append(found)
    names = {*sums[0], *sums[1]}
    rows = [Compared(name, *(found.get(name, 0.0) for found in sums)) for name in names]
    return sorted(rows, key=lambda row: -row.slowest)


def batches(ways: Sequence[Way]) -> Compared:
    sizes = [[way.batch for way in some] for some in (middle(ways), slowest(ways))]
    return Compared("moves in its batch", *(median(some) if some else 0 for some in sizes))


def _rows(flat: list[float], width: int) -> Iterable[list[float]]:
    return (flat[i : i + width] for i in range(0, len(flat) - width + 1, width))


def _overlap(start: float, end: float, first: float, last: float) -> float:
    return max(0.0, min(end, last) - max(start, first))


def _share(part: float, whole: float) -> float:
    return min(1.0, max(0.0, part) / whole) if whole > 0 else 0.0
