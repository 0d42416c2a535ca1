"""What must hold after every fault."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from time import monotonic
from typing import Any

from engine.games import game
from server.archive.archiver import Archiver
from server.leaderboards.log_entry import LoggedRace
from server.leaderboards.periods import Calendar
from server.leaderboards.projector import Projector
from server.leaderboards.rebuilding.rebuild import Rebuild
from server.leaderboards.results_log import ResultsLog
from server.rooms.store import RoomStore
from server.settings import zone_of
from server.store.clock import Clock
from tests.bots import Bot
from tests.harness import LIMIT_S, ServerProcess
from tests.server.net.test_pages import asked_at
from tests.server.processes.test_killed_server import check
from tests.trouble.company import MEMBER
from tests.trouble.wires import Wire

KEPT_S = 86_400
EXPECTED = {"The store cannot be reached; is REDIS_URL right?"}
"""What a server may print outside its log: it found no store at its start."""


def judge_races(ended: Iterable[Sequence[Bot]]) -> None:
    """Every record verifies, and has every acknowledged move at its time."""
    for bots in ended:
        check(list(bots), everybody=False)


async def judge_store(url: str, codes: set[str], counting: set[str]) -> None:
    """No race is stuck, each is in the results log once, and the boards follow from the log.
    `codes` are those of all finished races; each in `counting` must have a result."""
    store = RoomStore(url)
    try:
        await store.open()
        clock = Clock()
        started = clock.start()
        clock.measured(started, await store.heartbeat.time())
        stuck = codes & (await store.deadlines()).keys()
        assert not stuck, f"still under way: {stuck}"
        archiver = Archiver(store, KEPT_S)
        while await archiver.look():  # races not archived yet
            pass
        assert not await archiver.over()
        calendar = Calendar(zone_of("UTC"), 10)
        projector = Projector(store.others, calendar, clock.now)
        await projector.open()
        await projector.catch_up()
        written = [one for _, one in await ResultsLog(store.others).entries(0, len(codes) + 1)]
        results = Counter(one.race for one in written if isinstance(one, LoggedRace))
        expected = Counter(f"{code}-1" for code in counting)
        assert results == expected, (results - expected, expected - results)
        differences = await Rebuild(store.others, calendar, clock.now).run()
        assert not differences, differences[:5]
    finally:
        await store.close()


def judge_logs(servers: Iterable[ServerProcess]) -> Counter[str]:
    """No bug was logged. Return how often each other event was."""
    events: Counter[str] = Counter()
    for server in servers:
        for line in server.log.splitlines():
            if line in EXPECTED:
                events["no store at the start"] += 1
                continue
            try:
                told = json.loads(line)
            except ValueError:
                raise AssertionError(f"said outside the log: {line}") from None
            assert told["level"] not in ("error", "critical"), told
            events[told["event"]] += 1
    return events


async def judge_emptied(servers: Iterable[ServerProcess], wires: Iterable[Wire]) -> None:
    """Nobody is connected or counted as connected, because connections lost in silence are
    dropped."""
    async with asyncio.timeout(LIMIT_S):
        while any(wire.forgotten for wire in wires):  # noqa: ASYNC110 # the servers find out
            await asyncio.sleep(0.2)
    for server in servers:
        limit = monotonic() + LIMIT_S
        while held := (await metrics_sampler(server))["connections"]:
            assert monotonic() < limit, f"{held} connections of nobody at {server.url}"
            await asyncio.sleep(1)


async def metrics_sampler(server: ServerProcess) -> dict[str, float]:
    """The metrics of a server, without the first word of their names."""
    page = (await asked_at(f"127.0.0.1:{server.port}", "GET /metrics")).body.decode()
    lines = (line.rsplit(" ", 1) for line in page.splitlines() if line.startswith("patience_"))
    return {name.removeprefix("patience_"): float(value) for name, value in lines}


def codes_of(ended: Iterable[Sequence[Bot]], *, counting: bool = False) -> set[str]:
    """Room codes of these races; with `counting`, only of those that leaderboards count: a member
    is among the racers, and the game has a choice."""
    return {bots[0].code for bots in ended if not counting or _counts(bots[0].record)}


def _counts(record: Any) -> bool:
    return game(record["game"]).has_choice() and any(
        seat["name"].startswith(MEMBER) for seat in record["seats"]
    )
