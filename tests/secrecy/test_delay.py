"""Delay of watched boards: it is race time, so a refunded outage makes nothing visible."""

import json
from typing import Any

from engine.cards import deal_number_seed
from engine.games import game
from tests.secrecy.glass import Ear, World, lives

CRIBBAGE = game("cribbage_patience")
PACK = CRIBBAGE.pack(deal_number_seed(3))
DELAY_MS = 2_000


async def running(world: World, thinks_ms: int = 0) -> tuple[Ear, Ear]:
    """A contestant who has laid three cards after a while, and a spectator of their board."""
    host, watcher = await world.ear("host"), await world.ear("watcher")
    room = await host.say(
        "create",
        game="cribbage_patience",
        bell_ms=60_000,
        name="Anna",
        token="a" * 22,
        settings={"delay_ms": DELAY_MS},
    )
    await watcher.say("watch", code=room["code"])
    await host.say("ready", nonce="0" * 32)
    await host.say("start")
    await world.wait(200)
    world.store.origin = world.room.race.origin
    await world.wait(thinks_ms)
    for ply in range(3):
        await host.say("play", race=1, ply=ply, move=f"place 0,{ply}")
    return host, watcher


def boards(ear: Ear) -> list[dict[str, Any]]:
    messages = [json.loads(data) for data in ear.told]
    return [message for message in messages if message["type"] == "watched_table"]


async def looked(watcher: Ear) -> dict[str, Any]:
    return await watcher.say("watch_board", seat=0)


def test_a_board_is_seen_when_its_delay_has_passed_and_not_before() -> None:
    async def script(world: World) -> None:
        _, watcher = await running(world)
        assert (await looked(watcher))["view"] is None
        await world.wait(DELAY_MS - 300)
        assert (await looked(watcher))["view"] is None
        await world.wait(600)
        assert (await looked(watcher))["ply"] == 3

    lives(PACK, script)


def test_time_the_server_was_away_brings_no_board_nearer() -> None:
    async def script(world: World) -> None:
        _, watcher = await running(world)
        await world.hold(10 * DELAY_MS)
        assert (await looked(watcher))["view"] is None
        await world.wait(2 * DELAY_MS)
        assert (await looked(watcher))["ply"] == 3

    lives(PACK, script)


def test_a_board_that_was_seen_goes_back_with_the_clock() -> None:
    """The time counted as race time until it was known that the server had been away."""

    async def script(world: World) -> None:
        host, watcher = await running(world, thinks_ms=2 * DELAY_MS)
        await world.wait(DELAY_MS)
        assert (await looked(watcher))["ply"] == 3
        code, since = world.room.room.code, world.clock.now() - DELAY_MS
        await world.deadlines.hold(code, [(since, world.clock.now())])
        second = await world.ear("another watcher")  # of the board the first one still watches
        await second.say("watch", code=code)
        board = await looked(second)
        assert (board["ply"], board["view"]["grid"]) == (0, [])
        await world.wait(2 * DELAY_MS)
        assert (await looked(second))["ply"] == 3
        assert (await host.say("look"))["ply"] == 3

    lives(PACK, script)


def test_nothing_is_delayed_any_more_when_the_race_is_over() -> None:
    async def script(world: World) -> None:
        host, watcher = await running(world)
        await host.say("play", race=1, ply=3, move="resign")
        await world.wait(0)
        board = await looked(watcher)
        assert (board["ply"], board["delay_ms"]) == (4, 0)
        assert board["view"]["piles"]["turn_up"]["up"]

    lives(PACK, script)
