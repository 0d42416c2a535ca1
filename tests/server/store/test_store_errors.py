"""Error replies of Redis: which are errors of ours, and which leave the store unchanged."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from structlog.testing import capture_logs

from server.errors import StoreAway
from server.store.cluster_commands import NodeRequest, packed
from server.store.redis_client import connect, patience, send
from tests.stores import RedisProcess

KEY, VALUE = "cp:{r3}:something", "seven sable queens ride"
PUSH = ("LPUSH", KEY, VALUE)

Asked = Callable[[Any], Awaitable[object]]


def batch(client: Any) -> Awaitable[object]:
    several = client.pipeline(transaction=True)
    several.get(KEY)
    several.lpush(KEY, VALUE)
    done: Awaitable[object] = several.execute()
    return done


WRONG: list[tuple[str, Asked]] = [
    ("WRONGTYPE", lambda client: client.lpush(KEY, VALUE)),
    ("WRONGTYPE", batch),
    ("WRONGTYPE", lambda client: send(client, [NodeRequest(KEY, packed(*PUSH))])),
    ("WRONGTYPE", lambda client: client.eval("return redis.call(unpack(ARGV))", 0, *PUSH)),
    ("ERR", lambda client: client.eval("return ARGV[1] + 1", 1, KEY, VALUE)),
    ("ERR", lambda client: client.execute_command("LAY", KEY, VALUE)),
    ("CROSSSLOT", lambda client: client.eval("return redis.error_reply('CROSSSLOT of two')", 0)),
]


async def refused(client: Any, asked: Asked) -> list[Any]:
    """What is logged of that the store does not do this, for which it counts as away."""
    with capture_logs() as logged, pytest.raises(StoreAway):
        async with patience():
            await asked(client)
    return list(logged)


async def test_what_the_store_cannot_do_is_logged_as_a_fault(redis: RedisProcess) -> None:
    client = connect(redis.url, 1)
    await client.set(KEY, VALUE)
    for code, asked in WRONG:
        (line,) = await refused(client, asked)
        assert (line["event"], line["log_level"]) == ("store_failed", "error")
        assert line["code"] == code
        assert "test_store_errors.py" in line["traceback"]
        for hidden in (KEY, VALUE):
            assert hidden not in str(line)
    await client.aclose()


async def test_a_store_that_takes_nothing_is_away_and_that_is_no_fault(redis: RedisProcess) -> None:
    client: Any = connect(redis.url, 1)
    for setting, wrong in (("maxmemory", 1), ("min-replicas-to-write", 3)):
        await client.config_set(setting, wrong)
        assert not await refused(client, lambda client: client.set(KEY, VALUE)), setting
        assert not await refused(client, batch), setting
        await client.config_set(setting, 0)
    await client.replicaof("127.0.0.1", 1)
    assert not await refused(client, lambda client: client.set(KEY, VALUE))
    await redis.kill()
    assert not await refused(client, lambda client: client.get(KEY))
    await client.aclose()
