"""Replay clock: step, seek or play at a speed, and the progress bar of a replay."""

from bisect import bisect_right
from collections.abc import Sequence

from client_cli.exit_codes import Failure
from client_cli.messages.game import clock
from client_cli.messages.race_terms import duration_ms
from client_cli.screens.table.card_style import CardStyle
from protocol.texts import _

SPEEDS = (1, 2, 4, 8, 16, 32, 64)
USUAL_SPEED = 2
"""Index of the speed at the start."""
LONGEST_WAIT_MS = 2_000
"""Longest wait for the next move while playing, in real milliseconds; longer pauses are skipped."""
PAGE_MS = 10_000
PARTS = 10
"""Parts of the replay that the digit keys jump to."""


class ReplayClock:
    """Position in a replay. `times` are milliseconds since the start, in rising order."""

    def __init__(self, times: Sequence[int]) -> None:
        self.times = list(times)
        self.ms = self.times[0]
        self.speed = USUAL_SPEED
        self._since: int | None = None
        """Time of the last tick while playing; None while paused."""

    @property
    def end(self) -> int:
        """The last moment, in milliseconds."""
        return self.times[-1]

    @property
    def step(self) -> int:
        """Index of the last moment that was reached."""
        return max(0, bisect_right(self.times, self.ms) - 1)

    @property
    def moment(self) -> int:
        """The last moment that was reached, in milliseconds."""
        return self.times[self.step]

    @property
    def runs(self) -> bool:
        """Whether it plays."""
        return self._since is not None

    def run(self, now: int) -> None:
        """Toggle between playing and paused. Playing from the end starts over."""
        if self.runs:
            self._since = None
            return
        self.ms = self.times[0] if self.ms >= self.end else self.ms
        self._since = now

    def tick(self, now: int) -> bool:
        """Advance to `now`; return whether the display changes."""
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
        """Go to the moment of this index, within bounds, and pause."""
        self._since = None
        self.ms = self.times[min(max(0, step), len(self.times) - 1)]

    def go_on(self, by: int) -> None:
        """Go `by` moments on or back, and pause. Between two moments, back is to the earlier
        one."""
        between = by < 0 and self.ms > self.moment
        self.go(self.step + by + between)

    def jump(self, ms: int) -> None:
        """Go to the last moment at or before `ms`, and pause."""
        self.go(bisect_right(self.times, min(max(self.times[0], ms), self.end)) - 1)

    def part(self, part: int) -> None:
        """Go to this tenth of the replay, and pause."""
        self.jump(self.end * part // PARTS)

    def faster(self, by: int) -> None:
        """Change the speed by so many steps, within SPEEDS."""
        self.speed = min(max(0, self.speed + by), len(SPEEDS) - 1)


def jump_to(text: str) -> int:
    """Milliseconds for a typed moment: `1:30`, `90s`, `2m`. Raises Failure."""
    ms = duration_ms(text, _("A moment"))
    if ms < 0:
        raise Failure.usage(_("A moment lies after the start."))
    return ms


def bar(reel: ReplayClock, width: int, look: CardStyle, marked: int | None = None) -> str:
    """The bar `▸ 4x  0:41 ━━━━━●────┼─── 6:00`: playing or not, speed and position. `marked` is a
    moment with a sign of its own."""
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
    """The milliseconds that a click at column `x` of the bar means."""
    head, tail = f"  {SPEEDS[reel.speed]}x  {clock(reel.ms)} ", f" {clock(reel.end)}"
    cells = max(2, width - len(head) - len(tail))
    return reel.end * min(max(0, x - len(head)), cells - 1) // (cells - 1)


def _cell(reel: ReplayClock, ms: int, cells: int) -> int:
    return (cells - 1) * min(ms, reel.end) // max(1, reel.end)
