"""Client connection faults during a race: whoever loses the connection returns to the stored board,
and the race ends as usual."""

import asyncio
import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from tests.harness import BELL_MS, LIMIT_S, ServerProcess
from tests.trouble import company, judging
from tests.trouble.company import Racer
from tests.trouble.faults import SURROUNDINGS, Scene
from tests.trouble.pair import Pair
from tests.trouble.wires import laid

LOST = [
    "all lines of clients cut at once",
    "the network to clients cut",
    "the network to clients half-open",
]
"""Faults that break everybody's connection."""
SLOW = ["the network to clients slow", "the network to clients trickling"]
"""Faults under which everything works, but more slowly."""
GAME = "poker_patience"
SOON_S = 0.02
EARLY = 3
"""Moves made before the fault, of the game's 25."""
A_LITTLE = 143
"""The seed of a short delay: 0.06 s."""


def test_no_fault_of_the_lines_of_clients_is_forgotten() -> None:
    assert {name for name in SURROUNDINGS if "clients" in name} == {*LOST, *SLOW}


@pytest.mark.processes
async def test_a_race_is_whole_whatever_befalls_the_lines_of_its_clients(tmp_path: Path) -> None:
    async with (
        Pair(tmp_path / "store", alone=True) as pair,
        ServerProcess(tmp_path / "one", redis_url=pair.first.url) as server,
        laid(server.port) as outer,
    ):
        here = Scene([server], [], [outer], pair)
        members = await company.members(outer, 1)
        ended: list[Sequence[Racer]] = []
        for name in (*LOST, *SLOW):
            racers = company.racers(here.outer, GAME, 2, members, again_s=SOON_S)
            async with asyncio.TaskGroup() as group:
                racing = group.create_task(company.race(racers, GAME, BELL_MS))
                await strike(here, name, racers)
                ended.append(await racing)
            assert {racer.resumes > 0 for racer in racers} == {name in LOST}, name
        judging.judge_races(ended)
        codes = judging.codes_of(ended)
        await judging.judge_store(pair.first.url, codes, codes)


async def strike(here: Scene, name: str, racers: Sequence[Racer]) -> None:
    """Cause the fault in the middle of a race, and wait until all racers have felt it."""
    (wire,) = here.outer
    await until(partial(have_made, racers, [EARLY] * len(racers)))
    one_more = [len(racer.acknowledged) + 1 for racer in racers]
    async with SURROUNDINGS[name](here, random.Random(A_LITTLE)):
        if name in SLOW:
            await until(partial(have_made, racers, one_more))
        elif wire.open:
            await until(lambda: all(racer.is_waiting for racer in racers))
        else:
            await until(lambda: wire.turned_away >= len(racers))


def have_made(racers: Sequence[Racer], moves: Sequence[int]) -> bool:
    return all(len(racer.acknowledged) >= n for racer, n in zip(racers, moves, strict=True))


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(LIMIT_S):
        while not is_so():  # noqa: ASYNC110 # whoever races tells nobody
            await asyncio.sleep(0.001)
