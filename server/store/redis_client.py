"""The Redis client, for one server or a cluster: connections, timeouts, and common commands.

"The store" is the Redis or the cluster of this program.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from random import choice
from types import TracebackType
from typing import Any, cast
from urllib.parse import urlsplit

from redis.asyncio import Redis
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import (
    ClusterCrossSlotError,
    NoScriptError,
    RedisClusterException,
    RedisError,
    ResponseError,
)
from redis.maint_notifications import MaintNotificationsConfig

from server.errors import StoreAway
from server.observability import error_log
from server.store.cluster import Cluster
from server.store.cluster_commands import NodeRequest, slot
from server.store.pipelined_client import PipelinedClient
from server.store.redis_commands import Argument, NodeInfo, RedisClient, Reply
from server.store.redis_timeout import CURRENT, StoreTimeout
from server.tasks import raise_lost_cancellation

StoreRefusal = ResponseError
"""Raised when the store replies to a command with an error."""
MissingScript = NoScriptError
"""Raised when the store does not have a script. Nothing was executed."""

PATIENCE_S = 2.0
"""Seconds without a reply after which the store counts as away."""
FAULTS = {"CROSSSLOT", "ERR", "WRONGTYPE"}
"""First words of error replies that mean a fault of this program or of the stored data. Other error
replies mean that the store cannot execute commands now."""
PIPELINE_ERROR = " caused error: "
"""The text that redis-py puts before the error of a command of a pipeline."""
CLUSTER = "+cluster"
"""The end of the scheme in the address of a cluster, such as redis+cluster://one:6379,two:6379."""


def unanswered_s(error: BaseException) -> float:
    """Return the seconds for which the store had not replied when `error` was raised: `silent_s` of
    a StoreAway, the maximum of the errors of a group, 0 for any other error."""
    if isinstance(error, BaseExceptionGroup):
        return max(map(unanswered_s, error.exceptions))
    return error.silent_s if isinstance(error, StoreAway) else 0.0


def connect(url: str, connections: int) -> RedisClient:
    """Return a client of the Redis or cluster at the address `url`. A client of a single Redis has
    one connection. A client of a cluster has at most `connections` connections to each node, and
    commands wait for a free one. The client connects when the first command is sent.

    Raises ValueError if the address is malformed.
    """
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
            return cast("RedisClient", Cluster.from_url(first, **settings))
        except RedisClusterException as error:  # for a database other than 0
            raise ValueError(str(error)) from error
    # These notifications, which are for Redis Enterprise, would be replies to no command.
    settings["maint_notifications_config"] = MaintNotificationsConfig(enabled=False)
    return cast("RedisClient", PipelinedClient.from_url(url, **settings))


def is_cluster(url: str) -> bool:
    """Return whether this is the address of a Redis Cluster."""
    return CLUSTER in url.partition("://")[0]


def _nodes(url: str) -> tuple[str, list[ClusterNode]]:
    """Split the address of a cluster into an address of its first node, and the other nodes."""
    scheme, _, rest = url.partition("://")
    names, mark, options = rest.partition("?")
    whose, at, hosts = names.rstrip("/").rpartition("@")
    first, *others = hosts.split(",")
    parts = (urlsplit(f"//{other}") for other in others)
    nodes = [ClusterNode(one.hostname or "", one.port or 6379) for one in parts]
    return f"{scheme.replace(CLUSTER, '')}://{whose}{at}{first}{mark}{options}", nodes


def database(url: str) -> int:
    """Return the number of the database that the address of a Redis names. Raises ValueError if the
    address is malformed."""
    client: Any = connect(url, 1)
    return int(client.connection_pool.connection_kwargs.get("db") or 0)


async def send(client: RedisClient, requests: Sequence[NodeRequest]) -> list[Reply]:
    """Send requests, each of a single command, with one write (to each node). Return their replies,
    in order.

    Raises the first error. On an error or cancellation, commands may have been executed or not.
    """
    each: Any = client  # of a class of redis-py, which has more methods than RedisClient
    replies = [reply for (reply,) in await each.send(requests)]
    for reply in replies:
        if isinstance(reply, Exception):
            raise reply
    return replies


