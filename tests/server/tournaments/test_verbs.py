"""Every command of an organiser, by messages; `test_life.py` tests their results."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.clocked_process import Time, real_store
from tests.server.tournaments.tournament_process import MINUTE, NOON, Hall, hall, nonce, plan, token
from tests.stores import RedisProcess


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


async def refused(at: Hall, who: str, verb: str, **fields: Any) -> str:
    do = {"verb": verb, **fields}
    answer = await at.people[who].say("run_tournament", code=at.code, do=do)
    assert answer["type"] == "refused", answer
    assert answer["error"].endswith(".")
    return str(answer["code"])


async def test_every_verb(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(games=("aces_up", "aces_up", "aces_up"), invited=["Olga"], late=0))
        for name in ("Ann", "Ben", "Cid"):
            at.people[name] = await at.one.person(name)
        answer = await at.people["Ann"].say("enter_tournament", code=at.code)
        assert answer["code"] == "not_invited"
        await at.run("invite", names=["Ann", "Ben"])
        await at.enter("Ann", "Ben")
        assert await refused(at, "Ann", "start") == "not_organiser"
        assert await refused(at, "Olga", "hand_over", name="Nobody") == "unknown_name"
        for _ in range(2):
            asked = {"verb": "announce", "text": "  Cake   at nine "}
            told = await at.people["Olga"].say(
                "run_tournament", code=at.code, do=asked, once="cake-at-nine"
            )
            assert told["type"] == "done"
        await at.run("start")
        before = (await at.kept()).rounds[0].until
        await at.run("add_time", ms=MINUTE)
        assert (await at.kept()).rounds[0].until == (before or 0) + MINUTE
        await at.run("pause")
        await at.later(10 * MINUTE)
        assert (await at.told())["status"] == "paused"
        await at.run("resume")
        late = await at.people["Cid"].say("enter_tournament", code=at.code)
        assert late["code"] == "too_late"
        await at.run("admit", name="Cid")
        await at.check_in("Cid")
        await at.sit(["Ann", "Ben"])
        await at.start_race()
        for name in ("Ann", "Ben"):
            await at.play(name, 1)
        await at.due()
        await at.leave(["Ann", "Ben"])
        await at.run("remove", entrant=1)
        told = await at.told()
        assert [row["entrant"] for row in told["table"]] == [0, 2], "Cid plays from now on"
        await at.run("reinstate", entrant=1)
        await at.run("replay_round", round=1)
        told = await at.told()
        assert [(each["turn"], each["state"]) for each in told["rounds"]] == [
            (1, "voided"),
            (1, "lobby"),
        ]
        assert sorted(told["rounds"][1]["heats"][0]["entrants"]) == [0, 1, 2]
        await at.run("void_round", round=2)
        await at.run("hand_over", name="Ben")
        assert await refused(at, "Olga", "stop") == "not_organiser"
        told = await at.told("Ben")
        assert (told["organised"], told["organiser"], told["mine"]) == (True, "Ben", 1)
        assert [each["text"] for each in told["news"]] == ["Cake at nine"]
        await at.run("stop", organiser="Ben")
        told = await at.told()
        assert (told["status"], told["why"]) == ("finished", "stopped")


async def test_the_list(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        olga = at.people["Olga"] = await at.one.person("Olga")
        made = await olga.say("new_tournament", plan=plan(games=("aces_up", "baroness")))
        at.code = made["code"]
        stranger = await at.one.ear("stranger")
        assert (await stranger.say("list_tournaments"))["tournaments"] == []
        await at.run("open")
        await at.enter("Ann")
        [entry] = (await stranger.say("list_tournaments"))["tournaments"]
        assert (entry["status"], entry["entrants"], entry["organiser"]) == ("open", 1, "Olga")
        await at.run("start")
        [entry] = (await stranger.say("list_tournaments"))["tournaments"]
        assert (entry["status"], entry["round"], entry["of"]) == ("running", 1, 2)
        answer = await stranger.say("get_tournament_round", code=at.code, round=1)
        assert answer["code"] == "race_not_over"
        await at.run("stop")
        [entry] = (await stranger.say("list_tournaments"))["tournaments"]
        assert (entry["status"], entry["ended_ago_ms"]) == ("finished", 0)


async def test_a_series_of_evenings(redis: RedisProcess) -> None:
    """When one is over the next is open, for whoever follows the first."""
    async with hall(redis, Time(NOON)) as at:
        schedule = {"starts_at": NOON + MINUTE, "repeat": "weekly"}
        first = await at.draft(plan(schedule=schedule))
        await at.enter("Ann")
        await at.later(MINUTE)
        await at.run("stop")
        told = await at.told()
        assert told["next"] is not None
        at.code = told["next"]
        following = await at.told("Ann")
        assert (following["status"], following["mine"]) == ("open", None)
        assert following["commitment"] != first["commitment"]
        assert following["clocks"]["starts_in_ms"] == 7 * 86_400_000
        there = await at.people["Ann"].say(
            "check_in_tournament", code=at.code, nonce=nonce(1), token=token("Ann")
        )
        assert there["code"] == "not_entered"
