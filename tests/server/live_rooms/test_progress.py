"""How often standings of others are sent: the first at once, then at most four times a second."""

import asyncio
import json

from protocol import from_client as ask
from protocol.closing import Close
from server.live_rooms.live_room import MERGE_S, LiveRoom
from server.rooms import commands
from server.rooms.commands import Change
from server.rooms.events import CountdownBegun, RaceStarted, ReadySet
from server.rooms.reducer import fold
from server.rooms.state import Room
from server.views.view_inputs import PUBLIC, Viewer
from tests.harness import LIMIT_S


class Ear:
    """A watcher, and when it heard what."""

    name = "ear"
    viewer: Viewer = PUBLIC

    def __init__(self) -> None:
        self.heard: list[tuple[float, int]] = []

    def send(self, data: bytes) -> None:
        (standing,) = json.loads(data)["standings"]
        self.heard.append((asyncio.get_running_loop().time(), standing["moves"]))

    def send_progress(self, data: bytes) -> bool:
        self.send(data)
        return True

    def close(self, why: Close) -> None:
        raise AssertionError(why)


def running() -> LiveRoom:
    """A race of one that has just begun."""
    asked = ask.Create(id=1, name="Ann", token="t" * 22, game="aces_up", bell_ms=600_000)
    nonce = ReadySet(at=0, by="seat", seat=0, nonce="0" * 32)
    begun: Change = (
        nonce,
        CountdownBegun(at=0, by="server", n=1, racing=(0,), zero_at=0),
        RaceStarted(at=0, by="server", n=1),
    )
    made = commands.create(asked, "p:1", bytes(32), "INVITEWD", 0)
    live = LiveRoom(fold(Room("KQ74TX"), (*made, *begun)), lambda: 1_000)
    live.refreshed({})
    return live


async def test_four_times_a_second_and_the_first_at_once() -> None:
    live, ear = running(), Ear()
    live.listeners.add(ear)
    numbers = live.standings[0]
    begun = asyncio.get_running_loop().time()
    for moves in range(1, 60):
        live.set_standing(1, 0, numbers._replace(moves=moves))
        await asyncio.sleep(0)
        if moves == 1:
            await asyncio.sleep(0)
            assert [told for _, told in ear.heard] == [1]
        await asyncio.sleep(0.02)
    async with asyncio.timeout(LIMIT_S):
        while ear.heard[-1][1] < 59:  # noqa: ASYNC110 # it is heard by no event
            await asyncio.sleep(0.02)
    # From the beginning, not from one to the next: each may be heard a while after it was told.
    after = [at - begun for at, _ in ear.heard]
    assert all(at > 0.99 * MERGE_S * nth for nth, at in enumerate(after)), after


async def test_the_end_of_a_game_does_not_wait() -> None:
    live, ear = running(), Ear()
    live.listeners.add(ear)
    numbers = live.standings[0]
    live.set_standing(1, 0, numbers._replace(moves=1))
    await asyncio.sleep(0.01)
    live.set_standing(1, 0, numbers._replace(moves=2, result="lost", reason="stuck", ended_ms=1))
    await asyncio.sleep(0)
    assert [told for _, told in ear.heard] == [1, 2]
