"""The Redis commands that this program uses, with the types of their replies.

redis-py declares each reply as a union of all types that its settings can produce. The `Protocol`
classes here declare only the type that the settings of `redis_client.connect` produce: texts are
`str`. A test sends every command and compares its reply with the type declared here.
"""

from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from typing import Literal, Protocol, TypeAlias, TypedDict, TypeVar, overload

Argument: TypeAlias = str | bytes | int | float
"""The name or an argument of a Redis command."""
Reply: TypeAlias = "str | bytes | int | float | list[Reply] | None"
"""A reply that redis-py has not converted, such as that of a script."""
Texts: TypeAlias = set[str]
"""A set of texts."""
StreamEntry: TypeAlias = tuple[str, dict[str, str]]
"""An entry of a stream: its ID and its fields."""


class NodeInfo(TypedDict, total=False):
    """The fields of a node's reply to the Redis command INFO that this program reads."""

    used_memory: int
    maxmemory: int
    aof_enabled: int
    aof_rewrite_in_progress: int
    server_name: str
    redis_version: str
    valkey_version: str


StreamInfo = TypedDict("StreamInfo", {"last-generated-id": str})
"""The field of the reply to XINFO STREAM that this program reads."""


class RedisCommands(Protocol):
    """The commands of clients and pipelines. A client sends a command when its result is awaited. A
    pipeline only queues it; the function `replies` then sends all and returns the replies. Both
    raise the errors of redis-py, which `redis_client.patience` turns into StoreAway.
    """

    # Keys of any kind, and strings.
    def delete(self, *names: str) -> Awaitable[int]: ...
    def exists(self, *names: str) -> Awaitable[int]: ...
    def expire(self, name: str, time: int) -> Awaitable[bool]: ...
    def get(self, name: str) -> Awaitable[str | None]: ...
    def incr(self, name: str) -> Awaitable[int]: ...
    def mget(self, keys: Sequence[str]) -> Awaitable[list[str | None]]: ...
    def pexpire(self, name: str, time: int) -> Awaitable[bool]: ...
    def pexpiretime(self, key: str) -> Awaitable[int]: ...
    def pttl(self, name: str) -> Awaitable[int]: ...
    def set(
        self, name: str, value: Argument, *, ex: int | None = None, nx: bool = False
    ) -> Awaitable[bool | None]: ...
    def type(self, name: str) -> Awaitable[str]: ...
    def unlink(self, *names: str) -> Awaitable[int]: ...

    # Hashes.
    def hdel(self, name: str, *keys: str) -> Awaitable[int]: ...
    def hget(self, name: str, key: Argument) -> Awaitable[str | None]: ...
    def hgetall(self, name: str) -> Awaitable[dict[str, str]]: ...
    def hincrby(self, name: str, key: str, amount: int) -> Awaitable[int]: ...
    def hkeys(self, name: str) -> Awaitable[list[str]]: ...
    def hmget(
        self, name: str, keys: Argument | Sequence[Argument], *args: Argument
    ) -> Awaitable[list[str | None]]: ...
    def hscan(
        self, name: str, cursor: int, *, count: int
    ) -> Awaitable[tuple[int, dict[str, str]]]: ...
    @overload
    def hset(self, name: str, key: Argument, value: Argument) -> Awaitable[int]: ...
    @overload
    def hset(self, name: str, *, mapping: Mapping[str, Argument]) -> Awaitable[int]: ...
    def hsetnx(self, name: str, key: str, value: Argument) -> Awaitable[int]: ...
    def hvals(self, name: str) -> Awaitable[list[str]]: ...

    # Lists and sets.
    def lindex(self, name: str, index: int) -> Awaitable[str | None]: ...
    def llen(self, name: str) -> Awaitable[int]: ...
    def lrange(self, name: str, start: int, end: int) -> Awaitable[list[str]]: ...
    def rpush(self, name: str, *values: Argument) -> Awaitable[int]: ...
    def sadd(self, name: str, *values: Argument) -> Awaitable[int]: ...
    def smembers(self, name: str) -> Awaitable[Texts]: ...
    def srem(self, name: str, *values: Argument) -> Awaitable[int]: ...
    def sunion(self, keys: Sequence[str]) -> Awaitable[Texts]: ...

    # Sorted sets.
    def zadd(
        self, name: str, mapping: Mapping[str, float], *, xx: bool = False
    ) -> Awaitable[int]: ...
    def zcard(self, name: str) -> Awaitable[int]: ...
    def zmscore(self, key: str, members: Sequence[str]) -> Awaitable[list[float | None]]: ...
    @overload
    def zrange(
        self,
        name: str,
        start: Argument,
        end: Argument,
        *,
        desc: bool = False,
        byscore: bool = False,
        offset: int | None = None,
        num: int | None = None,
    ) -> Awaitable[list[str]]: ...
    @overload
    def zrange(
        self,
        name: str,
        start: Argument,
        end: Argument,
        *,
        withscores: Literal[True],
        desc: bool = False,
        byscore: bool = False,
        offset: int | None = None,
        num: int | None = None,
    ) -> Awaitable[list[tuple[str, float]]]: ...
    def zrem(self, name: str, *values: Argument) -> Awaitable[int]: ...
    def zrevrange(self, name: str, start: int, end: int) -> Awaitable[list[str]]: ...
    def zscan(
        self, name: str, cursor: int, *, count: int
    ) -> Awaitable[tuple[int, list[tuple[str, float]]]]: ...
    def zscore(self, name: str, value: str) -> Awaitable[float | None]: ...

    # Streams.
    def xadd(
        self, name: str, fields: Mapping[str, Argument], *, maxlen: int | None = None
    ) -> Awaitable[str]: ...
    def xinfo_stream(self, name: str) -> Awaitable[StreamInfo]: ...
    def xrange(
        self, name: str, first: str = "-", last: str = "+", /, *, count: int | None = None
    ) -> Awaitable[list[StreamEntry]]: ...
    def xrevrange(self, name: str, *, count: int) -> Awaitable[list[StreamEntry]]: ...

    def execute_command(
        self,
        *args: Argument,
        NEVER_DECODE: bool = False,  # noqa: N803 -- the name in redis-py
    ) -> Awaitable[object]: ...


