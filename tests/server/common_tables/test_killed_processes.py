"""A table of two processes while one of them, and then the store, is killed and comes back."""

import asyncio
import random
from pathlib import Path

import pytest

from engine.racing_demon.record import read
from engine.racing_demon.verify import table_checks
from tests.harness import BELL_MS, LIMIT_S
from tests.server.common_tables.table_bots import TableBot
from tests.server.two_servers import servers_on
from tests.stores import RedisProcess, engines

SEATS = 4
OPTIONS = {"piles": 5, "target": 0}
PAUSE_S = 0.03


async def acknowledged(bots: list[TableBot], number: int) -> None:
    """Wait until so many commands more have been acknowledged, or the round is over."""
    wanted = number + sum(len(bot.acknowledged) for bot in bots)
    async with asyncio.timeout(LIMIT_S):
        while not bots[0].over and sum(len(b.acknowledged) for b in bots) < wanted:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@pytest.mark.processes
async def test_all_agree_with_the_record_though_processes_are_killed(tmp_path: Path) -> None:
    async with (
        RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis,
        servers_on(redis.url, tmp_path) as pair,
    ):
        code = asyncio.get_running_loop().create_future()
        bots = [
            TableBot(pair, f"bot-{at}", random.Random(at), pause=PAUSE_S, options=OPTIONS)
            for at in range(SEATS)
        ]
        async with asyncio.TaskGroup() as group:
            for bot in bots:
                group.create_task(bot.run(code, SEATS, BELL_MS, OPTIONS))
            await acknowledged(bots, 15)
            await pair.one.kill()
            await acknowledged(bots, 15)
            await pair.one.start()
            await acknowledged(bots, 15)
            await redis.kill()
            await redis.start()
            await acknowledged(bots, 10)
            await pair.two.kill()
            await pair.two.start()
        for server in pair:
            assert "traceback" not in server.log.lower(), server.log[-4_000:]
    document = bots[0].record
    assert document is not None
    assert all(bot.record == document for bot in bots)
    failed = [step for step in table_checks(document, None) if not step.ok]
    assert not failed, failed
    commands = read(document).commands
    known = [(number, bot.seat, text) for bot in bots for number, text in bot.acknowledged.items()]
    assert len({number for number, _, _ in known}) == len(known) > 4 * 10
    for number, seat, text in known:
        assert (commands[number - 1].seat, commands[number - 1].text) == (seat, text)
    assert sum(bot.resumes for bot in bots) > 0
