"""Nothing of a traveller reaches anybody while somebody may still make a try that counts, although
the tries are stored before that."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.archive.archiver import Archiver
from server.store import keys
from server.travellers.store import TryStore, deal_of
from tests.server.clocked_process import Time, real_store
from tests.server.tournaments.test_secrecy import PLAYERS, SHORT
from tests.server.tournaments.tournament_process import NOON, Hall, hall, plan
from tests.stores import RedisProcess


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


async def archive(at: Hall) -> None:
    await at.due()
    await Archiver(at.one.kept, at.one.kept.kept_s).look()


async def test_of_a_round_there_is_no_traveller_before_all_its_heats_are_over(
    redis: RedisProcess,
) -> None:
    """The heats of a round have the same deal, so one heat's tries would tell the other heat what
    to do."""
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan("knockout", [SHORT], knockout={"sprint": SHORT}))
        await at.enter(*PLAYERS)
        at.people["stranger"] = await at.one.ear("stranger")
        await at.run("start")
        await at.sit(PLAYERS)
        await at.start_race()
        first, second = (await at.kept()).rounds[0].heats
        names = {one.number: PLAYERS[one.number] for one in (await at.kept()).entrants}
        for number in first.entrants:
            await at.play(names[number], 6)
        await archive(at)
        live = at.one.registry.rooms[first.room]
        deal = deal_of(live.room, live.race)
        assert await TryStore(at.one.kept.others, 100).count(deal) == 2
        for ear in at.people.values():
            answer = await ear.say("get_traveller", deal=first.room)
            assert (answer["type"], answer["code"]) == ("refused", "not_opened")
        for number in second.entrants:
            await at.play(names[number], 6)
        await archive(at)
        for ear in at.people.values():
            answers = [await ear.say("get_traveller", deal=heat.room) for heat in (first, second)]
            assert [answer["type"] for answer in answers] == ["traveller"] * 2, answers
            assert [answer["total"] for answer in answers] == [4, 4]
            assert answers[0]["rows"] == answers[1]["rows"]
            assert {row["name"] for row in answers[0]["rows"]} == set(PLAYERS)


async def test_the_key_of_a_deal_does_not_tell_its_seed(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan("knockout", [SHORT], knockout={"sprint": SHORT}))
        await at.enter(*PLAYERS)
        await at.run("start")
        await at.sit(PLAYERS)
        await at.start_race()
        live = at.one.registry.rooms[(await at.kept()).rounds[0].heats[0].room]
        key = keys.traveller(deal_of(live.room, live.race))
        assert live.room.seed(live.race).hex()[:8] not in key
