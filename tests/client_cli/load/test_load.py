"""`patience load` on a real server: what it measures, what it finds, how it ends."""

import asyncio
import json
import re
import signal
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import urlopen

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from client_cli import exit_codes
from client_cli.load import client
from client_cli.load.client import LoadClient
from client_cli.load.counters import LoadCounters, LoadFindings, Second
from client_cli.load.party import Party, _flaw
from client_cli.load.scenario import Signals, run
from protocol import SUBPROTOCOL
from tests.bots import race
from tests.client_cli.command import Player, here
from tests.client_cli.load.test_figures import planned
from tests.harness import AGAIN_S, LIMIT_S, ServerProcess
from tests.trouble.wires import laid

SMALL = ("--races=2", "--contestants=3", "--ramp=0", "--think=30ms")


async def test_a_load_races_loses_lines_comes_back_and_verifies(
    server: ServerProcess, tmp_path: Path
) -> None:
    figures, chart = tmp_path / "figures.json", tmp_path / "chart.svg"
    words = (*SMALL, "--game=aces-up,kings", "--seconds=3", "--storm=50/1s", "--watchers=1")
    files = ("--slow=1", "--verify", f"--json={figures}", f"--svg={chart}")
    ended = await here(tmp_path, "load", *words, *files, server=server.url)
    assert ended.code == exit_codes.DONE, ended
    told = json.loads(figures.read_text())
    assert told["findings"] == {"lost": [], "stuck": [], "disputed": [], "refuted": []}
    assert told["lines"] == 10
    assert told["races"] == told["verified"] >= 2
    assert told["moves"] > 0
    assert told["acknowledged_ms"]["count"] == told["moves"]
    assert told["watchers_ms"]["count"] > 0
    assert told["cut"] > 0
    assert told["back_ms"]["count"] > 0
    assert told["server"]["us_a_move"] > 0
    assert sum(each["moves"] for each in told["seconds"]) > told["moves"], "the end is not measured"
    assert chart.read_text().startswith("<svg")
    assert "no acknowledged move was lost" in ended.out


async def test_several_processes_share_a_load_and_are_told_as_one(
    server: ServerProcess, tmp_path: Path
) -> None:
    words = (*SMALL, "--processes=2", "--seconds=1", "--json=-")
    ended = await here(tmp_path, "load", *words, server=server.url)
    assert ended.code == exit_codes.DONE, ended
    told = json.loads(ended.out)
    assert (told["processes"], told["lines"]) == (2, 6)
    assert told["races"] >= 2
    assert told["findings"] == {"lost": [], "stuck": [], "disputed": [], "refuted": []}


async def test_what_a_server_has_lost_is_found_and_ctrl_c_tells_it(
    server: ServerProcess, tmp_path: Path
) -> None:
    """A server that comes back with another store has lost every seat."""
    words = (*SMALL, "--seconds=1h", "--wait=1s", "--plain")
    load = await Player.start(tmp_path, server.url, "load", *words)
    await load.until("All have begun")  # or have not within the second of --wait
    await _under_way(server, races=2)
    await server.kill()
    server.data_dir = tmp_path / "another"
    await server.start()
    await _until(lambda: 'refusals_total{code="unknown_room"}' in _metrics(server))
    load.process.send_signal(signal.SIGINT)
    await load.until("Acknowledged moves that were lost")
    assert "the seat of bot" in await load.until("the seat")
    await load.until("Races that did not end: 2")
    assert await load.end() == exit_codes.FAULT


async def _under_way(server: ServerProcess, races: int) -> None:
    """Wait until every race has begun and its contestants know it: so many moves were made since
    that the load has read what the server told when the last race began."""
    await _until(lambda: server.log.count("race_begun") >= races)
    before = _moves(server)
    await _until(lambda: _moves(server) >= before + 20)


def _moves(server: ServerProcess) -> float:
    counted = re.findall(r"^\w*moves_total\{.*\} (\S+)$", _metrics(server), re.MULTILINE)
    return sum(map(float, counted))


def _metrics(server: ServerProcess) -> str:
    with urlopen(f"http://127.0.0.1:{server.port}/metrics", timeout=LIMIT_S) as page:
        return str(page.read().decode())


async def _until(happened: Callable[[], bool]) -> None:
    """Look again and again at what happens in other processes."""
    async with asyncio.timeout(LIMIT_S):
        while not happened():  # noqa: ASYNC110 # of another process
            await asyncio.sleep(AGAIN_S)


class Begun(asyncio.Event):
    """Is set when a load has begun."""

    def second(self, second: Second) -> None:
        pass

    def begun(self) -> None:
        self.set()

    def ended(self, findings: LoadFindings) -> None:
        pass


