"""Spectating in line mode: real commands on a real server."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from client_cli import exit_codes
from tests.client_cli.command import Player

pytestmark = pytest.mark.processes

Start = Callable[..., Awaitable[Player]]


@pytest.fixture
def start(tmp_path: Path, server_url: str) -> Start:
    async def starting(who: str, *words: str) -> Player:
        return await Player.start(tmp_path / who, server_url, *words)

    return starting


@pytest.mark.parametrize("verb", ["join", "watch"])
async def test_a_room_that_is_not_there_is_told_once(start: Start, verb: str) -> None:
    ann = await start("ann", verb, "KQ7-4TX", "--plain", *["--name", "Ann"][: 2 * (verb == "join")])
    assert await ann.end() == exit_codes.NOT_FOUND
    assert ann.heard == ["There is no room with that code."]


async def test_who_is_done_watches_and_who_plays_is_refused(start: Start) -> None:
    ann = await start("ann", "host", "aces-up", "--bell", "30m", "--name", "Ann")
    code = (await ann.until("Code ")).split()[1].rstrip(".")
    ben = await start("ben", "join", code, "--name", "Ben")
    await ann.until("Ben has joined.")
    ann.type("ready")
    ben.type("ready", "wait", "watch ann")
    await ben.until("You are playing this deal yourself")
    ben.type("watch", "watch zoe", "resign")
    await ben.until("Whose board?")
    await ben.until("Nobody of that name races: zoe.")
    await ann.until("Ben has given up")
    ben.type("watch a")
    await ben.until("The board of Ann:")
    cat = await start("cat", "watch", code)
    cat.type("ready", "watch leader", "race")
    await cat.until("The board of Ann:")
    cat.type("look", "find 2S", "room", "deal", "watch zoe")
    await cat.until("Nobody of that name races: zoe.")
    assert any(line.startswith("2S") for line in cat.heard)
    assert any(line.startswith("On this computer: ") for line in cat.heard)
    eve = await start("eve", "watch", code)
    eve.type("quit")
    assert await eve.end() == 0, "the race goes on"
    ann.type("resign")
    await ben.until("The race is over")
    await cat.until("The race is over")
    assert await cat.end() == 0
    assert await ben.end() == 0
    assert await ann.end() == 0
