"""The profile as markdown, for docs/benchmarks.md."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from bench import machine
from bench.load_runner import Measured
from bench.markdown import titled
from bench.profile.parts import Part
from bench.profile.run import Cpu, Paced, Profile
from bench.profile.trace import STALL_S, Compared

SMALL = 0.01
"""A smaller share of the time until an answer has no row of its own."""
MOST_STALLS = 6


def markdown(profile: Profile, about: Mapping[str, str], command: str) -> str:
    """Return the whole report."""
    what = ", ".join(f"{name} {value}" for name, value in about.items())
    load = f"load average {profile.load_before} before and {profile.load_after} after"
    day = datetime.now(UTC).date().isoformat()
    head = f"`{command}` at {machine.revision()}, {day}: {what}; {load}."
    tables = [_cpu(profile.cpu)]
    for row in profile.paced:
        tables += [_stages(row), _doing(row), _stalls(row)]
    failed = [f"**error: {what}, {times} times**" for what, times in profile.failures.items()]
    return "\n\n".join([head, *tables, *failed]) + "\n"


def _cpu(cpu: Cpu) -> str:
    us = cpu.load.server_us
    return titled(
        f"The server's CPU in the closed loop, store on the other core, {_told(cpu.load)}: where "
        f"it was in {cpu.samples:,} samples.",
        ("part", "%", "µs a move"),
        [[_part(part), f"{part.share:.1%}".rstrip("%"), _us(part.share, us)] for part in cpu.parts],
    )


def _part(part: Part) -> str:
    functions = ", ".join(f"`{name}`" for name in part.functions)
    return f"{part.name}: {functions}" if functions else part.name


def _us(share: float, us: float | None) -> str:
    return "-" if us is None else f"{share * us:.1f}"


def _stages(row: Paced) -> str:
    plain = row.plain
    return _compared(
        f"{plain.name}, {plain.rate or 0:,}/s: time to an answer by stage, mean of the "
        f"middle tenth and of the slowest hundredth of {row.answers:,}. "
        f"Normal server: {_told(plain)}; timed server: {_told(row.traced)}.",
        "from the moment the move is due",
        row.stages,
        row.batch,
    )


def _doing(row: Paced) -> str:
    return _compared(
        f"{row.plain.name}: what the event loop did in that time.",
        "activity of the event loop",
        row.doing,
    )


def _compared(
    title: str, what: str, rows: Sequence[Compared], below: Compared | None = None
) -> str:
    whole = max(sum(row.slowest for row in rows), 1e-9)
    small = [row for row in rows if max(row.middle, row.slowest) < SMALL * whole]
    shown = [row for row in rows if row not in small]
    if small:
        rest = (sum(row.middle for row in small), sum(row.slowest for row in small))
        shown.append(Compared("all else", *rest))
    shown.append(Compared("together", sum(row.middle for row in rows), whole))
    cells = [
        [row.what, f"{row.middle:.2f}", f"{row.slowest:.2f}", f"{row.slowest / whole:.0%}"]
        for row in shown
    ]
    if below is not None:
        cells.append([below.what, f"{below.middle:.0f}", f"{below.slowest:.0f}", ""])
    return titled(title, (what, "middle, ms", "slowest, ms", "of the slowest"), cells)


def _stalls(row: Paced) -> str:
    return titled(
        f"{row.plain.name}: what blocked the event loop for more than {1000 * STALL_S:.0f} ms in "
        f"{row.traced.answers / max(row.traced.per_s, 1):.0f} s. The garbage collector paused "
        f"{row.pauses} times, {row.paused_ms:.0f} ms in total, each time within another row.",
        ("activity", "times", "total, ms", "longest, ms", "CPU share"),
        [
            [
                stall.name,
                str(stall.times),
                f"{stall.sum:.0f}",
                f"{stall.most:.1f}",
                f"{stall.on_core:.0%}",
            ]
            for stall in row.stalls[:MOST_STALLS]
        ],
    )


def _told(run: Measured) -> str:
    us = "-" if run.server_us is None else f"{run.server_us:.0f}"
    delay = run.delay_ms
    return f"{run.per_s:,.0f}/s, {us} µs, p50 {delay.p50:.2f} and p99 {delay.p99:.2f} ms"
