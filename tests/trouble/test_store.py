"""Store faults during a race: nothing is acknowledged that is not stored, and everything recovers
by itself."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.races.verify import verify
from protocol.closing import Close
from tests.harness import AGAIN_S, LIMIT_S, Client, ConnectionClosed, ServerProcess, client
from tests.server.net.test_pages import asked_at
from tests.trouble.faults import SURROUNDINGS, Scene, lead
from tests.trouble.pair import Pair
from tests.trouble.wires import laid

pytestmark = pytest.mark.processes

SEEN = [
    "the network to the store cut",
    "the network to the store half-open",
    "the store killed",
    "the store standing still",
    "the store writing nothing",
    "the store out of memory",
    "the store without enough replicas",
    "servers led to the replica, which is read-only",
    "the store failed over to its replica",
]
"""Faults under which the store accepts nothing from the server."""
SLOW = ["the network to the store slow", "the network to the store trickling"]
"""Faults under which everything works, but more slowly."""


@asynccontextmanager
async def scene(folder: Path) -> AsyncIterator[Scene]:
    """One server on a store with a replica."""
    async with AsyncExitStack() as stack:
        pair = await stack.enter_async_context(Pair(folder / "store"))
        inner = await stack.enter_async_context(laid(pair.first.port))
        server = await stack.enter_async_context(
            ServerProcess(folder / "one", redis_url=inner.redis_url)
        )
        outer = await stack.enter_async_context(laid(server.port))
        yield Scene([server], [inner], [outer], pair)


class Player:
    """A player alone in a race, who lays one card after the other. `ply` counts acknowledged
    moves."""

    def __init__(self, link: Client, code: str, table: dict[str, Any]) -> None:
        self.link = link
        self.code = code
        self.ply = 0
        self.legal = table["legal"]

    async def send(self) -> int:
        return await self.link.send("play", race=1, ply=self.ply, move=self.legal[0])

    async def told(self, *what: str) -> dict[str, Any]:
        """The next message of one of these kinds, or with one of these codes."""
        while True:
            message = await self.link.until("moved", "notice", "refused", "table")
            if message.get("code") == "storage_away" and message["type"] == "refused":
                await asyncio.sleep(AGAIN_S)
                await self.send()  # the refusal says to try again
            elif message["type"] == "moved":
                self.ply, self.legal = message["ply"], message["legal"]
            if message["type"] in what or message.get("code") in what:
                return message

    async def move(self) -> None:
        await self.send()
        await self.told("moved")


async def begin(link: Client) -> Player:
    code = (await link.create("poker_patience", name="Ann"))["code"]
    await link.ready()
    await link.ask("start")
    return Player(link, code, await link.until("table"))


@pytest.mark.long(25)
async def test_no_move_is_acknowledged_before_it_is_stored_and_each_is_after(
    tmp_path: Path,
) -> None:
    async with scene(tmp_path) as here, client(here.outer[0].url) as link:
        ann = await begin(link)
        for name in SEEN:
            await serves(here.servers[0])
            await link.ask("ping")  # all earlier notices have been received
            await ann.move()  # the next move then writes without having to read first
            await here.pair.has_followed()
            async with SURROUNDINGS[name](here, random.Random(0)):
                await ann.send()
                ply = ann.ply
                await ann.told("storage_away")
                assert ann.ply == ply, f"stored, it says: {name}"
            while ann.ply == ply:  # the order of the move and the notice is random
                await ann.told("moved")
        for name in SLOW:
            await serves(here.servers[0])
            async with SURROUNDINGS[name](here, random.Random(0)):
                await ann.move()
        await here.servers[0].kill()
        await here.pair.first.kill()
        await here.pair.first.start()
        await here.servers[0].start()
        await agrees(here, ann)


async def test_moves_made_while_the_disk_is_full_are_there_when_it_is_not(tmp_path: Path) -> None:
    """A store that does not wait for its disk notices a full disk late. Acknowledged moves are then
    in its memory, and are written as soon as there is room."""
    async with scene(tmp_path) as here, client(here.outer[0].url) as link:
        ann = await begin(link)
        async with SURROUNDINGS["the store's disk full"](here, random.Random(0)):
            await ann.send()
            while (await ann.told("moved", "storage_away"))["type"] == "moved":
                await ann.send()
            ply = ann.ply
        while ann.ply == ply:
            await ann.told("moved")
        await ann.move()
        await here.servers[0].kill()
        await here.pair.first.kill()
        await here.pair.first.start()
        await here.servers[0].start()
        await agrees(here, ann)


@pytest.mark.parametrize("events", [0, 1])
async def test_what_a_replica_has_not_got_is_lost_and_everybody_goes_on_from_there(
    events: int, tmp_path: Path
) -> None:
    """A replica that is behind is promoted. Boards and rooms must return to what is stored, and
    continue from there to the end."""
    async with (
        scene(tmp_path) as here,
        laid(here.pair.first.port) as between,
        client(here.outer[0].url) as link,
    ):
        ann = await begin(link)
        await ann.move()
        await here.pair.follow(between.port)
        between.fall_silent()
        for _ in range(3):
            await ann.move()
        async with client(here.outer[0].url) as other:
            for _ in range(events):
                await other.join(ann.code, "Ben")  # this will be lost as well
            await here.pair.first.kill()
            await here.pair.promote()
            lead(here, here.pair.first.port)
            with pytest.raises(ConnectionClosed) as ended:
                await link.until("no such message")
            assert ended.value.rcvd is not None
            assert ended.value.rcvd.code == Close.RESYNC
            await serves(here.servers[0])
        ann.ply = 1
        await agrees(here, ann)


async def test_a_seat_is_taken_over_from_a_line_that_was_lost_in_silence(tmp_path: Path) -> None:
    async with scene(tmp_path) as here, client(here.outer[0].url) as link:
        ann = await begin(link)
        await ann.move()
        (wire,) = here.outer
        wire.fall_silent()
        await ann.send()  # this never arrives
        wire.speak_again()
        await agrees(here, ann)
        async with asyncio.timeout(LIMIT_S):
            while wire.forgotten:  # noqa: ASYNC110 # the server lets go of the line
                await asyncio.sleep(0.05)


async def serves(server: ServerProcess) -> None:
    """Wait until a server has its store."""
    async with asyncio.timeout(LIMIT_S):
        while (await asked_at(f"127.0.0.1:{server.port}", "GET /readyz")).status != 200:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def agrees(here: Scene, ann: Player) -> None:
    """On a new connection the board is the acknowledged one, and the race continues to its end."""
    async with client(here.outer[0].url) as back:
        back.token = ann.link.token
        await back.ask("resume", code=ann.code, token=back.token, legal=True)
        table = await back.until("table")
        assert table["ply"] == ann.ply
        again = Player(back, ann.code, table)
        again.ply = ann.ply
        await again.move()
        await back.send("play", race=1, ply=again.ply, move="resign")
        await back.until("over")
        answer = await back.ask("get_record", race=ann.code)
        checks = verify(answer["record"], None)
        assert all(check.ok for check in checks), checks[-1]
        assert len(answer["record"]["seats"][0]["moves"]) == ann.ply + 2
