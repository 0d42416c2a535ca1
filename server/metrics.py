"""What `/metrics` tells. Nothing here names a card, a seat or a secret."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """One process's numbers, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.connections = Gauge("patience_connections", "Open connections", registry=self.registry)
        self.rooms = Gauge("patience_rooms", "Rooms somebody is in", registry=self.registry)
        self.moves = Counter(
            "patience_moves", "Moves by outcome", ["outcome"], registry=self.registry
        )
        self.refusals = Counter(
            "patience_refusals", "Refused requests by code", ["code"], registry=self.registry
        )
        self.store_up = Gauge(
            "patience_store_up", "1 while the store can be reached", registry=self.registry
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
        return generate_latest(self.registry)
