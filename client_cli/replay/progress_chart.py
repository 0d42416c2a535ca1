"""Charts of the contestants' progress against time in a race, as characters and as SVG. No input or
output.

Progress is the figure by which unfinished games are compared, such as the number of cards on the
foundations.
"""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from client_cli.messages.game import clock
from engine.races.record import Record, SeatRecord
from engine.races.timeline import Moment, timeline
from protocol.texts import _

MARKS = "●○▲△■□◆◇"
PLAIN_MARKS = "*o^v#=+x"
COLOURS = ("#c1121f", "#1456c0", "#157a37", "#b8860b", "#6a0dad", "#00798c", "#8d5524", "#444444")
SPARKS = "▁▂▃▄▅▆▇█"
WIDTH, HEIGHT = 720, 360
LEFT, RIGHT, TOP, BOTTOM = 56, 24, 48, 44


class ProgressCurve(NamedTuple):
    """The progress or points of one contestant as a step function of time."""

    name: str
    steps: tuple[tuple[int, int], ...]
    """(race time in ms, height) of each step, in order of time. The first time is 0."""

    def at(self, ms: int) -> int:
        return [height for when, height in self.steps if when <= max(0, ms)][-1]


class ProgressChart(NamedTuple):
    """The progress of several contestants over one time axis, from 0 to `ended_ms`. `unit` names
    what the vertical axis counts, `top` is the value at its upper end."""

    title: str
    unit: str
    top: int
    ended_ms: int
    curves: tuple[ProgressCurve, ...]


def chart(record: Record, seats: Sequence[SeatRecord]) -> ProgressChart:
    """Return a chart of these contestants of a record: of their points in a game that is ranked by
    points, otherwise of their progress. Raises EngineError for an illegal move in the record."""
    by_points = record.game.ranked_by == "points"
    curves = []
    for seat in seats:
        moments = timeline(record, seat, opened=True)
        curves.append(
            ProgressCurve(seat.name, tuple((m.ms, _height(m, by_points)) for m in moments))
        )
    heights = [height for curve in curves for _ms, height in curve.steps]
    top = max([1, *heights]) if by_points else record.game.goal
    unit = _("points") if by_points else _("progress")
    return ProgressChart(
        _(record.game.book.title), unit, top, max(1, record.ended_ms), tuple(curves)
    )


def _height(moment: Moment, by_points: bool) -> int:
    return (moment.points or 0) if by_points else moment.progress


def picture(drawn: ProgressChart, width: int, height: int, symbols: bool = True) -> list[str]:
    """Return the chart drawn in characters as lines, about `width` wide and `height` high, with its
    legend in the last lines. Without `symbols` only ASCII characters are used."""
    marks, margin = (MARKS if symbols else PLAIN_MARKS), len(str(drawn.top)) + 1
    columns, rows = max(10, width - margin - 1), max(3, height - 1 - len(drawn.curves))
    cells = [[" "] * columns for _ in range(rows)]
    for number, curve in enumerate(drawn.curves):
        for column in range(columns):
            value = curve.at(drawn.ended_ms * column // (columns - 1))
            row = rows - 1 - round((rows - 1) * min(value, drawn.top) / drawn.top)
            # Where curves overlap, their marks alternate.
            if cells[row][column] == " " or column % len(drawn.curves) == number:
                cells[row][column] = marks[number % len(marks)]
    lines = []
    for row, line in enumerate(cells):
        label = {0: str(drawn.top), rows - 1: "0"}.get(row, "")
        lines.append(f"{label:>{margin - 1}} |{''.join(line)}".rstrip())
    end = clock(drawn.ended_ms)
    lines.append(f"{'':>{margin}}{'0:00'}{end:>{columns - 3}}")
    for number, curve in enumerate(drawn.curves):
        last = curve.steps[-1][1]
        legend = _(
            "{name}: {value} {unit} at the end", name=curve.name, value=last, unit=drawn.unit
        )
        lines.append(f"{marks[number % len(marks)]} {legend}")
    return lines


def sparkline(curve: ProgressCurve, top: int, ended_ms: int, width: int) -> str:
    """Return a curve as one line of `width` block characters, from time 0 to `ended_ms`. `top` is
    the value of a full block."""
    values = [curve.at(ended_ms * i // (width - 1)) for i in range(width)]
    return "".join(SPARKS[min(7, 8 * max(0, value) // max(1, top))] for value in values)


def svg(drawn: ProgressChart) -> str:
    """Return the chart as a self-contained SVG document."""
    title = _("{game}: {unit} against time", game=drawn.title, unit=drawn.unit)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'role="img" font-family="sans-serif" font-size="13">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf7"/>',
        *_frame(drawn),
    ]
    for number, curve in enumerate(drawn.curves):
        colour = COLOURS[number % len(COLOURS)]
        parts.append(
            f'<path d="{_path(curve, drawn)}" fill="none" stroke="{colour}" stroke-width="2.5"/>'
        )
        x = LEFT + number * (WIDTH - LEFT - RIGHT) // max(1, len(drawn.curves))
        parts.append(f'<text x="{x}" y="40" fill="{colour}">{escape(curve.name)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _frame(drawn: ProgressChart) -> list[str]:
    """Return the SVG of the title, the axes and their labels."""
    base, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    end, title = escape(clock(drawn.ended_ms)), escape(f"{drawn.title}, {drawn.unit}")
    return [
        f'<text x="{LEFT}" y="20" font-size="15">{title}</text>',
        f'<path d="M{LEFT} {TOP}V{base}H{right}" fill="none" stroke="#888"/>',
        f'<text x="{LEFT - 6}" y="{TOP + 10}" text-anchor="end">{drawn.top}</text>',
        f'<text x="{LEFT - 6}" y="{base}" text-anchor="end">0</text>',
        f'<text x="{LEFT}" y="{base + 18}">0:00</text>',
        f'<text x="{right}" y="{base + 18}" text-anchor="end">{end}</text>',
    ]


def _path(curve: ProgressCurve, drawn: ProgressChart) -> str:
    """Return a curve as an SVG path of steps."""
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - BOTTOM - TOP

    def x(ms: int) -> str:
        return f"{LEFT + wide * min(ms, drawn.ended_ms) / drawn.ended_ms:.1f}"

    def y(height: int) -> str:
        return f"{HEIGHT - BOTTOM - high * min(max(0, height), drawn.top) / drawn.top:.1f}"

    first = curve.steps[0][1]
    steps = "".join(f"H{x(ms)}V{y(height)}" for ms, height in curve.steps[1:])
    return f"M{LEFT} {y(first)}{steps}H{x(drawn.ended_ms)}"
