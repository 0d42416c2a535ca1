"""The server is killed in the middle of a race, and nothing that was acknowledged is missing."""

import asyncio
from typing import Any

import pytest

from engine.record import read
from engine.takeback import move_text, read_move
from engine.verify import verify
from tests.bots import Bot, race
from tests.harness import ServerProcess, client


def check(bots: list[Bot], *, everybody: bool = True) -> None:
    """The record holds every acknowledged move at its time, and verifies; the race has ended with
    the bell, with the last contestant to be done before it, or in a race to the first who is out
    with the first who was. Unless `everybody` raced, some may have been away when it began."""
    document = bots[0].record
    checks = verify(document, bots[0].commitment)
    assert all(step.ok for step in checks), checks[-1]
    record = read(document)
    game = record.game
    results = [placed.standing for placed in record.results]
    out = [result.ended_ms for result in results if result.result == "won"]
    if out and record.terms.format == "first_out":
        assert [record.ended_ms] == out, "the race has not ended with the first who was out"
    elif any(result.reason == "timeout" for result in results):
        assert record.ended_ms == record.bell_ms
    else:
        assert record.ended_ms == max(result.ended_ms or 0 for result in results)
    names = {seat.name: seat for seat in record.seats}
    raced = [bot for bot in bots if bot.name in names]
    assert len(raced) == len(names)
    assert raced == bots or not everybody
    assert not [bot.name for bot in bots if bot.acknowledged and bot not in raced]
    for bot in raced:
        stored = names[bot.name].moves
        assert bot.acknowledged, f"{bot.name} has made no move"
        for ply, (move, ms) in bot.acknowledged.items():
            assert stored[ply].text == move_text(game, read_move(game, move))
            assert stored[ply].ms == ms


@pytest.mark.processes
@pytest.mark.parametrize(
    ("game", "terms", "bell_ms", "pause"),
    [
        ("aces_up", {}, 20_000, 0.05),
        ("uncle_remus", {"take_back": "free"}, 5_000, 0.03),
        ("cribbage_patience", {}, 20_000, 0.08),
        ("poker_patience", {"format": "caller", "call_ms": 1_000}, 8_000, 0.08),
    ],
)
async def test_eight_bots_survive_a_kill(
    server: ServerProcess, game: str, terms: dict[str, Any], bell_ms: int, pause: float
) -> None:
    begun = asyncio.Event()

    async def kill_twice() -> None:
        await begun.wait()
        for wait in (0.4, 0.7):  # before any of these games can be at its end
            await asyncio.sleep(wait)
            await server.kill()
            await server.start()

    bots, _ = await asyncio.gather(
        race(server, game, 8, terms=terms, bell_ms=bell_ms, pause=pause, begun=begun),
        kill_twice(),
    )
    check(bots)
    assert sum(bot.resumes for bot in bots) >= 8


@pytest.mark.processes
async def test_a_kill_during_the_countdown_and_in_the_lobby(server: ServerProcess) -> None:
    async def kill() -> None:
        await asyncio.sleep(0.15)
        await server.kill()
        await server.start()

    bots, _ = await asyncio.gather(race(server, "aces_up", 3, pause=0.01), kill())
    check(bots)


@pytest.mark.processes
async def test_the_clock_stands_still_while_the_server_is_away(server: ServerProcess) -> None:
    async with client(server.url) as host:
        room = await host.create("aces_up", bell_ms=4_000)
        await host.ready()
        await host.ask("start")
        await host.until("table")
        await server.kill()
    killed = asyncio.get_running_loop().time()
    await asyncio.sleep(2.5)
    await server.start()
    away = asyncio.get_running_loop().time() - killed
    async with client(server.url) as back:
        seat = await back.ask("resume", code=room["code"], token=host.token)
        clock = seat["race"]["clock_ms"]
        assert seat["race"]["status"] == "running"
        assert clock < 1_500 < away * 1000
        over = await back.until("over")
        assert over["ended_ms"] == 4_000
        now = asyncio.get_running_loop().time() - killed
        assert now > away + (4_000 - clock) / 1000 - 0.5
