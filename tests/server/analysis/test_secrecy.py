"""No byte of an analysis exists, or reaches anybody, while somebody may still play the deal."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.analysis.analyser import Analyser
from server.analysis.store import AnalysisStore
from server.archive.archiver import Archiver
from server.rooms.store import RoomStore
from server.store import keys
from tests.harness import Client, ServerProcess, client
from tests.server.clocked_process import Time, real_store
from tests.server.daily.test_daily_deals import give_up, sign_up, sprint_of_today, tried
from tests.server.tournaments.test_secrecy import PLAYERS, SHORT
from tests.server.tournaments.tournament_process import NOON, Hall, hall, plan
from tests.server.two_servers import begin, moves
from tests.stores import RedisProcess, all_commands

NODES = 500


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


async def analyse_what_may_be(store: RoomStore) -> None:
    """Do once what the archiver and the analyser do, without waiting for their turn."""
    await Archiver(store, store.kept_s, analysed=True).look()
    redis = all_commands(store.others)
    for shard in range(keys.SHARDS):
        for member in await store.others.zrange(keys.to_analyse(shard), 0, -1):
            await redis.zadd(keys.to_analyse(shard), {member: 0})
    while await Analyser(store, NODES).look():
        pass


async def analyses(store: RoomStore) -> list[str]:
    """The keys of all analyses in the store."""
    return [key async for key in store.others.scan_iter("cp:*:analysis")]


async def test_of_a_race_that_goes_on_there_is_no_analysis(
    redis: RedisProcess, tmp_path: Path
) -> None:
    async with (
        ServerProcess(tmp_path / "one", redis_url=redis.url) as server,
        client(server.url) as ann,
        client(server.url) as ben,
    ):
        store = RoomStore(redis.url)
        code = await begin(ann, ben)
        table = (await moves(ann, 3))[-1]
        await ann.ask("play", race=1, ply=table["ply"], move="resign")
        await analyse_what_may_be(store)
        assert await analyses(store) == []
        assert (await ann.ask("get_analysis", race=code))["code"] == "race_not_over"
        await ben.ask("play", race=1, ply=0, move="resign")
        await ben.until("over")
        assert (await ben.ask("get_analysis", race=code))["status"] == "waiting"
        await analyse_what_may_be(store)
        told = await ben.ask("get_analysis", race=code)
        assert (told["status"], told["analysis"]["race"]) == ("done", f"{code}-1")
        await store.close()


async def test_of_a_daily_deal_there_is_no_analysis_before_its_last_try_has_ended(
    redis: RedisProcess, tmp_path: Path
) -> None:
    async with (
        ServerProcess(tmp_path / "one", redis_url=redis.url) as server,
        client(server.url) as ann,
        client(server.url) as ben,
    ):
        store = RoomStore(redis.url)
        await sign_up(ann, "Anna")
        name = (await sprint_of_today(ann))["name"]
        code, table = await tried(ann, name)
        await give_up(ann, table)
        await analyse_what_may_be(store)
        assert await store.archived(code, 1) is not None
        assert await analyses(store) == []
        for link in (ann, ben):
            assert (await refused(link, code)) == "not_opened"
        assert await AnalysisStore(store.others).is_waiting(code, 1)
        await store.close()


async def refused(link: Client, race: str) -> str:
    answer = await link.ask("get_analysis", race=race)
    assert answer["type"] == "refused", answer
    return str(answer["code"])


async def test_of_a_round_there_is_no_analysis_before_all_its_heats_are_over(
    redis: RedisProcess,
) -> None:
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
            await at.play(names[number], 3)
        await at.due()
        await analyse_what_may_be(at.one.kept)
        assert await at.one.kept.archived(first.room, 1) is not None
        assert await analyses(at.one.kept) == []
        assert await told_codes(at, first.room) == {"not_opened"}
        for number in second.entrants:
            await at.play(names[number], 1)
        await at.due()
        await analyse_what_may_be(at.one.kept)
        assert len(await analyses(at.one.kept)) == 2
        for ear in at.people.values():
            told = await ear.say("get_analysis", race=first.room)
            assert told["status"] == "done", told


async def told_codes(at: Hall, race: str) -> set[str]:
    """The codes with which everybody is refused the analysis of a race."""
    answers = [await ear.say("get_analysis", race=race) for ear in at.people.values()]
    assert all(answer["type"] == "refused" for answer in answers), answers
    return {answer["code"] for answer in answers}
