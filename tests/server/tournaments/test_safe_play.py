"""Safe auto-play as a term of a tournament: from the definition file to an entrant's table."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from client_cli.tournament.definition_file import read_plan
from engine.races.verify import verify
from tests.messages import told
from tests.server.clocked_process import Time, real_store
from tests.server.tournaments.tournament_process import NOON, Hall, hall
from tests.stores import RedisProcess

DEALS = 5
DEFINITION = f"""
title = "Friday"
[[rounds]]
game = "bakers-dozen"
deals = {DEALS}
safe_play = true
"""


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


async def first_safe(at: Hall, name: str) -> tuple[int, dict[str, Any] | None]:
    """Play at random until the server names a safe move; the ply, and the move or None."""
    ear = at.people[name]
    await ear.say("look")
    table = next(m for data in ear.told[::-1] for m in told(data) if m["type"] == "table")
    ply = 0
    while not table["safe"] and table["legal"] and not table["over"] and ply < 60:
        move = at.chance.choice(table["legal"])
        table = await ear.say("play", race=1, ply=ply, move=move)
        ply += 1
    assert table["safe"] is None or table["safe"] in table["legal"]
    return ply, table["safe"]


async def test_the_term_of_the_file_reaches_the_table_of_an_entrant(redis: RedisProcess) -> None:
    plan = read_plan(DEFINITION, "friday.toml", None, NOON).model_dump(mode="json")
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan)
        await at.enter("Ann", "Ben")
        await at.run("start")
        for _ in range(DEALS):  # seldom is no card safe in a deal that is played at random
            rooms = await at.sit(["Ann", "Ben"])
            await at.start_race()
            ply, safe = await first_safe(at, "Ann")
            if safe is not None:
                made = await at.people["Ann"].say("play", race=1, ply=ply, move=safe)
                assert made["type"] == "moved", made
            for name in ("Ann", "Ben"):
                await at.play(name, 0)
            await at.due()
            await at.leave(["Ann", "Ben"])
            if safe is not None:
                break
            await at.at((await at.kept()).rounds[-1].until or at.one.time.now)  # the next round
        else:
            pytest.fail("no card was safe in five deals")
        code = rooms["Ann"]["code"]
        answer = await at.people["Ann"].say("get_record", race=code)
        record = answer["record"]
        assert record["terms"]["safe_play"] is True
        assert all(check.ok for check in verify(record, None))
