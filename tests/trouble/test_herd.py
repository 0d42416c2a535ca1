"""Mass connects: very many come to their rooms at once, and again after their server has died."""

import asyncio
import os
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.harness import LIMIT_S, Client, ServerProcess, client

HERD = int(os.environ.get("HERD", "1000"))
LARGE, SMALL = 150, 50
"""Guests of the first room, and of every other."""
AT_ONCE = 50
"""Connects at a time; a test is one process and has to serve all of them."""


@pytest.mark.long(15)
@pytest.mark.processes
async def test_all_who_come_at_once_are_let_in_and_all_come_back_at_once(tmp_path: Path) -> None:
    async with ServerProcess(tmp_path / "one") as server:
        rooms = await opened(server)
        places = [(code, n) for code, size in rooms.items() for n in range(1, size + 1)]
        async with AsyncExitStack() as stack:
            herd = await lines(stack, server, len(places))
            joined = await asyncio.gather(
                *(one.join(code, f"guest {n}") for one, (code, n) in zip(herd, places, strict=True))
            )
            assert not [room for room in joined if room["type"] == "refused"]
            assert sorted((room["code"], room["seat"]) for room in joined) == sorted(places)
            await server.kill()
        await server.start()
        async with AsyncExitStack() as stack:
            back = await lines(stack, server, len(places))
            again = await asyncio.gather(
                *(
                    one.ask("resume", code=room["code"], token=before.token)
                    for one, room, before in zip(back, joined, herd, strict=True)
                )
            )
            assert [seat(room) for room in again] == [seat(room) for room in joined]
            async with asyncio.timeout(LIMIT_S):  # the hosts reconnect as well
                for one, room, before in zip(back, joined, herd, strict=True):
                    if room["seat"] == 1:
                        while await here(one, room["code"], before.token) != rooms[room["code"]]:
                            pass


async def opened(server: ServerProcess) -> dict[str, int]:
    """How many are to come to each room, by code; the hosts have been there."""
    left, rooms = HERD, dict[str, int]()
    while left > 0:
        size = min(left, SMALL if rooms else LARGE)
        async with client(server.url) as host:
            room = await host.create("poker_patience")
        assert room["type"] == "room", room
        rooms[room["code"]] = size
        left -= size
    return rooms


def seat(room: dict[str, Any]) -> tuple[str, int]:
    return room["code"], room["seat"]


async def here(line: Client, code: str, token: str) -> int:
    """How many are connected in a room."""
    room = await line.ask("resume", code=code, token=token)
    return sum(member["here"] for member in room["members"])


async def lines(stack: AsyncExitStack, server: ServerProcess, number: int) -> list[Client]:
    """This many connections."""
    places = asyncio.Semaphore(AT_ONCE)

    async def line() -> Client:
        async with places:
            return await stack.enter_async_context(client(server.url))

    return await asyncio.gather(*(line() for _ in range(number)))
