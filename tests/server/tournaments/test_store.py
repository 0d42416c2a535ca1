"""Tournaments in the store: concurrent steps, refunded time, and moved seats."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from server.errors import StoreAway
from server.handlers.tournaments.plans import PlanRefused, plan_of
from server.rooms.commands import token_hash
from server.store import keys
from server.tournaments import entrants
from server.tournaments.entrants import Asker
from server.tournaments.state import StoredRound, Tournament
from tests.server.clocked_process import Time, real_store
from tests.server.tournaments.tournament_process import MINUTE, NOON, Hall, hall, nonce, plan, token
from tests.stores import RedisProcess, all_commands


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


async def test_many_enter_at_once_on_two_processes(redis: RedisProcess) -> None:
    time = Time(NOON)
    async with hall(redis, time) as one, hall(redis, time, "two") as two:
        await one.draft(plan(most=60))
        refused = []

        async def enter(at: Hall, number: int) -> None:
            def there(each: Tournament) -> Tournament:
                who = Asker(f"account {number}")
                each = entrants.enter(each, who, None, NOON)
                return entrants.check_in(each, who.account, nonce(number), "0" * 64, NOON)

            try:
                await at.tournaments.change(one.code, there)
            except Exception as error:
                refused.append(str(error))

        await asyncio.gather(*(enter((one, two)[number % 2], number) for number in range(80)))
        kept = await two.kept_as(one.code)
        assert [entrant.number for entrant in kept.entrants] == list(range(60))
        assert len({entrant.account for entrant in kept.entrants}) == 60
        assert refused == ["60 take part already."] * 20
        assert kept == await one.kept_as(one.code)


async def test_a_step_writes_what_it_changes(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(games=("aces_up", "aces_up")))
        await at.enter("Ann", "Ben")
        await at.run("start")
        store = at.one.kept.others
        before = await store.hgetall(keys.tournament(at.code))
        await at.sit(["Ann", "Ben"])
        await at.start_race()
        for name in ("Ann", "Ben"):
            await at.play(name, 1)
        await at.due()
        await at.run("start")
        after = await store.hgetall(keys.tournament(at.code))
        assert set(before) == {"step", "about", "tournament", "round 1"}
        assert set(after) == {*before, "round 2"}
        assert "standings" not in after["tournament"]
        async with hall(redis, at.one.time, "two") as two:
            assert await two.kept_as(at.code) == await at.kept()


async def test_time_the_server_was_away_is_given_back(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(lobby_ms=60_000))
        await at.enter("Ann")
        await at.run("start")
        until = (await at.kept()).rounds[0].until
        assert until == NOON + MINUTE
        gone = NOON + 20_000, NOON + 20 * MINUTE
        await at.one.kept.others.rpush(keys.OUTAGES, f"{gone[0]} {gone[1]}")
        await at.at(gone[1])
        kept = await at.kept()
        assert kept.rounds[0].state == "lobby"
        assert kept.rounds[0].until == gone[1] + 40_000
        await at.at(gone[1] + 40_000)
        assert (await at.kept()).rounds[0].state == "racing"


async def test_all_heats_of_a_round_begin_at_the_same_zero(redis: RedisProcess) -> None:
    """Also those that another process begins, because the first has died."""
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan("swiss"))
        await at.enter("Ann", "Ben", "Cid", "Dot")
        await at.run("start")
        heats = (await at.kept()).rounds[0].heats
        begin = at.tournaments.effect_runner._begin
        died = list[StoredRound]()

        async def half(each: StoredRound) -> None:
            if not died:
                died.append(each)
                await begin(each.model_copy(update={"heats": each.heats[:1]}))
                raise StoreAway
            await begin(each)

        at.tournaments.effect_runner._begin = half  # type: ignore[method-assign]
        with pytest.raises(StoreAway):
            await at.run("start")
        zero_at = (await at.kept()).rounds[0].zero_at
        first, second = [await at.one.registry.find(heat.room) for heat in heats]
        assert (first.race.zero_at, second.race.status) == (zero_at, "lobby")
        await at.due()
        assert second.race.zero_at == zero_at
        await at.at(zero_at or 0)
        assert first.room.seed(first.race) == second.room.seed(second.race)


async def test_a_seat_moves_with_a_new_check_in(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan())
        await at.enter("Ann", "Ben")
        await at.run("start")
        rooms = await at.sit(["Ann", "Ben"])
        await at.start_race()
        await at.play("Ann", 2, give_up=False)
        phone = await at.one.again("Ann")
        there = await phone.say(
            "check_in_tournament", code=at.code, nonce=nonce(9), token=token("phone")
        )
        assert there["type"] == "done"
        room = await phone.say("resume", code=rooms["Ann"]["code"], token=token("phone"))
        assert (room["type"], room["seat"]) == ("room", rooms["Ann"]["seat"])
        assert any(b"closed 4000" in data for data in at.people["Ann"].told)
        kept = await at.kept()
        assert kept.entrants[0].token_hash == token_hash(token("phone"))
        assert kept.nonces[0] != nonce(9), "the deals are fixed"


async def test_a_race_that_is_voided_by_hand_counts_no_more(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan("round_robin"))
        await at.enter("Ann", "Ben")
        await at.run("start")
        await at.sit(["Ann", "Ben"])
        await at.start_race()
        await at.play("Ann", 4)
        await at.play("Ben", 0)
        await at.due()
        assert {row["total"] for row in (await at.told())["table"]} == {"1.00", "0.00"}
        live = await at.one.registry.find((await at.kept()).rounds[0].heats[0].room)
        await at.tournaments.store.correct(live.room, (), at.one.time.now)
        assert {row["total"] for row in (await at.told())["table"]} == {"0.00"}


async def test_what_has_yet_to_begin_is_there_then(redis: RedisProcess) -> None:
    """However long before it was made, and though nobody does anything with it meanwhile."""
    async with hall(redis, Time(NOON)) as at:
        in_s = 3 * at.tournaments.store._kept_s
        await at.draft(plan(schedule={"starts_at": NOON + in_s * 1000}))
        await at.enter("Ann")
        assert await all_commands(at.one.kept.others).ttl(keys.tournament(at.code)) > in_s


BAD: list[tuple[dict[str, Any], list[tuple[list[str | int], str]]]] = [
    ({}, [(["title"], "has to be filled in"), (["rounds"], "has to be filled in")]),
    ({"rounds": []}, [(["rounds"], "At least 1.")]),
    ({"rounds": ["nothing"]}, [(["rounds", 0, "game"], "nothing")]),
    ({"format": "melee"}, [(["format"], "One of 'series', 'knockout'")]),
    ({"turns": 3}, [(["turns"], "only in the format swiss")]),
    ({"surprise": 1}, [(["surprise"], "nothing of that name")]),
    ({"title": "x" * 100}, [(["title"], "1 to 60 printable")]),
    ({"title": "\u3164"}, [(["title"], "something to be seen")]),
    ({"lobby_ms": 4_000}, [(["lobby_ms"], "At least 5 seconds.")]),
    ({"table_ms": 9_999_999}, [(["table_ms"], "At most 60 minutes.")]),
    ({"most": "ten"}, [(["most"], "A whole number.")]),
    ({"teams": {"names": ["Reds", "Red s"]}}, [(["teams", "names", 1], "looks like another")]),
    (
        {"rounds": ["usk", {"game": "aces_up", "bell_ms": 1}, {"game": "usk", "terms": {"x": 1}}]},
        [(["rounds", 1, "bell_ms"], "At least"), (["rounds", 2, "terms"], "terms of a race are")],
    ),
]


@pytest.mark.parametrize(("given", "faults"), BAD)
def test_each_mistake_of_a_plan_is_told_with_the_way_to_it(given: Any, faults: Any) -> None:
    whole = given and {"title": "x", "rounds": ["aces_up"], **given}
    with pytest.raises(PlanRefused) as refused:
        plan_of(whole, NOON, winnable=True)
    told = refused.value.faults
    assert [list(each.path) for each in told] == [path for path, _ in faults]
    for each, (_, words) in zip(told, faults, strict=True):
        assert words in each.sentence
        assert each.sentence.endswith(".")


async def test_a_plan_with_mistakes_is_refused_with_a_sentence_for_each(
    redis: RedisProcess,
) -> None:
    async with hall(redis, Time(NOON)) as at:
        olga = await at.one.person("Olga")
        given = {"title": "", "rounds": ["aces_up"], "delay_ms": 1}
        answer = await olga.say("new_tournament", plan=given)
        assert answer["code"] == "bad_plan"
        assert answer["error"] == "In title: A title has 1 to 60 printable characters."
        assert answer["faults"] == [
            {"path": ["title"], "error": "A title has 1 to 60 printable characters."},
            {"path": ["delay_ms"], "error": "At least 10 seconds."},
        ]
        unknown = plan(invited=["Nobody Known"])
        answer = await olga.say("new_tournament", plan=unknown)
        assert answer["code"] == "unknown_name"
        assert [each["path"] for each in answer["faults"]] == [["invited", 0]]
        stranger = await at.one.ear("stranger")
        assert (await stranger.say("new_tournament", plan=plan()))["code"] == "no_account"
        missing = await stranger.say("get_tournament", code="KQ74TX")
        assert missing["code"] == "unknown_tournament"


async def test_a_step_that_was_lost_is_not_taken_for_the_one_that_came_in_its_place(
    redis: RedisProcess,
) -> None:
    async with hall(redis, time := Time(NOON)) as one, hall(redis, time, "two") as two:
        await one.draft(plan())
        store, key = one.one.kept.others, keys.tournament(one.code)
        two.code = one.code
        before = await store.execute_command("DUMP", key, NEVER_DECODE=True)
        await one.enter("Ann")
        await all_commands(store).restore(key, 0, before, replace=True)  # as it was at its replica
        await two.enter("Ben")
        one.tournaments.store.forget_all()
        assert await one.kept() == await two.kept()
