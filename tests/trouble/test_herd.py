"""Very many come at once: to a room, and back to it when its server has died."""

import asyncio
import os
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.harness import LIMIT_S, Client, ServerProcess, client

HERD = int(os.environ.get("HERD", "150"))
AT_ONCE = 50
"""So many connect at a time; a test is one process, and has to answer all of them."""


@pytest.mark.long(15)
@pytest.mark.processes
async def test_all_who_come_at_once_are_let_in_and_all_come_back_at_once(tmp_path: Path) -> None:
    async with ServerProcess(tmp_path / "one") as server:
        async with client(server.url) as host:
            code = (await host.create("poker_patience"))["code"]
            async with AsyncExitStack() as stack:
                herd = await lines(stack, server, HERD)
                joined = await asyncio.gather(
                    *(one.join(code, f"guest {n}") for n, one in enumerate(herd))
                )
                assert not [room for room in joined if room["type"] == "refused"]
                assert sorted(room["seat"] for room in joined) == list(range(1, HERD + 1))
                await server.kill()
        await server.start()
        async with AsyncExitStack() as stack:
            back = await lines(stack, server, HERD)
            rooms = await asyncio.gather(
                *(
                    one.ask("resume", code=code, token=before.token)
                    for one, before in zip(back, herd, strict=True)
                )
            )
            assert [room["seat"] for room in rooms] == [room["seat"] for room in joined]
            async with asyncio.timeout(LIMIT_S):  # the host's line, too, died with the server
                while await here(back[0], code, herd[0].token) != HERD:
                    pass


async def here(line: Client, code: str, token: str) -> int:
    """How many of a room are there."""
    room = await line.ask("resume", code=code, token=token)
    return sum(member["here"] for member in room["members"])


async def lines(stack: AsyncExitStack, server: ServerProcess, number: int) -> list[Client]:
    """So many connections."""
    places = asyncio.Semaphore(AT_ONCE)

    async def line() -> Client:
        async with places:
            return await stack.enter_async_context(client(server.url))

    return await asyncio.gather(*(line() for _ in range(number)))
