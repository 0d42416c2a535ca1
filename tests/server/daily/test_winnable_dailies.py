"""Daily deals that are winnable deals: fixed with the secret, searched for ahead, and told only
when the deal is published."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from engine.races.verify import verify
from engine.solver.solve import VERSION
from engine.solver.winnable_deals import winnable_terms
from server.daily.store import DailySearch
from server.handlers.dailies import find
from server.live_rooms.deal_searches import DealSearches
from server.rooms import daily_deals
from server.store import keys
from tests.messages import told
from tests.server.clocked_process import Process, Time, process, real_store
from tests.stores import RedisProcess


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


def of_game(slug: str) -> daily_deals.DailyDeal:
    """The first sprint of this game from 2027 on."""
    day = daily_deals.today(1_798_761_600_000)
    while True:
        deal = daily_deals.DailyDeal(day, "sprint")
        if deal.game.slug == slug:
            return deal
        day = daily_deals.next_day(day)


ACES_UP = of_game("aces_up")
HOUR_MS = 3_600_000


def winnable(one: Process) -> None:
    one.days = one.days._replace(winnable=True)


async def drawn(one: Process, deal: daily_deals.DailyDeal) -> DailySearch:
    await one.draw()
    secret = await one.daily_store.secret(deal)
    assert secret is not None
    return await find(one.days, deal, secret)


async def test_a_daily_deal_is_winnable_and_nobody_is_told_of_the_moves(
    redis: RedisProcess,
) -> None:
    time = Time(ACES_UP.opens_at + HOUR_MS)
    async with process(redis, time) as one:
        winnable(one)
        searched = await drawn(one, ACES_UP)
        assert searched.how == winnable_terms(ACES_UP.game)
        assert searched.found is not None
        assert searched.found.line is not None
        ann = await one.person("Anna")
        listed = await ann.say("list_dailies")
        (info,) = [deal for deal in listed["today"] if deal["name"] == ACES_UP.name]
        assert info["winnable"] == {"solver": VERSION, "nodes": 2_000, "last_pack": 200}
        code = await one.try_it(ann, ACES_UP)
        await one.resign(ann, code)
        early = await ann.say("get_daily_board", name=ACES_UP.name)
        assert early["opened"] is None
        first = json.dumps(searched.found.line[:3])[1:-1]
        for data in ann.told:
            text = json.dumps(list(told(data)))
            assert first not in text
            assert '"k":' not in text
        time.now = ACES_UP.told_at
        board = await ann.say("get_daily_board", name=ACES_UP.name)
        assert board["opened"]["winnable"] == {"k": searched.found.k}
        record: Any = (await ann.say("get_record", race=code))["record"]
    assert record["winnable"] == {"k": searched.found.k, "line": list(searched.found.line)}
    checks = verify(record)
    assert all(check.ok and check.checkable for check in checks), checks[-1]


async def test_a_deal_whose_commitment_is_public_never_changes(redis: RedisProcess) -> None:
    time = Time(ACES_UP.opens_at + HOUR_MS)
    async with process(redis, time) as one:
        await one.draw()  # as every earlier revision does it: only a secret
        fields = await one.kept.others.hgetall(keys.daily(ACES_UP.name))
        assert set(fields) == {"secret"}
        winnable(one)
        assert await drawn(one, ACES_UP) == DailySearch(None, None)
        ann = await one.person("Anna")
        listed = await ann.say("list_dailies")
        assert all("winnable" not in deal for deal in listed["today"])
        code = await one.try_it(ann, ACES_UP)
        room = (await one.registry.find(code)).room
        assert (room.race.terms.winnable, room.race.winnable) == (None, None)


async def test_a_deal_stays_winnable_when_the_setting_is_taken_back(redis: RedisProcess) -> None:
    time = Time(ACES_UP.opens_at + HOUR_MS)
    async with process(redis, time, "one") as one, process(redis, time, "two") as two:
        winnable(one)
        await one.draw()
        await two.draw()
        searched = await drawn(two, ACES_UP)
        assert searched.found is not None
        assert await drawn(one, ACES_UP) == searched, "searched for once and stored"


async def test_a_search_that_has_failed_takes_no_try(
    redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def killed(*_: object) -> None:
        return None

    async with process(redis, Time(ACES_UP.opens_at + HOUR_MS)) as one:
        winnable(one)
        with monkeypatch.context() as patched:
            patched.setattr(DealSearches, "search", killed)
            await one.draw()
            ann = await one.person("Anna")
            refused = await ann.say("try_daily", name=ACES_UP.name, token="t" * 24, legal=True)
            assert (refused["type"], refused["code"]) == ("refused", "wait")
        assert await one.try_it(ann, ACES_UP)
