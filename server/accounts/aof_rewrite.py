"""Rewrites the store's append-only file after an account was deleted.

The file holds the deleted name until it is rewritten, and a small store may never do that by
itself.
"""

from pathlib import Path

import structlog

from server.store import keys
from server.store.redis_client import StoreRefusal, at_each_node, info, patience
from server.store.redis_commands import RedisClient
from server.store.scripts import Script, as_nothing

DAY_S = 86_400
REWRITTEN = Script(Path(__file__).parent / "rewritten.lua", as_nothing)

log = structlog.get_logger()


async def rewrite_if_wanted(redis: RedisClient, now: int) -> None:
    """Request a rewrite if an account was deleted since the last one, at most once a day.

    Only one of several processes requests it. Does nothing if the store has no such file or its
    user may not request a rewrite. Raises StoreAway.
    """
    async with patience():
        wanted = await redis.get(keys.REWRITE_WANTED)
        if wanted is None or not await redis.set(keys.REWRITE_ASKED, now, nx=True, ex=DAY_S):
            return
    async with patience():
        try:
            told = await info(redis, "persistence")
            if any(node.get("aof_rewrite_in_progress") for node in told):
                await redis.delete(keys.REWRITE_ASKED)  # it began earlier; ask again next time
                return
            if any(node.get("aof_enabled") for node in told):
                await at_each_node(redis, "BGREWRITEAOF")
                log.info("rewrite_asked")
        except StoreRefusal:
            log.info("rewrite_refused")
        await REWRITTEN.run(redis, (keys.REWRITE_WANTED,), wanted)
