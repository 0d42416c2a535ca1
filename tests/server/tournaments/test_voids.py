"""Races voided by an administrator."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.store import keys
from server.tournaments import external_events
from server.tournaments.messages import round_info
from tests.server.clocked_process import Time, real_store
from tests.server.tournaments.evenings import plan as pure
from tests.server.tournaments.evenings import standings
from tests.server.tournaments.test_life import finish, started, until
from tests.server.tournaments.tournament_process import NOON, hall, plan
from tests.stores import RedisProcess


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started_here:
        yield started_here


async def test_a_race_is_void_before_anybody_has_noted_its_end(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan("round_robin"))
        await at.enter("Ann", "Ben")
        await at.run("start")
        await at.sit(["Ann", "Ben"])
        await at.start_race()
        await at.play("Ann", 4)
        await at.play("Ben", 0)
        [heat] = (await at.kept()).rounds[0].heats
        assert not heat.is_over
        live = await at.one.registry.find(heat.room)
        await at.tournaments.store.correct(live.room, (), at.one.time.now)
        await at.due()
        told = await at.told()
        assert told["rounds"][0]["state"] == "table"
        assert [each["void"] for each in told["rounds"][0]["heats"]] == [True]
        assert {row["total"] for row in told["table"]} == {"0.00"}
        await at.one.kept.others.delete(keys.tournament(at.code))
        await at.tournaments.store.correct(live.room, (), at.one.time.now)  # it is no more


def test_what_is_void_is_told_and_may_be_put_right() -> None:
    held = started(pure("round_robin"), 2)
    [heat] = finish(held, [0, 1]).heats
    t = external_events.corrected(held.t, heat.room, (), held.now)
    [told] = round_info(t, t.rounds[0], held.now).heats
    assert (told.void, told.over, sorted(told.absent)) == (True, True, [0, 1])
    assert external_events.corrected(t, heat.room, (), held.now) == t
    right = external_events.corrected(t, heat.room, standings(heat, {0: 1, 1: 2}), held.now)
    assert right == held.t


def test_a_void_heat_of_a_knockout_is_played_out_by_a_sprint() -> None:
    held = started(pure("knockout"), 2)
    [heat] = finish(held, [0, 1]).heats
    held.t = external_events.corrected(held.t, heat.room, (), held.now)
    held.look()
    sprint = until(held, "racing")
    assert (sprint.decides, sprint.entrants) == (1, frozenset({0, 1}))
