"""Races of all formats on three processes under injected faults: a few seconds here, longer by
`make soak`."""

import asyncio
import contextlib
import os
import random
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from bench import machine
from engine.games import GAMES, game
from engine.races.terms import formats
from tests.bots import Bot
from tests.harness import ServerProcess
from tests.trouble import company, judging
from tests.trouble.faults import PROCESSES, SURROUNDINGS, Fault, NotNow, Scene, go_on
from tests.trouble.pair import Pair
from tests.trouble.report import Memory, Report, Struck
from tests.trouble.wires import laid

SECONDS = int(os.environ.get("SOAK_SECONDS", "10"))
REPORT = os.environ.get("SOAK_REPORT")
IS_LONG = SECONDS >= 60
FULL_S = 1_200
"""In so long there is time for every fault, and to see whether memory grows."""
RACES, BOTS, MEMBERS, DEAF = (28, 8, 2, 4) if IS_LONG else (4, 8, 1, 1)
BELL_MS = 45_000 if IS_LONG else 8_000
"""Most of its time a race goes on, however often the clock waits."""
CALL_MS = 2_000
PAUSE_S = 1.5 if IS_LONG else 0.4
"""Between two moves of a bot; all of it together then keeps one core of two busy."""
LONGEST_FAULT_S = 6.0 if IS_LONG else 1.0
DRAIN_S = 5 if IS_LONG else 0.5
CALM_S, MINUTE_S = 15.0, 60.0
"""So much of each minute nothing new goes wrong."""
STUCK_S = 900
"""A race that takes as long is stuck."""

SHORT: list[tuple[str, dict[str, Any]]] = [
    ("uncle_remus", {"format": "best", "take_back": "free"}),
    ("aces_up", {"format": "first_out"}),
    ("cribbage_patience", {"format": "caller", "call_ms": CALL_MS}),
    ("poker_patience", {"format": "score"}),
]


@pytest.mark.long(SECONDS + 15)
@pytest.mark.processes
@pytest.mark.timeout(SECONDS * 2 + 1_500)
async def test_races_outlive_whatever_befalls_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed = os.environ.get("SOAK_SEED") or str(random.randrange(10**9))
    print(f"SOAK_SEED={seed}")
    monkeypatch.setenv("PATIENCE_LOG_JSON", "true")
    monkeypatch.setenv("PATIENCE_DRAIN_S", str(DRAIN_S))
    async with scene(tmp_path) as where:
        soak = Soak(where, random.Random(seed), Report(seed))
        try:
            await soak.run()
        finally:
            print(soak.report.latest())
            print(soak.report.page())
            if REPORT:
                soak.report.write(Path(REPORT))
    report = soak.report
    report.events = judging.judge_logs(where.servers)
    print(dict(report.events))
    if REPORT:
        report.write(Path(REPORT))
    assert report.resumes, "nobody was ever cut off"
    assert report.struck
    assert set(report.formats) == {"first_out", "best", "score", "caller"}
    if SECONDS >= FULL_S:
        everything = {*PROCESSES, *SURROUNDINGS}
        assert {one.name for one in report.struck} == everything, "some were never made"
        assert report.taken_back
        assert report.deaf
        judge_memory(report.memory)


