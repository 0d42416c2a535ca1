"""Reads all keys of a store (Redis) as pieces of a backup file, and writes the pieces of a backup
file into a store."""

from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TypeVar, cast

from server.ops.backup.file import BackupPiece, Kind, bytes_of, text_of
from server.ops.migrations.steps import FIRST, HALF
from server.store import keys
from server.store.redis_client import StoreRefusal, patience
from server.store.redis_commands import Argument, RedisClient, replies

PAGE = 1_000
"""The maximum number of keys, entries or members that one command reads or writes."""
PATIENCE_S = 60.0
WHOLE = ("string", "hash", "set")
"""The Redis types whose keys are each read by one command, whatever their size."""

T = TypeVar("T")


def batched(values: Iterable[T], most: int) -> Iterator[list[T]]:
    """Split values into lists of at most `most` values, in order."""
    rest = iter(values)
    while some := list(islice(rest, most)):
        yield some


async def _names(redis: RedisClient) -> AsyncIterator[list[str]]:
    """Yield the names of all keys of Crown Patience in batches; a name may occur twice."""
    at: int | None = None
    while at != 0:
        async with patience(PATIENCE_S):
            at, found = await redis.scan(at or 0, match=keys.ALL, count=PAGE)
        yield found


async def read(redis: RedisClient) -> AsyncIterator[BackupPiece]:
    """Yield the values of all keys of Crown Patience as pieces of a backup. Until all are read,
    keys may expire, but must not change otherwise. Raises StoreAway."""
    seen: set[str] = set()
    async for found in _names(redis):
        names = sorted(set(found) - seen)
        seen.update(names)
        async with patience(PATIENCE_S):
            pipeline = redis.pipeline(transaction=False)
            kinds = await replies(pipeline, [pipeline.type(name) for name in names])
            ends = await replies(pipeline, [pipeline.pexpiretime(name) for name in names])
        for name, kind, expires in zip(names, kinds, ends, strict=True):
            if kind != "none":
                kept = cast("Kind", kind)
                async for piece in _key(redis, kept, name, None if expires < 0 else expires):
                    yield piece


async def _key(
    redis: RedisClient, kind: Kind, key: str, expires: int | None
) -> AsyncIterator[BackupPiece]:
    if kind == "stream":
        async for piece in _stream(redis, key, expires):
            yield piece
        return
    page: Sequence[bytes] = ()
    for start in range(0, 10**9, PAGE):
        page = await _page(redis, kind, key, start)
        if page:
            yield BackupPiece(kind, key, expires, [text_of(value) for value in page])
        if kind in WHOLE or len(page) < PAGE:
            return


