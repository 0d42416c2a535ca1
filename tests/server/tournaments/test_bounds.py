"""Limits of what many or large tournaments may ask of a server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

import pytest
from pydantic import ValidationError

from protocol.tournaments.plan import MOST_INVITED, TournamentPlan
from server.errors import Refusal
from server.live_rooms.race_quota import ACCOUNT, ADDRESS
from server.tournaments.formats import arena as tournament_arena
from server.tournaments.formats.round_generator import most_deals
from server.tournaments.organiser_commands import drafted
from server.tournaments.service import LARGE, MOST_LIVE
from server.tournaments.state import Entrant, StoredHeat, StoredRound, Tournament
from server.tournaments.steps import put, with_
from server.tournaments.transitions import UNTENDED_MS
from tests.secrecy.glass import Reached
from tests.server.clocked_process import Time, real_store
from tests.server.tournaments.tournament_process import MINUTE, NOON, hall, nonce, plan, token
from tests.stores import RedisProcess


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


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
        with suppress(TimeoutError):
            await asyncio.wait_for(at.tournaments.run(Reached()), 0.1)
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
        archiver = at.one.tournaments.shared.quota.archiver
        archiver.full = True
        await at.run("start")
        assert (await at.kept()).rounds[0].state == "pairing"
        archiver.full = False
        await at.due()
        assert (await at.kept()).rounds[0].state == "lobby"


@pytest.mark.parametrize("kind", ["swiss", "arena"])
def test_fields_in_which_much_depends_on_all_are_bounded(kind: str) -> None:
    assert TournamentPlan.model_validate(plan(kind)).most == 500
    assert TournamentPlan.model_validate(plan("series", most=2_000)).most == 2_000
    with pytest.raises(ValidationError, match=f"in the format {kind} 500 may enter at most"):
        TournamentPlan.model_validate(plan(kind, most=501))


async def test_a_large_field_is_paired_beside_all_else(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan("swiss"))
        threads = []

        def crowded(each: Tournament) -> Tournament:
            threads.append(current_thread())
            more = (Entrant(number=n, account=f"account {n}") for n in range(LARGE + 1))
            return each.model_copy(update={"entrants": tuple(more)})

        await at.tournaments.change(at.code, crowded)
        await at.tournaments.change(at.code, crowded)
        assert [thread is main_thread() for thread in threads] == [True, False]


@pytest.mark.parametrize(
    "more", [{"delay_ms": 0}, {"teams": {"names": ["Reds", "reds"]}}], ids=["delay", "teams"]
)
def test_what_would_help_or_confuse_is_no_plan(more: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        TournamentPlan.model_validate(plan(**more))


async def test_more_are_invited_than_the_plan_may_name(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(invited=["Olga"]))

        def more(each: Tournament) -> Tournament:
            return each.model_copy(update={"invited": tuple(map(str, range(MOST_INVITED)))})

        await at.tournaments.change(at.code, more)
        await at.one.person("Ann")
        do = {"verb": "invite", "names": ["Ann"]}
        said = await at.people["Olga"].say("run_tournament", code=at.code, do=do)
        assert said["type"] == "done", said
        assert len((await at.kept()).invited or ()) == MOST_INVITED + 1


async def test_deals_of_an_arena_are_not_counted_by_the_address(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan("arena", lobby_ms=5_000))
        people = [f"Player {number}" for number in range(6)]
        await at.enter(*people)
        await at.run("start")
        await at.later(5_000)
        at.one.tournaments.shared.quota._factor = 4 / ADDRESS.hourly
        assert int(4 / ADDRESS.hourly * ACCOUNT.hourly) == 2
        for name in people:
            at.people[name]._requests._allowance.address = "192.0.2.7"
            seat = {"code": at.code, "token": token(name)}
            said = await at.people[name].say("play_tournament_deal", **seat)
            assert said["type"] == "room", said


async def test_only_the_rounds_that_have_changed_are_read_again(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at, hall(redis, at.one.time, "two") as two:
        await at.draft(plan())
        heat = StoredHeat(room="KQ74TX", entrants=(0,))
        rounds = tuple(
            StoredRound(number=n, turn=n, kind=0, heats=(heat,), state="closed", since=NOON)
            for n in (1, 2, 3)
        )
        await at.tournaments.change(at.code, partial(with_, rounds=rounds))
        first = await two.kept_as(at.code)
        second = rounds[1].model_copy(update={"state": "voided"})
        await at.tournaments.change(at.code, lambda each: put(each, second))
        again = await two.kept_as(at.code)
        kept = [one is other for one, other in zip(first.rounds, again.rounds, strict=True)]
        assert kept == [True, False, True]
        assert again == await at.kept()

        fourth = rounds[0].model_copy(update={"number": 4, "turn": 4})
        await two.tournaments.change(
            at.code, lambda each: with_(each, rounds=(*each.rounds, fourth))
        )
        await at.tournaments.change(at.code, lambda each: put(each, rounds[1]))
        assert await two.kept_as(at.code) == await at.kept()
        assert (await two.kept_as(at.code)).rounds[3] is fourth


async def test_no_table_waits_for_that_of_another(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan())
        one = await at.kept()
        many = tuple(Entrant(number=n, account=f"account {n}", since=1) for n in range(2_001))
        heat = StoredHeat(room="KQ74TX", entrants=(0,))
        each = StoredRound(number=1, turn=1, kind=0, heats=(heat,), state="racing", since=NOON)
        large = with_(one, code="AAAAAA", entrants=many, rounds=(each,))
        tables = at.following.tables
        slow = asyncio.create_task(tables.of(large))
        await asyncio.sleep(0)
        await tables.of(one)
        assert not slow.done()
        assert len((await slow).rows) == len(many)


def test_the_deals_of_an_arena_are_bounded_by_its_field() -> None:
    most = {500: 60, 150: 200, 10: 200}
    plans = [TournamentPlan.model_validate(plan("arena", most=field)) for field in most]
    assert [most_deals(each) for each in plans] == list(most.values())
    crowns = TournamentPlan.model_validate({"title": "Friday", "format": "crowns"})
    assert most_deals(crowns) == 5

    now, code = NOON, "KQ74TX"
    arena = drafted(code, plans[0], "olga", bytes(32), now)
    ann = Entrant(number=0, account="ann", nonce=nonce(0), since=1)
    arena = with_(arena, entrants=(ann,), status="running", window=(now, now + MINUTE))
    over = StoredHeat(room=code, entrants=(0,)).ended(())
    for n in range(60):
        arena = tournament_arena.claim(arena, "ann", code, now)
        last = arena.rounds[n]
        assert last.heats[0].room == code
        arena = put(arena, last.model_copy(update={"heats": (over,)}))
    with pytest.raises(Refusal, match="all deals"):
        tournament_arena.claim(arena, "ann", code, now)
