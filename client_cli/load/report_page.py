"""Report of a load test on a terminal: tables, or plain sentences."""

from collections.abc import Iterator, Sequence

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table
from rich.text import Text

from client_cli.load.delays import SHARES, Delays
from client_cli.load.plan import LoadPlan
from client_cli.load.report import MIB, LoadReport
from client_cli.messages.game import plural
from client_cli.terminal.output import printable
from engine.games import GAMES

MOST_FOUND = 10
"""Faults of a kind that are listed; the JSON report has all."""
FOUND = {
    "lost": "Acknowledged moves that were lost",
    "stuck": "Races that did not end",
    "disputed": "Races whose end was told differently",
    "refuted": "Records that do not hold",
}


def title(plan: LoadPlan) -> str:
    """The load in one line."""
    named = [f"{plural(plan.races, 'race')} of {plan.contestants}"]
    named.append(", ".join(GAMES[slug].book.title for slug in plan.games))
    think = f"thinking {plan.think.mean_s:.3g} s ({plan.think.shape})"
    named.append(think if plan.think.mean_s else "without a thought")
    if plan.watchers:
        named.append(f"{plural(plan.watchers, 'watcher')} each")
    if plan.slow:
        named.append(f"{plural(plan.slow, 'slow reader')} each")
    if plan.storm is not None:
        named.append(f"{100 * plan.storm.share:g} % cut every {plan.storm.every_s:g} s")
    return "; ".join(named)


def show(report: LoadReport, console: Console) -> None:
    """Print the report as tables."""
    console.print(Text(title(report.plan), style="bold"))
    console.print(Text(f"{report.plan.url}, {report.measured_s} seconds measured"))
    table = Table(box=SIMPLE, pad_edge=False)
    table.add_column("milliseconds")
    for name in ("how many", *(f"p{100 * share:g}" for share in SHARES), "longest"):
        table.add_column(name, justify="right")
    for name, delays in _delays(report):
        table.add_row(name, f"{len(delays):,}", *map(ms, _shares(delays)))
    console.print(table)
    facts = Table(box=None, show_header=False, pad_edge=False)
    facts.add_column()
    facts.add_column(overflow="fold")
    for name, told in _facts(report):
        facts.add_row(name, Text(printable(told)))
    console.print(facts, highlight=False)
    for line in _ends(report):
        style = "bold red" if report.findings and line.startswith(tuple(FOUND.values())) else None
        console.print(Text(printable(line)), style=style)


def lines(report: LoadReport) -> Iterator[str]:
    """The report as sentences."""
    yield f"{title(report.plan)}."
    yield f"{report.plan.url}, {report.measured_s} seconds measured."
    for name, delays in _delays(report):
        shares = [f"p{100 * share:g} {ms(delays.ms(share))}" for share in SHARES]
        yield f"{name}: {len(delays)}, {', '.join(shares)}, longest {ms(delays.ms(1))} ms."
    for name, told in _facts(report):
        yield f"{name}: {told.rstrip('.')}."
    yield from _ends(report)


def _delays(report: LoadReport) -> Iterator[tuple[str, Delays]]:
    whole = report.whole
    yield "a move, until acknowledged", whole.acknowledged
    if report.plan.watchers:
        yield "from there to a watcher", whole.seen
    if whole.back.counts:
        yield "a lost line, until back", whole.back
    yield "the load's own loop, late by", whole.late


def _shares(delays: Delays) -> Sequence[float | None]:
    return [*(delays.ms(share) for share in SHARES), delays.ms(1)]


def ms(value: float | None) -> str:
    """Milliseconds with a precision that suits their size."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def _facts(report: LoadReport) -> Iterator[tuple[str, str]]:
    whole = report.whole
    yield "moves", f"{report.moves_a_second:,.1f} a second, {whole.moves:,} in all"
    yield (
        "races",
        f"{report.races:,} over"
        + (f", {report.verified:,} records verified" if report.plan.verify else ""),
    )
    cut = f", {report.cut:,} cut in storms" if report.plan.storm else ""
    yield "lines", f"{report.lines:,} at once{cut}"
    seconds = max(1, report.measured_s)
    heard, sent = whole.heard / seconds / 1024, whole.sent / seconds / 1024
    yield "traffic", f"{heard:,.0f} KiB a second heard, {sent:,.0f} sent"
    served = report.served
    if served is None:
        yield "server", report.missing or "-"
    else:
        each = "" if served.us_a_move is None else f", {served.us_a_move:,.0f} µs a move"
        yield "server's CPU", f"{served.cores:.2f} of a core{each}"
        rss = [f"{value / MIB:,.0f}" for value in (served.rss_first, served.rss_most)]
        last = f"{served.rss_last / MIB:,.0f}"
        yield "server's memory", f"{rss[0]} MiB at first, {rss[1]} at most, {last} at last"
    yield "the load itself", f"{report.own_core:.2f} of a core, by its busiest process"
    told = ", ".join(f"{code} {count:,}" for code, count in report.errors.most_common())
    yield "errors", told or "none"


def _ends(report: LoadReport) -> Iterator[str]:
    for name, heading in FOUND.items():
        found: list[str] = getattr(report.findings, name)
        if found:
            yield f"{heading}: {len(found)}"
            yield from (f"  {each}" for each in found[:MOST_FOUND])
    yield from report.hints
    if not report.findings and report.races:
        yield "Every race ended, all were told the same, and no acknowledged move was lost."
