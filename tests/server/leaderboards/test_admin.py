"""`patience admin` for results: beside a running server, and without one."""

import os

import pytest

from server.store import keys
from tests.harness import ROOT
from tests.nursery import Child
from tests.server.leaderboards.made import NOON, House, Ran, race

ROOM_RACE = "KQ7-4TX-1"


async def admin(house: House, *words: str) -> tuple[int, str]:
    """What the `patience` command says, and its exit code."""
    given = {**os.environ, "REDIS_URL": house.process.url}
    process = await Child.start("client_cli.main", ["admin", *words], given, cwd=ROOT)
    said = await process.communicate()
    return await process.wait(), said.decode()


@pytest.mark.processes
async def test_boards_are_made_anew_and_differences_told(house: House) -> None:
    await house.count(race(1, Ran("ann", "won"), Ran("ben")))
    assert await admin(house, "rebuild-boards") == (
        0,
        "Nothing differs; 1 entries of the results log were checked.\n",
    )
    key = keys.RESULTS.board("outs", "people", "all", race(1).identity)
    await house.redis.zadd(key, {"ann": 5})
    code, said = await admin(house, "rebuild-boards")
    assert code == 1
    assert said == f"{key} ann: was 5.0, is 1.0\n1 differences in 1 entries, all corrected.\n"


@pytest.mark.processes
async def test_a_race_is_voided_with_a_reason(house: House) -> None:
    await house.count(race(1, Ran("ann", "won"), Ran("ben")))
    assert (await admin(house, "void", ROOM_RACE))[0] == 2
    assert (await admin(house, "void", "chess", "--why", "x"))[0] == 2
    assert (await admin(house, "void", "KQ7-4TX", "--why", "x"))[0] == 2
    assert (await admin(house, "void", "KQ7-4TX-2", "--why", "x"))[0] == 3
    assert await admin(house, "void", ROOM_RACE, "--why", "-a fault") == (0, "That race is void.\n")
    assert await admin(house, "void", ROOM_RACE, "--why", "again") == (
        0,
        "That race was void already.\n",
    )
    (_, last) = (await house.book.entries(0, 9))[-1]
    assert (last.race, getattr(last, "why", "")) == ("KQ74TX-1", "-a fault")
    assert last.at != NOON
    assert not [key for key in await house.derived() if ":board:" in key]


@pytest.mark.processes
async def test_a_store_that_is_away_is_told(house: House) -> None:
    await house.process.kill()
    assert (await admin(house, "rebuild-boards"))[0] == 5
    await house.process.start()
