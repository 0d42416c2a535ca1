"""How Redis is reached: by a client of bounded connections, and with bounded patience."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

PATIENCE_S = 2.0
"""How long a command may take before the store counts as away."""


class StoreAway(Exception):
    """The store cannot be reached. What was sent may or may not have been stored."""

    def __init__(self) -> None:
        super().__init__("The server cannot reach its store just now. Nothing is lost; try again.")


def connect(url: str, connections: int) -> Any:
    """A client with so many connections at most, which waits for one that is free."""
    # Any: the client types its replies as unions of all it could be set to answer.
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=connections,
        timeout=None,
        decode_responses=True,
        socket_timeout=None,
        socket_connect_timeout=PATIENCE_S,
        retry=Retry(NoBackoff(), 0),
    )
    return Redis.from_pool(pool)  # closing the client closes the pool


@asynccontextmanager
async def patience(seconds: float = PATIENCE_S) -> AsyncIterator[None]:
    """What is done in here takes so long at most; whatever goes wrong is StoreAway."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except (RedisError, OSError, TimeoutError) as error:
        raise StoreAway from error
