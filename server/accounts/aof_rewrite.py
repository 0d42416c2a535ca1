"""The append-only file of the store still has the name of a deleted account, until it is rewritten.
A small store may never do that by itself, so it is asked to."""

from typing import Any

import structlog

from server.store import keys
from server.store.redis_client import StoreRefusal, at_each_node, info, patience

DAY_S = 86_400
DONE = """
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('DEL', KEYS[1])
end
"""

log = structlog.get_logger()


async def rewrite_if_wanted(redis: Any, now: int) -> None:
    """Have the file rewritten if an account was deleted since it last was, at most once a day. Of
    several processes one does. Raises StoreAway.

    A store that has no such file, or does not let its user ask for this, is left alone.
    """
    async with patience():
        wanted = await redis.get(keys.REWRITE_WANTED)
        if wanted is None or not await redis.set(keys.REWRITE_ASKED, now, nx=True, ex=DAY_S):
            return
    async with patience():
        try:
            told = await info(redis, "persistence")
            if any(node.get("aof_rewrite_in_progress") for node in told):
                await redis.delete(keys.REWRITE_ASKED)  # it began before; the next look asks again
                return
            if any(node.get("aof_enabled") for node in told):
                await at_each_node(redis, "BGREWRITEAOF")
                log.info("rewrite_asked")
        except StoreRefusal:
            log.info("rewrite_refused")
        await redis.eval(DONE, 1, keys.REWRITE_WANTED, wanted)
