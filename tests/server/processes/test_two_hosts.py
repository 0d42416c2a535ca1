"""Two hosts and a Redis between them, reached over the network by a password: one house.

Each contestant sits on one host. One host is lost in the middle of the races; its contestants come
to the other.
"""

import asyncio
import contextlib
import random
import secrets
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from tests.bots import Bot
from tests.harness import BELL_MS, LIMIT_S, ServerProcess
from tests.server.processes.test_killed_server import check
from tests.stores import engines

SEATS = 4
BEFORE, MOST = 2, 20
"""So many moves everybody has made when a host is lost, and so many they make at most."""
CALL_MS = 30_000
"""Longer than a machine may stand still: nobody's card is laid for them."""


@contextlib.asynccontextmanager
async def redis_by_tcp(directory: Path) -> AsyncIterator[str]:
    """A Redis on a port of its own, which wants a password; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    word = secrets.token_urlsafe(24)
    arguments = {
        "bind": "127.0.0.1", "port": port, "dir": directory, "requirepass": word,
        "appendonly": "yes", "save": "",
    }  # fmt: skip
    binary = engines().get("system", engines()["embedded"])
    process = await asyncio.create_subprocess_exec(
        str(binary),
        *(part for name, value in arguments.items() for part in (f"--{name}", str(value))),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    url = f"redis://:{word}@127.0.0.1:{port}/3"
    try:
        async with asyncio.timeout(LIMIT_S):
            await _answered(url)
        yield url
    finally:
        process.kill()
        await process.wait()


async def _answered(url: str) -> None:
    redis = Redis.from_url(url)
    while True:
        with contextlib.suppress(RedisError, OSError):
            await redis.execute_command("PING")  # type: ignore[no-untyped-call]
            break
        await asyncio.sleep(0.02)
    await redis.aclose()


class Evening:
    """One race whose contestants sit on two hosts in turn."""

    def __init__(self, game: str, terms: dict[str, Any], hosts: tuple[ServerProcess, ...]) -> None:
        self.game = game
        self.bots = [
            Bot([hosts[i % 2]], f"bot-{i}", random.Random(f"{game}{i}"), terms, MOST, pause=0.2)
            for i in range(SEATS)
        ]

    async def run(self) -> None:
        code: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        async with asyncio.TaskGroup() as group:
            for bot in self.bots:
                group.create_task(bot.run(code, self.game, BELL_MS, SEATS))

    async def under_way(self) -> None:
        """Until everybody has made some moves."""
        while True:
            if all(len(bot.acknowledged) >= BEFORE for bot in self.bots):
                return
            await asyncio.sleep(0.02)


@pytest.mark.processes
async def test_a_host_is_lost_and_its_contestants_race_on_at_the_other(tmp_path: Path) -> None:
    async with (
        redis_by_tcp(tmp_path) as url,
        ServerProcess(tmp_path / "one", redis_url=url) as one,
        ServerProcess(tmp_path / "two", redis_url=url) as two,
    ):
        hosts = (one, two)
        evenings = [
            Evening("cribbage_patience", {"format": "caller", "call_ms": CALL_MS}, hosts),
            Evening("uncle_remus", {"format": "best", "take_back": "free"}, hosts),
        ]
        stranded = [bot for evening in evenings for bot in evening.bots[::2]]
        others = [bot for evening in evenings for bot in evening.bots[1::2]]
        async with asyncio.TaskGroup() as group:
            for evening in evenings:
                group.create_task(evening.run())
            await asyncio.gather(*(evening.under_way() for evening in evenings))
            assert {bot.code for bot in stranded} == {bot.code for bot in others}
            made = {id(bot): len(bot.acknowledged) for bot in (*stranded, *others)}
            for bot in stranded:
                bot.servers = [two]
            await one.kill()
        for evening in evenings:
            check(evening.bots)
    assert all(bot.resumes > 0 for bot in stranded), "somebody never lost their host"
    assert not any(bot.resumes for bot in others), "somebody lost a host that stood"
    for bot in (*stranded, *others):
        assert len(bot.acknowledged) > made[id(bot)], f"{bot.name} has made no move since"
    assert "traceback" not in two.log.lower()
