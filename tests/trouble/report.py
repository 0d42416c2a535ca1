"""The report of a fault run: faults, moves and memory, as one line a minute, JSON and a page."""

import json
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from bench import machine
from client_cli.load.latency_histogram import SHARES, LatencyHistogram
from tests.bots import Bot

MEND_S = 5.0
"""Seconds after a fault in which a move still counts as made during it, because clients
reconnect."""


class Struck(NamedTuple):
    """A fault that was caused and repaired."""

    name: str
    began: float
    ended: float


class Memory(NamedTuple):
    """Memory when nobody is connected: of the server that is never killed, and of the store."""

    at_s: float
    server: int
    store: int
    races: int


@dataclass
class Report:
    """All counts. Times are `monotonic`."""

    seed: str
    began: float = field(default_factory=monotonic)
    struck: list[Struck] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    races: int = 0
    bots: int = 0
    moves: int = 0
    resumes: int = 0
    taken_back: int = 0
    called: int = 0
    formats: Counter[str] = field(default_factory=Counter)
    calm: LatencyHistogram = field(default_factory=LatencyHistogram)
    trouble: LatencyHistogram = field(default_factory=LatencyHistogram)
    memory: list[Memory] = field(default_factory=list)
    events: Counter[str] = field(default_factory=Counter)
    deaf: int = 0
    checks: int = 0
    cores: float = 0.0

    @property
    def seconds(self) -> float:
        return monotonic() - self.began

    def raced(self, ended: Iterable[Sequence[Bot]]) -> None:
        """Count finished races."""
        began = [one.began for one in self.struck]
        for bots in ended:
            assert bots[0].record is not None
            self.races += 1
            self.formats[bots[0].record["terms"]["format"]] += 1
            made = [move for seat in bots[0].record["seats"] for move in seat["moves"]]
            self.taken_back += sum(move[1] == "undo" for move in made)
            self.called += sum(move[2:] == ["server"] for move in made)
            for bot in bots:
                self.bots += 1
                self.moves += len(bot.acknowledged)
                self.resumes += bot.resumes
                for said, known in bot.waited.values():
                    until = bisect_left(began, known)
                    calm = all(one.ended + MEND_S < said for one in self.struck[:until])
                    (self.calm if calm else self.trouble).add(known - said)

    def line(self) -> str:
        """The progress in one line."""
        held = self.memory[-1] if self.memory else Memory(0, 0, 0, 0)
        return (
            f"{self.seconds / 60:5.1f} min  {self.races} races  {self.moves} moves"
            f"  {len(self.struck)} faults  {self.resumes} resumes"
            f"  calm p50 {_ms(self.calm, 0.5)} p99 {_ms(self.calm, 0.99)}"
            f"  trouble p50 {_ms(self.trouble, 0.5)} p99 {_ms(self.trouble, 0.99)}"
            f"  server {held.server / 2**20:.1f} MiB  store {held.store / 2**20:.1f} MiB"
            f"  {self.cores:.2f} cores"
        )

    def latest(self) -> str:
        """The latest faults, for finding a cause."""
        lines = [
            f"{one.began - self.began:7.1f} s to {one.ended - self.began:7.1f} s: {one.name}"
            for one in self.struck[-12:]
        ]
        return "\n".join([*lines, f"{self.seconds:7.1f} s: now"])

    def data(self) -> dict[str, object]:
        """Everything, for JSON."""
        return {
            "seed": self.seed,
            "seconds": round(self.seconds, 1),
            "machine": machine.described(),
            "cores": round(self.cores, 2),
            "races": self.races,
            "formats": dict(self.formats),
            "bots": self.bots,
            "moves": self.moves,
            "taken_back": self.taken_back,
            "laid_by_server": self.called,
            "resumes": self.resumes,
            "deaf_lines_let_go": self.deaf,
            "checks": self.checks,
            "faults": {
                name: {"times": times, "seconds": round(seconds, 1)}
                for name, (times, seconds) in self._faults().items()
            },
            "not_made": dict(self.refused),
            "acknowledged_ms": {"calm": self.calm.summary(), "trouble": self.trouble.summary()},
            "memory": [one._asdict() for one in self.memory],
            "logged": dict(self.events),
        }

    def write(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(self.data(), indent=1) + "\n")

    def page(self) -> str:
        """The report as in docs/reliability.md."""
        described = machine.described()
        first, last = (self.memory[0], self.memory[-1]) if self.memory else (None, None)
        lines = [
            f"{self.seconds / 60:.0f} minutes on {described['cores']} cores of"
            f" {described['processor']} ({self.cores:.2f} cores used), Python"
            f" {described['python']}, seed `{self.seed}`: {self.races} races"
            f" ({', '.join(f'{n} {name}' for name, n in sorted(self.formats.items()))}),"
            f" {self.moves:,} moves acknowledged, {self.taken_back:,} taken back,"
            f" {self.called:,} cards laid for silent contestants, {self.resumes:,} reconnections,"
            f" {self.deaf} connections of clients that never read closed,"
            f" and {self.checks} complete checks.",
            "",
            "| fault | times | seconds |",
            "|---|--:|--:|",
            *(f"| {name} | {n} | {s:.0f} |" for name, (n, s) in self._faults().items()),
            "",
            "| time until a move is acknowledged | moves | p50 | p90 | p99 | p99.9 |",
            "|---|--:|--:|--:|--:|--:|",
            _row(f"without a fault now or in the last {MEND_S:.0f} s", self.calm),
            _row("with a fault, including the whole outage", self.trouble),
        ]
        if first and last:
            lines += [
                "",
                "| memory when nobody is connected | first | middle | last |",
                "|---|--:|--:|--:|",
                _held("server that was never killed", [one.server for one in self.memory]),
                _held("store", [one.store for one in self.memory]),
                f"| races so far | {first.races} | {self.memory[len(self.memory) // 2].races}"
                f" | {last.races} |",
            ]
        return "\n".join(lines)

    def _faults(self) -> dict[str, tuple[int, float]]:
        found = defaultdict[str, list[float]](list)
        for one in self.struck:
            found[one.name].append(one.ended - one.began)
        return {name: (len(times), sum(times)) for name, times in sorted(found.items())}


def _ms(waits: LatencyHistogram, share: float) -> str:
    return f"{waits.ms(share) or 0:.0f} ms"


def _row(name: str, waits: LatencyHistogram) -> str:
    shares = " | ".join(_ms(waits, share) for share in SHARES)
    return f"| {name} | {len(waits):,} | {shares} |"


def _held(name: str, sizes: Sequence[int]) -> str:
    three = (sizes[0], sizes[len(sizes) // 2], sizes[-1])
    return f"| {name} | {' | '.join(f'{size / 2**20:.1f} MiB' for size in three)} |"
