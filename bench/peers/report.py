"""The results of `bench.peers` as markdown, for docs/benchmarks.md."""

from collections.abc import Iterable, Mapping

from bench.load_runner import Measured
from bench.markdown import titled
from bench.peers.run import COMPILED, OURS, PeerCost, Peers


def markdown(results: Peers, machine: Mapping[str, str], command: str) -> str:
    """Return the whole report."""
    what = ", ".join(f"{name} {value}" for name, value in ({**machine, **results.versions}).items())
    load = f"load average {results.load_before} before and {results.load_after} after"
    tables = [_table(name, rows) for name, rows in results.costs.items()]
    failed = [f"**error: {what}, {times} times**" for what, times in results.failures.items()]
    return "\n\n".join([f"`{command}`: {what}; {load}.", *tables, *failed]) + "\n"


def _table(load: str, rows: list[PeerCost]) -> str:
    compared = [name for name in (OURS, COMPILED) if any(name in row.ratios for row in rows)]
    return titled(
        f"CPU of a move, {load}, medians. Ratios are those of server and store together.",
        (
            *("server", "others told", "moves/s", "server µs", "store µs"),
            *(f"{name}, to it" for name in compared),
        ),
        (_cells(row, compared) for row in rows),
    )


def _cells(row: PeerCost, compared: Iterable[str]) -> list[str]:
    return [
        row.name,
        row.hears,
        f"{row.run.per_s:,.0f}",
        *_figures(row.run),
        *(f"x {row.ratios[name]:.2f}" if name in row.ratios else "-" for name in compared),
    ]


def _figures(run: Measured) -> tuple[str, str]:
    server = "-" if run.server_us is None else f"{run.server_us:.1f}"
    return server, "-" if run.store_us is None else f"{run.store_us:.1f}"
