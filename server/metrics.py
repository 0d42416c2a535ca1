"""What `/metrics` tells. Nothing here names a card, a seat or a secret."""

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.process_collector import ProcessCollector

from server.usage import Everybody, Own

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""The library's name for the directory in which the processes of one port leave their numbers."""


class Metrics:
    """One process's numbers, in a registry of their own; the page tells those of all processes
    that share a port."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        shared = os.environ.get(SHARED)
        if shared is None:
            ProcessCollector(registry=self.registry)
        self._shared = shared
        self._own = None if shared is None else Own(self.registry)
        self.connections = Gauge(
            "patience_connections",
            "Open connections",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self.rooms = Gauge(
            "patience_rooms",
            "Rooms somebody is in, once for each process that serves them",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self.moves = Counter(
            "patience_moves", "Moves by outcome", ["outcome"], registry=self.registry
        )
        self.refusals = Counter(
            "patience_refusals", "Refused requests by code", ["code"], registry=self.registry
        )
        self.store_up = Gauge(
            "patience_store_up",
            "1 while the store can be reached",
            registry=self.registry,
            multiprocess_mode="livemin",
        )
        self.commit_seconds = Histogram(
            "patience_commit_seconds",
            "Time a batch of moves takes to be stored",
            buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2),
            registry=self.registry,
        )
        self.commit_moves = Histogram(
            "patience_commit_moves",
            "Moves in a batch",
            buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256),
            registry=self.registry,
        )

    def page(self) -> bytes:
        """The page in the Prometheus text format."""
        if self._own is None or self._shared is None:
            return generate_latest(self.registry)
        self._own.note()
        everybody = CollectorRegistry()
        everybody.register(Everybody(self._shared))
        return generate_latest(everybody)
