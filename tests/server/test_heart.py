"""The heart beats whatever else a process asks of the store."""

import asyncio
from contextlib import aclosing
from pathlib import Path

from redis.asyncio import Redis

from server.store import AT_ONCE, Store
from tests.harness import LIMIT_S
from tests.server.days import real_store


async def test_it_beats_though_every_other_line_waits_for_an_answer(tmp_path: Path) -> None:
    async with real_store(tmp_path) as redis, aclosing(Redis.from_url(redis.url)) as onlooker:
        store = Store(redis.url)
        await store.open()
        asked = [asyncio.create_task(store.others.blpop("nothing")) for _ in range(2 * AT_ONCE)]
        try:
            async with asyncio.timeout(LIMIT_S):
                while (await onlooker.info("clients"))["blocked_clients"] < AT_ONCE:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)  # the store sets no event
            now = round(await store.heart.time())
            assert (await store.heart.beat(now, "one")).alive == {"one"}
        finally:
            for task in asked:
                task.cancel()
            await asyncio.gather(*asked, return_exceptions=True)
            await store.close()
