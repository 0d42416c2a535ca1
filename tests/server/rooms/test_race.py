"""A race from the first ready to its record, over real sockets and a real store."""

import asyncio
import random
from typing import Any

import pytest

from engine.races.verify import verify
from tests.harness import Client, ServerProcess, client


async def play_out(player: Client, rng: random.Random) -> dict[str, Any]:
    """Play random legal moves until the race is over; the `over` message."""
    while True:
        message = await player.until("table", "moved", "over")
        if message["type"] == "over":
            return message
        if message["over"] is None and message["legal"]:
            await player.send(
                "play",
                race=message["race"],
                ply=message["ply"],
                move=rng.choice(message["legal"]),
            )


@pytest.mark.parametrize("game", ["aces_up", "uncle_remus", "cribbage_patience"])
async def test_three_race_one_deal_and_the_record_verifies(
    server: ServerProcess, game: str
) -> None:
    async with client(server.url) as host, client(server.url) as b, client(server.url) as c:
        room = await host.create(game, bell_ms=3_000)
        for player, name in ((b, "b"), (c, "c")):
            assert (await player.join(room["code"], name))["type"] == "room"
        for player in (host, b, c):
            await player.ready()
        overs = await asyncio.gather(
            *(play_out(player, random.Random(i)) for i, player in enumerate((host, b, c)))
        )
        assert overs[0]["results"] == overs[1]["results"] == overs[2]["results"]
        record = (await host.ask("get_record", race=room["code"]))["record"]
        checks = verify(record, expected_commitment=room["race"]["commitment"])
        assert all(check.ok for check in checks), checks[-1]
        assert checks[-1].step == "digest"
        told = [{**r["standing"], "place": r["place"]} for r in overs[0]["results"]]
        for result in told:
            del result["progress"]
        assert told == record["results"]
