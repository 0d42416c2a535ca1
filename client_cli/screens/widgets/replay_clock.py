"""The clock of a replay: step, jump, or play at a speed; and the progress bar that shows it."""

from bisect import bisect_right
from collections.abc import Sequence

from client_cli.exit_codes import Failure
from client_cli.messages.game import clock
from client_cli.messages.race_terms import duration_ms
from client_cli.screens.table.drawing.table_style import TableStyle
from protocol.texts import _

SPEEDS = (1, 2, 4, 8, 16, 32, 64)
USUAL_SPEED = 2
"""Index in SPEEDS of the speed at the start."""
LONGEST_WAIT_MS = 2_000
"""The longest wait for the next move while playing, in real milliseconds; what is longer is
skipped."""
PAGE_MS = 10_000
PARTS = 10
"""The number of parts of a replay to which the digit keys jump."""


class ReplayClock:
    """The position in a replay. `times` are the moments at which something changes, in milliseconds
    since the start, in rising order; `ms` is the present position."""

    def __init__(self, times: Sequence[int]) -> None:
        self.times = list(times)
        self.ms = self.times[0]
        self.speed = USUAL_SPEED
        self._since: int | None = None
        """Time of the app's clock at the last tick while playing; None while paused."""

    @property
    def end(self) -> int:
        """The last moment of the replay, in milliseconds."""
        return self.times[-1]

    @property
    def step(self) -> int:
        """Index of the latest moment at or before the position."""
        return max(0, bisect_right(self.times, self.ms) - 1)

    @property
    def moment(self) -> int:
        """The latest moment at or before the position, in milliseconds."""
        return self.times[self.step]

    @property
    def runs(self) -> bool:
        """Whether the replay is playing."""
        return self._since is not None

    def run(self, now: int) -> None:
        """Toggle between playing and paused. At the end of the replay, play from the start. `now`
        is the time of the app's clock in milliseconds."""
        if self.runs:
            self._since = None
            return
        self.ms = self.times[0] if self.ms >= self.end else self.ms
        self._since = now

    def tick(self, now: int) -> bool:
        """While playing, advance the position for the time since the last tick. Return whether the
        display changes."""
        if self._since is None:
            return False
        before, passed = (self.step, self.ms // 1000), now - self._since
        self._since = now
        self.ms = min(self.end, self.ms + passed * SPEEDS[self.speed])
        following = self.step + 1
        if following < len(self.times):
            wait = LONGEST_WAIT_MS * SPEEDS[self.speed]
            self.ms = max(self.ms, self.times[following] - wait)
        if self.ms >= self.end:
            self._since = None
        return before != (self.step, self.ms // 1000) or not self.runs

    def go(self, step: int) -> None:
        """Go to the moment with this index, limited to the replay, and pause."""
        self._since = None
        self.ms = self.times[min(max(0, step), len(self.times) - 1)]

    def go_on(self, by: int) -> None:
        """Go `by` moments on, or back if negative, and pause. From between two moments, the first
        step back is to the earlier one."""
        between = by < 0 and self.ms > self.moment
        self.go(self.step + by + between)

    def jump(self, ms: int) -> None:
        """Go to the latest moment at or before `ms`, and pause."""
        self.go(bisect_right(self.times, min(max(self.times[0], ms), self.end)) - 1)

    def part(self, part: int) -> None:
        """Go to the start of this tenth of the replay, from 0, and pause."""
        self.jump(self.end * part // PARTS)

    def faster(self, by: int) -> None:
        """Change the speed by so many steps of SPEEDS, within its limits."""
        self.speed = min(max(0, self.speed + by), len(SPEEDS) - 1)


def jump_to(text: str) -> int:
    """Return the milliseconds of a typed moment, such as `1:30`, `90s` or `2m`. Raise Failure if it
    is none."""
    ms = duration_ms(text, _("A moment"))
    if ms < 0:
        raise Failure.usage(_("A moment lies after the start."))
    return ms


def bar(reel: ReplayClock, width: int, look: TableStyle, marked: int | None = None) -> str:
    """Return the progress bar, such as `▸ 4x  0:41 ━━━━━●────┼─── 6:00`: a sign while playing,
    speed, position and end. `marked` is a moment, in milliseconds, that gets a sign of its own."""
    here, way, rest, mark = ("#", "=", "-", "+") if look.ascii else ("●", "━", "─", "┼")
    runs = look.glyphs.chosen if reel.runs else " "
    head, tail = f"{runs} {SPEEDS[reel.speed]}x  {clock(reel.ms)} ", f" {clock(reel.end)}"
    cells = max(2, width - len(head) - len(tail))
    at = _cell(reel, reel.ms, cells)
    line = [way] * at + [rest] * (cells - at)
    if marked is not None:
        line[_cell(reel, marked, cells)] = mark
    line[at] = here
    return f"{head}{''.join(line)}{tail}"


def moment_at(reel: ReplayClock, width: int, x: int) -> int:
    """Return the moment, in milliseconds, that a click at column `x` of the bar means."""
    head, tail = f"  {SPEEDS[reel.speed]}x  {clock(reel.ms)} ", f" {clock(reel.end)}"
    cells = max(2, width - len(head) - len(tail))
    return reel.end * min(max(0, x - len(head)), cells - 1) // (cells - 1)


def _cell(reel: ReplayClock, ms: int, cells: int) -> int:
    return (cells - 1) * min(ms, reel.end) // max(1, reel.end)
