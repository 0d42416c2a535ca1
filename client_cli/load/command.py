"""The command `patience load`: run a load test from its plan to the report."""

import asyncio
import contextlib
import json
import signal
from collections.abc import Iterator
from pathlib import Path
from time import time
from typing import NamedTuple

from rich.console import Console

from client_cli.exit_codes import DONE, FAULT, INTERRUPTED, Failure
from client_cli.load import chart, report_page
from client_cli.load.counters import LoadFindings, Second
from client_cli.load.plan import LoadPlan
from client_cli.load.progress import LoadProgress
from client_cli.load.report import LoadReport
from client_cli.load.scenario import Signals, run, unwrapped_failures
from client_cli.load.server_metrics import ServerMetrics, metrics_url
from client_cli.load.worker_processes import in_loop, raise_descriptors, run_in_worker
from client_cli.terminal.output import Output, full_screen_fits
from protocol.texts import _

STDOUT = "-"


class LoadOutput(NamedTuple):
    """Where the results of a load test are written. `json` and `svg` are files (`-` for `json` is
    standard output). With `plain`, the terminal gets sentences instead of tables."""

    json: str | None
    svg: Path | None
    plain: bool


def load(plan: LoadPlan, processes: int, metrics: str | None, output: LoadOutput) -> int:
    """Run the load test and print the report. `metrics` is the address of the server's metrics
    page; None means the page `/metrics` of that server. Return the exit code: FAULT if faults (such
    as lost moves) were found, otherwise DONE. Raises Failure if the server cannot be reached or
    forbids the load, or if nothing was measured."""
    _check(output)
    raise_descriptors()
    tables = full_screen_fits(output.plain, output.json == STDOUT)
    say = Output().say if not tables and output.json != STDOUT else list
    progress = LoadProgress(plan, Console(stderr=True) if tables else None, say)
    report = in_loop(_measured(plan, processes, metrics or metrics_url(plan.url), progress))
    if not report.window and not report.findings:
        raise Failure(INTERRUPTED, _("Stopped before anything was measured."))
    told = json.dumps(report.to_json(), indent=1)
    if output.json == STDOUT:
        print(told, flush=True)
    elif output.json is not None:
        Path(output.json).write_text(told + "\n", encoding="utf-8")
    if output.svg is not None:
        output.svg.write_text(chart.svg(report), encoding="utf-8")
    if tables:
        report_page.show(report, Console())
    else:
        say(report_page.report_sentences(report))
    return FAULT if report.findings else DONE


def _check(output: LoadOutput) -> None:
    """Raise Failure before the test starts if an output file cannot be written. Missing files are
    created."""
    for path in (output.json, output.svg):
        if path is not None and path != STDOUT:
            try:
                Path(path).touch()
            except OSError as error:
                sentence = _("Cannot write to {path}: {reason}.", path=path, reason=error.strerror)
                raise Failure.usage(sentence) from None


class LoadResults:
    """Collects what the processes of a load test report: adds up their counters second by second,
    joins their lists of faults, and notes when the races of all processes have begun."""

    def __init__(self, processes: int, progress: LoadProgress) -> None:
        self.findings = LoadFindings()
        self.all_begun = asyncio.Event()
        self._awaited, self._progress = processes, progress
        self._seconds: dict[int, list[Second]] = {}

    def second(self, second: Second) -> None:
        self._seconds.setdefault(second.at, []).append(second)
        self._progress.heard(second)

    def begun(self) -> None:
        self._awaited -= 1
        if not self._awaited:
            self.all_begun.set()

    def ended(self, findings: LoadFindings) -> None:
        self.findings.add(findings)

    @property
    def seconds(self) -> list[Second]:
        return [Second.merged(at, told) for at, told in sorted(self._seconds.items())]


async def _measured(
    plan: LoadPlan, processes: int, metrics: str, progress: LoadProgress
) -> LoadReport:
    """Run the load test to the end of its measuring time, or until Ctrl-C, and return the report.
    Raises Failure if a process of the test fails, for example because the server cannot be
    reached."""
    parts, signals, gauges = plan.shared(processes), Signals(), ServerMetrics(metrics)
    results = LoadResults(len(parts), progress)
    put_on = run if len(parts) == 1 else run_in_worker
    with unwrapped_failures(), progress, _interruptible(signals.stop, results.all_begun):
        async with asyncio.TaskGroup() as group:
            watching = group.create_task(gauges.watch())
            timing = group.create_task(_timed(plan, signals, results.all_begun, progress))
            async with asyncio.TaskGroup() as crew:
                for part in parts:
                    crew.create_task(put_on(part, results, signals))
            watching.cancel()
        span = timing.result()
    return LoadReport.of(
        plan,
        len(parts),
        results.seconds,
        span,
        gauges.readings,
        gauges.missing,
        results.findings,
    )


async def _timed(
    plan: LoadPlan, signals: Signals, begun: asyncio.Event, progress: LoadProgress
) -> range:
    """Wait until all races have begun, measure for the planned time, then tell all processes to
    stop. Return the measured seconds (since 1970); they are an empty range if the test was stopped
    before."""
    await begun.wait()
    if signals.stop.is_set():
        return range(0)
    first = int(time()) + 1
    signals.go.set()
    progress.measuring(first)
    last = first + max(1, round(plan.seconds))
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(last - time()):
            await signals.stop.wait()
            last = int(time())
    signals.stop.set()
    progress.ending()
    return range(first, last)


@contextlib.contextmanager
def _interruptible(*events: asyncio.Event) -> Iterator[None]:
    """Within the `with` block, let the first Ctrl-C only set the given events, so that the test
    ends in order. A second Ctrl-C interrupts the program at once."""
    loop = asyncio.get_running_loop()

    def stop() -> None:
        loop.remove_signal_handler(signal.SIGINT)
        for event in events:
            event.set()

    # Signal handlers are not available on Windows and in threads.
    with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
        loop.add_signal_handler(signal.SIGINT, stop)
    try:
        yield
    finally:
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.remove_signal_handler(signal.SIGINT)
