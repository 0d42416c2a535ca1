"""The results of `bench.aims` as markdown, for docs/benchmarks.md."""

from collections.abc import Iterable, Mapping, Sequence

from bench.aims.crowd import CrowdCost
from bench.aims.idle import IdleCost
from bench.aims.memory import MemoryCost
from bench.aims.run import Aims
from bench.aims.workers import WorkersCost
from bench.load_runner import Measured
from bench.markdown import titled
from bench.plan import Compared

CPU_US, RATE, P99, IDLE_KIB, CROWD_MS, WORKERS = 100, 0.6, 3, 20, 250, 1.7


def markdown(aims: Aims, machine: Mapping[str, str], command: str) -> str:
    """Return the whole report."""
    what = ", ".join(f"{name} {value}" for name, value in machine.items())
    load = f"load average {aims.load_before} before and {aims.load_after} after"
    parts = [
        _closed(aims.moves.closed),
        _paced(aims.moves.paced),
        _idle(aims.idle),
        _crowd(aims.crowd),
        _workers(aims.workers),
        *([_memory(aims.memory)] if aims.memory else []),
    ]
    failed = [f"**error: {what}, {times} times**" for what, times in aims.failures.items()]
    head = f"`{command}`: {what}; {load}."
    return "\n\n".join([head, *parts, *failed]) + "\n"


def _closed(rows: Iterable[Compared]) -> str:
    cells = [
        [
            row.name,
            *_load(row.server),
            _figure(row.echo.server_us),
            f"{row.echo.per_s:,.0f}",
            f"{row.ratio:.2f}",
        ]
        for row in rows
    ]
    return titled(
        f"Moves in closed loops, medians. Aims: at most {CPU_US} µs of the server's CPU for a "
        f"move, and at least {RATE:.0%} of the echo's messages a second.",
        ("load", "server µs", "store µs", "moves/s", "echo µs", "echo's messages/s", "ratio"),
        cells,
    )


def _load(run: Measured) -> list[str]:
    return [_figure(run.server_us), _figure(run.store_us), f"{run.per_s:,.0f}"]


def _paced(rows: Iterable[Compared]) -> str:
    cells = [
        [
            f"{row.name}, {row.server.rate or 0:,}/s",
            *(f"{ms:.2f}" for ms in (*_delays(row.server), *_delays(row.echo))),
            f"x {row.server.delay_ms.p99 / max(row.echo.delay_ms.p99, 0.001):.1f}",
        ]
        for row in rows
    ]
    return titled(
        "Time until a move is acknowledged, at seven tenths of that rate, in ms. Aim: a p99 of at "
        f"most {P99} times the echo's at the same rate.",
        ("load", "p50", "p99", "echo p50", "echo p99", "p99 to p99"),
        cells,
    )


def _delays(run: Measured) -> tuple[float, float]:
    return run.delay_ms.p50, run.delay_ms.p99


def _idle(rows: Iterable[IdleCost]) -> str:
    cells = [
        [
            f"{row.connections:,} {row.what}",
            f"{row.kib:.1f}",
            f"{row.echo_kib:.1f}",
            f"{row.kib - row.echo_kib:.1f}",
        ]
        for row in rows
    ]
    return titled(
        f"Memory of an idle connection, in KiB. Aim: at most {IDLE_KIB} more than the echo's.",
        ("connections", "server", "echo", "beyond"),
        cells,
    )


def _crowd(rows: Iterable[CrowdCost]) -> str:
    cells = [
        [
            row.what,
            f"{row.watchers:,}",
            str(row.size),
            str(row.moves),
            *(f"{ms:.0f}" for ms in (row.delay_ms.p50, row.delay_ms.most)),
            f"{row.cpu_ms:.1f}",
        ]
        for row in rows
    ]
    return titled(
        "Time from a move's acknowledgement until the last watcher has it, in ms. Aim: at most "
        f"{CROWD_MS}. If several contestants play, numbers wait up to 250 ms to be sent together.",
        ("what is watched", "watchers", "bytes", "moves", "p50", "max", "CPU ms a move"),
        cells,
    )


def _workers(rows: Sequence[WorkersCost]) -> str:
    cells = [
        [
            f"{row.workers} on {row.workers}",
            f"{row.per_s:,.0f}",
            f"{row.busy:.2f}",
            *(f"{us:.1f}" for us in (row.server_us, row.store_us, row.driver_us)),
            *(f"{row.capacity(store=on):,.0f}" for on in (True, False)),
        ]
        for row in rows
    ]
    if len(rows) == 2:
        one, two = rows
        cells.append(
            [
                "ratio",
                f"{two.per_s / one.per_s:.2f}",
                "",
                "",
                "",
                "",
                *(f"{two.capacity(store=on) / one.capacity(store=on):.2f}" for on in (True, False)),
            ]
        )
    return titled(
        "Workers, with the client and the store on the same cores. Aim: two workers do at least "
        f"{WORKERS} times as much as one. Moves/s are measured and include the client's work. The "
        "last two columns are computed from the CPU µs: the rate without the client, and without "
        "client and store.",
        (
            *("workers on cores", "moves/s", "cores busy", "workers' µs", "store µs"),
            *("client µs", "without the client", "nor the store"),
        ),
        cells,
    )


def _memory(rows: Iterable[MemoryCost]) -> str:
    cells = [
        [
            str(row.time),
            *(f"{mib:.0f}" for mib in (row.before, row.racing, row.after)),
            f"{1024 * (row.racing - row.before) / (row.races * row.contestants):.1f}",
            f"{row.store:.0f}",
        ]
        for row in rows
    ]
    first = next(iter(rows))
    return titled(
        f"Memory of one server with {first.races} races of {first.contestants}, in MiB. Aim: it is "
        "back at its first value when they are over.",
        ("time", "before", "racing", "after", "KiB a contestant", "store"),
        cells,
    )


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"
