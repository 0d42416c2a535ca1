"""Who takes part in a leisure race later: friends whom the organiser invites, and accounts that
claim the part of a guest."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from server.archive.claimed_seats import ClaimedSeats
from server.leaderboards.log_entry import LoggedRace
from server.leaderboards.results_log import ResultsLog
from tests.secrecy.glass import Ear
from tests.server.clocked_process import PASSWORD, Time, real_store, token
from tests.server.leisure_races.friends import DAY_MS, NOON, Friends, friends, guest_token


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[Friends]:
    async with real_store(tmp_path) as redis, friends(redis, Time(NOON)) as made:
        yield made


async def invite(at: Friends, ear: Ear, *names: str) -> dict[str, Any]:
    return await at.ask(ear, "invite_to_leisure_race", None, invited=list(names))


async def test_the_organiser_invites_further_friends(at: Friends) -> None:
    anna, ben, cleo = [await at.one.person(name) for name in ("Anna", "Ben", "Cleo")]
    for ear, name in ((ben, "Ben"), (cleo, "Cleo")):
        await at.befriend(anna, "Anna", ear, name)
    await at.make(anna, invited=["Ben"])
    assert (await invite(at, anna, "Dora"))["code"] == "not_friends"
    assert (await invite(at, ben, "Anna"))["code"] == "not_organiser"
    assert (await cleo.say("list_leisure_races"))["races"] == []
    race = await invite(at, anna, "Ben", "Cleo")
    assert [one["name"] for one in race["contestants"]] == ["Anna", "Ben", "Cleo"]
    assert (await cleo.say("list_leisure_races"))["races"][0]["your_turn"]
    for ear in (anna, ben):
        await at.resign(ear, await at.play(ear))
    assert (await at.told(anna))["status"] == "open", "it waits for Cleo"
    await at.resign(cleo, await at.play(cleo))
    assert (await invite(at, anna, "Ben"))["code"] == "leisure_race_over"
    assert (await at.told(cleo))["status"] == "told"


async def test_an_account_claims_the_part_of_a_guest_with_the_try_in_progress(
    at: Friends,
) -> None:
    anna, gus = await at.one.person("Anna"), await at.one.ear("gus")
    by = guest_token("gus")
    await at.make(anna, by_code=1, deals=3)
    await at.join(gus, "Gus", by)
    first = await at.play(gus, by)
    await at.win(gus, first, 50_000)
    second = await at.play(gus, by)
    assert (await at.ask(gus, "claim_leisure_entry", by))["code"] == "no_account"
    await gus.gone()
    gus = await at.one.person("Gus")
    for _ in range(2):
        assert (await at.ask(gus, "claim_leisure_entry", by))["type"] == "done"
    other = await at.one.person("Dora")
    assert (await at.ask(other, "claim_leisure_entry", by))["code"] == "seat_claimed"
    told = await at.told(gus)
    assert [(one["name"], one["is_guest"]) for one in told["contestants"]] == [
        ("Anna", False),
        ("Gus", False),
    ]
    assert [each["is_playing"] for each in told["contestants"][1]["results"]] == [False, True]
    # The account goes on with the try, and plays the last deal itself; the token is worth nothing.
    stranger = await at.one.ear("stranger")
    assert (await at.ask(stranger, "play_leisure_deal", by, token=token(stranger)))["code"] == (
        "seat_claimed"
    )
    room = await at.ask(gus, "play_leisure_deal", None, token=token(gus))
    assert (room["type"], room["code"]) == ("room", second), room
    at.one.time.now += 60_000
    await at.one.resign(gus, second)
    await gus.say("leave")
    await at.due()
    third = await at.play(gus)
    await at.win(gus, third, 70_000)
    claims = ClaimedSeats(at.one.accounts, at.one.kept, at.one.clock.now)
    owner = (await at.races.store.load(at.code)).race.contestants[1].account
    assert await claims.races(owner) == [], "not before the race is told"
    await at.at(NOON + 3 * DAY_MS)
    assert (await at.told(gus))["status"] == "told"
    assert {one.race for one in await claims.races(owner)} == {f"{first}-1", f"{second}-1"}
    assert [await account_in_log(at, room) for room in (first, second, third)] == [
        None,
        None,
        owner,
    ]


async def account_in_log(at: Friends, room: str) -> str | None:
    """The account for which the race of a room counts, by the results log; races of guests alone
    are not in it."""
    log = ResultsLog(at.one.kept.others)
    number = await log.number(f"{room}-1")
    if number is None:
        return None
    raced = await log.entry(number)
    assert isinstance(raced, LoggedRace)
    (contestant,) = raced.contestants
    return contestant.account


async def test_a_deleted_account_gives_up_the_try_that_the_guest_began(at: Friends) -> None:
    anna, gus = await at.one.person("Anna"), await at.one.ear("gus")
    by = guest_token("gus")
    await at.make(anna, by_code=1)
    await at.join(gus, "Gus", by)
    await at.play(gus, by)
    await gus.gone()
    gus = await at.one.person("Gus")
    await at.ask(gus, "claim_leisure_entry", by)
    assert (await gus.say("delete_account", password=PASSWORD))["type"] == "done"
    await at.resign(anna, await at.play(anna))
    told = await at.told(anna)
    assert told["status"] == "told"
    assert [one["name"] for one in told["contestants"]] == ["Anna", None]
