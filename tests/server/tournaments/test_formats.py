"""Every format played to its end through the protocol, with the server replaced during a race. The
final messages agree with the records."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from engine.crowns.facts import GREAT_GAMES
from engine.races.verify import verify
from protocol.tournaments.plan import OWN_PACE
from tests.server.clocked_process import Time, real_store
from tests.server.tournaments.tournament_process import MINUTE, NOON, Hall, hall, plan, token
from tests.stores import RedisProcess

NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve")
SHORT = {"game": "aces_up", "bell_ms": 60_000}
TOGETHER = {
    "series": plan(games=[SHORT, SHORT, SHORT], teams={}),
    "knockout": plan("knockout", [SHORT], knockout={"sprint": SHORT}),
    "fours": plan("knockout", [SHORT], knockout={"heats": 4, "go_on": 2, "sprint": SHORT}),
    "swiss": plan("swiss", [SHORT], turns=3),
    "round_robin": plan("round_robin", [SHORT]),
}
ALONE = {
    "arena": plan("arena", [SHORT, {"game": "baroness", "bell_ms": 60_000}], window_ms=10 * MINUTE),
    "crowns": plan("crowns", GREAT_GAMES, window_ms=60 * MINUTE),
}


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


async def move_in(old: Hall, new: Hall) -> None:
    """Everybody comes to another server, some time after the old one is gone."""
    new.code, new.chance = old.code, old.chance
    for name in old.people:
        new.people[name] = await new.one.again(name)


async def step(at: Hall, stop: int | None = None) -> bool:
    """One round from its lobby to its table; False where it is left in the middle: round `stop`."""
    current = (await at.kept()).current
    assert current is not None
    if current.state == "lobby":
        here = {one["number"]: one["name"] for one in (await at.told())["entrants"]}
        names = [here[number] for heat in current.heats for number in heat.entrants]
        await at.sit(names)
        await at.start_race()
        for i, name in enumerate(names):
            if i == 1 and current.number == stop:
                return False
            await at.play(name, at.chance.randrange(9))
        await at.due()
        await at.leave(names)
    elif current.state == "racing":
        await at.later(2 * MINUTE)
    if (await at.kept()).status == "running":
        await at.run("start")
    return True


@pytest.mark.parametrize("name", TOGETHER)
async def test_all_at_the_same_time(redis: RedisProcess, name: str) -> None:
    time = Time(NOON)
    async with hall(redis, time) as one:
        made = await one.draft(TOGETHER[name])
        for number, who in enumerate(NAMES):
            await one.enter(who, team=f"Team {number % 2}" if name == "series" else None)
        await one.run("start")
        while await step(one, stop=2):
            pass
    time.now += 1_000
    async with hall(redis, time, "two") as two:
        await move_in(one, two)
        await two.due()
        while (await two.kept()).status == "running":
            await step(two)
        await holds(two, made["commitment"])
        told = await two.told()
        assert told["why"] == "played"
        assert told["table"][0]["place"] == 1
        assert len(told["table"]) == len(NAMES)
        if name == "series":
            assert {row["team"] for row in told["teams"]} == {"Team 0", "Team 1"}


async def holds(at: Hall, commitment: str) -> None:
    """Every result that is told stands in a record that verifies."""
    told, seen = await at.told(), 0
    own_pace = told["plan"]["format"] in OWN_PACE
    for number in (each["number"] for each in told["rounds"]):
        assert not (own_pace and told["rounds"][number - 1]["heats"])
        found = await at.people["Olga"].say("get_tournament_round", code=at.code, round=number)
        each = found["round"]
        results = {(one["room"], one["seat"]): one for one in found["results"]}
        for heat in each["heats"]:
            record = (await at.people["Olga"].say("get_record", race=heat["room"]))["record"]
            assert all(check.ok for check in verify(record, commitment))
            names = {one["number"]: one["name"] for one in told["entrants"]}
            assert [seat["name"] for seat in record["seats"]] == [
                names[number] for number in heat["entrants"]
            ]
            for result in record["results"]:
                if heat["entrants"][result["seat"]] in heat["absent"]:
                    assert not result["moves"]
                    continue
                seen += 1
                one = results.pop((heat["room"], result["seat"]))
                for field in ("result", "reason", "best", "reached_ms", "ended_ms", "moves"):
                    assert one[field] == result[field], field
        assert not results
    assert seen


@pytest.mark.parametrize("name", ALONE)
async def test_everybody_at_their_own_pace(redis: RedisProcess, name: str) -> None:
    time = Time(NOON)
    async with hall(redis, time) as one:
        made = await one.draft(ALONE[name])
        await one.enter("Ann", "Ben")
        await one.run("start")
        refused = await one.people["Ann"].say(
            "play_tournament_deal", code=one.code, token=token("Ann")
        )
        assert refused["code"] == "tournament_not_begun"
        await one.later(MINUTE)
        for who in ("Ann", "Ann", "Ben"):
            await deal(one, who)
        await begin(one, "Ben")
        await one.play("Ben", 2, give_up=False)
    time.now += 1_000
    async with hall(redis, time, "two") as two:
        await move_in(one, two)
        await two.due()
        again = await begin(two, "Ben")
        assert again["race"]["status"] == "running", "the same deal again"
        await two.play("Ben", 1)
        await two.leave(["Ben"])
        await two.due()
        if name == "arena":
            await deal(two, "Ben")
            await begin(two, "Ann")
            await two.later(10 * MINUTE)  # the window closes over her last deal, which counts
            late = await two.people["Ben"].say(
                "play_tournament_deal", code=two.code, token=token("Ben")
            )
            assert late["code"] in ("tournament_closed", "tournament_over")
        else:
            for who in ("Ann", "Ann", "Ann", "Ben", "Ben", "Ben"):
                await deal(two, who)
        await two.due()
        told = await two.told()
        assert (told["status"], told["why"]) == ("finished", "played")
        rounds = [len(each.heats) for each in (await two.kept()).rounds]
        assert rounds == ([2, 2, 2] if name == "arena" else [2] * 5)
        await holds(two, made["commitment"])


async def begin(at: Hall, name: str) -> dict[str, Any]:
    room = await at.people[name].say(
        "play_tournament_deal", code=at.code, token=token(name), legal=True
    )
    assert room["type"] == "room", room
    await at.later(100)
    return room


async def deal(at: Hall, name: str) -> None:
    """The next deal of somebody, from its beginning to its end."""
    await begin(at, name)
    await at.play(name, at.chance.randrange(5))
    await at.due()
    await at.leave([name])
