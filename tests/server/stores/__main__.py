"""Writes the store of today's schema: two accounts that know each other, a race that is over, and
one that goes on."""

import asyncio
import tempfile
from pathlib import Path

from redis.asyncio import Redis

from server.ops.migrations.steps import SCHEMA
from server.store import keys
from tests.harness import Client, ServerProcess, client
from tests.server.stores import PASSWORD, dump, path
from tests.stores import RedisProcess, engines


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with RedisProcess(Path(folder) / "redis", engines()["embedded"]) as store:
            server = ServerProcess(Path(folder) / "data", redis_url=store.url)
            async with server, client(server.url) as anna, client(server.url) as ben:
                over = await evening(anna, ben)
                async with Redis.from_url(store.url) as redis:
                    while not await redis.exists(keys.kept(over, 1)):  # noqa: ASYNC110
                        await asyncio.sleep(0.5)
                    await server.stop()
                    path(SCHEMA).write_text(await dump(redis))


async def evening(anna: Client, ben: Client) -> str:
    """The room of the race that is over."""
    await anna.ask("sign_up", name="Anna", password=PASSWORD)
    await ben.ask("sign_up", name="Ben", password=PASSWORD)
    await anna.ask("befriend", name="Ben", what="add")
    await ben.ask("befriend", name="Anna", what="accept")
    over = (await anna.create("aces_up", name="Anna"))["code"]
    await ben.join(over, "Ben")
    for link in (anna, ben):
        await link.ready()
    for link in (anna, ben):
        await play(link, 12)
    await anna.until("over")
    for link in (anna, ben):
        await link.ask("vote", race=1, game="demon")
    for link in (anna, ben):
        await link.ask("leave")
    await anna.create("cribbage_patience", name="Anna")
    await anna.ready()
    await anna.ask("start")
    await anna.until("table")
    await anna.ask("play", race=1, ply=0, move="place 0,0")
    return str(over)


async def play(link: Client, moves: int) -> None:
    """So many moves, and then give up."""
    board = await link.until("table")
    while board["ply"] < moves and board["legal"]:
        move = board["legal"][0]
        board = await link.ask("play", race=1, ply=board["ply"], move=move)
    await link.ask("play", race=1, ply=board["ply"], move="resign")


if __name__ == "__main__":
    asyncio.run(main())
