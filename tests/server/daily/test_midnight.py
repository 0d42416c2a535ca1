"""Daily deals at midnight and across restarts of processes, with a clock that tests set."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from engine.races import fairness
from server.accounts.name_rules import keys_of
from server.daily.store import DailyTry
from server.live_rooms.live_room import LiveRoom
from server.rooms import daily_deals
from server.store import keys
from tests.secrecy.glass import Ear
from tests.server.clocked_process import DAY, KEEP_DAYS, Time, process, real_store, token
from tests.stores import RedisProcess, all_commands

SPRINT, LONG = daily_deals.of_day(DAY)
HOUR_MS = 3_600_000


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


class Killed(Exception):
    """The process died at this point."""


async def killed(live: LiveRoom) -> None:
    """Stands for a step that a process did not live to take."""
    raise Killed(live.room.code)


async def board(ear: Ear, deal: daily_deals.DailyDeal) -> dict[str, Any]:
    return await ear.say("get_daily_board", name=deal.name)


def names(rows: list[dict[str, Any]]) -> list[tuple[int, str]]:
    return [(row["place"], row["name"]) for row in rows]


# Midnight. ------------------------------------------------------------------------------------


@pytest.mark.parametrize("deal", [SPRINT, LONG], ids=daily_deals.SLOTS)
async def test_nothing_is_told_before_the_last_try_has_ended(
    redis: RedisProcess, deal: daily_deals.DailyDeal
) -> None:
    """Begun eight seconds before midnight and played on with the secret told then, a try came
    first."""
    time = Time(deal.closes_at - HOUR_MS)
    async with process(redis, time) as one:
        await one.draw()
        ann, ben, cid = [await one.person(name) for name in ("Anna", "Ben", "Cid")]
        done = await one.try_it(cid, deal)
        await one.resign(cid, done)
        await one.at(deal.closes_at - 8_000)
        late = await one.try_it(ann, deal)
        last = one.registry.rooms[late].race.bell_at
        assert last < deal.ends_at < deal.told_at
        await ben.say("watch", code=done)
        for now in (deal.closes_at, deal.closes_at + 1, last, deal.ends_at, deal.told_at - 1):
            await one.at(now)
            assert (await board(ben, deal))["code"] == "not_for_you"
            assert (await ben.say("try_daily", name=deal.name, token="x" * 24))["type"] == "refused"
            assert (await ben.say("get_record", race=f"{done}-1"))["code"] == "not_opened"
            assert (await ben.say("watch_board", seat=0))["code"] == "not_for_you"
            told = await board(cid, deal)
            assert (told["closed"], told["opened"]) == (False, None)
        assert one.registry.rooms[late].race.status == "over"
        await one.at(deal.told_at)
        told = await board(ben, deal)
        assert (told["closed"], len(told["results"])) == (True, 2)
        assert (await ben.say("get_record", race=f"{late}-1"))["type"] == "record"
        assert (await ben.say("watch_board", seat=0))["type"] == "watched_table"


async def test_a_try_begun_at_the_last_moment_has_its_whole_bell(redis: RedisProcess) -> None:
    time = Time(SPRINT.closes_at - 1)
    async with process(redis, time) as one:
        await one.draw()
        ann = await one.person("Anna")
        code = await one.try_it(ann, SPRINT)
        race = one.registry.rooms[code].race
        await one.at(race.bell_at - 1)
        assert one.registry.rooms[code].race.status == "running"
        assert (await one.resign(ann, code))["type"] == "moved"
        assert names((await board(ann, SPRINT))["results"]) == [(1, "Anna")]


async def test_a_try_interrupted_over_night_is_over_when_its_deal_is_told(
    redis: RedisProcess,
) -> None:
    """The refund ends where the deal is told; what was reached stands."""
    time = Time(SPRINT.closes_at - 60_000)
    async with process(redis, time) as one:
        await one.draw()
        ann = await one.person("Anna")
        code = await one.try_it(ann, SPRINT)
        away = time.now
        time.now = SPRINT.told_at + HOUR_MS
        await one.deadlines.hold(code, [(away, time.now)])
        assert one.registry.rooms[code].race.bell_at == SPRINT.ends_at
        refused = await one.resign(ann, code)
        assert refused["code"] == "race_over"
        await one.deadlines.meet(code)
        told = await board(ann, SPRINT)
        assert (told["closed"], names(told["results"])) == (True, [(1, "Anna")])


# Secrets. -------------------------------------------------------------------------------------


async def test_every_process_draws_and_a_deal_has_one_secret(redis: RedisProcess) -> None:
    time = Time(SPRINT.opens_at - 1)
    async with process(redis, time, "one") as one, process(redis, time, "two") as two:
        await one.draw()
        first = await one.daily_store.secret(SPRINT)
        await two.draw()
        guest = await two.ear("guest")
        listed = (await guest.say("list_dailies"))["tomorrow"][0]
        assert first is not None
        assert (listed["name"], listed["commitment"]) == (SPRINT.name, fairness.commitment(first))
        await one.at(SPRINT.told_at)
        await one.draw()
        assert (await board(guest, SPRINT))["opened"] == {"secret": first.hex(), "nonces": {}}


async def test_tomorrow_is_sealed_at_midnight_though_nobody_could_draw_then(
    redis: RedisProcess,
) -> None:
    time = Time(SPRINT.opens_at + 1)
    async with process(redis, time) as one:
        await one.draw()
        time.now = SPRINT.closes_at
        told = await (await one.ear("guest")).say("list_dailies")
        assert [len(told["today"]), len(told["tomorrow"])] == [2, 2]


async def test_asking_draws_nothing(redis: RedisProcess) -> None:
    time = Time(SPRINT.opens_at + 1)
    async with process(redis, time) as one:
        guest = await one.person("Anna")
        told = await guest.say("list_dailies")
        assert (told["today"], told["tomorrow"]) == ([], [])
        for name in ("daily-1999-01-01-sprint", "daily-2026-11-20-long", SPRINT.name):
            assert (await guest.say("get_daily_board", name=name))["code"] == "unknown_daily"
            tried = await guest.say("try_daily", name=name, token="x" * 24)
            assert tried["code"] == "unknown_daily"
        assert not [key async for key in one.kept.others.scan_iter(match="cp:{daily}:*")]


async def test_a_deal_is_kept_as_long_as_its_records(redis: RedisProcess) -> None:
    async with process(redis, Time(SPRINT.opens_at)) as one:
        for now in (SPRINT.opens_at, SPRINT.closes_at - 1_000):
            one.time.now = now
            await one.draw()
            left_s = await all_commands(one.kept.others).ttl(keys.daily(SPRINT.name))
            told_s = (SPRINT.told_at - now) // 1000
            assert 0 <= told_s + KEEP_DAYS * 86_400 - left_s < 10


# Ends. ----------------------------------------------------------------------------------------


async def test_an_end_is_on_the_board_though_its_process_died_before_noting_it(
    redis: RedisProcess,
) -> None:
    time = Time(SPRINT.opens_at + HOUR_MS)
    async with process(redis, time, "one") as one:
        await one.draw()
        ann, ben = await one.person("Anna"), await one.person("Ben")
        one.news.note_daily = killed
        for ear in (ann, ben):
            code = await one.try_it(ear, SPRINT)
            with pytest.raises(Killed):
                await one.resign(ear, code)
    async with process(redis, time, "two") as two:
        ben = await two.again("Ben")
        assert (await ben.say("list_dailies"))["today"][0]["done"] is True
        assert names((await board(ben, SPRINT))["results"]) == [(1, "Anna"), (1, "Ben")]
        tries = await two.daily_store.tries(SPRINT)
        assert (tries.pending, len(tries.ends)) == (frozenset(), 2)


async def test_a_bell_that_rang_while_no_process_lived_is_on_the_board(redis: RedisProcess) -> None:
    time = Time(SPRINT.opens_at + HOUR_MS)
    async with process(redis, time, "one") as one:
        await one.draw()
        code = await one.try_it(await one.person("Anna"), SPRINT)
    async with process(redis, time, "two") as two:
        time.now = SPRINT.told_at
        two.news.note_daily = killed
        with pytest.raises(Killed):
            await two.deadlines.meet(code)
    async with process(redis, time, "three") as three:
        guest = await three.ear("guest")
        assert names((await board(guest, SPRINT))["results"]) == [(1, "Anna")]


async def test_a_try_whose_process_died_before_its_room_was_made_is_not_lost(
    redis: RedisProcess,
) -> None:
    time = Time(SPRINT.opens_at + HOUR_MS)
    async with process(redis, time) as one:
        await one.draw()
        ann, ben = await one.person("Anna"), await one.person("Ben")
        account = await one.accounts.owner(["anna"])
        assert account is not None
        begun = DailyTry(account, keys_of("Anna"), "KQ74TX")
        await one.daily_store.claim(SPRINT, begun, b"s" * 32, time.now)
        assert (await board(ann, SPRINT))["code"] == "not_for_you"
        await one.resign(ben, await one.try_it(ben, SPRINT))
        assert names((await board(ben, SPRINT))["results"]) == [(1, "Ben")]
        assert await one.try_it(ann, SPRINT) == "KQ74TX"


async def test_the_day_may_end_between_the_claim_and_the_room(redis: RedisProcess) -> None:
    time = Time(SPRINT.closes_at - 1)
    async with process(redis, time) as one:
        await one.draw()
        ann = await one.person("Anna")
        claim = one.daily_store.claim

        async def slow(
            deal: daily_deals.DailyDeal, one: DailyTry, secret: bytes, now: int
        ) -> str | None:
            time.now = SPRINT.closes_at
            return await claim(deal, one, secret, now)

        one.daily_store.claim = slow  # type: ignore[method-assign] # as a slow store would
        refused = await ann.say("try_daily", name=SPRINT.name, token=token(ann))
        assert refused["code"] == "not_today"
        time.now = SPRINT.told_at
        assert (await board(ann, SPRINT))["results"] == []


# Bots. ----------------------------------------------------------------------------------------


async def test_bots_have_a_board_of_their_own(redis: RedisProcess) -> None:
    time = Time(SPRINT.opens_at + HOUR_MS)
    async with process(redis, time) as one:
        await one.draw()
        people = [await one.person(name) for name in ("Anna", "Ben")]
        bots = [await one.person(name, bot=True) for name in ("Rusty", "Steely")]
        for ear in (*bots, *people):
            await one.resign(ear, await one.try_it(ear, SPRINT))
        told = await board(people[0], SPRINT)
        assert names(told["results"]) == [(1, "Anna"), (1, "Ben")]
        assert names(told["bots"]) == [(1, "Rusty"), (1, "Steely")]
        assert await board(bots[0], SPRINT) | {"id": 0} == told | {"id": 0}
