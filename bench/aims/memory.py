"""What races take of memory, and whether it is given back when they are over."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from bench import machine, servers
from bench.aims.effort import Effort
from bench.aims.line import ANSWER_S, Player, close
from bench.servers import Served

GAME = "uncle_remus"
DEALS = 5
"""Moves of each contestant, a row of cards each, after which all cards are on the table."""
STEADY = 1 << 20
"""Memory that has changed by less meanwhile is what it will be."""
TOGETHER = 10
"""So many rooms fill at once."""
LOOK_S, LOOKS = 2.0, 15


class MemoryCost(NamedTuple):
    """Resident MiB of the server: before, with so many races at their fullest, and when all of them
    are over and everybody has gone. What the store has then is what it keeps of them."""

    time: int
    races: int
    contestants: int
    before: float
    racing: float
    after: float
    store: float


async def measured(effort: Effort, note: Callable[[str], None]) -> list[MemoryCost]:
    """The same races one time after the other on one server: what grows each time is lost."""
    rows = []
    async with servers.patience() as served:
        for time in range(1, effort.times + 1):
            note(f"{effort.long} races of {effort.field}, time {time} of {effort.times}")
            rows.append(await once(served, effort, time))
    return rows


async def once(served: Served, effort: Effort, time: int) -> MemoryCost:
    """All races, from nobody there to everybody gone."""
    before = _mib(served)
    rooms = [[Player(Random(0)) for _ in range(effort.field)] for _ in range(effort.long)]
    try:
        for at in range(0, len(rooms), TOGETHER):
            await asyncio.gather(*(_gather(served, room) for room in rooms[at : at + TOGETHER]))
        await asyncio.gather(*(_play(player) for room in rooms for player in room))
        racing = _mib(served)
        await asyncio.gather(*(_end(room) for room in rooms))
    finally:
        close(player for room in rooms for player in room)
    after = await _settled(served)
    store = machine.used(served.store) if served.store is not None else None
    kept = round(store.rss / 2**20, 1) if store else 0.0
    return MemoryCost(time, effort.long, effort.field, before, racing, after, kept)


async def _gather(served: Served, room: list[Player]) -> None:
    code = await room[0].enter(served.url, "player 0", GAME)
    await asyncio.gather(
        *(each.enter(served.url, f"player {i}", GAME, code) for i, each in enumerate(room[1:], 1))
    )
    await asyncio.gather(*(player.deal() for player in room))


async def _play(player: Player) -> None:
    for _ in range(DEALS):
        await player.say_move("deal")


async def _end(room: list[Player]) -> None:
    """Everybody gives up, and hears that the race is over."""
    ends = [player.expect("over") for player in room]
    await asyncio.gather(*(player.say_move("resign") for player in room))
    async with asyncio.timeout(ANSWER_S):
        await asyncio.gather(*ends)
    await asyncio.gather(*(player.ask("leave") for player in room))


async def _settled(served: Served) -> float:
    """MiB once they change no more, or after the last look."""
    mib = _mib(served)
    for _ in range(LOOKS):
        await asyncio.sleep(LOOK_S)
        last, mib = mib, _mib(served)
        if abs(mib - last) * 2**20 < STEADY:
            break
    return mib


def _mib(served: Served) -> float:
    used = machine.used_by(served.processes)
    return round(used.rss / 2**20, 1) if used else 0.0
