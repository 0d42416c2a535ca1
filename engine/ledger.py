"""The time account of a run for a crown: breaks, their durations and what is left of each limit.

Arithmetic on whole milliseconds. Time when the server was away is left out. While the candidate has
to wait, nothing is measured; within a break this holds only for a limited time. Reaching a limit
exactly is allowed, one millisecond more is not.
"""

from collections.abc import Iterable
from typing import NamedTuple

from engine.crown_facts import Scene

BETWEEN, DECLARED, LINE_LOST = "between", "declared", "line_lost"
"""Kinds of break. The last two are breaks within a game."""

WITHIN, TOTAL, IDLE = "within", "total", "idle"
"""With BETWEEN, the names of the four limits."""

LEAST_FREE_S = 60
"""At least this much waiting is free in a break. A countdown is shorter."""


class Limits(NamedTuple):
    """The limits of a run in seconds, and how many untouched deals may be refused."""

    between_s: int = 600
    within_s: int = 600
    total_s: int = 1800
    idle_s: int = 1800
    free_redeals: int = 0

    @property
    def free_wait_ms(self) -> int:
        """How much waiting is free in one break."""
        return max(self.between_s, LEAST_FREE_S) * 1000


class Span(NamedTuple):
    """A time when the server was away."""

    from_ms: int
    to_ms: int


Away = tuple[Span, ...]
"""Ordered spans that neither overlap nor touch."""


class Break(NamedTuple):
    """A finished break, of which `ms` count."""

    kind: str
    from_ms: int
    to_ms: int
    ms: int


class Open(NamedTuple):
    """The present break. `ms` is what counts so far, `waited_ms` the free waiting in it."""

    kind: str
    from_ms: int
    ms: int = 0
    waited_ms: int = 0


class Meter(NamedTuple):
    """What a run has used: its breaks since its first win, and the time since the last move."""

    breaks: tuple[Break, ...] = ()
    open: Open | None = None
    idle_ms: int = 0

    @property
    def total_ms(self) -> int:
        return sum(each.ms for each in self.breaks) + (self.open.ms if self.open else 0)

    def turn(self, scene: Scene, ms: int) -> "Meter":
        """The meter when the situation changes to `scene` at `ms`. Covering the board while the
        connection is lost, or losing it while the board is covered, continues the same break."""
        kind = break_of(scene)
        if self.open and kind and (self.open.kind == BETWEEN) == (kind == BETWEEN):
            return self
        breaks = self.breaks
        if self.open and self.open.ms:
            breaks = (*breaks, Break(self.open.kind, self.open.from_ms, ms, self.open.ms))
        return Meter(breaks, Open(kind, ms) if kind else None, self.idle_ms)

    def free(self, scene: Scene, limits: Limits) -> int | None:
        """How many more milliseconds are free; None if all time is free until the situation
        changes."""
        if not scene.waiting:
            return 0
        return None if self.open is None else limits.free_wait_ms - self.open.waited_ms

    def run(self, scene: Scene, limits: Limits, from_ms: int, to_ms: int, away: Away) -> "Meter":
        """The meter after a time in which the situation did not change."""
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
        """When the first limit will be exceeded if the situation does not change, and which one.
        None if nothing is being measured."""
        free = self.free(scene, limits)
        if free is None:
            return None
        left = self.left(limits)
        limit = min(left, key=lambda name: left[name])
        return moment(now_ms, free + left[limit] + 1, away), limit

    def left(self, limits: Limits) -> dict[str, int]:
        """The milliseconds left of each limit that is being used."""
        if self.open is None:
            return {IDLE: limits.idle_s * 1000 - self.idle_ms}
        total = limits.total_s * 1000 - self.total_ms
        if self.open.kind == BETWEEN:
            return {BETWEEN: limits.between_s * 1000 - self.open.ms, TOTAL: total}
        return {WITHIN: limits.within_s * 1000 - self.open.ms, TOTAL: total}


class Ledger(NamedTuple):
    """What to show a candidate at `now_ms`.

    `breaks` are the finished breaks that count; `running` is the present one. Times left are in
    milliseconds: `break_left_ms` of the present break, None without one; `idle_left_ms` until a
    move must be made, None if no game is being played. `still`: nothing is measured, because the
    candidate has to wait or there is no run. `due_ms` is when a limit will be exceeded if nothing
    happens.
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
    """The kind of break a situation is; None while the candidate plays."""
    if scene.playing is None:
        return BETWEEN
    if scene.covered:
        return DECLARED
    return None if scene.connected else LINE_LOST


def joined(away: Iterable[Span], more: Span) -> Away:
    """`away` with another span, merged where spans overlap or touch."""
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
    """The milliseconds between two times without those when the server was away."""
    missed = sum(max(0, min(to_ms, end) - max(from_ms, start)) for start, end in away)
    return to_ms - from_ms - missed


def moment(from_ms: int, ms: int, away: Away) -> int:
    """The first time at which `ms` milliseconds have been counted since `from_ms`. `ms` is at least
    1."""
    now = from_ms
    for start, end in away:
        if end > now:
            if now + ms <= start:
                break
            ms -= max(0, start - now)
            now = end
    return now + ms
