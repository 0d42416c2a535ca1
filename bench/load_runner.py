"""Put loads on a server over its real protocol and measure the answers."""

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any, NamedTuple

from bench import machine
from bench.contestant import Party
from bench.meter import Delays, Meter
from bench.servers import Served
from bench.talker import EchoTalker, Talker
from client_cli.load.latency import SpectatorLatency

SETTLE_S = 0.3


class Load(NamedTuple):
    """A load: `races` races of `contestants` at once, of these games in turn. `rate` is the
    messages a second of all contestants together; None if each sends the next as soon as the last
    is answered. It is measured for `seconds`, after `warm_s`. `legal`: the server sends legal
    moves. `watched`: each race has a watcher."""

    name: str
    games: tuple[str, ...]
    races: int
    contestants: int
    warm_s: float
    seconds: float
    legal: bool = False
    rate: float | None = None
    watched: bool = False

    @property
    def lines(self) -> int:
        return self.races * self.contestants

    @property
    def pause(self) -> float:
        """Seconds between two messages of one connection; 0 for none."""
        return self.lines / self.rate if self.rate else 0.0


class Loops(NamedTuple):
    """The size of closed loops: `races` of `contestants` at once, measured in `rounds` of
    `seconds`, each after `warm_s`."""

    races: int
    contestants: int
    rounds: int
    seconds: float
    warm_s: float

    def load(
        self, name: str, games: tuple[str, ...], *, legal: bool = False, times: int = 1
    ) -> Load:
        """Return a closed loop of this size, with `times` times as many races."""
        races = times * self.races
        return Load(name, games, races, self.contestants, self.warm_s, self.seconds, legal)


class Sizes(NamedTuple):
    """Mean bytes of a message to the server and of its answer."""

    request: int
    reply: int


class Measured(NamedTuple):
    """The result of a load on a server. `*_us` are CPU µs an answer, `*_rss` resident bytes at the
    end. Figures are None if the system does not tell them, or there is no store."""

    name: str
    lines: int
    rate: float | None
    answers: int
    per_s: float
    delay_ms: Delays
    watch_ms: Delays | None
    """Delays from a move's acknowledgement until a watcher has its numbers. None without
    watchers."""
    sizes: Sizes
    races: int
    errors: dict[str, int]
    server_us: float | None
    store_us: float | None
    server_rss: int | None
    store_rss: int | None
    driver_share: float | None
    """The share of one core that this process used. Close to 1 means that the driver was the
    limit."""
    driver_us: float | None

    @property
    def cpu_us(self) -> float | None:
        """CPU µs an answer of the server and its store, if it has one; None if the system does not
        tell."""
        return None if self.server_us is None else self.server_us + (self.store_us or 0)

    def to_json(self) -> dict[str, Any]:
        return {
            **self._asdict(),
            "delay_ms": self.delay_ms._asdict(),
            "watch_ms": self.watch_ms and self.watch_ms._asdict(),
            "sizes": self.sizes._asdict(),
        }


async def race(
    served: Served, load: Load, meter: Meter | None = None, kind: type[Party] = Party
) -> Measured:
    """Put a load of races on a server and measure it."""
    meter = Meter() if meter is None else meter
    async with parties(served, load, meter, kind):
        return await measure(served, load, meter)


async def echo(served: Served, load: Load, sizes: Sizes) -> Measured:
    """Put a load of as many connections on an echo server, with messages of these sizes, and
    measure it."""
    meter, rng = Meter(), Random(0)
    words = b"e" * sizes.request
    talkers = [EchoTalker(meter, load.pause, rng, words) for _ in range(load.lines)]
    try:
        for talker in talkers:
            await talker.dial(f"{served.url}?reply={sizes.reply}")
        for talker in talkers:
            talker.begin()
        return await measure(served, load, meter)
    finally:
        await leave(talkers)


@asynccontextmanager
async def parties(
    served: Served, load: Load, meter: Meter, kind: type[Party] = Party
) -> AsyncIterator[None]:
    parties = [
        kind(load.games[i % len(load.games)], meter, load.pause, load.legal)
        for i in range(load.races)
    ]
    for party in parties if load.watched else ():
        party.sight = SpectatorLatency(meter.seen)
    try:
        async with asyncio.TaskGroup() as group:
            for i, party in enumerate(parties):
                group.create_task(party.gather(served.url, load.contestants, Random(i)))
        yield
    finally:
        await leave(parties)


async def leave(those: Sequence[Party] | Sequence[Talker]) -> None:
    """Close connections, and wait until the server has noticed."""
    for one in those:
        one.close()
    # Give the server time to handle the closed connections.
    await asyncio.sleep(SETTLE_S)


async def measure(served: Served, load: Load, meter: Meter) -> Measured:
    """Measure a load that has begun. The answers are counted by the meter, which is open only
    after the warm-up."""
    await asyncio.sleep(load.warm_s)
    loop = asyncio.get_running_loop()
    before, started = _used(served), loop.time()
    meter.open = True
    await asyncio.sleep(load.seconds)
    meter.open = False
    took, after = loop.time() - started, _used(served)
    answers = len(meter.seconds)
    each = max(answers, 1)

    def cost(i: int) -> float | None:
        """Return the CPU microseconds an answer of process `i`."""
        old, new = before[i], after[i]
        return (
            None if old is None or new is None else round(1e6 * (new.cpu_s - old.cpu_s) / each, 1)
        )

    server, store, _ = after
    driver_us = cost(2)
    return Measured(
        name=load.name,
        lines=load.lines,
        rate=load.rate and round(load.rate),
        answers=answers,
        per_s=round(answers / took),
        delay_ms=Delays.of(meter.seconds),
        watch_ms=Delays.of(meter.watched) if meter.watched else None,
        sizes=Sizes(round(meter.sent_bytes / each), round(meter.heard_bytes / each)),
        races=meter.races,
        errors=dict(meter.errors),
        server_us=cost(0),
        store_us=cost(1),
        server_rss=server.rss if server else None,
        store_rss=store.rss if store else None,
        driver_us=driver_us,
        driver_share=None if driver_us is None else round(driver_us * answers / 1e6 / took, 2),
    )


def _used(served: Served) -> tuple[machine.Used | None, ...]:
    """Return what the server, its store and this process have used."""
    store = None if served.store is None else machine.used(served.store)
    return machine.used_by(served.processes), store, machine.used(os.getpid())
