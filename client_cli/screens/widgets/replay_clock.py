"""The clock of a replay of recorded games: the player steps, jumps, or lets the replay run at a
speed. Also the progress bar that shows the clock."""

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
"""The longest wait for the next move while a replay plays, in milliseconds on the player's clock.
The rest of a longer wait is skipped."""
PAGE_MS = 10_000
PARTS = 10
"""The number of parts of a replay to which the digit keys jump."""


class ReplayClock:
    """The position in a replay. `times` has the moments at which a board changes, in milliseconds
    since the start, in rising order. `ms` is the present position in milliseconds; while the replay
    plays, it may lie between two moments."""

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
        """The index in `times` of the latest moment at or before the present position."""
        return max(0, bisect_right(self.times, self.ms) - 1)

    @property
    def moment(self) -> int:
        """The latest moment of `times` at or before the present position, in milliseconds."""
        return self.times[self.step]

    @property
    def runs(self) -> bool:
        """Whether the replay is playing."""
        return self._since is not None

    def run(self, now: int) -> None:
        """Start or pause the replay. If it is started at its end, it plays from its beginning.
        `now` is the time of the app's clock in milliseconds."""
        if self.runs:
            self._since = None
            return
        self.ms = self.times[0] if self.ms >= self.end else self.ms
        self._since = now

    def tick(self, now: int) -> bool:
        """While the replay plays, advance the position by the time since the last tick, multiplied
        by the speed. Skip the rest of a long wait for the next moment. Return whether the page must
        be drawn again. `now` is the time of the app's clock in milliseconds."""
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
        """Go to the moment with the index `step` in `times`, and pause. An index outside the list
        goes to the first or last moment."""
        self._since = None
        self.ms = self.times[min(max(0, step), len(self.times) - 1)]

    def go_on(self, by: int) -> None:
        """Go forward by `by` moments, or back if `by` is negative, and pause. If the position lies
        between two moments, the first step back goes to the earlier of the two."""
        between = by < 0 and self.ms > self.moment
        self.go(self.step + by + between)

    def jump(self, ms: int) -> None:
        """Go to the latest moment at or before `ms` milliseconds, and pause."""
        self.go(bisect_right(self.times, min(max(self.times[0], ms), self.end)) - 1)

    def part(self, part: int) -> None:
        """Go to the start of part number `part` of the replay, from 0, and pause. The replay is
        divided into `PARTS` parts of equal length."""
        self.jump(self.end * part // PARTS)

    def faster(self, by: int) -> None:
        """Raise the speed by `by` steps of the list SPEEDS, or lower it if `by` is negative; stop
        at the ends of the list."""
        self.speed = min(max(0, self.speed + by), len(SPEEDS) - 1)


def jump_to(text: str) -> int:
    """Return the moment that the player has typed, such as `1:30`, `90s` or `2m`, in milliseconds.
    Raise Failure if the text is no time."""
    ms = duration_ms(text, _("A moment"))
    if ms < 0:
        raise Failure.usage(_("A moment lies after the start."))
    return ms


def bar(reel: ReplayClock, width: int, look: TableStyle, marked: int | None = None) -> str:
    """Return the progress bar of a replay as text, such as `▸ 4x  0:41 ━━━━━●────┼─── 6:00`: a sign
    while the replay plays, the speed, the position, the bar, and the end. The bar has a special
    sign at the moment `marked`, in milliseconds."""
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
    """Return the moment, in milliseconds, for which column `x` of the progress bar stands. A click
    on the bar jumps to this moment."""
    head, tail = f"  {SPEEDS[reel.speed]}x  {clock(reel.ms)} ", f" {clock(reel.end)}"
    cells = max(2, width - len(head) - len(tail))
    return reel.end * min(max(0, x - len(head)), cells - 1) // (cells - 1)


def _cell(reel: ReplayClock, ms: int, cells: int) -> int:
    return (cells - 1) * min(ms, reel.end) // max(1, reel.end)
