"""Measure a leaderboard that many connections follow while many results enter it."""

import asyncio
import json
from array import array
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from bench import machine, servers
from bench.leaderboards import GAME, result
from bench.meter import Delays
from bench.servers import Served
from client_cli.load.websocket import LoadWebSocket, dial
from server.leaderboards.results_log import ResultsLog
from server.store.embedded_redis import EmbeddedStore
from server.store.redis_client import connect

AT_ONCE = 50
"""How many connections are opened at once."""
SETTLE_S = 1.0
HELLO = b'{"type":"hello","id":1,"protocol":[1],"client":"bench"}'
FOLLOW = json.dumps({"type": "follow_board", "id": 2, "game": GAME}).encode()


class FollowersCost(NamedTuple):
    """What the followers of one leaderboard received while results were written, and what it cost.

    `least` and `most` are the updates a second of the followers who got fewest and most. `delay_ms`
    is the time from writing a result to the first update that includes it. `cpu` is the share of a
    core that the server used, `rss` its resident bytes at the end.
    """

    followers: int
    results_per_s: float
    least: float
    most: float
    delay_ms: Delays
    cpu: float
    rss: int
    errors: dict[str, int]


class _Ears:
    """Handles the messages to all followers. Each result is of a new account, so the number of
    accounts on the board says which results an update includes."""

    def __init__(self, followers: int) -> None:
        self.waiting = followers
        self.answered = asyncio.Event()
        self.updates = [0] * followers
        self.errors: Counter[str] = Counter()
        self.written = array("d")
        self.delays = array("d")
        self._known = 0

    def hear(self, follower: int, data: bytes) -> None:
        if b'"board_changed"' in data:
            self.updates[follower] += 1
            if follower == 0:
                now, total = perf_counter(), json.loads(data)["total"]
                self.delays.extend(now - self.written[n] for n in range(self._known, total))
                self._known = total
        elif b'"type":"board"' in data:
            self.waiting -= 1
            if not self.waiting:
                self.answered.set()
        elif b'"type":"welcome"' not in data:
            self.errors["an answer nobody expected"] += 1


async def measured(followers: int, per_s: int, seconds: float) -> FollowersCost:
    """Measure a leaderboard with this many followers and results a second, for `seconds`."""
    with TemporaryDirectory(prefix="patience-bench-", ignore_cleanup_errors=True) as folder:
        with machine.server_core():
            store = EmbeddedStore(Path(folder))
            await store.__aenter__()
        try:
            async with servers.patience(store.url) as served:
                return await _follow(served, store.url, followers, per_s, seconds)
        finally:
            await store.__aexit__(None, None, None)


async def _follow(
    served: Served, store: str, followers: int, per_s: int, seconds: float
) -> FollowersCost:
    ears, wires, redis = _Ears(followers), list[LoadWebSocket](), connect(store, 1)
    try:
        while len(wires) < followers:
            some = range(len(wires), min(followers, len(wires) + AT_ONCE))
            wires += await asyncio.gather(*(_line(served, ears, n) for n in some))
        await ears.answered.wait()
        before, since = machine.used(served.pid), perf_counter()
        await _write(ResultsLog(redis), ears, per_s, seconds)
        took = perf_counter() - since
        await asyncio.sleep(SETTLE_S)  # for the last update
        after = machine.used(served.pid)
    finally:
        for wire in wires:
            wire.close()
        await redis.aclose()
    return FollowersCost(
        followers=followers,
        results_per_s=round(len(ears.written) / took, 1),
        least=round(min(ears.updates) / (took + SETTLE_S), 2),
        most=round(max(ears.updates) / (took + SETTLE_S), 2),
        delay_ms=Delays.of(ears.delays),
        cpu=round((after.cpu_s - before.cpu_s) / (took + SETTLE_S), 3) if before and after else 0,
        rss=after.rss if after else 0,
        errors=dict(ears.errors),
    )


async def _line(served: Served, ears: _Ears, number: int) -> LoadWebSocket:
    def lost(_: str) -> None:
        ears.errors["a line was lost"] += 1

    wire = await dial(served.url, lambda data: ears.hear(number, data), lost)
    wire.say(HELLO)
    wire.say(FOLLOW)
    return wire


async def _write(book: ResultsLog, ears: _Ears, per_s: int, seconds: float) -> None:
    """Write results at an even pace. If one is late, the next follows at once."""
    loop, n = asyncio.get_running_loop(), 0
    since = loop.time()
    while loop.time() - since < seconds:
        ears.written.append(perf_counter())
        await book.write(result(n, f"{n:016x}"))
        n += 1
        await asyncio.sleep(max(0, since + n / per_s - loop.time()))
