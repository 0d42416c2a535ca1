"""Commands and scripts reply in the types that the store's modules declare."""

from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any, get_args, get_overloads, get_type_hints, is_typeddict

import pytest
from pydantic import TypeAdapter

from server.store.redis_client import (
    MissingScript,
    connect,
    get_bytes,
    info,
    patience,
    scan_at,
    time_at,
)
from server.store.redis_commands import NodeInfo, RedisClient, RedisCommands, Reply, replies
from server.store.scripts import (
    Script,
    as_flag,
    as_items,
    as_number,
    as_optional_text,
    as_text,
    as_texts,
)
from tests.clusters import cluster
from tests.stores import RedisProcess, engines

TEXT, HASH, LIST, SET, ZSET, STREAM = (f"cp:{{r3}}:{name}" for name in "thlszx")
NEW, NONE = "cp:{r3}:new", "cp:{r3}:none"

KEPT: list[tuple[str | int, ...]] = [
    ("SET", TEXT, 1, "EX", 1_000),
    ("HSET", HASH, "a", 1, "b", "two"),
    ("RPUSH", LIST, "one", "two"),
    ("SADD", SET, "one", "two"),
    ("ZADD", ZSET, 1, "one", 2, "two"),
    ("XADD", STREAM, "7-0", "entry", "one"),
]

Named = dict[str, Any]
CALLS: list[tuple[str, tuple[Any, ...], Named]] = [
    ("delete", (NONE,), {}),
    ("exists", (TEXT,), {}),
    ("expire", (TEXT, 1_000), {}),
    ("get", (TEXT,), {}),
    ("get", (NONE,), {}),
    ("incr", (TEXT,), {}),
    ("mget", ([TEXT, NONE],), {}),
    ("pexpire", (TEXT, 1_000_000), {}),
    ("pexpiretime", (TEXT,), {}),
    ("pttl", (TEXT,), {}),
    ("set", (TEXT, 1), {"ex": 1_000}),
    ("set", (TEXT, 1), {"nx": True, "ex": 1_000}),
    ("type", (TEXT,), {}),
    ("unlink", (NONE,), {}),
    ("hdel", (HASH, "none"), {}),
    ("hget", (HASH, "a"), {}),
    ("hget", (HASH, "none"), {}),
    ("hgetall", (HASH,), {}),
    ("hgetall", (NONE,), {}),
    ("hincrby", (HASH, "a", 1), {}),
    ("hkeys", (HASH,), {}),
    ("hmget", (HASH, "a", "none"), {}),
    ("hmget", (HASH, ["a", "none"]), {}),
    ("hscan", (HASH, 0), {"count": 10}),
    ("hset", (HASH, "a", 2), {}),
    ("hset", (HASH,), {"mapping": {"a": 2}}),
    ("hsetnx", (HASH, "a", "2"), {}),
    ("hvals", (HASH,), {}),
    ("lindex", (LIST, 0), {}),
    ("lindex", (LIST, 9), {}),
    ("llen", (LIST,), {}),
    ("lrange", (LIST, 0, -1), {}),
    ("rpush", (LIST, "three"), {}),
    ("sadd", (SET, "one"), {}),
    ("smembers", (SET,), {}),
    ("smembers", (NONE,), {}),
    ("srem", (SET, "none"), {}),
    ("sunion", ([SET, NONE],), {}),
    ("zadd", (ZSET, {"one": 3}), {"xx": True}),
    ("zcard", (ZSET,), {}),
    ("zmscore", (ZSET, ["one", "none"]), {}),
    ("zrange", (ZSET, 0, -1), {"desc": True}),
    ("zrange", (ZSET, "-inf", 9), {"byscore": True, "offset": 0, "num": 9}),
    ("zrange", (ZSET, 0, -1), {"withscores": True}),
    ("zrem", (ZSET, "none"), {}),
    ("zrevrange", (ZSET, 0, -1), {}),
    ("zscan", (ZSET, 0), {"count": 10}),
    ("zscore", (ZSET, "one"), {}),
    ("zscore", (ZSET, "none"), {}),
    ("xadd", (STREAM, {"entry": 2}), {"maxlen": 9}),
    ("xinfo_stream", (STREAM,), {}),
    ("xrange", (STREAM, "-", "+"), {"count": 9}),
    ("xrange", (NONE,), {}),
    ("xrevrange", (STREAM,), {"count": 1}),
    ("execute_command", ("GET", TEXT), {}),
]
"""Every command, with arguments as the server gives them."""

OF_CLIENTS: list[tuple[str, tuple[Any, ...], Named]] = [
    ("script_load", ("return 1",), {}),
    ("xread", ({STREAM: "0-0"},), {"count": 9, "block": 10}),
]
"""Commands that only a client has, or that are not sent in pipelines."""


def overloads(name: str) -> Sequence[Any]:
    """The overloads of a command; typing finds them by its module and name."""

    def command() -> None: ...

    command.__module__, command.__qualname__ = RedisCommands.__module__, f"RedisCommands.{name}"
    return get_overloads(command)


