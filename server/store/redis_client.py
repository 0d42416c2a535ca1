"""How Redis is reached, one or a cluster: by a client of bounded connections, and with bounded
patience."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import (
    ClusterCrossSlotError,
    RedisClusterException,
    RedisError,
    ResponseError,
)
from redis.maint_notifications import MaintNotificationsConfig

from server.errors import StoreAway
from server.observability import error_log
from server.store.cluster import Cluster
from server.store.cluster_commands import NodeRequest, slot
from server.store.redis_timeout import CURRENT, StoreTimeout, ask, join_line

StoreRefusal = ResponseError
"""The store's answer to what it will not do."""

PATIENCE_S = 2.0
"""How long a command may take before the store counts as away."""
FAULTS = {"CROSSSLOT", "ERR", "WRONGTYPE"}
"""How a refusal begins that does not say that the store takes nothing now: what was asked of it is
wrong, or what it holds."""
OF_PIPELINE = " caused error: "
"""What the library writes before the error of one command among several."""
CLUSTER = "+cluster"
"""Stands in the scheme of a cluster's address: redis+cluster://one:6379,two:6379."""


def silence(error: BaseException) -> float:
    """For how many seconds the store has owed an answer, by a StoreAway or a group of them."""
    if isinstance(error, BaseExceptionGroup):
        return max(map(silence, error.exceptions))
    return error.silent_s if isinstance(error, StoreAway) else 0.0


def connect(url: str, connections: int) -> Any:
    """A client with so many connections at most (to each node of a cluster), which waits for one
    that is free. Raises ValueError where the address cannot be read."""
    # Any: the client types its replies as unions of all it could be set to answer.
    settings: dict[str, Any] = {
        "decode_responses": True,
        "socket_timeout": None,
        "socket_connect_timeout": PATIENCE_S,
        "retry": Retry(NoBackoff(), 0),
    }
    if is_cluster(url):
        first, others = _nodes(url)
        settings |= {"connections": connections, "startup_nodes": others or None}
        try:
            return Cluster.from_url(first, **settings)
        except RedisClusterException as error:  # it has one database, 0
            raise ValueError(str(error)) from error
    # With these notifications, which are for Redis Enterprise, the library hands out a connection
    # that the store has closed, and the next command fails.
    settings["maint_notifications_config"] = MaintNotificationsConfig(enabled=False)
    pool = ConnectionPool.from_url(url, max_connections=connections, timeout=None, **settings)
    return Redis.from_pool(pool)  # closing the client closes the pool


def is_cluster(url: str) -> bool:
    """Whether an address is that of a Redis Cluster."""
    return CLUSTER in url.partition("://")[0]


def _nodes(url: str) -> tuple[str, list[ClusterNode]]:
    """The address of a cluster as that of the node named first, and the other nodes."""
    scheme, _, rest = url.partition("://")
    names, mark, options = rest.partition("?")
    whose, at, hosts = names.rstrip("/").rpartition("@")
    first, *others = hosts.split(",")
    parts = (urlsplit(f"//{other}") for other in others)
    nodes = [ClusterNode(one.hostname or "", one.port or 6379) for one in parts]
    return f"{scheme.replace(CLUSTER, '')}://{whose}{at}{first}{mark}{options}", nodes


async def send(client: Any, requests: Sequence[NodeRequest]) -> list[Any]:
    """The reply to each of these single commands, which go in one write (to each node). Raises the
    first error there is.

    The client's own pipeline does the same at several times the cost.
    """
    if isinstance(client, Cluster):
        replies = [reply for (reply,) in await client.send(requests)]
        for reply in replies:
            if isinstance(reply, Exception):
                raise reply
        return replies
    pool = client.connection_pool
    connection = await pool.get_connection()
    try:
        packed = b"".join([request.packed for request in requests])
        await connection.send_packed_command(packed, check_health=False)
        return [await connection.read_response() for _ in requests]
    except BaseException:
        # Replies that nobody waited for must not answer the next request.
        await connection.disconnect(nowait=True)
        raise
    finally:
        await pool.release(connection)


async def at_node_of(client: Any, key: str, *command: Any) -> Any:
    """The reply to a command that names no key, of the node that has this one."""
    if isinstance(client, Cluster):
        return await client.at_node_of(key, *command)
    return await client.execute_command(*command)


