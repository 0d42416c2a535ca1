"""The time that a candidate has used during a run: the breaks, how long each lasted, and what is
left of each time limit. A candidate is a player who tries for a crown, a prize for winning several
games in a row; the wins in a row are the run.

All times are whole milliseconds. The time of an outage of the server is never counted. While the
candidate has to wait for others, no time is counted; in a break only the first part of the waiting
(`Limits.free_wait_ms`) is free. A run ends one millisecond after a limit is reached.
"""

from collections.abc import Iterable
from typing import NamedTuple

from engine.crowns.facts import Scene

BETWEEN, DECLARED, LINE_LOST = "between", "declared", "line_lost"
"""The kinds of break. BETWEEN is a break between two games. DECLARED (announced by the candidate)
and LINE_LOST (no connection) are breaks within a game."""

WITHIN, TOTAL, IDLE = "within", "total", "idle"
"""Together with BETWEEN, the names of the four limits of a run. WITHIN limits one break within a
game, TOTAL all breaks together, and IDLE the time between two moves."""

LEAST_FREE_S = 60
"""At least this many seconds of waiting for others in one break are not counted. It is longer than
a countdown."""


class Limits(NamedTuple):
    """The limits on the time that a candidate may spend during a run without playing. `between_s`
    limits a break between two games, `within_s` a break during a game, `total_s` all breaks
    together, and `idle_s` the time between two moves, each in seconds. `free_redeals` is how many
    deals the candidate may refuse by giving them up before the first move."""

    between_s: int = 600
    within_s: int = 600
    total_s: int = 1800
    idle_s: int = 1800
    free_redeals: int = 0

    @property
    def free_wait_ms(self) -> int:
        """How many milliseconds of waiting for others are not counted in one break."""
        return max(self.between_s, LEAST_FREE_S) * 1000


class Span(NamedTuple):
    """The beginning and the end of one outage."""

    from_ms: int
    to_ms: int


Away = tuple[Span, ...]
"""The outages in order of time. Two of them neither overlap nor touch."""


class Break(NamedTuple):
    """A finished break of a candidate. `kind` is BETWEEN, DECLARED or LINE_LOST. `ms` is how many
    milliseconds of the break count against the limits."""

    kind: str
    from_ms: int
    to_ms: int
    ms: int


class Open(NamedTuple):
    """The break that a candidate is in now. `ms` is how many milliseconds of it count against the
    limits so far. `waited_ms` is how many milliseconds did not count, because the candidate had to
    wait for others."""

    kind: str
    from_ms: int
    ms: int = 0
    waited_ms: int = 0


class Meter(NamedTuple):
    """The time that a candidate has used of the limits of a run.

    `breaks` are the finished breaks since the first win of the run. `open` is the break in
    progress; it is None while the candidate plays. `idle_ms` is the time since the last move.
    """

    breaks: tuple[Break, ...] = ()
    open: Open | None = None
    idle_ms: int = 0

    @property
    def total_ms(self) -> int:
        return sum(each.ms for each in self.breaks) + (self.open.ms if self.open else 0)

    def turn(self, scene: Scene, ms: int) -> "Meter":
        """Return the meter after the candidate begins to do what `scene` says, at the time `ms`.

        If this begins a break while another is in progress, the two are one break, unless just one
        of them is a break between games. So a lost connection during an announced break is part of
        that break.
        """
        kind = break_of(scene)
        if self.open and kind and (self.open.kind == BETWEEN) == (kind == BETWEEN):
            return self
        breaks = self.breaks
        if self.open and self.open.ms:
            breaks = (*breaks, Break(self.open.kind, self.open.from_ms, ms, self.open.ms))
        return Meter(breaks, Open(kind, ms) if kind else None, self.idle_ms)

    def free(self, scene: Scene, limits: Limits) -> int | None:
        """Return for how many more milliseconds no time is counted because the candidate has to
        wait for others. Return 0 if the candidate is not waiting. Return None if no amount of
        waiting counts, because the candidate is in no break."""
        if not scene.waiting:
            return 0
        return None if self.open is None else limits.free_wait_ms - self.open.waited_ms

    def run(self, scene: Scene, limits: Limits, from_ms: int, to_ms: int, away: Away) -> "Meter":
        """Return the meter at the time `to_ms`, if the candidate has been doing what `scene` says
        since the time `from_ms`. The outages `away` are not counted."""
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
        """Return the time at which the candidate will exceed a limit by continuing to do what
        `scene` says, and the name of that limit. If several limits apply, it is the one that is
        exceeded first. Return None if no time is being counted. The outages `away` are not
        counted."""
        free = self.free(scene, limits)
        if free is None:
            return None
        left = self.left(limits)
        limit = min(left, key=lambda name: left[name])
        return moment(now_ms, free + left[limit] + 1, away), limit

    def left(self, limits: Limits) -> dict[str, int]:
        """Return how many milliseconds are left of each limit that applies now, by the name of the
        limit. While the candidate plays this is IDLE, and in a break BETWEEN or WITHIN, and
        TOTAL."""
        if self.open is None:
            return {IDLE: limits.idle_s * 1000 - self.idle_ms}
        total = limits.total_s * 1000 - self.total_ms
        if self.open.kind == BETWEEN:
            return {BETWEEN: limits.between_s * 1000 - self.open.ms, TOTAL: total}
        return {WITHIN: limits.within_s * 1000 - self.open.ms, TOTAL: total}


class TimeLeft(NamedTuple):
    """The breaks of a run and what is left of its time limits at `now_ms`, as clients show them to
    the candidate.

    `breaks` are the finished breaks that count, and `running` is the break in progress. `total_ms`
    is the length of all breaks together, and `total_left_ms` what is left of its limit.
    `break_left_ms` is what is left of the break in progress, None without one. `idle_left_ms` is
    the time left until a move must be made, None if no game is being played. `redeals_left` is how
    many deals may still be refused. `still` says that no time is being counted, because the
    candidate has to wait or there is no run. `due_ms` is when a limit will be exceeded if nothing
    else happens.
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
    """Return the kind of break in which a candidate is: BETWEEN (between games), DECLARED
    (announced during a game) or LINE_LOST (no connection during a game). Return None while the
    candidate plays."""
    if scene.playing is None:
        return BETWEEN
    if scene.covered:
        return DECLARED
    return None if scene.connected else LINE_LOST


def joined(away: Iterable[Span], more: Span) -> Away:
    """Return the outages `away` together with the outage `more`, in order of time. Outages that
    overlap or touch become one."""
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
    """Return how many milliseconds lie between two times, without those in the outages `away`."""
    missed = sum(max(0, min(to_ms, end) - max(from_ms, start)) for start, end in away)
    return to_ms - from_ms - missed


def moment(from_ms: int, ms: int, away: Away) -> int:
    """Return the time at which `ms` milliseconds have passed since `from_ms`, without counting the
    outages `away`. `ms` is at least 1."""
    now = from_ms
    for start, end in away:
        if end > now:
            if now + ms <= start:
                break
            ms -= max(0, start - now)
            now = end
    return now + ms
