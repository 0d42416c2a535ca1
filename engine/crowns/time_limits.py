"""The time account of a run for a crown: its breaks, their durations and what is left of each
limit.

All times are whole milliseconds. Outages are left out. While the candidate has to wait, nothing is
measured; within a break this holds only for a limited time. Reaching a limit exactly is allowed,
one millisecond more is not.
"""

from collections.abc import Iterable
from typing import NamedTuple

from engine.crowns.facts import Scene

BETWEEN, DECLARED, LINE_LOST = "between", "declared", "line_lost"
"""Kinds of break. The last two are breaks within a game."""

WITHIN, TOTAL, IDLE = "within", "total", "idle"
"""With BETWEEN, the names of the four limits. IDLE limits the time between moves."""

LEAST_FREE_S = 60
"""At least this many seconds of waiting in a break are not counted. A countdown is shorter."""


class Limits(NamedTuple):
    """The limits of a run in seconds, and how many untouched deals may be refused."""

    between_s: int = 600
    within_s: int = 600
    total_s: int = 1800
    idle_s: int = 1800
    free_redeals: int = 0

    @property
    def free_wait_ms(self) -> int:
        """How many milliseconds of waiting in one break are not counted."""
        return max(self.between_s, LEAST_FREE_S) * 1000


class Span(NamedTuple):
    """The span of one outage."""

    from_ms: int
    to_ms: int


Away = tuple[Span, ...]
"""Outages in order of time, which neither overlap nor touch."""


class Break(NamedTuple):
    """A finished break. `ms` is how much of it counts, in milliseconds."""

    kind: str
    from_ms: int
    to_ms: int
    ms: int


class Open(NamedTuple):
    """The break in progress. `ms` is how much of it counts so far, `waited_ms` how much waiting in
    it did not count."""

    kind: str
    from_ms: int
    ms: int = 0
    waited_ms: int = 0


class Meter(NamedTuple):
    """The time a run has used: its breaks since its first win, and the time since the last move.
    `open` is None while the candidate plays."""

    breaks: tuple[Break, ...] = ()
    open: Open | None = None
    idle_ms: int = 0

    @property
    def total_ms(self) -> int:
        return sum(each.ms for each in self.breaks) + (self.open.ms if self.open else 0)

    def turn(self, scene: Scene, ms: int) -> "Meter":
        """Return the meter after the situation changes to `scene` at `ms`. Covering the board while
        the connection is lost, or losing it while the board is covered, continues the same
        break."""
        kind = break_of(scene)
        if self.open and kind and (self.open.kind == BETWEEN) == (kind == BETWEEN):
            return self
        breaks = self.breaks
        if self.open and self.open.ms:
            breaks = (*breaks, Break(self.open.kind, self.open.from_ms, ms, self.open.ms))
        return Meter(breaks, Open(kind, ms) if kind else None, self.idle_ms)

    def free(self, scene: Scene, limits: Limits) -> int | None:
        """Return for how many more milliseconds time does not count; None if it does not count
        until the situation changes."""
        if not scene.waiting:
            return 0
        return None if self.open is None else limits.free_wait_ms - self.open.waited_ms

    def run(self, scene: Scene, limits: Limits, from_ms: int, to_ms: int, away: Away) -> "Meter":
        """Return the meter at `to_ms`, if the situation has been `scene` since `from_ms`."""
        ms, free = counted(from_ms, to_ms, away), self.free(scene, limits)
        if free is None:
            return self
        if self.open is None:
            return self._replace(idle_ms=self.idle_ms + ms)
        kind, since, spent, waited = self.open
        waits = min(ms, free)
        return self._replace(open=Open(kind, since, spent + ms - waits, waited + waits))

    def overstep(
        self, scene: Scene, limits: Limits, now_ms: int, away: Away
    ) -> tuple[int, str] | None:
        """Return the time at which the first limit will be exceeded if the situation does not
        change, and the name of that limit. None if nothing is being measured."""
        free = self.free(scene, limits)
        if free is None:
            return None
        left = self.left(limits)
        limit = min(left, key=lambda name: left[name])
        return moment(now_ms, free + left[limit] + 1, away), limit

    def left(self, limits: Limits) -> dict[str, int]:
        """Return the milliseconds left of each limit that is being used, by name."""
        if self.open is None:
            return {IDLE: limits.idle_s * 1000 - self.idle_ms}
        total = limits.total_s * 1000 - self.total_ms
        if self.open.kind == BETWEEN:
            return {BETWEEN: limits.between_s * 1000 - self.open.ms, TOTAL: total}
        return {WITHIN: limits.within_s * 1000 - self.open.ms, TOTAL: total}


class TimeLeft(NamedTuple):
    """What to show a candidate at `now_ms`.

    `breaks` are the finished breaks that count; `running` is the break in progress. Times left are
    in milliseconds: `break_left_ms` of the break in progress, None without one; `idle_left_ms`
    until a move must be made, None if no game is being played. `still`: nothing is measured,
    because the candidate has to wait or there is no run. `due_ms` is when a limit will be exceeded
    if nothing happens.
    """

    now_ms: int
    breaks: tuple[Break, ...]
    running: Open | None
    total_ms: int
    total_left_ms: int
    break_left_ms: int | None
    idle_left_ms: int | None
    redeals_left: int
    still: bool
    due_ms: int | None


def break_of(scene: Scene) -> str | None:
    """Return the kind of break that a situation is; None while the candidate plays."""
    if scene.playing is None:
        return BETWEEN
    if scene.covered:
        return DECLARED
    return None if scene.connected else LINE_LOST


def joined(away: Iterable[Span], more: Span) -> Away:
    """Return `away` with another span, merged where spans overlap or touch."""
    spans: list[Span] = []
    for span in sorted((*away, more)):
        if span.to_ms <= span.from_ms:
            continue
        if spans and span.from_ms <= spans[-1].to_ms:
            spans[-1] = Span(spans[-1].from_ms, max(spans[-1].to_ms, span.to_ms))
        else:
            spans.append(span)
    return tuple(spans)


def counted(from_ms: int, to_ms: int, away: Away) -> int:
    """Return the milliseconds between two times, without outages."""
    missed = sum(max(0, min(to_ms, end) - max(from_ms, start)) for start, end in away)
    return to_ms - from_ms - missed


def moment(from_ms: int, ms: int, away: Away) -> int:
    """Return the first time at which `ms` milliseconds, at least 1, have been counted since
    `from_ms`."""
    now = from_ms
    for start, end in away:
        if end > now:
            if now + ms <= start:
                break
            ms -= max(0, start - now)
            now = end
    return now + ms
