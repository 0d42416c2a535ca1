"""Views while something is in progress: at the end of a race, at a deadline."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from structlog.testing import capture_logs

from engine.cards import deal_number_seed
from engine.games import game
from server.live_rooms.spectator_board import SpectatorBoard
from server.rooms.events import StoredEvent
from server.rooms.state import Room
from tests.messages import told
from tests.secrecy.glass import Ear, World, lives

CRIBBAGE = game("cribbage_patience")
PACK = CRIBBAGE.pack(deal_number_seed(3))
BELL_MS = 60_000


async def running(world: World) -> tuple[Ear, Ear, str]:
    """A host and a guest whose race has begun."""
    host, guest = await world.ear("host"), await world.ear("guest")
    room = await host.say(
        "create", game="cribbage_patience", bell_ms=BELL_MS, name="Anna", token="a" * 22
    )
    code: str = room["code"]
    await guest.say("join", code=code, name="Bertha", token="b" * 22)
    await host.say("ready", nonce="0" * 32)
    await guest.say("ready", nonce="1" * 32)
    await world.wait(200)
    return host, guest, code


def last(ear: Ear, kind: str) -> dict[str, Any]:
    """The last message of a type that a connection was sent."""
    messages = [message for data in ear.told for message in told(data)]
    return [message for message in messages if message["type"] == kind][-1]


def test_a_move_the_bell_turned_down_is_not_on_the_board_that_is_shown_at_the_end() -> None:
    async def script(world: World) -> None:
        host, _, _ = await running(world)
        for ply in range(3):
            await host.say("play", race=1, ply=ply, move=f"place 0,{ply}")
        world.store.word = "bell"
        refused = await host.say("play", race=1, ply=3, move="place 0,3")
        assert refused["code"] == "race_over"
        await world.wait(BELL_MS)
        table = last(host, "table")
        assert (table["ply"], len(table["view"]["grid"])) == (3, 3)
        assert table["view"]["piles"]["turn_up"]["up"]

    lives(PACK, script)


def test_whoever_resumes_while_the_host_calls_the_next_race_is_let_in() -> None:
    async def script(world: World) -> None:
        host, guest, code = await running(world)
        await guest.say("play", race=1, ply=0, move="place 0,0")

        async def next_race() -> None:
            await world.wait(BELL_MS)
            assert (await host.say("rematch"))["type"] == "done"

        again = await world.ear("guest again")
        world.store.before_moves = next_race
        room = await again.say("resume", code=code, token="b" * 22)
        assert (room["type"], room["race"]["n"]) == ("room", 2)
        assert "refused" not in {json.loads(data)["type"] for data in again.told}
        assert (await again.say("ready", nonce="3" * 32))["type"] == "done"

    lives(PACK, script)


def test_a_move_sent_again_while_the_host_calls_the_next_race_is_refused() -> None:
    async def script(world: World) -> None:
        host, guest, _ = await running(world)
        for ply in range(2):
            await guest.say("play", race=1, ply=ply, move=f"place 0,{ply}")

        async def next_race() -> None:
            await world.wait(BELL_MS)
            await host.say("rematch")

        world.store.before_moves = next_race
        refused = await guest.say("play", race=1, ply=0, move="place 0,0")
        assert refused["code"] == "wrong_race"

    lives(PACK, script)


def test_whoever_asks_for_a_board_while_the_host_calls_the_next_race_is_refused() -> None:
    async def script(world: World) -> None:
        host, guest, _ = await running(world)
        await world.wait(BELL_MS)
        append = world.store.append

        async def slow(before: Room, stored: Sequence[StoredEvent]) -> Room | None:
            await asyncio.sleep(0.01)
            return await append(before, stored)

        world.store.append = slow  # type: ignore[method-assign] # for this one race
        both = host.say("rematch"), guest.say("watch_board", seat=0)
        answers = await asyncio.gather(*both)
        assert answers[1]["code"] == "race_not_running"

    lives(PACK, script)


def test_numbers_a_deadline_has_read_already_are_told() -> None:
    async def script(world: World) -> None:
        host, guest, _ = await running(world)
        world.deaf = True
        await host.say("play", race=1, ply=0, move="resign")
        await world.wait(0)
        world.deaf = False
        await world.settle()
        assert last(guest, "progress")["standings"][0]["reason"] == "resigned"

    lives(PACK, script)


def test_a_board_that_is_read_while_the_host_calls_the_next_race_is_put_away() -> None:
    async def script(world: World) -> None:
        host, guest, _ = await running(world)
        await guest.say("play", race=1, ply=0, move="resign")
        assert (await guest.say("watch_board", seat=0))["type"] == "watched_table"
        (screen,) = world.room.board_watchers.values()
        assert isinstance(screen, SpectatorBoard)
        await host.say("play", race=1, ply=0, move="place 0,0")

        async def next_race() -> None:
            await world.wait(BELL_MS)
            assert (await host.say("rematch"))["type"] == "done"

        world.store.before_moves = next_race
        with capture_logs() as logs:
            await screen._go_on()
        assert (world.room.race.n, world.room.race.status) == (2, "lobby")
        assert not [told for told in logs if told["log_level"] != "info"]

    lives(PACK, script)