async def _page(redis: RedisClient, kind: Kind, key: str, start: int) -> Sequence[bytes]:
    """Return some of the values of a key, as bytes: those from index `start` on, at most a page.
    Return none if the key has expired or has no more values."""
    command: dict[Kind, tuple[str | int, ...]] = {
        "string": ("GET", key),
        "hash": ("HGETALL", key),
        "set": ("SMEMBERS", key),
        "list": ("LRANGE", key, start, start + PAGE - 1),
        "zset": ("ZRANGE", key, start // 2, (start + PAGE) // 2 - 1, "WITHSCORES"),
    }
    async with patience(PATIENCE_S):
        told = await redis.execute_command(*command[kind], NEVER_DECODE=True)
    if kind == "string":
        return [] if told is None else [cast("bytes", told)]
    if kind == "hash":
        return list(chain.from_iterable(cast("dict[bytes, bytes]", told).items()))
    if kind == "zset":
        pairs = cast("list[tuple[bytes, float]]", told)
        return list(chain.from_iterable((member, repr(score).encode()) for member, score in pairs))
    return list(cast("Iterable[bytes]", told))


async def _stream(redis: RedisClient, key: str, expires: int | None) -> AsyncIterator[BackupPiece]:
    async with patience(PATIENCE_S):
        try:
            last = str((await redis.xinfo_stream(key))["last-generated-id"])
        except StoreRefusal as error:
            if "no such key" in str(error):  # it has expired
                return
            raise
    since, more = "-", True
    while more:
        async with patience(PATIENCE_S):
            page = await redis.execute_command(
                "XRANGE", key, since, "+", "COUNT", PAGE, NEVER_DECODE=True
            )
        entries = cast("list[tuple[bytes, dict[bytes, bytes]]]", page)
        told = [
            [text_of(number), *map(text_of, chain.from_iterable(fields.items()))]
            for number, fields in entries
        ]
        if told or since == "-":
            yield BackupPiece("stream", key, expires, told, last)
        since, more = f"({told[-1][0]}" if told else since, bool(told)


async def write(redis: RedisClient, found: Iterable[BackupPiece]) -> int:
    """Write the pieces of a backup into a store that has none of their keys; return the number of
    keys. Raises StoreAway."""
    written, last = 0, ""
    for some in batched(found, 100):
        async with patience(PATIENCE_S):
            pipeline = redis.pipeline(transaction=False)
            for piece in some:
                written += piece.key != last
                last = piece.key
                for command in _commands(piece):
                    pipeline.execute_command(*command)
                if piece.expires_ms is not None:
                    pipeline.execute_command("PEXPIREAT", piece.key, piece.expires_ms)
            await pipeline.execute()
    return written


def _commands(piece: BackupPiece) -> Iterator[tuple[Argument, ...]]:
    key = piece.key
    if piece.kind == "stream":
        for number, *fields in piece.values:
            yield ("XADD", key, number, *map(bytes_of, fields))
        if not piece.values and piece.last != "0-0":  # creates an empty stream
            yield ("XADD", key, piece.last, "", "")
            yield ("XDEL", key, piece.last)
        if piece.last != "0-0":
            yield ("XSETID", key, piece.last)
        return
    values = [bytes_of(value) for value in cast("list[str]", piece.values)]
    if piece.kind == "string":
        yield ("SET", key, *values)
        return
    word = {"list": "RPUSH", "hash": "HSET", "set": "SADD", "zset": "ZADD"}[piece.kind]
    if piece.kind == "zset":
        values = list(chain.from_iterable((score, member) for member, score in batched(values, 2)))
    for some in batched(values, PAGE):
        yield (word, key, *some)


async def clear(redis: RedisClient, but: str = "") -> None:
    """Remove all keys of Crown Patience from the store, except the key `but`."""
    async for names in _names(redis):
        if gone := [name for name in names if name != but]:
            async with patience(PATIENCE_S):
                await redis.unlink(*gone)


async def replace(redis: RedisClient, found: Iterable[BackupPiece]) -> int:
    """Replace all keys of a store by the pieces of a backup; return the number of keys.

    Until all pieces are written, the schema number in the store forbids every server to use the
    store. If the store fails half-way (StoreAway), servers stay forbidden to use it.
    """
    async with patience():
        await redis.hset(keys.SCHEMA, mapping={"number": FIRST, "reader": HALF})
    await clear(redis, but=keys.SCHEMA)
    schema: list[BackupPiece] = []
    written = await write(redis, _all_but_schema(found, schema))
    async with patience():
        pipeline = redis.pipeline(transaction=True)
        pipeline.unlink(keys.SCHEMA)
        for command in chain.from_iterable(map(_commands, schema)):
            pipeline.execute_command(*command)
        await pipeline.execute()
    return written + len(schema)


def _all_but_schema(
    found: Iterable[BackupPiece], schema: list[BackupPiece]
) -> Iterator[BackupPiece]:
    for piece in found:
        if piece.key == keys.SCHEMA:
            schema.append(piece)
        else:
            yield piece


async def is_empty(redis: RedisClient) -> bool:
    """Return whether the store has no key of Crown Patience."""
    async for names in _names(redis):
        if names:
            return False
    return True
