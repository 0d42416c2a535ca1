"""Races on a Redis Cluster of three nodes, by two server processes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.races.verify import verify
from server.store import keys
from server.store.cluster_commands import slot
from tests.clusters import ClusterProcess, Node, cluster, until
from tests.harness import Client, client
from tests.server.two_servers import servers_on
from tests.stores import engines

pytestmark = pytest.mark.processes


PLACES = 15
"""Of the sixteen of Cribbage Patience: with the last card the game would be over."""


class Racing(NamedTuple):
    """A race of two, each at a process of their own."""

    nodes: ClusterProcess
    code: str
    anna: Client
    ben: Client

    @property
    def slot(self) -> int:
        return slot(keys.log(self.code))

    async def lay(self, ply: int) -> dict[str, Any]:
        """Anna lays a card in the next place; the answer."""
        return await self.anna.ask("play", race=1, ply=ply, move=place(ply))

    async def end(self) -> dict[str, Any]:
        """Both give up; the record, which verifies."""
        for player in (self.anna, self.ben):
            ply = (await player.ask("look"))["ply"]
            assert (await player.ask("play", race=1, ply=ply, move="resign"))["type"] == "moved"
        overs = [await player.until("over") for player in (self.anna, self.ben)]
        assert overs[0] == overs[1]
        record: dict[str, Any] = (await self.ben.ask("get_record", race=self.code))["record"]
        checks = verify(record)
        assert all(check.ok for check in checks), checks[-1]
        return record


@asynccontextmanager
async def racing(folder: Path) -> AsyncIterator[Racing]:
    async with (
        cluster(folder / "nodes", engines()["embedded"]) as nodes,
        servers_on(nodes.url, folder) as (one, two),
        client(one.url) as anna,
        client(two.url) as ben,
    ):
        room = await anna.create("cribbage_patience")
        await ben.join(room["code"], "Ben")
        await anna.until("presence")
        for player in (anna, ben):
            await player.ready()
        views = [(await player.until("table"))["view"] for player in (anna, ben)]
        assert views[0] == views[1]
        yield Racing(nodes, room["code"], anna, ben)
        for node in nodes.alive:
            assert not await refused(node, "CROSSSLOT")


def place(ply: int) -> str:
    return f"place {ply // 4},{ply % 4}"


async def seen(ben: Client, progress: int) -> None:
    """Ben is told how far Anna has come."""
    while (await ben.until("progress"))["standings"][0]["progress"] != progress:
        pass


def plies(record: dict[str, Any]) -> list[str]:
    return [move[-1] for move in record["seats"][0]["moves"]]


async def test_a_race_goes_on_while_all_of_it_moves_to_other_nodes(tmp_path: Path) -> None:
    async with racing(tmp_path) as race:
        nodes, moved = race.nodes, race.slot
        assert (await race.lay(0))["ply"] == 1
        await seen(race.ben, 1)

        # Key by key: while they are on two nodes neither can store a move, which waits.
        source = await nodes.owner(moved)
        to = nodes.other_than(source)
        await nodes.begin_move(moved, to)
        assert await nodes.carry(moved, to, lambda key: key.endswith(":race")) == 1
        waiting = asyncio.create_task(race.lay(1))
        await until(lambda: refused(source, "TRYAGAIN"))
        assert not waiting.done()
        assert await nodes.carry(moved, to, lambda _: True) > 3
        await nodes.end_move(moved, to)
        assert (await waiting)["ply"] == 2
        await seen(race.ben, 2)

        # At once: moves come all the while.
        there = asyncio.create_task(nodes.move_at_once(moved, source))
        ply = 2
        while ply < 4 or (ply < PLACES and not there.done()):
            assert (await race.lay(ply))["ply"] == ply + 1
            ply += 1
        await there
        assert await nodes.owner(moved) is source
        await seen(race.ben, ply)
        assert plies(await race.end()) == [*map(place, range(ply)), "resign"]


async def refused(node: Node, how: str) -> bool:
    return f"errorstat_{how}" in await node.redis.info("errorstats")


@pytest.mark.long(15)
async def test_a_node_falls_silent_and_comes_back_or_its_replica_goes_on(tmp_path: Path) -> None:
    async with racing(tmp_path) as race:
        dying = await race.nodes.owner(race.slot)
        assert (await race.lay(0))["ply"] == 1
        await seen(race.ben, 1)
        dying.pause()
        waiting = asyncio.create_task(race.lay(1))
        assert (await race.ben.until("notice"))["code"] == "storage_away"
        await dying.kill()
        await dying.start_again()
        assert (await waiting)["ply"] == 2
        await seen(race.ben, 2)

        replica = await race.nodes.add_replica(dying)
        await race.nodes.has_all(dying, replica)
        await dying.ask("CLIENT PAUSE", 600_000, "WRITE")  # what it would store now is lost with it
        waiting = asyncio.create_task(race.lay(2))
        await dying.kill()
        await replica.ask("CLUSTER FAILOVER", "TAKEOVER")
        assert (await waiting)["ply"] == 3
        assert (await race.ben.ask("look"))["type"] == "table"
        record = await race.end()
        assert plies(record) == [*map(place, range(3)), "resign"]
