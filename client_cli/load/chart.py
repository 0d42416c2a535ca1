"""Chart of a load test over time, as SVG for light and dark pages."""

import math
from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import pairwise
from textwrap import wrap
from typing import NamedTuple

from client_cli.load.counters import Second
from client_cli.load.latency_histogram import SHARES, LatencyHistogram
from client_cli.load.report import MIB, LoadReport
from client_cli.load.report_page import ms, title
from protocol.texts import _

WIDTH, LEFT, RIGHT = 960, 64, 116
PANEL, GAP, TOP = 150, 46, 112
MOST_POINTS = 150
"""Most points on the horizontal axis. In a longer test each point covers several seconds."""
STYLE = """\
svg { --paper: #fffdf7; --ink: #1c2b24; --faint: #d8d3c3; --band: #f5f1e2; --soft: #6b756f;
  --green: #157a37; --blue: #1456c0; --violet: #7a3fb5; --red: #c1121f; --gold: #96690a; }
@media (prefers-color-scheme: dark) { svg { --paper: #141c18; --ink: #ece8db; --faint: #36433c;
  --band: #1b2620;
  --soft: #9aa59f; --green: #5fcf86; --blue: #7db2ff; --violet: #c6a4ff; --red: #ff8080;
  --gold: #f0c05a; } }
text { fill: var(--ink); font: 13px system-ui, sans-serif; }
.soft { fill: var(--soft); font-size: 12px; }
.title { font-size: 16px; font-weight: 600; }
.grid { stroke: var(--faint); fill: none; }
.window { fill: var(--band); }
.storm { stroke: var(--soft); stroke-dasharray: 2 4; fill: none; }
.line { fill: none; stroke-width: 2; stroke-linejoin: round; }"""  # not a text


class LoadCurve(NamedTuple):
    """One curve of a panel: a value for each point of time, or None where the value is unknown.
    `colour` is the name of a colour in `STYLE`."""

    name: str
    colour: str
    values: Sequence[float | None]
    dashed: bool = False


class Panel(NamedTuple):
    """One panel of the chart: curves that are drawn on one vertical scale. The scale starts at
    zero; with `log` it is logarithmic. `label` formats a value of the scale."""

    name: str
    curves: Sequence[LoadCurve]
    label: Callable[[float], str]
    log: bool = False


