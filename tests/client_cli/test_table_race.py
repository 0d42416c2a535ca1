"""Racing Demon in a room, in line mode: real commands, a real server, a real store."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from client_cli import exit_codes
from tests.client_cli.command import Player, patience

pytestmark = pytest.mark.processes

Start = Callable[..., Awaitable[Player]]


@pytest.fixture
def start(tmp_path: Path, server_url: str) -> Start:
    """Starts a command as somebody: each has a data directory of their own."""

    async def starting(who: str, *words: str) -> Player:
        return await Player.start(tmp_path / who, server_url, *words)

    return starting


async def test_two_play_a_round_a_third_watches_and_the_record_verifies(
    start: Start, tmp_path: Path, server_url: str
) -> None:
    ann = await start("ann", "host", "racing-demon", "--name", "Ann", "-o", "target=0")
    code = (await ann.until("Code ")).split()[1].rstrip(".")
    assert "with piles=5" in ann.heard[0]
    ben = await start("ben", "join", code, "--name", "Ben", "--json")
    await ann.until("Ben has joined.")
    watcher = await start("cat", "watch", code)
    await watcher.until("Here: Ann (host), Ben.")
    ann.type("ready")
    ben.type("ready")
    await ann.until("the stock: 34 face down.")
    await watcher.until("Ben:")
    await ben.until('"common_table"')
    ben.type("turn")
    event = json.loads(await ben.until('"table_played"'))
    assert event["number"] == 1
    ann.type("t")
    await ann.until("turned up on the waste.")
    ann.type("look ben", "can", "demons", "look", "help", "rules", "race")
    await ann.until("Demons: Ben 13.")
    await ann.until("lay the best card that can be claimed")
    ann.type("stuck")
    await watcher.until("Ann is stuck.")
    ben.type("resign")
    await ann.until("Ben has left the table.")
    await ann.until("Only one contestant is left: the round is over.")
    for player in (ann, watcher):
        await player.until("Ann: 0 cards in the middle, 13 left in the demon for -13: -13 points.")
        await player.until("2. Ben: -13 points, gave up")
    assert json.loads(await ben.until('"type": "over"'))["type"] == "over"
    done = patience(tmp_path / "ann", "verify", f"{code}-1", server=server_url)
    assert done.code == exit_codes.DONE, done.out + done.err
    ann.type("share", "check", "compare", "leave")
    await ann.until("Crown Patience, Racing Demon")
    await ann.until("1. Ann: 0 cards in the middle")
    await ann.until("The record verifies.")
    await ann.until("Ann: 0 of 13, -13 points; Ben: 0 of 13, -13 points.")
    assert await ann.end() == exit_codes.DONE
    printed = patience(tmp_path / "ann", "replay", f"{code}-1")
    assert "Ben has left the table." in printed.out
    listed = patience(tmp_path / "ann", "history").out
    assert f"{code}-1: Racing Demon with piles=5, target=0, 1 of 2, -13 points, with Ben." in listed
    summed = patience(tmp_path / "ann", "stats").out
    assert "1 round, 0 out, best -13 points, mean -13.0, " in summed
    assert summed.endswith(", 1 of 1 race won.\n")
    assert await ben.end() == exit_codes.DONE
    assert await watcher.end() == exit_codes.DONE


@pytest.mark.parametrize("words", [["resume"], ["join", "--name", "Ben"], ["join"]])
async def test_who_comes_back_finds_the_table_as_it_is(start: Start, words: list[str]) -> None:
    ann = await start("ann", "host", "racing-demon", "--name", "Ann")
    code = (await ann.until("Code ")).split()[1].rstrip(".")
    ben = await start("ben", "join", code, "--name", "Ben")
    ann.type("ready")
    ben.type("ready")
    await ben.until("the stock: 34 face down.")
    ben.type("t")
    await ben.until("turned up on the waste.")
    ben.process.kill()
    await ann.until("Ben has lost the line.")
    again = await start("ben", *words, code)
    await again.until("the stock: 31 face down.")
    again.type("t", "resign")
    await again.until("turned up on the waste.")
    await ann.until("Ben has left the table.")
    for player in (ann, again):
        player.type("leave")
        assert await player.end() == exit_codes.DONE
