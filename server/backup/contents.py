"""Everything in a store as pieces, and back."""

from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, TypeVar, cast

from server import keys
from server.backup.file import Kind, Piece, bytes_of, text_of
from server.reach import patience

PAGE = 1_000
"""Keys, entries and members are read and written so many at a time."""
PATIENCE_S = 60.0
WHOLE = ("string", "hash", "set")
"""Kinds that are read in one piece."""

T = TypeVar("T")


def batched(values: Iterable[T], most: int) -> Iterator[list[T]]:
    """Of so many at most, in order."""
    rest = iter(values)
    while some := list(islice(rest, most)):
        yield some


async def read(redis: Any) -> AsyncIterator[Piece]:
    """All keys of ours. They must not change meanwhile. Raises StoreAway."""
    at: int | None = None
    seen: set[str] = set()
    while at != 0:
        async with patience(PATIENCE_S):
            at, found = await redis.scan(at or 0, match=keys.ALL, count=PAGE)
        names = sorted(set(found) - seen)  # a scan may tell a key twice
        seen.update(names)
        async with patience(PATIENCE_S):
            pipeline = redis.pipeline(transaction=False)
            for name in names:
                pipeline.type(name)
                pipeline.pexpiretime(name)
            told = await pipeline.execute()
        for name, kind, expires in zip(names, told[::2], told[1::2], strict=True):
            if kind != "none":
                async for piece in _key(redis, kind, name, None if expires < 0 else expires):
                    yield piece


async def _key(redis: Any, kind: Kind, key: str, expires: int | None) -> AsyncIterator[Piece]:
    if kind == "stream":
        async for piece in _stream(redis, key, expires):
            yield piece
        return
    page: Sequence[Any] = ()
    for start in range(0, 10**9, PAGE):
        page = await _page(redis, kind, key, start)
        if page:
            yield Piece(kind, key, expires, [text_of(value) for value in page])
        if kind in WHOLE or len(page) < PAGE:
            return


async def _page(redis: Any, kind: Kind, key: str, start: int) -> Sequence[bytes]:
    """Some of the values of a key, as bytes."""
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
        return [told]
    if kind == "hash":
        return list(chain.from_iterable(told.items()))
    if kind == "zset":
        return list(chain.from_iterable((member, repr(score).encode()) for member, score in told))
    return list(told)


async def _stream(redis: Any, key: str, expires: int | None) -> AsyncIterator[Piece]:
    async with patience(PATIENCE_S):
        last = str((await redis.xinfo_stream(key))["last-generated-id"])
    since, entries = "-", [None]
    while entries:
        async with patience(PATIENCE_S):
            entries = await redis.execute_command(
                "XRANGE", key, since, "+", "COUNT", PAGE, NEVER_DECODE=True
            )
        told = [
            [text_of(number), *map(text_of, chain.from_iterable(fields.items()))]
            for number, fields in entries
        ]
        if told or since == "-":
            yield Piece("stream", key, expires, told, last)
        since = f"({told[-1][0]}" if told else since


async def write(redis: Any, found: Iterable[Piece]) -> int:
    """Write pieces into a store that has none of these keys; how many keys. Raises StoreAway."""
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


def _commands(piece: Piece) -> Iterator[tuple[Any, ...]]:
    key = piece.key
    if piece.kind == "stream":
        for number, *fields in piece.values:
            yield ("XADD", key, number, *map(bytes_of, fields))
        if not piece.values and piece.last != "0-0":  # one that was emptied is no less a stream
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


async def clear(redis: Any) -> None:
    """Remove all keys of ours."""
    async with patience(PATIENCE_S):
        async for name in redis.scan_iter(match=keys.ALL, count=PAGE):
            await redis.unlink(name)


async def is_empty(redis: Any) -> bool:
    """Whether there is no key of ours."""
    async with patience(PATIENCE_S):
        async for _ in redis.scan_iter(match=keys.ALL, count=PAGE):
            return False
    return True
