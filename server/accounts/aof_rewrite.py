"""Requests a rewrite of Redis's append-only file after an account was deleted.

The file contains the deleted name until it is rewritten, and Redis may never rewrite a small file
by itself.
"""

from pathlib import Path

import structlog

from server.store import keys
from server.store.redis_client import StoreRefusal, at_each_node, info, patience
from server.store.redis_commands import RedisClient
from server.store.scripts import Script, as_nothing

DAY_S = 86_400
"""After a rewrite was requested, no other is requested for so many seconds."""
REWRITTEN = Script(Path(__file__).parent / "rewritten.lua", as_nothing)

log = structlog.get_logger()


async def rewrite_if_wanted(redis: RedisClient, now: int) -> None:
    """Have the store rewrite its append-only file if an account was deleted since the last rewrite.

    `now` is the server time in ms. All processes may call this: one of them requests the rewrite,
    at most once a day. Nothing is requested if Redis writes no such file, or does not allow the
    command to this process's Redis user. Raise StoreAway if Redis cannot be reached.
    """
    async with patience():
        wanted = await redis.get(keys.REWRITE_WANTED)
        if wanted is None or not await redis.set(keys.REWRITE_ASKED, now, nx=True, ex=DAY_S):
            return
    async with patience():
        try:
            told = await info(redis, "persistence")
            if any(node.get("aof_rewrite_in_progress") for node in told):
                # This rewrite may have begun before the deletion: request another one next time.
                await redis.delete(keys.REWRITE_ASKED)
                return
            if any(node.get("aof_enabled") for node in told):
                await at_each_node(redis, "BGREWRITEAOF")
                log.info("aof_rewrite_requested")
        except StoreRefusal:
            log.info("aof_rewrite_refused")
        await REWRITTEN.run(redis, (keys.REWRITE_WANTED,), wanted)
