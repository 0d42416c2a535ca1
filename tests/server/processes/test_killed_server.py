"""The server is killed during a race; no acknowledged move is lost."""

import asyncio
from typing import Any

import pytest

from engine.races.record import read
from engine.races.verify import verify
from engine.takeback import move_text, read_move
from tests.bots import Bot, race
from tests.harness import ServerProcess, client

SLACK_S = 1
"""How wrong a server may be about the time when its first question to the store took long."""


def check(bots: list[Bot], *, everybody: bool = True) -> None:
    """The record holds every acknowledged move at its time, and verifies; the race has ended with
    the bell, with the last contestant to be done before it, or in a race to be first to finish
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
        assert bot.acknowledged or not everybody, f"{bot.name} has made no move"
        for ply, (move, ms) in bot.acknowledged.items():
            assert stored[ply].text == move_text(game, read_move(game, move))
            assert stored[ply].ms == ms


@pytest.mark.processes
@pytest.mark.parametrize(
    ("game", "terms", "pause"),
    [
        ("aces_up", {}, 0.05),
        ("uncle_remus", {"take_back": "free"}, 0.03),
        ("cribbage_patience", {}, 0.08),
        ("poker_patience", {"format": "caller", "call_ms": 30_000}, 0.08),
    ],
)
async def test_eight_bots_survive_a_kill(
    server: ServerProcess, game: str, terms: dict[str, Any], pause: float
) -> None:
    begun = asyncio.Event()

    async def kill_twice() -> None:
        await begun.wait()
        for wait in (0.4, 0.7):  # before any of these games can be at its end
            await asyncio.sleep(wait)
            await server.kill()
            await server.start()

    bots, _ = await asyncio.gather(
        race(server, game, 8, terms=terms, most_moves=120, pause=pause, begun=begun),
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
    check(bots, everybody=False)


@pytest.mark.processes
async def test_the_clock_stands_still_while_the_server_is_away(server: ServerProcess) -> None:
    now, bell_s = asyncio.get_running_loop().time, 4
    async with client(server.url) as host:
        room = await host.create("aces_up", bell_ms=bell_s * 1000)
        await host.ready()
        begun = now()
        await host.ask("start")
        await host.until("table")
        await server.kill()
    killed = now()
    await asyncio.sleep(2.5)
    away = now() - killed
    await server.start()
    async with client(server.url) as back:
        seat = await back.ask("resume", code=room["code"], token=host.token)
        clock = seat["race"]["clock_ms"]
        assert clock <= (now() - begun - away + SLACK_S) * 1000
        if seat["race"]["status"] == "running":
            clock = (await back.until("over"))["ended_ms"]
        assert clock == bell_s * 1000
        assert now() - begun >= bell_s + away - SLACK_S
