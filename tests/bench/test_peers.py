"""The peers play the trivial game, and their loads run from start to end; speed is not judged."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from websockets.asyncio.client import ClientConnection, connect

from bench import machine, servers
from bench.load_runner import Load, Measured, Sizes, leave
from bench.meter import Delays, Meter
from bench.peers import run
from bench.peers.report import markdown
from bench.peers.servers import NODE_PEERS, Peer, installed, started
from bench.servers import Served
from server.store.embedded_redis import socket_path
from tests.harness import LIMIT_S, ROOT

PINNED = [ROOT / "bench" / "peers", ROOT / "tests" / "browser"]
TOLD = {
    "ws on node": b'"progress"',
    "Colyseus, 20 patches a second": b"\x0f",  # the code of a patch of the state
    "Colyseus, each move": b"progress",
    "boardgame.io": b'"update"',
}
"""What a message to the other contestants contains."""


@asynccontextmanager
async def appending(data_dir: Path) -> AsyncIterator[Served]:
    command = (sys.executable, "-m", "bench.peers.appending_server", str(data_dir))
    async with asyncio.timeout(LIMIT_S), servers.running(command, os.environ) as served:
        yield served


async def until(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of this type; others are skipped."""
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] == kind:
            return message


@pytest.mark.processes
async def test_the_appending_server_answers_a_move_when_the_store_has_it(tmp_path: Path) -> None:
    async with (
        appending(tmp_path) as served,
        connect(f"{served.url}?room=a&seat=0") as ann,
        connect(f"{served.url}?room=a&seat=1") as ben,
        Redis(unix_socket_path=str(socket_path(tmp_path)), decode_responses=True) as redis,
    ):
        await ann.send('{"type":"move","ply":0}')
        first = await until(ann, "moved")
        assert await redis.lrange("a", 0, -1) == [f"0 0 {first['card']}"]
        assert (await until(ben, "progress"))["plies"] == {"0": 1, "1": 0}
        await ben.send('{"type":"move","ply":1}')
        assert await until(ben, "refused") == {"type": "refused", "ply": 0}
        await ben.send('{"type":"move","ply":0}')
        assert (await until(ben, "moved"))["card"] == first["card"]  # the deal is the same
        (store,) = machine.children(served.pid)
        os.kill(store, signal.SIGSTOP)
        try:
            await ann.send('{"type":"move","ply":1}')
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(until(ann, "moved"), 0.5)
        finally:
            os.kill(store, signal.SIGCONT)
        assert (await until(ann, "moved"))["ply"] == 2
        assert await redis.llen("a") == 3


@pytest.mark.processes
async def test_the_servers_in_python_are_measured_in_turns() -> None:
    async with asyncio.timeout(4 * LIMIT_S):
        results = await run.measured(run.QUICK, "", print, among=())
        while results.failures:  # the machine stood still while it was measured
            results = await run.measured(run.QUICK, "", print, among=())
    rooms, tables = results.costs.values()
    for rows in (rooms, tables):
        assert [row.name for row in rows] == [
            "ours",
            "websockets, echo",
            "websockets, appending to a store",
        ]
        ours, echo, lean = rows
        assert ours.run.store_us is not None
        assert lean.run.store_us is not None
        assert echo.run.store_us is None
        assert abs(echo.run.sizes.reply - ours.run.sizes.reply) <= 1
        for row in rows:  # a process that was measured for so short a time may have used no CPU
            assert bool(row.ratios) == bool(row.run.cpu_us)
    row = rooms[0]._replace(ratios={"ours": 2.5})
    results = results._replace(costs={"the mix": [row], "tables": tables})
    text = markdown(results, {"cores": "2"}, "python -m bench peers")
    assert text.count("| ours | 4 times a second |") == 2
    assert text.count("| x 2.50 |") == 1
    assert "error" not in text
    broken = row._replace(run=row.run._replace(errors={"refused": 2}))
    told = markdown(results._replace(costs={"the mix": [broken]}), {}, "")
    assert "**error: ours, the mix: refused, 2 times**" in told
    assert json.loads(json.dumps(results.to_json()))["costs"].keys() == results.costs.keys()


