"""Entrants who never come to their heat: the race changes neither rating nor streak. Entrants who
hardly play: it does."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.leaderboards import ratings
from server.leaderboards.board import counted
from server.leaderboards.log_entry import LoggedRace
from server.store import keys
from tests.server.clocked_process import KEEP_DAYS, Time, real_store
from tests.server.tournaments.tournament_process import NOON, hall, plan
from tests.stores import RedisProcess, all_commands


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


async def test_who_does_not_come_loses_nothing(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan())
        await at.enter("Ann", "Ben", "Cid")
        await at.run("start")
        await at.sit(["Ann", "Ben"])
        await at.start_race()
        for name in ("Ann", "Ben"):
            await at.play(name, 1)
        bell = (await at.kept()).rounds[0].until
        assert bell is not None
        await at.at(bell)
        await at.later(120_000)
        kept = await at.kept()
        assert kept.is_over
        there = {kept.entrants[number].account for number in (0, 1)}
        book = at.tournaments.effect_runner._archiver.results_log
        [(_, raced)] = await book.entries(0, 9)
        assert isinstance(raced, LoggedRace)
        assert len(raced.contestants) == 3
        assert set(ratings.places(raced)) == there
        verdicts = {one.account: one.verdict for one in counted(raced)}
        assert verdicts == {kept.entrants[n].account: "lost" if n < 2 else "-" for n in range(3)}


async def test_a_deal_of_which_hardly_anything_was_played_is_kept_with_its_tournament(
    redis: RedisProcess,
) -> None:
    """Without its record the table could not be checked after three days."""
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan())
        await at.enter("Ann")
        await at.run("start")
        await at.sit(["Ann"])
        await at.start_race()
        await at.play("Ann", 1)
        await at.later(120_000)
        [heat] = (await at.kept()).rounds[0].heats
        assert heat.results is not None
        await at.leave(["Ann"])
        for key in (keys.log(heat.room), keys.race(heat.room), keys.moves(heat.room, 1, 0)):
            assert await all_commands(at.one.kept.others).ttl(key) > (KEEP_DAYS - 1) * 86_400, key
