"""The report of a load test on the terminal: as tables, or as plain sentences."""

from collections.abc import Iterator, Sequence

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table
from rich.text import Text

from client_cli.load.latency_histogram import SHARES, LatencyHistogram
from client_cli.load.plan import LoadPlan
from client_cli.load.report import MIB, LoadReport
from client_cli.terminal.output import printable
from engine.games import GAMES
from protocol.texts import N_, _, ngettext

MOST_FOUND = 10
"""At most this many faults of one kind are listed; the JSON report has all."""
FOUND = {
    "lost": N_("Acknowledged moves that were lost"),
    "stuck": N_("Races that did not end"),
    "disputed": N_("Races whose end was told differently"),
    "refuted": N_("Records that do not hold"),
}


def title(plan: LoadPlan) -> str:
    """Return the plan of a load test in one line: races, games, thinking time, spectators,
    storms."""
    named = [
        ngettext(
            "{n} race of {contestants}",
            "{n} races of {contestants}",
            plan.races,
            contestants=plan.contestants,
        )
    ]
    named.append(", ".join(_(GAMES[slug].book.title) for slug in plan.games))
    think = _(
        "thinking {mean_s} s ({shape})", mean_s=f"{plan.think.mean_s:.3g}", shape=plan.think.shape
    )
    named.append(think if plan.think.mean_s else _("without a thought"))
    if plan.watchers:
        named.append(ngettext("{n} watcher each", "{n} watchers each", plan.watchers))
    if plan.slow:
        named.append(ngettext("{n} slow reader each", "{n} slow readers each", plan.slow))
    if plan.storm is not None:
        named.append(
            _(
                "{share} % cut every {every_s} s",
                share=f"{100 * plan.storm.share:g}",
                every_s=f"{plan.storm.every_s:g}",
            )
        )
    return "; ".join(named)


def show(report: LoadReport, console: Console) -> None:
    """Print the report as tables."""
    console.print(Text(title(report.plan), style="bold"))
    console.print(
        Text(
            _(
                "{url}, {measured_s} seconds measured",
                url=report.plan.url,
                measured_s=report.measured_s,
            )
        )
    )
    table = Table(box=SIMPLE, pad_edge=False)
    table.add_column(_("milliseconds"))
    for name in (_("how many"), *(f"p{100 * share:g}" for share in SHARES), _("longest")):
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
        fault = report.findings and line.startswith(tuple(map(_, FOUND.values())))
        style = "bold red" if fault else None  # not a text
        console.print(Text(printable(line)), style=style)


def report_sentences(report: LoadReport) -> Iterator[str]:
    """Yield the report as sentences."""
    yield f"{title(report.plan)}."
    yield _(
        "{url}, {measured_s} seconds measured.", url=report.plan.url, measured_s=report.measured_s
    )
    for name, delays in _delays(report):
        shares = [f"p{100 * share:g} {ms(delays.ms(share))}" for share in SHARES]
        yield _(
            "{name}: {n}, {shares}, longest {longest} ms.",
            name=name,
            n=len(delays),
            shares=", ".join(shares),
            longest=ms(delays.ms(1)),
        )
    for name, told in _facts(report):
        yield f"{name}: {told.rstrip('.')}."
    yield from _ends(report)


def _delays(report: LoadReport) -> Iterator[tuple[str, LatencyHistogram]]:
    whole = report.whole
    yield _("a move, until acknowledged"), whole.acknowledged
    if report.plan.watchers:
        yield _("from there to a watcher"), whole.seen
    if whole.back.counts:
        yield _("a lost line, until back"), whole.back
    yield _("the load's own loop, late by"), whole.late


def _shares(delays: LatencyHistogram) -> Sequence[float | None]:
    return [*(delays.ms(share) for share in SHARES), delays.ms(1)]


def ms(value: float | None) -> str:
    """Return milliseconds as text, with a decimal only below 100; `-` for None."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def _facts(report: LoadReport) -> Iterator[tuple[str, str]]:
    whole = report.whole
    yield (
        _("moves"),
        _(
            "{moves_a_second} a second, {moves} in all",
            moves_a_second=f"{report.moves_a_second:,.1f}",
            moves=f"{whole.moves:,}",
        ),
    )
    yield (
        _("races"),
        _("{races} over", races=f"{report.races:,}")
        + (
            _(", {verified} records verified", verified=f"{report.verified:,}")
            if report.plan.verify
            else ""
        ),
    )
    cut = _(", {cut} cut in storms", cut=f"{report.cut:,}") if report.plan.storm else ""
    yield _("lines"), _("{lines} at once{cut}", lines=f"{report.lines:,}", cut=cut)
    seconds = max(1, report.measured_s)
    heard, sent = whole.heard / seconds / 1024, whole.sent / seconds / 1024
    yield (
        _("traffic"),
        _("{heard} KiB a second heard, {sent} sent", heard=f"{heard:,.0f}", sent=f"{sent:,.0f}"),
    )
    served = report.served
    if served is None:
        yield _("server"), report.missing or "-"
    else:
        each = (
            ""
            if served.us_a_move is None
            else _(", {us_a_move} µs a move", us_a_move=f"{served.us_a_move:,.0f}")
        )
        yield (
            _("server's CPU"),
            _("{cores} of a core{each}", cores=f"{served.cores:.2f}", each=each),
        )
        rss = [f"{value / MIB:,.0f}" for value in (served.rss_first, served.rss_most)]
        last = f"{served.rss_last / MIB:,.0f}"
        yield (
            _("server's memory"),
            _(
                "{first} MiB at first, {most} at most, {last} at last",
                first=rss[0],
                most=rss[1],
                last=last,
            ),
        )
    yield (
        _("the load itself"),
        _("{own_core} of a core, by its busiest process", own_core=f"{report.own_core:.2f}"),
    )
    told = ", ".join(f"{code} {count:,}" for code, count in report.errors.most_common())
    yield _("errors"), told or _("none")


def _ends(report: LoadReport) -> Iterator[str]:
    for name, source in FOUND.items():
        heading = _(source)
        found: list[str] = getattr(report.findings, name)
        if found:
            yield f"{heading}: {len(found)}"
            yield from (f"  {each}" for each in found[:MOST_FOUND])
    yield from report.hints
    if not report.findings and report.races:
        yield _("Every race ended, all were told the same, and no acknowledged move was lost.")
