"""Measure how much memory races take, and whether the server returns it when they are over."""

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
"""Moves of each contestant. Each deals a row of ten cards, so that all but four of the 104 cards
are on the table."""
STEADY = 1 << 20
"""Memory that changed by fewer bytes than this between two looks counts as settled."""
TOGETHER = 10
"""How many rooms are filled at once."""
LOOK_S, LOOKS = 2.0, 15


class MemoryCost(NamedTuple):
    """Resident MiB of the server: before the races, with all races at their largest, and when all
    races are over and everybody has left. `store` is the resident MiB of the store at the end.
    `time` counts from 1."""

    time: int
    races: int
    contestants: int
    before: float
    racing: float
    after: float
    store: float


async def measured(effort: Effort, note: Callable[[str], None]) -> list[MemoryCost]:
    """Run the same races several times on one server. Memory that grows each time is leaked."""
    rows = []
    async with servers.patience() as served:
        for time in range(1, effort.times + 1):
            note(f"{effort.long} races of {effort.field}, time {time} of {effort.times}")
            rows.append(await once(served, effort, time))
    return rows


async def once(served: Served, effort: Effort, time: int) -> MemoryCost:
    """Run all races once: fill the rooms, deal all cards, end the races, leave."""
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
    """Let everybody resign, wait until they are told that the race is over, and let them leave."""
    ends = [player.expect("over") for player in room]
    await asyncio.gather(*(player.say_move("resign") for player in room))
    async with asyncio.timeout(ANSWER_S):
        await asyncio.gather(*ends)
    await asyncio.gather(*(player.ask("leave") for player in room))


async def _settled(served: Served) -> float:
    """Return the server's MiB when they no longer change, or after LOOKS looks."""
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