async def get_bytes(client: RedisClient, key: str) -> bytes | None:
    """Return the value of a key as bytes; None if the key does not exist."""
    return cast("bytes | None", await client.execute_command("GET", key, NEVER_DECODE=True))


async def time_at(client: RedisClient, key: str) -> tuple[int, int]:
    """Return the time of the node that has `key`, as seconds since 1970 and microseconds."""
    seconds, micros = await _at_node_of(client, key, "TIME")
    return int(seconds), int(micros)


async def scan_at(
    client: RedisClient, key: str, cursor: int, match: str, count: int
) -> tuple[int, list[str]]:
    """Execute SCAN once on the node that has `key`. Return the next cursor, and keys that match the
    pattern `match`. Begin with the cursor 0; a returned cursor of 0 means that there are no more
    keys."""
    command = ("SCAN", cursor, "MATCH", match, "COUNT", count)
    then, names = await _at_node_of(client, key, *command)
    return int(then), list(names)


async def _at_node_of(client: RedisClient, key: str, *command: Argument) -> Any:
    """Send a command that names no key to the node that has `key`, and return its reply."""
    each: Any = client
    if isinstance(each, Cluster):
        return await each.at_node_of(key, *command)
    return await each.execute_command(*command)


async def info(client: RedisClient, *sections: str) -> list[NodeInfo]:
    """Return the reply of each primary node to INFO for these sections. A single Redis counts as
    one node."""
    each: Any = client
    if not isinstance(each, Cluster):
        return [await each.info(*sections)]
    await each.initialize()
    nodes = each.get_primaries()
    told = [await each.info(*sections, target_nodes=node) for node in nodes]
    return cast("list[NodeInfo]", told)


async def at_each_node(client: RedisClient, *command: str) -> None:
    """Send a command that names no key to each primary node, one after the other."""
    each: Any = client
    if not isinstance(each, Cluster):
        await each.execute_command(*command)
        return
    await each.initialize()
    for node in each.get_primaries():
        await each.execute_command(*command, target_nodes=node)


def fullest(told: Iterable[NodeInfo], most_bytes: int | None = None) -> tuple[float, int, int]:
    """Return the memory of the fullest node: (share used, from 0 to 1; bytes used; limit in bytes).
    `told` has each node's reply to INFO.

    The limit is `most_bytes` or, if that is None, the node's own (`maxmemory`). If there is no
    limit, the limit and the share are 0.
    """
    each = (
        (int(node.get("used_memory", 0)), most_bytes or int(node.get("maxmemory", 0)))
        for node in told
    )
    return max((used / most if most else 0.0, used, most) for used, most in each)


def grouped_by_slot(client: RedisClient, names: Iterable[str]) -> list[list[str]]:
    """Group keys so that one command may name all keys of a group. In a cluster, the keys of each
    slot are a group; otherwise all keys are one group."""
    each: Any = client
    if not isinstance(each, Cluster):
        return [list(names)]
    slots: dict[int, list[str]] = {}
    for name in names:
        slots.setdefault(slot(name), []).append(name)
    return list(slots.values())


async def publish(client: RedisClient, channel: str, text: str) -> None:
    """Send a text to all who have subscribed to a channel. In a cluster it reaches those of all
    nodes. The store keeps nothing of it."""
    await _at_node_of(client, channel, "PUBLISH", channel, text)


