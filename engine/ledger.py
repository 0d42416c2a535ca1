"""The ledger of a run for a crown: its breaks, how long each was, and what is left of each limit.

Pure arithmetic on whole milliseconds. Time during which the server was away is left out wherever it
falls; while the candidate is kept waiting all meters stand still, in a break for so long only as
waiting is free. A limit that is reached to the millisecond is kept, one millisecond more is over.
"""

from collections.abc import Iterable
from typing import NamedTuple

from engine.crown_facts import Scene

BETWEEN, DECLARED, LINE_LOST = "between", "declared", "line_lost"
"""Kinds of break; the last two are breaks within a game."""

WITHIN, TOTAL, IDLE = "within", "total", "idle"
"""With BETWEEN the names of the four limits."""

LEAST_FREE_S = 60
"""So much waiting is free in any break: a countdown takes less."""


class Limits(NamedTuple):
    """What a run may spend, in seconds; `free_redeals` untouched deals may be refused in a run."""

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
    """A time the server was away."""

    from_ms: int
    to_ms: int


Away = tuple[Span, ...]
"""Spans in order that neither overlap nor touch."""


class Break(NamedTuple):
    """A break that is over. `ms` of it count."""

    kind: str
    from_ms: int
    to_ms: int
    ms: int


class Open(NamedTuple):
    """A break that goes on; `ms` of it count so far, and `waited_ms` were free waiting."""

    kind: str
    from_ms: int
    ms: int = 0
    waited_ms: int = 0


class Meter(NamedTuple):
    """What a run has spent: the breaks since its first win, and the time without a move."""

    breaks: tuple[Break, ...] = ()
    open: Open | None = None
    idle_ms: int = 0

    @property
    def total_ms(self) -> int:
        return sum(each.ms for each in self.breaks) + (self.open.ms if self.open else 0)

    def turn(self, scene: Scene, ms: int) -> "Meter":
        """The meter once the scene is this from this moment on. Covering the board while the line
        is lost, or the other way round, goes on with the same break."""
        kind = break_of(scene)
        if self.open and kind and (self.open.kind == BETWEEN) == (kind == BETWEEN):
            return self
        breaks = self.breaks
        if self.open and self.open.ms:
            breaks = (*breaks, Break(self.open.kind, self.open.from_ms, ms, self.open.ms))
        return Meter(breaks, Open(kind, ms) if kind else None, self.idle_ms)

    def free(self, scene: Scene, limits: Limits) -> int | None:
        """How much longer the meters stand still, in milliseconds; None for as long as the scene
        stays the same."""
        if not scene.waiting:
            return 0
        return None if self.open is None else limits.free_wait_ms - self.open.waited_ms

    def run(self, scene: Scene, limits: Limits, from_ms: int, to_ms: int, away: Away) -> "Meter":
        """The meter after a time in which the scene stayed the same."""
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
        """The first moment at which a limit is overstepped if the scene stays the same, and which.
        None while the meters stand still for good."""
        free = self.free(scene, limits)
        if free is None:
            return None
        left = self.left(limits)
        limit = min(left, key=lambda name: left[name])
        return moment(now_ms, free + left[limit] + 1, away), limit

    def left(self, limits: Limits) -> dict[str, int]:
        """What is left, in milliseconds, of each limit that is being used up."""
        if self.open is None:
            return {IDLE: limits.idle_s * 1000 - self.idle_ms}
        total = limits.total_s * 1000 - self.total_ms
        if self.open.kind == BETWEEN:
            return {BETWEEN: limits.between_s * 1000 - self.open.ms, TOTAL: total}
        return {WITHIN: limits.within_s * 1000 - self.open.ms, TOTAL: total}


class Ledger(NamedTuple):
    """What a candidate is shown at a moment.

    `breaks` are those that are over and count; `running` is the one that goes on. What is left is
    in milliseconds: `break_left_ms` of the running break, None without one; `idle_left_ms` until a
    move must be made, None while none can be made. `still`: the meters stand still, because the
    server keeps the candidate waiting or because there is no run. `due_ms`: when a limit will be
    overstepped if nothing happens.
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
    """Which kind of break a scene is; None while the candidate plays."""
    if scene.playing is None:
        return BETWEEN
    if scene.covered:
        return DECLARED
    return None if scene.connected else LINE_LOST


def joined(away: Iterable[Span], more: Span) -> Away:
    """All the time the server was away, each moment once."""
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
    """The milliseconds between two moments in which the server was there."""
    missed = sum(max(0, min(to_ms, end) - max(from_ms, start)) for start, end in away)
    return to_ms - from_ms - missed


def moment(from_ms: int, ms: int, away: Away) -> int:
    """The first moment by which so many milliseconds count. `ms` is at least 1."""
    now = from_ms
    for start, end in away:
        if end > now:
            if now + ms <= start:
                break
            ms -= max(0, start - now)
            now = end
    return now + ms