def checked(kind: Any, value: object) -> None:
    """Raise ValidationError unless a value is of this kind."""
    if is_typeddict(kind):  # which pydantic knows from Python 3.12 on
        assert isinstance(value, dict)
        hints = get_type_hints(kind)
        assert not kind.__required_keys__ - value.keys()
        for name in hints.keys() & value.keys():
            checked(hints[name], value[name])
    else:
        TypeAdapter(kind).validate_python(value, strict=True)


def declared(name: str, named: Named) -> Any:
    """What the reply to a command is declared to be."""
    method: Any = getattr(RedisClient, name)
    for overload in overloads(name):
        hints = get_type_hints(overload)
        if named.keys() <= hints.keys() and ("withscores" in hints) == ("withscores" in named):
            method = overload
    (reply,) = get_args(get_type_hints(method)["return"])
    return reply


@pytest.fixture(params=["one", "cluster"])
async def client(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[RedisClient]:
    binary = engines()["embedded"]
    made = (RedisProcess if request.param == "one" else cluster)(tmp_path / "store", binary)
    async with made as store:
        client = connect(store.url, 2)
        for command in KEPT:
            await client.execute_command(*command)
        yield client
        await client.aclose()


def test_every_command_is_tried() -> None:
    commands = {name for name in vars(RedisCommands) if not name.startswith("_")}
    assert {name for name, _, _ in CALLS} == commands


async def test_a_client_replies_as_declared(client: RedisClient) -> None:
    for name, words, named in CALLS + OF_CLIENTS:
        reply = await getattr(client, name)(*words, **named)
        if name == "xread":  # pairs are lists, which have no type for two kinds
            reply = list(map(tuple, reply))
        checked(declared(name, named), reply)


@pytest.mark.parametrize("transaction", [False, True])
async def test_a_pipeline_replies_as_declared(client: RedisClient, transaction: bool) -> None:
    pipeline = client.pipeline(transaction=transaction)
    queued = [getattr(pipeline, name)(*words, **named) for name, words, named in CALLS]
    found = await replies(pipeline, queued)
    for (name, _, named), reply in zip(CALLS, found, strict=True):
        checked(declared(name, named), reply)


async def test_replies_are_typed_by_what_was_queued(client: RedisClient) -> None:
    pipeline = client.pipeline(transaction=True)
    size, first = await replies(pipeline, (pipeline.llen(LIST), pipeline.lindex(LIST, 0)))
    assert (size + 1, first) == (3, "one")
    assert await replies(pipeline, []) == []
    pipeline.llen(LIST)
    with pytest.raises(ValueError, match="2 commands were queued"):
        await replies(pipeline, [pipeline.llen(LIST)])


async def test_what_asks_nodes_replies_as_declared(client: RedisClient) -> None:
    told = await info(client, "memory", "persistence", "server")
    for node in told:
        checked(NodeInfo, node)
        assert {"used_memory", "maxmemory", "aof_enabled", "redis_version"} <= node.keys()
    seconds, micros = await time_at(client, TEXT)
    assert seconds > 10**9 > micros >= 0
    cursor, names = await scan_at(client, TEXT, 0, "cp:{r3}:[th]", 1_000)
    assert (cursor, sorted(names)) == (0, sorted([TEXT, HASH]))
    assert (await get_bytes(client, TEXT), await get_bytes(client, NONE)) == (b"1", None)
    assert {name async for name in client.scan_iter("cp:*")} == {words[1] for words in KEPT}


async def test_a_script_that_the_store_has_lost_is_loaded_again(
    client: RedisClient, tmp_path: Path
) -> None:
    path = tmp_path / "add.lua"
    path.write_text("return redis.call('INCRBY', KEYS[1], ARGV[1])")
    script = Script(path, as_number)
    with pytest.raises(MissingScript):
        await client.evalsha(script.sha, 1, TEXT, 2)
    async with patience():
        assert await script.run(client, (TEXT,), 2) == 3
        assert await script.run(client, (TEXT,), 2) == 5


async def test_constants_take_the_place_of_their_names(redis: RedisProcess, tmp_path: Path) -> None:
    path = tmp_path / "second.lua"
    path.write_text("return string.match(ARGV[SECOND], FIRST_DIGIT)")
    client = connect(redis.url, 1)
    script = Script(path, as_text, {"SECOND": 2, "FIRST_DIGIT": "%d"})
    assert await script.run(client, (), "one", "two 2") == "2"
    await client.aclose()
    with pytest.raises(ValueError, match="constant FIRST does not occur"):
        Script(path, as_text, {"FIRST": 1})


def test_a_reply_of_another_form_is_a_fault() -> None:
    assert as_items([1, ["a"]]) == [1, ["a"]]
    assert (as_number(3), as_flag(0), as_text("a"), as_texts(["a"])) == (3, False, "a", ["a"])
    assert as_optional_text(None) is None
    wrong: list[tuple[Callable[[Reply], object], Reply]] = [
        (as_number, "3"),
        (as_flag, None),
        (as_text, 3),
        (as_items, "ab"),
        (as_texts, ["a", 1]),
        (as_optional_text, 3),
    ]
    for read, reply in wrong:
        with pytest.raises(TypeError, match="a script has returned"):
            read(reply)