@asynccontextmanager
async def subscribe(url: str, channel: str, silent_s: float) -> AsyncIterator[AsyncIterator[str]]:
    """Context manager: subscribe to a channel of the Redis or cluster at the address `url`. Its
    value gives the texts that are sent to the channel from then on. In a cluster it subscribes at
    any of the nodes that the address names. The connection is closed when the block ends.

    Raises StoreAway if the store cannot be reached, and later if the connection breaks or no text
    came for `silent_s` seconds.
    """
    first, others = _nodes(url) if is_cluster(url) else (url, [])
    client = Redis.from_url(first, decode_responses=True, retry=Retry(NoBackoff(), 0))
    node = choice([None, *others])
    if node is not None:
        client.connection_pool.connection_kwargs.update(host=node.host, port=node.port)
    listener = client.pubsub(ignore_subscribe_messages=True)

    async def texts() -> AsyncIterator[str]:
        while True:
            async with patience(blocks_s=silent_s):
                message = await listener.get_message(timeout=None)
            if message is not None:
                yield message["data"]

    try:
        async with patience():
            await listener.subscribe(channel)
        raise_lost_cancellation()
        yield texts()
    finally:
        await listener.aclose()  # type: ignore[no-untyped-call]
        await client.aclose()


@asynccontextmanager
async def replication_stream(url: str, seconds: float) -> AsyncIterator[asyncio.StreamReader]:
    """Context manager: connect to a Redis as a replica. Its value is the stream on which the Redis
    then sends its whole data. The connection is closed when the block ends.

    Raises StoreAway if the Redis does not answer within `seconds`, or does not allow a replica.
    """
    client: Any = connect(url, 1)
    connection = client.connection_pool.make_connection()
    try:
        async with patience(seconds, may_refuse=True):
            await connection.connect()
            await connection.send_command("REPLCONF", "capa", "eof")
            await connection.read_response()
            await connection.send_packed_command(b"SYNC\r\n", check_health=False)
        yield connection._reader  # redis-py cannot read it, because it is no reply
    finally:
        await connection.disconnect(nowait=True)
        await client.aclose()


class patience:  # noqa: N801 # used like a function
    """Async context manager: limit the time for which the commands in its block wait for the
    store. If a reply takes longer than `seconds`, raise StoreAway. Also raise StoreAway instead of
    an error of the store or the connection that the block raises.

    An error reply that means a fault of this program or of the data (FAULTS) is logged too, unless
    `may_refuse`. `blocks_s` is the time for which a command blocks in the store; it is added to the
    limit. Time in which this process was too busy to send a command or to read its reply does not
    count (`redis_timeout.py`).
    """

    # Every move waits in such a block. A class costs half of what a generator function costs.
    __slots__ = ("_blocks_s", "_limit", "_may_refuse", "_outer", "_seconds", "_timeout")

    def __init__(
        self, seconds: float = PATIENCE_S, *, blocks_s: float = 0.0, may_refuse: bool = False
    ) -> None:
        self._seconds, self._blocks_s, self._may_refuse = seconds, blocks_s, may_refuse

    async def __aenter__(self) -> None:
        self._limit = asyncio.timeout(None)
        self._timeout = StoreTimeout(self._limit, self._seconds + self._blocks_s)
        self._outer = CURRENT.set(self._timeout)
        await self._limit.__aenter__()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        raised: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._timeout.end()
        CURRENT.reset(self._outer)
        try:
            await self._limit.__aexit__(kind, raised, trace)
        except TimeoutError as late:
            raised = late
        if isinstance(raised, RedisError | RedisClusterException | OSError | TimeoutError):
            if (code := _code_of(raised)) in FAULTS and not self._may_refuse:
                error_log.note("store_failed", raised, code=code)
            silent_s = max(0.0, self._timeout.since_sent_s - self._blocks_s)
            raise StoreAway(silent_s) from raised


def _code_of(error: Exception) -> str | None:
    """Return the first word of an error reply. None if the error is no reply, or a reply for which
    redis-py has a class of its own."""
    if isinstance(error, ClusterCrossSlotError):
        return "CROSSSLOT"
    if type(error) is not ResponseError:
        return None
    said = str(error).rpartition(PIPELINE_ERROR)[2].lstrip("('\"")
    first = said.partition(" ")[0]
    return first if first.isupper() else "ERR"  # redis-py removes ERR