async def info(client: Any, *sections: str) -> list[dict[str, Any]]:
    """What the store, or each node of it that stores, says of itself."""
    if not isinstance(client, Cluster):
        return [await client.info(*sections)]
    await client.initialize()
    nodes = client.get_primaries()
    return [await client.info(*sections, target_nodes=node) for node in nodes]


async def at_each_node(client: Any, *command: Any) -> None:
    """Ask the store, or each node of it that stores, for this, which names no key."""
    if not isinstance(client, Cluster):
        await client.execute_command(*command)
        return
    await client.initialize()
    for node in client.get_primaries():
        await client.execute_command(*command, target_nodes=node)


def fullest(
    told: Iterable[dict[str, Any]], most_bytes: int | None = None
) -> tuple[float, int, int]:
    """Of the node that is, by what nodes say of their memory: its share, bytes used, and how many
    it may use. Share and limit are 0 where there is none; `most_bytes` goes before theirs."""
    each = (
        (int(node.get("used_memory", 0)), most_bytes or int(node.get("maxmemory", 0)))
        for node in told
    )
    return max((used / most if most else 0.0, used, most) for used, most in each)


def together(client: Any, names: Iterable[str]) -> list[list[str]]:
    """These keys, in groups that one command may name: all, or those of a slot of a cluster."""
    if not isinstance(client, Cluster):
        return [list(names)]
    slots: dict[int, list[str]] = {}
    for name in names:
        slots.setdefault(slot(name), []).append(name)
    return list(slots.values())


@asynccontextmanager
async def copied(url: str, seconds: float) -> AsyncIterator[asyncio.StreamReader]:
    """What a Redis sends to a new replica, which nobody has to be for long. Raises StoreAway where
    it does not answer in so many seconds, also where that is not allowed."""
    client = connect(url, 1)
    pool = client.connection_pool
    try:
        async with patience(seconds, may_refuse=True):
            connection = await pool.get_connection()
            await connection.send_command("REPLCONF", "capa", "eof")
            await connection.read_response()
            await connection.send_packed_command(b"SYNC\r\n", check_health=False)
        try:
            yield connection._reader  # no reply, so none of the library's
        finally:
            await connection.disconnect(nowait=True)
            await pool.release(connection)
    finally:
        await client.aclose()


@asynccontextmanager
async def patience(
    seconds: float = PATIENCE_S, *, blocks_s: float = 0.0, may_refuse: bool = False
) -> AsyncIterator[None]:
    """What is done in here waits so long for the store at most; whatever goes wrong is StoreAway,
    also a fault of ours or of what is stored. That is logged, unless the store `may_refuse`. Of a
    command that blocks the store owes the answer only `blocks_s` seconds after it was sent.

    That it takes so long for the process itself to ask, or to read the answer, is no silence of the
    store (`redis_timeout.py`).
    """
    limit = asyncio.timeout(None)
    waiting = StoreTimeout(limit, seconds + blocks_s)
    outer = CURRENT.set(waiting)
    try:
        async with limit:
            yield
    except (RedisError, RedisClusterException, OSError, TimeoutError) as error:
        if (code := _code_of(error)) in FAULTS and not may_refuse:
            error_log.note("store_failed", error, code=code)
        raise StoreAway(max(0.0, waiting.asked_s - blocks_s)) from error
    finally:
        waiting.end()
        CURRENT.reset(outer)


def _code_of(error: Exception) -> str | None:
    """How an answer of the store begins that is an error; None where it has not answered, or the
    library has a name for it."""
    if isinstance(error, ClusterCrossSlotError):
        return "CROSSSLOT"
    if type(error) is not ResponseError:
        return None
    said = str(error).rpartition(OF_PIPELINE)[2].lstrip("('\"")
    first = said.partition(" ")[0]
    return first if first.isupper() else "ERR"  # which the library leaves out


class ConnectionPool(BlockingConnectionPool):
    """Whoever has to wait for a line to be free does not wait for the store yet."""

    def can_get_connection(self) -> bool:
        free = super().can_get_connection()
        if not free:
            join_line()
        return free

    async def ensure_connection(self, connection: AbstractConnection) -> None:
        ask()
        await super().ensure_connection(connection)