class RedisPipeline(RedisCommands, Protocol):
    """A pipeline: its methods queue commands, which `execute` sends together."""

    def execute(self) -> Awaitable[list[object]]:
        """Send the queued commands and return their replies, in order. Raises the first error."""


class RedisClient(RedisCommands, Protocol):
    """A client for one Redis or for a cluster."""

    def pipeline(self, *, transaction: bool) -> RedisPipeline:
        """Return an empty pipeline. If `transaction` is true, no other command is executed between
        its commands; in a cluster their keys must be in one slot."""

    def aclose(self) -> Awaitable[None]:
        """Close all connections."""

    def evalsha(self, sha: str, numkeys: int, *keys_and_args: Argument) -> Awaitable[Reply]: ...
    def script_load(self, script: str) -> Awaitable[str]: ...
    def scan(self, cursor: int, *, match: str, count: int) -> Awaitable[tuple[int, list[str]]]: ...
    def scan_iter(self, match: str, *, count: int | None = None) -> AsyncIterator[str]: ...
    def xread(
        self, streams: Mapping[str, str], *, count: int | None = None, block: int
    ) -> Awaitable[list[tuple[str, list[StreamEntry]]]]:
        """Return the new entries of streams as (stream, entries). Each pair is in fact a list of
        two items, for which Python has no type."""


T = TypeVar("T")
T1 = TypeVar("T1")
T2 = TypeVar("T2")
T3 = TypeVar("T3")
T4 = TypeVar("T4")


@overload
async def replies(
    pipeline: RedisPipeline, queued: tuple[Awaitable[T1], Awaitable[T2]]
) -> tuple[T1, T2]: ...
@overload
async def replies(
    pipeline: RedisPipeline, queued: tuple[Awaitable[T1], Awaitable[T2], Awaitable[T3]]
) -> tuple[T1, T2, T3]: ...
@overload
async def replies(
    pipeline: RedisPipeline,
    queued: tuple[Awaitable[T1], Awaitable[T2], Awaitable[T3], Awaitable[T4]],
) -> tuple[T1, T2, T3, T4]: ...
@overload
async def replies(pipeline: RedisPipeline, queued: list[Awaitable[T]]) -> list[T]: ...
async def replies(pipeline: RedisPipeline, queued: Sequence[Awaitable[object]]) -> Sequence[object]:
    """Execute a pipeline and return the replies to its commands, in order.

    `queued` has the return values of the pipeline's methods, one for each command in order. They
    only give the replies their types; none is awaited. Raises the errors of `execute`, and
    ValueError if `queued` has not as many items as there are replies.
    """
    found = await pipeline.execute()
    if len(found) != len(queued):
        raise ValueError(f"{len(found)} commands were queued, not {len(queued)}")
    return tuple(found) if isinstance(queued, tuple) else found
