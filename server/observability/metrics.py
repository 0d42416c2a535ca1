"""The Prometheus metrics on the page `/metrics`: counters, gauges and histograms.

No metric names a card, a seat, a player or a secret, and labels have few, known values.
"""

import os
from collections.abc import Sequence
from typing import Literal, get_args

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.process_collector import ProcessCollector

from protocol.crowns import CrownKind
from server.observability.process_usage import AllUsage, OwnUsage

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""Environment variable of the Prometheus library: the directory through which worker processes
share their metrics."""

Together = Literal["livesum", "livemin", "livemax"]
"""How the gauges of several workers are combined: summed, or the minimum or maximum taken."""

SHORT = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
"""Histogram buckets in seconds, from one turn of the event loop up to what players notice."""
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)

disable_created_metrics()  # type: ignore[no-untyped-call] # times at which counters began are not used


class Metrics:
    """The metrics of one process. If the environment variable that the constant SHARED names is
    set, `page` combines the metrics of all worker processes that share a port."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        shared = os.environ.get(SHARED)
        if shared is None:
            ProcessCollector(registry=self.registry)
        self._shared = shared
        self._own = None if shared is None else OwnUsage(self.registry)
        self._declare_play()
        self._declare_people()
        self._declare_store()
        self._declare_process()

    def _declare_play(self) -> None:
        self.rooms = self._gauge("rooms", "Rooms somebody is in, once for each serving process")
        self.races = self._gauge(
            "races", "Races of these rooms by state, once for each serving process", ["state"]
        )
        self.tournaments = self._gauge(
            "tournaments_due", "Tournaments that are under way or have a start", how="livemax"
        )
        self.crown_races = self._gauge(
            "crown_races_due", "Crown races that are under way", how="livemax"
        )
        self.leisure_races = self._gauge(
            "leisure_races_due", "Leisure races that are not told yet", how="livemax"
        )
        self.moves = self._counter("moves", "Moves by outcome", ["outcome"])
        self.crowns = self._counter("crowns", "Crowns that were won", ["crown"])
        for crown in get_args(CrownKind):  # starts at 0, so that the first crown is an increase
            self.crowns.labels(crown)

    def _declare_people(self) -> None:
        self.connections = self._gauge("connections", "Open connections")
        self.behind = self._gauge(
            "connections_behind", "Connections that read so slowly that they get no progress"
        )
        self.cut_off = self._counter("slow_readers", "Connections cut off for reading too slowly")
        self.refusals = self._counter("refusals", "Refused requests by code", ["code"])
        self.bots = self._gauge("bots", "Computer players that the processes play for")
        self.bans = self._gauge("bans", "Accounts and networks that are banned", how="livemax")
        self.halls = self._gauge(
            "halls", "Addresses whose limits are raised for a tournament", how="livemax"
        )

    def _declare_store(self) -> None:
        self.store_up = self._gauge(
            "store_up", "1 while the store can be reached by all processes", how="livemin"
        )
        self.store_used = self._gauge(
            "store_used_bytes", "Memory the store says it uses", how="livemax"
        )
        self.store_most = self._gauge(
            "store_limit_bytes", "Memory the store may use, 0 if it has no limit", how="livemax"
        )
        self.acknowledgement_seconds = self._histogram(
            "acknowledgement_seconds",
            "From the first move of a batch to the acknowledgement of all of it, once a batch",
            SHORT,
        )
        self.commit_seconds = self._histogram(
            "commit_seconds", "Time a batch of moves takes to be stored", SHORT
        )
        self.commit_moves = self._histogram("commit_moves", "Moves in a batch", SIZES)
        self.commit_queue = self._gauge("commit_queue_moves", "Moves that wait to be stored")
        self.feed_lag = self._histogram(
            "feed_lag_seconds",
            "Time from storing an entry of the feed to reading it, for the newest of a batch",
            SHORT,
        )
        self.last_backup = self._gauge(
            "last_backup_timestamp_seconds",
            "When the last backup was made, in Unix time, 0 if none was",
            how="livemax",
        )
        self.outages = self._counter(
            "outages_refunded", "Outages refunded to races, once for each process that was told"
        )
        self.refunded = self._counter(
            "refunded_seconds", "Length of these outages, once for each process that was told"
        )

    def _declare_process(self) -> None:
        self.loop_lag = self._histogram(
            "event_loop_lag_seconds",
            "Delay of the event loop: how much later than asked for a timer fires",
            SHORT,
        )
        self.faults = self._counter("faults", "Faults of the server itself by kind", ["kind"])
        self.processes = self._gauge("processes", "Processes that serve")
        self.draining = self._gauge("draining", "1 while the process closes new connections")
        self.build = self._gauge(
            "build_info",
            "1, with the version of the server and the schema it knows as labels",
            ["version", "schema"],
            "livemax",
        )

    def _gauge(
        self, name: str, told: str, labels: Sequence[str] = (), how: Together = "livesum"
    ) -> Gauge:
        return Gauge(
            f"patience_{name}", told, labels, registry=self.registry, multiprocess_mode=how
        )

    def _counter(self, name: str, told: str, labels: Sequence[str] = ()) -> Counter:
        return Counter(f"patience_{name}", told, labels, registry=self.registry)

    def _histogram(self, name: str, told: str, buckets: Sequence[float]) -> Histogram:
        return Histogram(f"patience_{name}", told, buckets=buckets, registry=self.registry)

    def page(self) -> bytes:
        """Return the metrics page in the Prometheus text format."""
        if self._own is None or self._shared is None:
            return generate_latest(self.registry)
        self._own.note()
        everybody = CollectorRegistry()
        everybody.register(AllUsage(self._shared))
        return generate_latest(everybody)

    def note(self) -> None:
        """Write the CPU time that this process has used so far to the directory that workers share,
        so that the metrics page of any worker includes it."""
        if self._own is not None:
            self._own.note()
