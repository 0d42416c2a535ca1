"""The room of a round at one's own pace before its entrant is in it: the organiser voids the deal
or removes the entrant, or its race begins."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.messages import told
from tests.secrecy.glass import COUNTDOWN_MS
from tests.server.clocked_process import Time, real_store
from tests.server.tournaments.tournament_process import MINUTE, NOON, hall, plan, token
from tests.stores import RedisProcess


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


@pytest.mark.parametrize(
    ("verb", "about"), [("void_round", {"round": 1}), ("remove", {"entrant": 0})]
)
async def test_no_room_outlives_its_deal(
    redis: RedisProcess, verb: str, about: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan("arena", games=("aces_up", "aces_up"), window_ms=60 * MINUTE))
        await at.enter("Ann")
        await at.run("start")
        await at.later(MINUTE)
        registry, made = at.one.deadlines.registry, list[str]()
        open_under = registry.open_under

        async def slow(code: str, decision: Any) -> Any:
            made.append(code)
            if len(made) == 1:  # the organiser is quicker
                await at.run(verb, **about)
            return await open_under(code, decision)

        monkeypatch.setattr(registry, "open_under", slow)
        answer = await at.people["Ann"].say(
            "play_tournament_deal", code=at.code, token=token("Ann")
        )
        if verb == "void_round":
            assert (answer["type"], answer["code"]) == ("room", made[1])
            assert (await at.kept()).rounds[1].heats[0].room == made[1]
        else:
            assert (answer["type"], answer["code"]) == ("refused", "unknown_seat")
            assert len(made) == 1
            await at.later(MINUTE)
        assert (await registry.find(made[0])).race.status == "over"


async def test_a_deal_that_begins_before_one_is_in_its_room_is_seen(
    redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store may be slower than the countdown."""
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan("arena", window_ms=60 * MINUTE))
        await at.enter("Ann")
        await at.run("start")
        await at.later(MINUTE)
        accounts = at.one.accounts
        take_seat = accounts.take_seat

        async def slow(account: str, room: str, seat: int, now: int) -> bool:
            await at.one.at(at.one.time.now + COUNTDOWN_MS)
            return await take_seat(account, room, seat, now)

        monkeypatch.setattr(accounts, "take_seat", slow)
        ann = at.people["Ann"]
        room = await ann.say("play_tournament_deal", code=at.code, token=token("Ann"))
        assert room["race"]["status"] == "running"
        assert [m["type"] for m in told(ann.told[-1])] == ["room", "table"]
