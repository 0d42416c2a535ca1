"""Tournaments whose organiser's account is deleted, and what an administrator may do."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from client_cli.commands.tree import app
from engine.races.verify import summary, verify
from server.errors import Refusal
from server.ops import admin
from server.rooms.commands import Change
from server.rooms.state import Room
from server.tournaments import admin as tournament_admin
from server.tournaments import rooms
from tests.server.clocked_process import PASSWORD, Time, real_store
from tests.server.tournaments.tournament_process import MINUTE, NOON, Hall, hall, plan
from tests.stores import RedisProcess

WEEKLY = {"starts_at": NOON + 60 * MINUTE, "repeat": "weekly"}


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


async def end_account(at: Hall, name: str) -> None:
    said = await at.people[name].say("delete_account", password=PASSWORD)
    assert said["type"] == "done", said


@pytest.mark.parametrize("there", [True, False], ids=["there", "no_more"])
async def test_there_is_a_next_evening_while_there_is_an_organiser(
    redis: RedisProcess, there: bool
) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(schedule=WEEKLY))
        if not there:
            await end_account(at, "Olga")
        await at.later(60 * MINUTE)  # and nobody has come
        kept = await at.kept()
        assert (kept.status, kept.to_do) == ("finished", ())
        assert (kept.next is not None) == there
        assert len(await at.tournaments.store.due()) == there


async def test_a_tournament_is_handed_over_and_stopped_by_hand(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(schedule=WEEKLY))
        await at.enter("Ann")
        await at.run("start")
        await end_account(at, "Olga")
        store, accounts, now = at.tournaments.store, at.one.accounts, at.one.time.now
        with pytest.raises(Refusal, match="Nobody has claimed"):
            await tournament_admin.hand_over(store, accounts, at.code, "Zoe", now)
        await tournament_admin.hand_over(store, accounts, at.code, "ann", now)
        await at.run("pause", "Ann")
        await tournament_admin.stop(store, at.code, now)
        await at.due()
        kept = await at.kept()
        assert (kept.status, kept.why, kept.next) == ("finished", "stopped", None)
        with pytest.raises(Refusal, match="over"):
            await tournament_admin.stop(store, at.code, now)


async def test_it_is_done_from_the_command_line(
    redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", redis.url)
    monkeypatch.setattr("client_cli.net.server_process.serve", lambda words: admin.main(words[1:]))

    async def said(*words: str) -> tuple[int, str]:
        order = ["admin", "tournament", *words]
        result = await asyncio.to_thread(CliRunner().invoke, app, order)
        return result.exit_code, result.output

    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan())
        assert await said("hand-over", at.code, "Zoe") == (3, "Nobody has claimed the name Zoe.\n")
        await at.one.person("Ann")
        assert (await said("hand-over", at.code, "Ann"))[0] == 0
        assert (await said("stop", at.code.lower()))[0] == 0
        assert (await said("stop", at.code))[0] == 4
        assert (await said("stop", "KQ74TX"))[0] == 3
        assert (await said("stop", "chess"))[0] == 2
        kept = await at.kept()
        assert ((await at.told())["organiser"], kept.why) == ("Ann", "stopped")


async def test_a_round_that_is_voided_in_its_lobby_is_over_in_its_rooms(
    redis: RedisProcess,
) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan())
        await at.enter("Ann", "Ben")
        await at.run("start")
        await at.sit(["Ann", "Ben"])
        await at.run("void_round", round=1)
        kept = await at.kept()
        live = await at.one.registry.find(kept.rounds[0].heats[0].room)
        assert (live.race.status, live.race.racing) == ("over", ())
        assert live.race.told
        for name in ("Ann", "Ben"):
            assert any(b'"type":"over"' in data for data in at.people[name].told)
        record = await at.people["Ann"].say("get_record", race=f"{live.room.code}-1")
        assert record["type"] == "record", record
        assert all(check.ok for check in verify(record["record"], kept.commitment))
        assert (record["record"]["called_off"], record["record"]["ended_ms"]) == (True, 0)
        await at.due()
        assert (await at.kept()).to_do == ()


@pytest.mark.parametrize("late_ms", [0, 40])
async def test_a_round_that_is_voided_while_it_is_raced_says_so_in_its_record(
    redis: RedisProcess, late_ms: int
) -> None:
    """Another process may store a move just before it stores that the race is called off."""
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(games=("aces_up", "aces_up")))
        await at.enter("Ann", "Ben")
        await at.run("start")
        await at.sit(["Ann", "Ben"])
        await at.start_race()
        for name in ("Ann", "Ben"):
            await at.play(name, 2, give_up=False)
        at.one.time.now -= late_ms
        await at.run("void_round", round=1)
        await at.run("stop")
        kept = await at.kept()
        told = await at.people["Ann"].say("get_record", race=f"{kept.rounds[0].heats[0].room}-1")
        record = told["record"]
        assert (record["called_off"], record["ended_ms"]) == (True, 4 * 137)
        checks = verify(record, kept.commitment)
        assert all(check.ok and check.checkable for check in checks), checks


async def test_a_round_that_ended_by_itself_was_not_called_off(redis: RedisProcess) -> None:
    """Though nobody had noted its end when the round was voided."""
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(games=("aces_up", "aces_up")))
        await at.enter("Ann", "Ben")
        await at.run("start")
        await at.sit(["Ann", "Ben"])
        await at.start_race()
        for name in ("Ann", "Ben"):
            await at.play(name, 2)
        at.one.time.now += 1_000
        asked = {"verb": "void_round", "round": 1}
        await at.people["Olga"].say("run_tournament", code=at.code, do=asked)
        await at.tournaments.meet(at.code)
        await at.run("stop")
        kept = await at.kept()
        told = await at.people["Ann"].say("get_record", race=f"{kept.rounds[0].heats[0].room}-1")
        record = told["record"]
        assert record["called_off"] is False
        assert record["ended_ms"] == max(seat["moves"][-1][0] for seat in record["seats"])
        assert all(check.ok and check.checkable for check in verify(record, kept.commitment))


async def test_a_round_that_was_called_off_by_a_server_of_before(redis: RedisProcess) -> None:
    """It stored the end as that of any other race."""

    def called_off(room: Room, now: int) -> Change:
        return tuple(
            event.model_copy(update={"by": "server"}) for event in rooms.called_off(room, now)
        )

    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(games=("aces_up", "aces_up")))
        await at.enter("Ann", "Ben")
        await at.run("start")
        await at.sit(["Ann", "Ben"])
        await at.start_race()
        await at.play("Ann", 2, give_up=False)
        kept = await at.kept()
        live = await at.one.registry.find(kept.rounds[0].heats[0].room)
        await at.one.registry.change(live, called_off)
        await at.run("void_round", round=1)
        await at.run("stop")
        told = await at.people["Ann"].say("get_record", race=f"{live.room.code}-1")
        assert "called_off" not in told["record"]
        checked = summary(verify(told["record"], kept.commitment))
        assert (checked["ok"], checked["unchecked"]) == (True, ["end"])
