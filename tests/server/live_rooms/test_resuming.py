"""Resuming a seat while the room goes on to its next race."""

import json
from collections.abc import Iterable

from engine.cards import new_pack
from server.live_rooms.live_room import LiveRoom
from tests.secrecy.glass import COUNTDOWN_MS, Ear, World, lives


async def finished_race(world: World) -> tuple[Ear, Ear, str]:
    """A room of two whose first race is over: the host, the other contestant, the code."""
    host, other = await world.ear("a"), await world.ear("b")
    room = await host.say("create", game="aces_up", name="Anna", token="a" * 22, bell_ms=60_000)
    await other.say("join", code=room["code"], name="Bertha", token="b" * 22)
    await host.say("ready", nonce="0" * 32)
    await other.say("ready", nonce="1" * 32)
    await world.wait(COUNTDOWN_MS + 1)
    await host.say("play", race=1, ply=0, move="resign")
    await other.say("play", race=1, ply=0, move="resign")
    await world.wait(60_001)
    return host, other, room["code"]


def test_the_board_of_the_race_before_is_not_sent_as_one_of_the_next() -> None:
    answers = []

    async def script(world: World) -> None:
        host, other, code = await finished_race(world)
        await other.gone()
        report = world.registry.deal_exposure.dealt

        async def while_the_next_race_is_opened(live: LiveRoom, seats: Iterable[int]) -> None:
            await report(live, seats)
            await host.say("rematch")

        world.registry.deal_exposure.dealt = while_the_next_race_is_opened  # type: ignore[method-assign]
        again = await world.ear("b")
        await again.say("resume", code=code, token="b" * 22)
        answers.append(json.loads(again.told[-1]))

    lives(new_pack(1), script)
    (answer,) = answers
    assert (answer["race"]["n"], answer["race"]["status"]) == (2, "lobby")
    assert answer["table"] is None


def test_who_resumes_after_the_end_is_sent_the_board() -> None:
    answers = []

    async def script(world: World) -> None:
        _, other, code = await finished_race(world)
        await other.gone()
        again = await world.ear("b")
        await again.say("resume", code=code, token="b" * 22)
        answers.append(json.loads(again.told[-1]))

    lives(new_pack(1), script)
    (answer,) = answers
    assert answer["race"]["status"] == "over"
    assert (answer["table"]["race"], answer["table"]["ply"]) == (1, 1)