async def test_no_connection_is_open_when_it_ends_even_if_the_server_no_longer_answers(
    server: ServerProcess,
) -> None:
    begun, signals = Begun(), Signals()
    async with laid(server.port) as network:
        plan = planned(url=network.url, races=1, ramp_s=0.0, wait_s=1.0, watchers=1, slow=1)
        running = asyncio.create_task(run(plan, begun, signals))
        await begun.wait()
        await _until(lambda: len(network.lines) == 4)
        network.fall_silent()
        signals.stop.set()
        await running
        await _until(lambda: all(line.near.gone for line in network.lines))


async def test_a_limit_is_told_as_what_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATIENCE_UNLIMITED", "192.0.2.1")
    monkeypatch.setenv("PATIENCE_LIMITS", "0.01")
    async with ServerProcess(tmp_path / "data") as server:
        ended = await here(tmp_path, "load", *SMALL, server=server.url)
    assert ended.code == exit_codes.REFUSED
    assert "PATIENCE_UNLIMITED" in ended.err


async def test_without_a_server_nobody_waits_for_ever(tmp_path: Path) -> None:
    ended = await here(tmp_path, "load", *SMALL)
    assert ended.code == exit_codes.UNREACHABLE
    assert "No server answers" in ended.err
    unwritable = await here(tmp_path, "load", "--json", str(tmp_path / "no" / "file"))
    assert unwritable.code == exit_codes.USAGE


class Greeted(LoadClient):
    """A client that only says hello."""

    async def enter(self) -> None:
        pass

    def event(self, message: dict[str, Any]) -> None:
        pass

    def paused(self, cut: bool) -> None:
        pass


@pytest.mark.parametrize("comes_again", [True, False])
async def test_a_client_that_is_closed_connects_once_when_it_comes_again_and_else_never(
    monkeypatch: pytest.MonkeyPatch, comes_again: bool
) -> None:
    """The close woke the task that reconnects, which then opened a second connection."""
    monkeypatch.setattr(client, "FIRST_PAUSE_S", 0.01)
    opened: list[ServerConnection] = []

    async def greet(socket: ServerConnection) -> None:
        opened.append(socket)
        hello = json.loads(await socket.recv())
        await socket.send(json.dumps({"type": "welcome", "id": hello["id"]}))
        await socket.wait_closed()

    async with serve(greet, "127.0.0.1", 0, subprotocols=[Subprotocol(SUBPROTOCOL)]) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        one = Greeted(f"ws://127.0.0.1:{port}/ws", LoadCounters(), Random(1))
        await one.come()
        staying = asyncio.create_task(one.stay())
        await asyncio.sleep(0)  # it now waits for the connection to be lost
        one.close()
        if comes_again:
            await one.come()
        await asyncio.sleep(0.2)
        assert len(opened) == 1 + comes_again
        assert one.tally.lines == comes_again
        if comes_again:
            one.cut()
            await one.up.wait()
            assert len(opened) == 3, "a connection that is lost is still opened again"
        staying.cancel()
        one.close()
        await one.gone()


# What it holds against what. ----------------------------------------------------------------------


async def compared(*results: list[dict[str, Any]]) -> list[str]:
    """What a party of two finds that was told these two results, each having made two moves."""
    tally = LoadCounters()
    party = Party(planned(), 0, tally)
    party.code = "ABCDEF"
    for number, (seat, told) in enumerate(zip(party.seats, results, strict=True)):
        seat.seat, seat.acknowledged = number, {1: {0: "deal", 1: "deal"}}
        party.over(1, number, told)
    party._compare()
    found = tally.findings
    return [*found.lost, *found.disputed]


async def test_an_acknowledged_move_that_is_not_in_the_results_is_lost() -> None:
    whole = [{"place": 1, "standing": {"seat": i, "moves": 2}} for i in range(2)]
    short = [whole[0], {"place": 1, "standing": {"seat": 1, "moves": 1}}]
    assert await compared(whole, whole) == []
    assert await compared(short, short) == [
        "ABCDEF-1, seat 1: 2 moves were acknowledged, 1 counted"
    ]
    assert await compared(whole[:1], whole[:1]) == [
        "ABCDEF-1, seat 1: 2 moves were acknowledged, 0 counted"
    ]
    assert any("different" in each for each in await compared(whole, short))


async def test_a_record_is_held_against_what_was_acknowledged(server: ServerProcess) -> None:
    bot, _ = await race(server, "aces_up", 2, most_moves=5)
    record = bot.record
    assert record is not None
    first = record["seats"][0]["moves"][0][1]
    assert _flaw(record, {0: {0: first}}) is None
    other = "fill tab.0 tab.1" if first != "fill tab.0 tab.1" else "discard tab.0"
    assert "other moves" in str(_flaw(record, {0: {0: other}}))
    assert "other moves" in str(_flaw(record, {0: {99: first}}))
    assert "digest" in str(_flaw({**record, "digest": "00"}, {}))