def test_a_ratio_is_that_of_server_and_store_in_the_same_round() -> None:
    costs = [(90.0, 50.0), (45.0, 55.0), (20.0, 10.0)]
    rounds = [{"ours": made(ours, 10.0), "Colyseus": made(theirs, None)} for ours, theirs in costs]
    entrant = run.Entrant("Colyseus", "at once", made_always)
    row = run.cost_of(entrant, rounds)
    assert row.run.server_us == 50.0
    assert row.ratios == {"ours": 2.0}  # of 2, 1 and 3
    assert run.cost_of(entrant, [{**rounds[0], "Colyseus": made(None, None)}]).ratios == {}


def made(server_us: float | None, store_us: float | None) -> Measured:
    """What a load measured, if a move cost that much."""
    none, sizes = Delays(0, 0, 0, 0), Sizes(1, 1)
    figures = (server_us, store_us, None, None, None, None)
    return Measured("mix", 1, None, 9, 9, none, None, sizes, 0, {}, *figures)


async def made_always(load: Load, sizes: Sizes) -> Measured:
    return made(100.0, 20.0)


async def test_a_round_without_answers_is_an_error() -> None:
    async def silent(load: Load, sizes: Sizes) -> Measured:
        return made(50.0, None)._replace(answers=0)

    entrants = [run.Entrant("ours", "", made_always), run.Entrant("Colyseus", "", silent)]
    load, loops = run.loads(run.QUICK)[0], run.QUICK._replace(rounds=2)
    costs = await run.in_rounds(entrants, load, loops, lambda _: None)
    results = run.Peers("1.0", "1.0", {}, {"the mix": costs})
    assert results.failures == {"Colyseus, the mix: no move was answered in a round": 2}


def test_both_loads_have_as_many_contestants() -> None:
    rooms, tables = run.loads(run.FULL)
    assert (rooms.races, rooms.contestants) == (8, 8)
    assert (tables.races, tables.contestants) == (32, 2)


@pytest.mark.processes
@pytest.mark.skipif(not installed(), reason="`python -m bench peers` installs the npm packages")
@pytest.mark.parametrize("peer", NODE_PEERS, ids=lambda peer: peer.name)
async def test_a_peer_on_node_takes_legal_moves_only_and_tells_the_others(peer: Peer) -> None:
    meter = Meter()
    meter.open = True
    async with asyncio.timeout(LIMIT_S), started(peer) as served:
        ann, ben = await peer.talker.enter(served.url, 2, meter)
        try:
            ann.ply = 5
            ann.begin()  # with a move whose number is not the next
            ann.ply = 0
            ann.go_on()
            while ann.ply < 3:  # noqa: ASYNC110 -- no event: it counts its moves
                await asyncio.sleep(0.01)
            while TOLD[peer.name] not in await ben.greetings.get():
                pass
        finally:
            await leave([ann, ben])
    assert meter.errors == {"refused": 1}
    assert len(meter.seconds) >= 3


@pytest.mark.parametrize("folder", PINNED, ids=lambda folder: folder.name)
def test_npm_packages_are_pinned_and_the_lock_names_no_registry(folder: Path) -> None:
    package = json.loads((folder / "package.json").read_text())
    lock = json.loads((folder / "package-lock.json").read_text())
    wanted = package.get("dependencies", {}) | package.get("devDependencies", {})
    assert wanted
    for name, version in wanted.items():
        assert lock["packages"][f"node_modules/{name}"]["version"] == version
    for name, entry in lock["packages"].items():
        assert "resolved" not in entry
        assert not name or entry["integrity"].startswith("sha512-")


async def test_contestants_who_cannot_enter_are_not_waited_for_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bench.peers.talkers.GREETING_S", 0.1)
    async with asyncio.timeout(LIMIT_S), servers.echo() as echo:
        talker = NODE_PEERS[-1].talker
        with pytest.raises(TimeoutError):
            await talker.enter(echo.url, 1, Meter())
        with suppress(OSError):  # it has no pages
            await NODE_PEERS[1].talker.enter(echo.url, 1, Meter())
