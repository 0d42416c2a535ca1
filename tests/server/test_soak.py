"""Races of all formats on three processes that are killed at random: a minute here, longer by
`make soak`."""

import asyncio
import contextlib
import os
import random
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from engine.games import GAMES, game
from engine.terms import formats
from tests.bots import Bot, race
from tests.harness import ServerProcess
from tests.server.test_kill import check
from tests.stores import RedisProcess, engines

SECONDS = int(os.environ.get("SOAK_SECONDS", "60"))
RACES, BOTS = 20, 8
LONGEST_BELL_MS = 30_000
SHORTEST_BELL_MS = 15_000
CALL_MS = 2_000
PAUSE_S = 1.2
"""Between two moves of a bot: sixteen dozen bots then keep two cores busy, not overrun."""


@pytest.mark.long(SECONDS + 10)
@pytest.mark.processes
@pytest.mark.timeout(SECONDS * 2 + 500)
async def test_races_outlive_the_processes_that_serve_them(tmp_path: Path) -> None:
    rng = random.Random(os.environ.get("SOAK_SEED"))
    async with contextlib.AsyncExitStack() as stack:
        redis = await stack.enter_async_context(
            RedisProcess(tmp_path / "redis", engines()["embedded"])
        )
        servers = [ServerProcess(tmp_path / str(n), redis_url=redis.url) for n in range(3)]
        for server in servers:
            await server.start()
            stack.push_async_callback(server.stop)
        ended = await asyncio.wait_for(_evening(servers, rng), SECONDS * 2 + 400)
    everybody = [bot for bots in ended for bot in bots]
    moves, resumes = (sum(count) for count in zip(*map(_counts, everybody), strict=True))
    print(f"{len(ended)} races, {len(everybody)} bots, {moves} moves, {resumes} resumes")
    assert len(ended) >= RACES
    assert resumes > 0, "nobody was ever cut off"
    raced = Counter(bots[0].record["terms"]["format"] for bots in ended if bots[0].record)
    made = [move for bots in ended for move in _stored(bots[0])]
    print(dict(raced), f"{sum(move[1] == 'undo' for move in made)} moves taken back,")
    print(f"{sum(move[2:] == ['server'] for move in made)} cards laid by the server")
    assert set(raced) == {"first_out", "best", "score", "caller"}
    assert any(move[1] == "undo" for move in made)
    for bots in ended:
        check(bots, everybody=False)


def _stored(bot: Bot) -> list[list[Any]]:
    """Every move of the record a bot has fetched."""
    assert bot.record is not None
    return [move for seat in bot.record["seats"] for move in seat["moves"]]


def _races() -> Iterator[tuple[str, dict[str, Any]]]:
    """All games again and again, each in its formats in turn."""
    for turn in count():
        for which, slug in enumerate(GAMES):
            names = formats(game(slug))
            chosen = names[(turn + which // 2) % len(names)]
            if chosen == "caller":
                yield slug, {"format": chosen, "call_ms": CALL_MS}
            else:
                yield slug, {"format": chosen, "take_back": "until_card"}


def _counts(bot: Bot) -> tuple[int, int]:
    return len(bot.acknowledged), bot.resumes


async def _evening(servers: list[ServerProcess], rng: random.Random) -> list[list[Bot]]:
    """Round after round of twenty races until the time is over; every race that was run."""
    killers = [asyncio.create_task(_kill_again_and_again(server, rng)) for server in servers]
    now = asyncio.get_running_loop().time
    deadline = now() + SECONDS
    races_to_run, ended = _races(), list[list[Bot]]()
    try:
        while (left_ms := round(1000 * (deadline - now()))) >= SHORTEST_BELL_MS:
            bell_ms = min(left_ms, LONGEST_BELL_MS)
            async with asyncio.TaskGroup() as group:
                races = [
                    group.create_task(
                        race(servers, slug, BOTS, terms=terms, bell_ms=bell_ms, pause=PAUSE_S)
                    )
                    for slug, terms in islice(races_to_run, RACES)
                ]
            ended += [task.result() for task in races]
    finally:
        for killer in killers:
            killer.cancel()
        await asyncio.gather(*killers, return_exceptions=True)
        for server in servers:
            if server.process is None or server.process.returncode is not None:
                await server.start()
    return ended


async def _kill_again_and_again(server: ServerProcess, rng: random.Random) -> None:
    while True:
        await asyncio.sleep(rng.uniform(2, 12))
        await server.kill()
        await asyncio.sleep(rng.uniform(0, 1.5))
        await server.start()