def svg(report: LoadReport) -> str:
    """Return the chart as an SVG document. Its panels show moves a second, delays in milliseconds,
    and the server's CPU and memory if they are known."""
    points = _points(report.seconds)
    panels = [*_panels(report, points)]
    height = TOP + len(panels) * (PANEL + GAP) + 10
    words = title(report.plan)
    found = report.whole.acknowledged
    shares = ", ".join(f"p{100 * share:g} {ms(found.ms(share))}" for share in SHARES)
    sentence = _(
        "{moves_a_second} moves a second, acknowledged within {shares} ms",
        moves_a_second=f"{report.moves_a_second:,.0f}",
        shares=shares,
    )
    window = [i for i, each in enumerate(points) if each.at in report.span]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{escape(words)}</title>",
        f"<style>{STYLE}</style>",
        f'<rect width="{WIDTH}" height="{height}" fill="var(--paper)"/>',
        f'<text class="title" x="{LEFT}" y="30">{sentence}</text>',
        *(
            f'<text class="soft" x="{LEFT}" y="{50 + 17 * i}">{escape(line)}</text>'
            for i, line in enumerate(wrap(f"{words}.", 130))
        ),
    ]
    for number, panel in enumerate(panels):
        top = TOP + number * (PANEL + GAP)
        if window:
            left, right = _x(window[0], len(points)), _x(window[-1], len(points))
            size = f'width="{right - left:.1f}" height="{PANEL}"'  # not a text
            parts.append(f'<rect class="window" x="{left:.1f}" y="{top}" {size}/>')
        parts += _drawn(panel, top, [each.cut > 0 for each in points])
    parts += _times(points, height - GAP + 8)
    signs = _("Shaded: what was measured.") + (_(" Dotted: lines were cut.") if report.cut else "")
    parts.append(f'<text class="soft" x="{LEFT}" y="{height - 6}">{signs}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _points(seconds: Sequence[Second]) -> list[Second]:
    """Merge the counters of several seconds into one point, so that a long test fits the chart: at
    most MOST_POINTS points, each with the sums of its seconds."""
    size = max(1, math.ceil(len(seconds) / MOST_POINTS))
    chunks = [seconds[i : i + size] for i in range(0, len(seconds), size)]
    return [Second.merged(chunk[0].at, chunk) for chunk in chunks]


def _panels(report: LoadReport, points: Sequence[Second]) -> Iterator[Panel]:
    spans = [b.at - a.at for a, b in pairwise(points)] or [1]
    each_s = max(1, min(spans))
    moves = LoadCurve("moves", "green", [each.moves / each_s for each in points])
    yield Panel(_("moves a second"), [moves], lambda v: f"{v:,.0f}")
    delays = [
        _delays(name, colour, [each.acknowledged for each in points], share)
        for name, colour, share in (
            ("p50", "blue", 0.5),
            ("p90", "violet", 0.9),
            ("p99", "red", 0.99),
        )
    ]
    if report.plan.watchers:
        seen = _delays(_("watchers p50"), "gold", [each.seen for each in points], 0.5)
        delays.append(seen._replace(dashed=True))
    yield Panel(_("milliseconds until acknowledged"), delays, lambda v: f"{v:g}", log=True)
    if len(report.readings) > 2:
        cpu, memory = _server(report, points)
        yield Panel(_("server: cores in use"), [cpu], lambda v: f"{v:.1f}")
        yield Panel(_("server: MiB of memory"), [memory], lambda v: f"{v:,.0f}")


def _delays(name: str, colour: str, values: Sequence[LatencyHistogram], share: float) -> LoadCurve:
    return LoadCurve(name, colour, [each.ms(share) for each in values])


def _server(report: LoadReport, points: Sequence[Second]) -> tuple[LoadCurve, LoadCurve]:
    cores: list[float | None] = []
    memory: list[float | None] = []
    for each, following in zip(points, [*points[1:], None], strict=True):
        until = following.at if following else each.at + 1
        within = [r for r in report.readings if each.at - 1 <= r.at < until]
        took = within[-1].at - within[0].at if within else 0
        used = within[-1].cpu_s - within[0].cpu_s if within else 0
        cores.append(used / took if took > 0 and used >= 0 else None)
        memory.append(within[-1].rss / MIB if within else None)
    return LoadCurve(_("CPU"), "green", cores), LoadCurve(_("memory"), "blue", memory)


# Drawing. ---------------------------------------------------------------------------------------


def _drawn(panel: Panel, top: float, storms: Sequence[bool]) -> Iterator[str]:
    values = [v for curve in panel.curves for v in curve.values if v is not None]
    low, high = _range(values, log=panel.log)
    base, right = top + PANEL, WIDTH - RIGHT

    def y(value: float) -> float:
        if panel.log:
            part = math.log(max(value, low) / low) / math.log(high / low)
        else:
            part = (value - low) / (high - low)
        return base - PANEL * min(1.0, part)

    yield f'<text x="{LEFT}" y="{top - 10}">{panel.name}</text>'
    for mark in _marks(low, high, log=panel.log):
        yield f'<path class="grid" d="M{LEFT} {y(mark):.1f}H{right}"/>'
        at = f'x="{LEFT - 8}" y="{y(mark) + 4:.1f}" text-anchor="end"'  # not a text
        yield f'<text class="soft" {at}>{panel.label(mark)}</text>'
    for i, storm in enumerate(storms):
        if storm:
            yield f'<path class="storm" d="M{_x(i, len(storms)):.1f} {top}V{base}"/>'
    ends: list[float] = []
    for curve in panel.curves:
        path, last = _path(curve.values, y)
        dash = ' stroke-dasharray="5 4"' if curve.dashed else ""
        yield f'<path class="line" stroke="var(--{curve.colour})"{dash} d="{path}"/>'
        beside = _free(last, ends)
        ends.append(beside)
        colour = f'style="fill: var(--{curve.colour})"'  # not a text
        yield f'<text x="{right + 8}" y="{beside + 4:.1f}" {colour}>{curve.name}</text>'


def _path(values: Sequence[float | None], y: Callable[[float], float]) -> tuple[str, float]:
    """Return the SVG path of a curve, interrupted where there is no value, and the y of its end."""
    path, pen, last = "", "M", 0.0
    for i, value in enumerate(values):
        if value is None:
            pen = "M"
            continue
        last = y(value)
        path += f"{pen}{_x(i, len(values)):.1f} {last:.1f}"
        pen = "L"
    return path, last


def _x(i: int, points: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * i / max(1, points - 1)


def _free(at: float, taken: Sequence[float]) -> float:
    """Return the y for a label beside a curve: `at`, or so far below it that the label overlaps no
    label in `taken`."""
    while any(abs(at - each) < 14 for each in taken):
        at += 2
    return at


def _range(values: Sequence[float], *, log: bool) -> tuple[float, float]:
    if log:
        least = min((v for v in values if v > 0), default=1.0)
        low = 10.0 ** math.floor(math.log10(least))
        return low, max(10 * low, 10.0 ** math.ceil(math.log10(max(values, default=1.0) or 1.0)))
    step = _step(max(values, default=0.0) or 1.0)
    return 0.0, step * math.ceil((max(values, default=0.0) or 1.0) / step)


def _marks(low: float, high: float, *, log: bool) -> list[float]:
    if log:
        return [low * 10**i for i in range(round(math.log10(high / low)) + 1)]
    step = _step(high)
    return [step * i for i in range(round(high / step) + 1)]


def _step(high: float) -> float:
    """Return a round distance between the lines of an axis from 0 to `high`, such that there are
    about four of them."""
    rough = high / 4
    power = 10.0 ** math.floor(math.log10(rough))
    return power * next(round_ for round_ in (1, 2, 2.5, 5, 10) if round_ * power >= rough)


def _times(points: Sequence[Second], y: float) -> Iterator[str]:
    """Yield the SVG of the labels below the horizontal axis: seconds since the first point. `y` is
    their vertical position."""
    for i in sorted({round((len(points) - 1) * part / 4) for part in range(5)} if points else ()):
        sentence = f"{points[i].at - points[0].at} s"
        x = _x(i, len(points))
        yield f'<text class="soft" x="{x:.1f}" y="{y}" text-anchor="middle">{sentence}</text>'
