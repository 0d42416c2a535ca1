"""What many tournaments, or large ones, may ask of a server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from server.tournaments.course import UNTENDED_MS
from server.tournaments.tournaments import MOST_LIVE
from tests.server.days import Time, real_store
from tests.server.tournaments.hall import MINUTE, NOON, hall, plan
from tests.stores import RedisProcess


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


class Up:
    """The store is there."""

    async def up(self) -> None:
        return


async def test_what_waits_is_looked_at_when_something_falls_due(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan())
        await at.enter("Ann")
        store = at.tournaments.store
        assert await store.due() == {at.code: NOON + UNTENDED_MS}
        draft = await at.people["Olga"].say("new_tournament", plan=plan())
        assert (await store.due())[draft["code"]] == NOON + UNTENDED_MS
        starts_at = {"starts_at": NOON + 60 * MINUTE}
        soon = await at.people["Olga"].say("new_tournament", plan=plan(schedule=starts_at))
        opening = {"code": soon["code"], "do": {"verb": "open"}}
        assert (await at.people["Olga"].say("run_tournament", **opening))["type"] == "done"
        assert (await store.due())[soon["code"]] == NOON + 45 * MINUTE
        await at.run("start")
        assert (await store.due())[at.code] == 0

        looked_at = dict[str, int]()
        at.tournaments.schedule.add = looked_at.__setitem__  # type: ignore[assignment, method-assign]
        link: Any = Up()
        with suppress(TimeoutError):
            await asyncio.wait_for(at.tournaments.run(link), 0.1)
        assert looked_at == await store.due()


async def test_an_organiser_has_so_many_that_are_not_over(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan())
        olga = at.people["Olga"]
        for _ in range(MOST_LIVE - 1):
            assert (await olga.say("new_tournament", plan=plan()))["type"] == "tournament"
        refused = await olga.say("new_tournament", plan=plan())
        assert refused["code"] == "too_many_tournaments"
        await at.run("stop")
        assert (await olga.say("new_tournament", plan=plan()))["type"] == "tournament"


async def test_a_full_store_gets_no_rooms(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan())
        await at.enter("Ann")
        shelf = at.one.tournaments.quota.shelf
        shelf.full = True
        await at.run("start")
        assert (await at.kept()).rounds[0].state == "pairing"
        shelf.full = False
        await at.due()
        assert (await at.kept()).rounds[0].state == "lobby"
