"""The cluster client: it finds keys after they move, and repeats no command that may have been
carried out."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from redis.exceptions import ConnectionError as Broken
from redis.exceptions import NoScriptError

from server.store.cluster_commands import slot
from server.store.redis_client import connect
from tests.clusters import ClusterProcess, cluster, until
from tests.server.running_server import Owner
from tests.server.store.test_cluster import refused
from tests.stores import engines

ONE, TWO = "cp:{r3}:one", "cp:{r3}:two"
ADD = "return redis.call('INCR', KEYS[1]) + redis.call('INCR', KEYS[2])"
READ = "return {redis.call('HGET', KEYS[1], 'times'), redis.call('GET', KEYS[2])}"
MOVED = slot(ONE)


@pytest.fixture
async def nodes(tmp_path: Path) -> AsyncIterator[ClusterProcess]:
    async with cluster(tmp_path / "nodes", engines()["embedded"]) as made:
        yield made


@pytest.fixture
async def store(nodes: ClusterProcess) -> AsyncIterator[Any]:
    client = connect(nodes.url, 3)
    yield client
    await client.aclose()


async def counted(store: Any) -> int:
    """How often the transaction has been done that this does once more."""
    batch = store.pipeline(transaction=True)
    batch.hincrby(ONE, "times", 1)
    batch.hgetall(ONE)
    times, kept = await batch.execute()
    assert kept["times"] == str(times)
    return int(times)


async def test_keys_are_found_on_both_nodes_while_their_slot_moves(
    nodes: ClusterProcess, store: Any
) -> None:
    source = await nodes.owner(MOVED)
    to = nodes.other_than(source)
    assert await counted(store) == 1
    await store.set(TWO, "here")
    await nodes.begin_move(MOVED, to)
    assert await nodes.carry(MOVED, to, lambda key: key == ONE) == 1

    times = await asyncio.gather(*(counted(store) for _ in range(9)))  # by three connections
    assert sorted(times) == list(range(2, 11))
    assert await asyncio.gather(*(store.get(TWO) for _ in range(9))) == ["here"] * 9
    each = store.pipeline(transaction=False)
    each.get(TWO)
    each.hget(ONE, "times")
    each.get("cp:{r1}:elsewhere")
    assert await each.execute() == ["here", "10", None]

    name = await store.script_load(READ)
    both = asyncio.create_task(store.evalsha(name, 2, ONE, TWO))
    await until(lambda: refused(source, "TRYAGAIN"))
    assert not both.done()
    assert await nodes.carry(MOVED, to, lambda _: True) == 1
    assert await both == ["10", "here"]
    await nodes.end_move(MOVED, to)
    assert await counted(store) == 11


async def test_what_may_have_been_done_is_not_sent_again(nodes: ClusterProcess, store: Any) -> None:
    await store.set(ONE, 0)
    owner = await nodes.owner(MOVED)
    await owner.ask("CLIENT PAUSE", 600_000, "WRITE")
    asked = asyncio.create_task(store.incr(ONE))
    await until(lambda: waits(owner, "incrby"))
    await owner.ask("CLIENT KILL", "SKIPME", "yes", "TYPE", "normal")
    with pytest.raises(Broken):
        await asked
    await owner.ask("CLIENT UNPAUSE")
    assert await store.get(ONE) == "0"
    assert await store.incr(ONE) == 1


async def waits(node: Any, command: str) -> bool:
    """Whether somebody waits for this to be done."""
    return any(each["cmd"] == command for each in await node.redis.client_list())


async def test_whoever_runs_it_is_told_of_the_fullest_node(
    nodes: ClusterProcess, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    owner = Owner(nodes.url, monkeypatch, capsys)
    for number, node in enumerate(nodes.nodes):
        await node.ask("CONFIG SET", "maxmemory", 2**30 >> number)  # all use as much
    told = json.loads((await owner.says("status", "--json"))[1])["store"]
    assert (told["nodes"], told["limit_bytes"], told["append_only"]) == (3, 2**28, True)
    assert ", append-only file, 3 nodes, the fullest " in (await owner.says("status"))[1]
    await nodes.nodes[1].ask("CONFIG SET", "appendonly", "no")
    assert ", NO append-only file, 3 nodes" in (await owner.says("status"))[1]


async def test_a_node_is_told_a_script_it_does_not_know(nodes: ClusterProcess, store: Any) -> None:
    name = await store.script_load(ADD)
    assert await store.evalsha(name, 2, ONE, TWO) == 2
    for node in nodes.nodes:
        await node.ask("SCRIPT FLUSH")
    assert await store.evalsha(name, 2, ONE, TWO) == 4
    with pytest.raises(NoScriptError):
        await store.evalsha("0" * 40, 2, ONE, TWO)


async def test_a_transaction_is_about_one_slot() -> None:
    store = connect("redis+cluster://127.0.0.1:1", 1)
    batch = store.pipeline(transaction=True)
    batch.get(ONE)
    batch.get("cp:{r4}:one")
    with pytest.raises(ValueError, match="one slot"):
        await batch.execute()
    await store.aclose()


def test_the_address_of_a_cluster_names_some_nodes_and_how_to_reach_all() -> None:
    url = "rediss+cluster://anna:s%40e@one:7001,two,[::1]:7003/?ssl_ca_certs=ca.pem"
    store: Any = connect(url, 1)
    names = [f"{node.host}:{node.port}" for node in store.startup_nodes]
    assert sorted(names) == ["::1:7003", "one:7001", "two:6379"]
    how = store.connection_kwargs
    assert (how["username"], how["password"], how["ssl_ca_certs"]) == ("anna", "s@e", "ca.pem")
    for wrong in ("one:port", "one:1,two:port", "one:1/7"):
        with pytest.raises(ValueError, match=r"port|'db'"):
            connect(f"redis+cluster://{wrong}", 1)
