"""Processes that play for bots are killed: the bots go on, at the same process or another."""

from pathlib import Path

import pytest

from tests.harness import Client, ServerProcess, client
from tests.server.two_servers import two_servers


async def moved_on(link: Client, seats: set[int], least: dict[int, int]) -> dict[int, int]:
    """The number of moves of each seat, when each of these has made more than `least` says."""
    made = dict(least)
    while any(made.get(seat, 0) <= least.get(seat, 0) for seat in seats):
        for standing in (await link.until("progress"))["standings"]:
            made[standing["seat"]] = standing["moves"]
    return made


async def seat_bots(host: Client, pace: str) -> None:
    for strength in ("greedy", "tips", "ahead"):
        assert (await host.ask("seat_bot", strength=strength, pace=pace))["type"] == "done"


@pytest.mark.long(20)
async def test_bots_go_on_after_their_server_was_killed(tmp_path: Path) -> None:
    async with ServerProcess(tmp_path) as server:
        async with client(server.url) as host:
            code = (await host.create("klondike"))["code"]
            await seat_bots(host, "quick")
            await host.ready()
            made = await moved_on(host, {1, 2, 3}, {})
            await server.kill()
        await server.start()
        async with client(server.url) as again:
            room = await again.ask("resume", code=code, token=host.token)
            stored = {each["seat"]: each["moves"] for each in room["standings"]}
            assert all(stored[seat] >= made[seat] for seat in (1, 2, 3))  # nothing stored is lost
            await moved_on(again, {1, 2, 3}, stored)


@pytest.mark.long(20)
async def test_bots_go_on_at_another_process(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as servers, client(servers.two.url) as guest:
        async with client(servers.one.url) as host:
            room = await host.create("racing_demon", options={"piles": 5})
            await guest.join(room["code"], "Gerd")
            await seat_bots(host, "steady")
            await guest.ready()
            await host.ready()
            made = await moved_on(guest, {2, 3, 4}, {})
            await servers.one.kill()
        room = await guest.ask("resume", code=room["code"], token=guest.token)
        stored = {each["seat"]: each["moves"] for each in room["standings"]}
        assert all(stored[seat] >= made[seat] for seat in (2, 3, 4))
        await moved_on(guest, {2, 3, 4}, stored)
