"""Running tournaments by messages, without sockets."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from engine.races.verify import verify
from server.store import keys
from tests.server.clocked_process import Time, real_store
from tests.server.tournaments.tournament_process import MINUTE, NOON, Hall, hall, plan
from tests.stores import RedisProcess


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


async def race(at: Hall, names: list[str]) -> None:
    """The round that is in its lobby, raced by these."""
    await at.sit(names)
    await at.start_race()
    for name in names:
        await at.play(name, at.chance.randrange(12))
    await at.due()
    await at.later(at_most(await at.kept()))  # whoever never came is waited for until the bell
    await at.leave(names)
    last = (await at.kept()).rounds[-1]
    assert last.state == "table", last


def at_most(tournament: Any) -> int:
    last = tournament.rounds[-1]
    return int(tournament.plan_of(last).bell_ms) if last.state == "racing" else 0


async def record(at: Hall, code: str, commitment: str) -> dict[str, Any]:
    told = await at.people["Olga"].say("get_record", race=code)
    assert told["type"] == "record", told
    checks = verify(told["record"], commitment or None)
    assert all(check.ok for check in checks), checks
    found: dict[str, Any] = told["record"]
    return found


async def test_results_are_told_when_their_round_closes(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        made = await at.draft(plan(games=("aces_up", "aces_up", "aces_up")))
        await at.enter("Ann", "Ben")
        await at.run("start")
        await at.sit(["Ann", "Ben"])
        await at.start_race()
        await at.play("Ann", 3)
        first = (await at.kept()).rounds[0].heats[0].room
        refused = await at.people["Olga"].say("get_record", race=first)
        assert refused["code"] == "race_not_over"
        mine = await at.people["Ann"].say("get_my_races")
        assert not mine["races"]
        await at.play("Ben", 2)
        await at.due()
        told = await record(at, first, "")
        assert told["session"]["secret"] is None, "the evening is not over"
        assert told["session"]["commitment"] == made["commitment"]
        mine = await at.people["Ann"].say("get_my_races")
        assert [(each["race"], each["daily"]) for each in mine["races"]] == [
            (f"{first}-1", f"tournament-{at.code}-1")
        ]
        await at.run("void_round", round=1)
        mine = await at.people["Ann"].say("get_my_races")
        assert mine["races"][0]["voided"]
        await at.run("stop")
        told = await record(at, first, made["commitment"])
        assert told["session"]["secret"] is not None


@pytest.mark.parametrize("field", range(4))
async def test_fields_of_next_to_nobody(redis: RedisProcess, field: int) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(games=("aces_up",), schedule={"starts_at": NOON + 60 * MINUTE}))
        names = ["Ann", "Ben", "Cid"][:field]
        await at.enter(*names)
        await at.later(60 * MINUTE)
        told = await at.told()
        if not names:
            assert (told["status"], told["why"]) == ("finished", "too_few")
            return
        await race(at, names)
        await at.later(2 * MINUTE)
        told = await at.told()
        assert (told["status"], len(told["table"])) == ("finished", field)


async def test_nobody_tends_it(redis: RedisProcess) -> None:
    """The organiser's connection is lost for good, and nobody ever comes to the rooms."""
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan("swiss", schedule={"starts_at": NOON + MINUTE}))
        await at.enter("Ann", "Ben", "Cid")
        for ear in at.people.values():
            await ear.gone()
        for _ in range(60):
            await at.later(5 * MINUTE)
        kept = await at.kept()
        assert (kept.status, kept.why) == ("finished", "played")
        assert all(not heat.standings for each in kept.rounds for heat in each.heats)
        due = await at.one.kept.others.zrange(keys.TOURNAMENTS_DUE, 0, -1)
        assert not due
        assert not await at.one.kept.deadlines()


async def test_boards_of_a_round_in_one_room_are_seen_later(redis: RedisProcess) -> None:
    """By spectators as late as the plan says; by contestants when they are done."""
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(games=("aces_up",), delay_ms=10_000))
        await at.enter("Ann", "Ben")
        await at.run("start")
        rooms = await at.sit(["Ann", "Ben"])
        seats = {name: room["seat"] for name, room in rooms.items()}
        await at.start_race()
        await at.play("Ann", 4)
        await at.people["Olga"].say("watch", code=rooms["Ann"]["code"])
        seen = await at.people["Olga"].say("watch_board", seat=0)
        assert (seen["view"], seen["delay_ms"]) == (None, 10_000)
        seen = await at.people["Ann"].say("watch_board", seat=seats["Ben"])
        assert seen["view"] is not None
        refused = await at.people["Ben"].say("watch_board", seat=seats["Ann"])
        assert refused["code"] == "not_for_you"
        await at.later(11_000)
        assert (await at.people["Olga"].say("watch_board", seat=0))["view"] is not None


async def test_nobody_keeps_the_room_of_a_heat(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan())
        await at.enter("Ann", "Ben")
        await at.run("start")
        rooms = await at.sit(["Ann", "Ben"])
        assert rooms["Ann"]["host"] is None
        asked: dict[str, dict[str, Any]] = {
            "start": {},
            "ready": {"nonce": "5a" * 16},
            "take_host": {},
            "kick": {"seat": 1},
            "silence": {"seat": 1, "silent": True},
            "change_settings": {"settings": {"late": True}},
            "rematch": {},
        }
        for kind, fields in asked.items():
            answer = await at.people["Ann"].say(kind, **fields)
            assert answer["type"] == "refused", kind
        stranger = await at.one.person("Eve")
        joins = await stranger.say("join", code=rooms["Ann"]["code"], name="Eve", token="e" * 24)
        assert joins["code"] == "locked"
