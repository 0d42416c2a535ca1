"""Whole stores as servers of older schemas have left them, for those of today to serve.

A line of a file is a command that makes a key of it; what is no text stands as Latin-1. Nothing in
it goes away by itself. `python -m tests.server.stores` writes that of today's schema.
"""

import json
from pathlib import Path
from typing import Any

PASSWORD = "seven sable queens ride"
MOMENT_MS = 300_000
HERE = Path(__file__).parent


def path(schema: int) -> Path:
    """Where the store of a schema is."""
    return HERE / f"schema-{schema}.jsonl"


async def dump(redis: Any) -> str:
    """All that a store holds but for what goes in a moment. `redis` answers in bytes."""
    lines = []
    async for key in redis.scan_iter():
        if 0 < await redis.pttl(key) < MOMENT_MS:
            continue
        for command in await _commands(redis, key):
            words = [
                word.decode("latin-1") if isinstance(word, bytes) else word for word in command
            ]
            lines.append(json.dumps(words))
    return "".join(f"{line}\n" for line in sorted(lines))


async def _commands(redis: Any, key: bytes) -> list[list[Any]]:
    match await redis.type(key):
        case b"string":
            return [["SET", key, await redis.get(key)]]
        case b"list":
            return [["RPUSH", key, *await redis.lrange(key, 0, -1)]]
        case b"set":
            return [["SADD", key, *sorted(await redis.smembers(key))]]
        case b"hash":
            fields = sorted((await redis.hgetall(key)).items())
            return [["HSET", key, *(part for field in fields for part in field)]]
        case b"zset":
            scored = await redis.zrange(key, 0, -1, withscores=True)
            return [["ZADD", key, *(part for name, at in scored for part in (repr(at), name))]]
        case b"stream":
            entries = await redis.xrange(key)
            numbered = (
                (entry, (p for pair in body.items() for p in pair)) for entry, body in entries
            )
            return [["XADD", key, entry, *parts] for entry, parts in numbered]
        case kind:
            raise AssertionError(kind)


async def load(redis: Any, text: str) -> None:
    """Fill a store that is empty."""
    for line in text.splitlines():
        await redis.execute_command(*(word.encode("latin-1") for word in json.loads(line)))
