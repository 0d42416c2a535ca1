"""Process usage: CPU, memory and file descriptors of all workers, under Prometheus's names."""

import os
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.process_collector import ProcessCollector

SPENT = "patience_worker_cpu_seconds"
"""Name of an internal counter of CPU seconds that is not on the metrics page. It keeps the CPU time
of workers that have ended in the total."""

OLDEST = "process_start_time_seconds"


class OwnUsage:
    """Shares the CPU time of this process with the other workers, so that it is still counted after
    this process has ended."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._spent = Counter(SPENT, "CPU seconds of a worker", registry=registry)
        self._noted = 0.0

    def note(self) -> None:
        times = os.times()
        now = times.user + times.system
        self._spent.inc(max(0.0, now - self._noted))
        self._noted = now


class AllUsage(MultiProcessCollector):
    """Collects the metrics of all workers from `directory`, and adds the CPU, memory and file
    descriptors of live workers.

    The CPU time includes that of ended workers, so that it never decreases.
    """

    def __init__(self, directory: str) -> None:
        super().__init__(None, directory)  # type: ignore[no-untyped-call]
        self._directory = Path(directory)

    def collect(self) -> Iterator[Metric]:
        files = set(self._directory.glob("*.db"))
        living = {pid_of(file) for file in files if file.name.startswith("gauge_live")}
        for metric in self.merge([str(file) for file in files]):  # type: ignore[no-untyped-call]
            if metric.name != SPENT:
                yield metric
        dead = [f for f in files if f.name.startswith("counter") and pid_of(f) not in living]
        yield from usage(living, self._spent(dead))

    def _spent(self, files: Iterable[Path]) -> float:
        merged = self.merge([str(file) for file in files])  # type: ignore[no-untyped-call]
        ours = (metric for metric in merged if metric.name == SPENT)
        return sum((float(sample.value) for metric in ours for sample in metric.samples), 0.0)


def pid_of(file: Path) -> int:
    """Return the process id at the end of the name of a file that the Prometheus library writes."""
    return int(file.stem.rsplit("_", 1)[1])


def usage(processes: Iterable[int], spent: float = 0.0) -> list[Metric]:
    """Return the metrics of the combined CPU, memory and file descriptors of `processes` (process
    ids). `spent` is added: the CPU seconds of processes that have ended. Returns an empty list if
    the operating system does not report usage."""
    told: dict[str, Metric] = {}
    values: dict[str, list[float]] = {}
    for process in processes:
        for metric in ProcessCollector(pid=partial(int, process), registry=None).collect():
            told[metric.name] = metric
            values.setdefault(metric.name, []).append(metric.samples[0].value)
    made: list[Metric] = []
    for name, metric in told.items():
        whole = min(values[name]) if name == OLDEST else sum(values[name])
        if metric.type == "counter":
            made.append(CounterMetricFamily(name, metric.documentation, value=whole + spent))
        else:
            made.append(GaugeMetricFamily(name, metric.documentation, value=whole))
    return made
