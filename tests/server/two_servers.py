"""Helpers for tests of two servers on one store: seats, games and spectators."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.harness import Client, ServerProcess
from tests.stores import RedisProcess, engines


class Pair(NamedTuple):
    one: ServerProcess
    two: ServerProcess


@asynccontextmanager
async def servers_on(url: str, directory: Path) -> AsyncIterator[Pair]:
    """Two servers on this store."""
    async with (
        ServerProcess(directory / "one", redis_url=url) as one,
        ServerProcess(directory / "two", redis_url=url) as two,
    ):
        yield Pair(one, two)


@asynccontextmanager
async def two_servers(directory: Path) -> AsyncIterator[Pair]:
    async with (
        RedisProcess(directory / "redis", engines()["embedded"]) as redis,
        servers_on(redis.url, directory) as pair,
    ):
        yield pair


async def begin(host: Client, *guests: Client, game: str = "aces_up", **fields: Any) -> str:
    """A race of these; its code. Everybody has their first board or frame."""
    room = await host.create(game, **{"bell_ms": 600_000, **fields})
    for number, guest in enumerate(guests):
        await guest.join(room["code"], f"guest {number}")
    for link in (host, *guests):
        await link.ready()
    if not guests:
        await host.ask("start")
    for link in (host, *guests):
        await link.until("table", "frame", "common_table")
    code: str = room["code"]
    return code


async def moves(link: Client, number: int, ply: int = 0) -> list[dict[str, Any]]:
    """Make the last legal move so many times: in Aces Up the deal, while there is one."""
    made = []
    table = await link.ask("look")
    for n in range(ply, ply + number):
        table = await link.ask("play", race=table["race"], ply=n, move=table["legal"][-1])
        assert table["type"] == "moved", table
        made.append(table)
    return made


async def view(link: Client) -> Any:
    """One's own board."""
    return (await link.ask("look"))["view"]