def judge_memory(held: Sequence[Memory]) -> None:
    """What a server holds for nobody does not grow with the races it has seen."""
    sizes = [one.server for one in held]
    quarter = len(sizes) // 4
    assert quarter, "there was no time to see"
    before, after = sorted(sizes[quarter : 2 * quarter]), sorted(sizes[-quarter:])
    assert after[quarter // 2] <= before[quarter // 2] * 1.15 + 4 * 2**20, sizes


@contextlib.asynccontextmanager
async def scene(folder: Path) -> AsyncIterator[Scene]:
    """Three servers on a store with a replica, and a wire wherever one connects to another."""
    async with contextlib.AsyncExitStack() as stack:
        pair = await stack.enter_async_context(Pair(folder / "store"))
        inner = [await stack.enter_async_context(laid(pair.first.port)) for _ in range(3)]
        servers = [
            ServerProcess(folder / str(n), redis_url=wire.redis_url) for n, wire in enumerate(inner)
        ]
        for server in servers:
            await server.start()
            stack.push_async_callback(server.stop)
        stack.callback(go_on, servers)
        outer = [await stack.enter_async_context(laid(server.port)) for server in servers]
        yield Scene(servers, inner, outer, pair)


class Soak:
    """Round after round of races, faults meanwhile, and after each round everything is checked."""

    def __init__(self, where: Scene, rng: random.Random, report: Report) -> None:
        self.where = where
        self.report = report
        self._rng = rng
        self._codes = set[str]()
        self._counting = set[str]()
        self._over = asyncio.Event()
        self._names: dict[int, list[str]] = {id(PROCESSES): [], id(SURROUNDINGS): []}
        self._cpu: dict[int, float] = {}
        self._members: list[company.Member] = []

    async def run(self) -> None:
        where = self.where
        self._members = await company.members(where.outer[0], RACES * MEMBERS)
        deadline = monotonic() + SECONDS
        deaf = [company.Deaf(where.servers, self._rng) for _ in range(DEAF)]
        races = _races()
        asides = [asyncio.create_task(self._tell())]
        try:
            while monotonic() < deadline:
                self._over.clear()
                listeners = [asyncio.create_task(one.run()) for one in deaf]
                hands = [asyncio.create_task(self._strike(of)) for of in (PROCESSES, SURROUNDINGS)]
                asides += [*listeners, *hands]
                ended = await self._round(list(islice(races, RACES)), hands)
                self._over.set()
                await asyncio.gather(*hands)
                await _end(listeners)
                self.report.deaf = sum(one.let_go for one in deaf)
                await self._check(ended)
        finally:
            await _end(asides)

    async def _round(
        self, races: list[tuple[str, dict[str, Any]]], hands: list[asyncio.Task[None]]
    ) -> Sequence[Sequence[Bot]]:
        """So many races to their end; a fault of the hands themselves ends them."""
        racing = asyncio.gather(
            *(
                company.race(
                    company.racers(
                        self.where.outer,
                        slug,
                        BOTS,
                        self._members[n * MEMBERS : (n + 1) * MEMBERS],
                        terms=terms,
                        pause=PAUSE_S,
                    ),
                    slug,
                    BELL_MS,
                )
                for n, (slug, terms) in enumerate(races)
            )
        )
        try:
            async with asyncio.timeout(STUCK_S):
                first: list[asyncio.Future[Any]] = [racing, *hands]
                await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
            await _end([hand for hand in hands if hand.done()])
            return await racing
        finally:
            racing.cancel()
            await asyncio.gather(racing, return_exceptions=True)

    async def _strike(self, of: dict[str, Fault]) -> None:
        """One fault after the other, each before any comes again."""
        names = self._names[id(of)]
        while not self._over.is_set():
            if not names:
                names += sorted(of)
                self._rng.shuffle(names)
            await self._wait(self._rng.uniform(0.5, 1.5) * LONGEST_FAULT_S)
            into = self.report.seconds % MINUTE_S
            if IS_LONG and into > MINUTE_S - CALM_S:
                await self._wait(MINUTE_S - into)
            if self._over.is_set():
                return
            name = names.pop()
            began = monotonic()
            seconds = self._rng.uniform(0.2, 1.0) * LONGEST_FAULT_S
            try:
                async with of[name](self.where, self._rng):
                    await asyncio.sleep(seconds)
                self.report.struck.append(Struck(name, began, monotonic()))
            except NotNow:
                self.report.refused[name] += 1

    async def _wait(self, seconds: float) -> None:
        """So long, or until the round is over."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._over.wait()

    async def _check(self, ended: Sequence[Sequence[Bot]]) -> None:
        judging.judge_races(ended)
        self.report.struck.sort(key=lambda one: one.began)
        self.report.raced(ended)
        self._codes |= judging.codes_of(ended)
        self._counting |= judging.codes_of(ended, counting=True)
        first = self.where.pair.first
        await judging.judge_store(first.url, self._codes, self._counting)
        if IS_LONG:
            await judging.judge_emptied(self.where.servers, self.where.outer)
            assert self.where.servers[0].process is not None
            used = machine.used(self.where.servers[0].process.pid)
            memory = await self.where.pair.command("INFO", "memory")
            assert used is not None
            self.report.memory.append(
                Memory(
                    round(self.report.seconds, 1),
                    used.rss,
                    memory["used_memory"],
                    self.report.races,
                )
            )
        self.report.checks += 1

    async def _tell(self) -> None:
        """Look every second what is used; a line a minute."""
        for second in count(1):
            await asyncio.sleep(1)
            self._look()
            if second % MINUTE_S == 0:
                print(self.report.line(), flush=True)
                if REPORT:
                    self.report.write(Path(REPORT))

    def _look(self) -> None:
        pair = self.where.pair
        servers = [one.process.pid for one in self.where.servers if one.process is not None]
        stores = [one.process.pid for one in (pair.first, pair.second) if one.process is not None]
        for pid in (os.getpid(), *servers, *stores):
            used = machine.used(pid)
            if used is not None:
                self._cpu[pid] = used.cpu_s
        self.report.cores = sum(self._cpu.values()) / self.report.seconds


async def _end(tasks: Sequence[asyncio.Task[Any]]) -> None:
    """Stop these; what they failed by is raised."""
    for task in tasks:
        task.cancel()
    for error in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(error, Exception):
            raise error


def _races() -> Iterator[tuple[str, dict[str, Any]]]:
    """All games again and again, each in its formats in turn; a few of all formats first."""
    yield from SHORT
    for turn in count():
        for which, slug in enumerate(GAMES):
            names = formats(game(slug))
            chosen = names[(turn + which // 2) % len(names)]
            if chosen == "caller":
                yield slug, {"format": chosen, "call_ms": CALL_MS}
            else:
                yield slug, {"format": chosen, "take_back": "until_card"}
