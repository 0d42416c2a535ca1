"""Leisure races over days, on a real store and with a clock that tests set."""

import asyncio
from typing import Any

import pytest

from engine.crowns.time_limits import Limits
from engine.races.verify import verify
from protocol.message import BadMessage
from server.crowns.service import CrownService
from server.leaderboards.results_log import ResultsLog
from server.leisure_races.service import MOST_OPEN
from server.leisure_races.state import LEAST_MS
from server.own_pace.service import STORED_MS
from server.store import keys
from tests.server.clocked_process import PASSWORD, Time, process, token
from tests.server.leisure_races.friends import (
    BELL_MS,
    DAY_MS,
    HOUR_MS,
    NOON,
    Friends,
    friends,
    guest_token,
)
from tests.stores import RedisProcess, all_commands


def lines(told: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(one["name"], one["place"], one["points"]) for one in told["contestants"]]


async def test_four_friends_over_three_days(at: Friends) -> None:
    """Two come by the code alone: a guest, and an account whose name belonged to an invited account
    that was deleted."""
    anna, dora, old_ed = [await at.one.person(name) for name in ("Anna", "Dora", "Ed")]
    for other, name in ((dora, "Dora"), (old_ed, "Ed")):
        await at.befriend(anna, "Anna", other, name)
    made = await at.make(anna, deals=2, invited=["Dora", "Ed"], by_code=2)
    assert (made["status"], made["mine"], made["places_left"]) == ("open", 0, 2)
    assert (await old_ed.say("list_leisure_races"))["races"][0]["your_turn"]
    # Day one: Ed deletes the account, and somebody else takes the name.
    assert (await old_ed.say("delete_account", password=PASSWORD))["type"] == "done"
    ed = await at.one.person("Ed")
    assert (await ed.say("list_leisure_races"))["races"] == []
    assert (await at.told(ed))["mine"] is None
    refused = await at.ask(ed, "play_leisure_deal", None, token=token(ed))
    assert refused["code"] == "no_contestant"
    assert (await at.join(ed, "Ed"))["mine"] == 3
    cid, by = await at.one.ear("cid"), guest_token("cid")
    assert (await at.join(cid, "Cid", by))["places_left"] == 0
    late = await at.one.ear("late")
    assert (await at.join(late, "Zoe", guest_token("zoe")))["code"] == "leisure_race_full"
    await at.win(anna, await at.play(anna), 50_000)
    await at.win(cid, await at.play(cid, by), 40_000)
    # Day two, in another order.
    await at.at(NOON + DAY_MS)
    await at.win(dora, await at.play(dora, deal=2), 30_000)
    await at.resign(ed, await at.play(ed))
    await at.win(anna, await at.play(anna), 60_000)
    told = await at.told(anna)
    assert told["status"] == "open"
    assert [one["has_played"] for one in told["contestants"]] == [True, False, None, False, False]
    # Day three: the last tries. Ed plays one deal only, so the race goes on until its close.
    await at.at(NOON + 2 * DAY_MS)
    await at.win(cid, await at.play(cid, by), 70_000)
    await at.resign(dora, await at.play(dora))
    assert (await at.told(cid, by))["opened"] is None
    await at.at(NOON + 3 * DAY_MS)
    assert (await dora.say("list_leisure_races"))["races"][0]["is_news"]
    told = await at.told(dora)
    assert told["status"] == "told"
    assert lines(told) == [
        ("Anna", 1, 4.0), ("Cid", 1, 4.0), ("Dora", 3, 3.5), ("Ed", 4, 0.5), (None, None, 0.0),
    ]  # fmt: skip
    assert not (await dora.say("list_leisure_races"))["races"][0]["is_news"]
    for one in told["contestants"]:
        for each in one["results"]:
            record = (await late.say("get_record", race=each["code"]))["record"]
            checks = {check.step: check.ok for check in verify(record, told["commitment"])}
            if each["standing"]["result"] == "won":  # by the word of the store, without moves
                checks = {step: ok for step, ok in checks.items() if step not in ("end", "results")}
            assert all(checks.values())
            assert record["session"]["secret"] == told["opened"]["secret"]
    assert await at.races.store.due() == {}


async def test_each_deal_can_have_a_game_of_its_own(at: Friends) -> None:
    anna, ben = await at.one.person("Anna"), await at.one.person("Ben")
    await at.befriend(anna, "Anna", ben, "Ben")
    aces = {"game": "aces_up", "bell_ms": BELL_MS}
    kings = {
        "game": "kings", "options": {"keeling": False}, "terms": {"take_back": "free"},
        "bell_ms": 2 * BELL_MS,
    }  # fmt: skip
    made = await at.make(anna, invited=["Ben"], **aces, deals=2, rounds=[aces, kings])
    shown = [(each["game"], each["bell_ms"], each["terms"]["take_back"]) for each in made["rounds"]]
    assert shown == [("aces_up", BELL_MS, "none"), ("kings", 2 * BELL_MS, "free")]
    (entry,) = (await ben.say("list_leisure_races"))["races"]
    assert (entry["game"], entry["games"]) == ("aces_up", ["aces_up", "kings"])
    for ear in (anna, ben):
        for deal, asked in ((2, kings), (1, aces)):
            room = await at.play(ear, deal=deal)
            race = at.one.registry.rooms[room].race
            assert (race.rules.slug, race.bell_ms) == (asked["game"], asked["bell_ms"])
            assert race.terms.take_back == ("free" if asked is kings else "none")
            await at.resign(ear, room)
    told = await at.told(ben)
    assert told["status"] == "told"
    assert lines(told) == [("Anna", 1, 1.0), ("Ben", 1, 1.0)]
    for each in told["contestants"][0]["results"]:
        record = (await ben.say("get_record", race=each["code"]))["record"]
        assert record["game"] == told["rounds"][each["deal"] - 1]["game"]
        assert all(check.ok for check in verify(record, told["commitment"]))


async def test_every_deal_of_a_race_must_be_playable_alone(at: Friends) -> None:
    anna = await at.one.person("Anna")
    aces = {"game": "aces_up", "bell_ms": BELL_MS}
    plan = {"title": "x", **aces, "deals": 2, "by_code": 1, "lasts_ms": DAY_MS}

    async def refused(*rounds: dict[str, Any], **changed: Any) -> Any:
        answer = await anna.say("new_leisure_race", **{**plan, "rounds": list(rounds), **changed})
        return answer.get("code")

    for second in (
        {"game": "racing_demon"},
        {"game": "aces_up", "options": {"nonsense": 1}},
        {"game": "klondike", "terms": {"winnable": True}},
        {"game": "poker_patience", "terms": {"format": "caller"}},
    ):
        assert await refused(aces, {"bell_ms": BELL_MS, **second}) == "bad_option", second
    assert await refused(aces) == "bad_request", "two deals"
    assert await refused({**aces, "bell_ms": 1_000}, aces) == "bad_request", "another first deal"
    with pytest.raises(BadMessage):
        await refused(*[aces] * 11)
    made = await anna.say("new_leisure_race", **plan, rounds=[aces, aces])
    assert "rounds" not in made, "all deals are alike"
    assert "games" not in (await anna.say("list_leisure_races"))["races"][0]


async def test_it_is_told_as_soon_as_nobody_may_play_any_more(at: Friends) -> None:
    anna, ben = await at.one.person("Anna"), await at.one.person("Ben")
    await at.befriend(anna, "Anna", ben, "Ben")
    await at.make(anna, invited=["Ben"])
    first = await at.play(anna)
    await at.win(anna, first, 10_000)
    assert (await at.told(anna))["status"] == "open"
    for ear in (anna, ben):
        assert (await ear.say("get_record", race=first))["code"] == "not_opened"
        assert (await ear.say("watch", code=first))["code"] == "not_for_you"
        assert (await ear.say("get_traveller", deal=f"{first}-1"))["code"] == "not_opened"
    await at.resign(ben, await at.play(ben))
    assert (await at.told(ben))["status"] == "told"
    assert (await ben.say("watch", code=first))["type"] == "room"
    assert (await ben.say("get_traveller", deal=f"{first}-1"))["type"] == "traveller"


async def test_a_try_that_begins_before_the_close_has_all_its_time(at: Friends) -> None:
    anna = await at.one.person("Anna")
    await at.make(anna, by_code=1, deals=2)
    closes = NOON + 3 * DAY_MS
    await at.at(closes - LEAST_MS)
    room = await at.play(anna)
    await at.at(closes - LEAST_MS + BELL_MS)
    assert (await at.told(anna))["status"] == "closed"
    other = await at.one.person("Ben")
    assert (await at.join(other, "Ben"))["code"] == "leisure_race_over"
    await at.at(at.one.registry.rooms[room].race.bell_at)
    told = await at.told(anna)
    assert told["status"] == "told"
    assert told["contestants"][0]["results"][0]["standing"]["reason"] == "timeout"
    await anna.say("leave")
    assert (await at.ask(anna, "play_leisure_deal", None, token=token(anna)))["code"] == (
        "leisure_race_over"
    )


async def test_an_outage_is_given_back(at: Friends) -> None:
    anna = await at.one.person("Anna")
    await at.make(anna, by_code=1)
    since = NOON + DAY_MS
    at.one.time.now = since + 5 * HOUR_MS
    await at.one.kept.others.rpush(keys.OUTAGES, f"{since} {at.one.time.now}")
    assert (await at.told(anna))["closes_in_ms"] == 2 * DAY_MS
    await at.at(NOON + 3 * DAY_MS + 5 * HOUR_MS - 1)
    assert (await at.told(anna))["status"] == "open"
    await at.at(NOON + 3 * DAY_MS + 5 * HOUR_MS)
    assert (await at.told(anna))["status"] == "told"


async def test_who_plays_last_is_shown_the_table_at_once(at: Friends) -> None:
    anna, ben = await at.one.person("Anna"), await at.one.person("Ben")
    await at.befriend(anna, "Anna", ben, "Ben")
    await at.make(anna, invited=["Ben"])
    await at.resign(anna, await at.play(anna))
    await at.one.resign(ben, await at.play(ben))
    assert (await at.told(ben))["status"] == "told", "before any deadline was met"


async def test_nobody_plays_before_it_opens_or_twice(at: Friends) -> None:
    anna = await at.one.person("Anna")
    made = await at.make(anna, by_code=1, deals=2, opens_in_ms=HOUR_MS)
    assert (made["status"], made["opens_in_ms"]) == ("planned", HOUR_MS)
    assert not (await anna.say("list_leisure_races"))["races"][0]["your_turn"]

    async def refused(**fields: Any) -> Any:
        answer = await at.ask(anna, "play_leisure_deal", None, token=token(anna), **fields)
        return answer["code"]

    assert await refused() == "leisure_race_not_open"
    await at.at(NOON + HOUR_MS)
    assert (await anna.say("list_leisure_races"))["races"][0]["your_turn"]
    room = await at.play(anna, deal=2)
    again = await at.one.again("Anna")
    assert (await at.ask(again, "play_leisure_deal", None, token="r" * 24))["code"] == room
    await at.resign(again, room)
    await anna.say("leave")
    assert await refused(deal=2) == "leisure_deals_played"
    assert await refused(deal=3) == "unknown_deal"
    await at.resign(anna, await at.play(anna))
    assert await refused() == "leisure_deals_played"


async def test_a_try_is_dealt_once_however_often_it_is_asked_for(redis: RedisProcess) -> None:
    time = Time(NOON)
    async with friends(redis, time) as one, friends(redis, time, "two") as two:
        anna = await one.one.person("Anna")
        await one.make(anna, by_code=1)
        number = (await one.races.store.load(one.code)).race.contestants[0].account
        asked = [at.races.claim(one.code, number, None) for at in (one, two) for _ in range(3)]
        found = {tuple(race.rooms) for race in await asyncio.gather(*asked)}
        assert len(found) == 1
        assert len(found.pop()) == 1


async def test_who_may_be_asked_and_who_may_come(at: Friends) -> None:
    anna, ben, eve = [await at.one.person(name) for name in ("Anna", "Ben", "Eve")]
    bot = await at.one.person("Robot", bot=True)
    plan = {"title": "x", "game": "aces_up", "bell_ms": BELL_MS, "lasts_ms": DAY_MS}

    async def refused(ear: Any, **fields: Any) -> Any:
        return (await ear.say("new_leisure_race", **{**plan, **fields}))["code"]

    assert await refused(anna) == "bad_request"
    assert await refused(anna, invited=["Ben"]) == "not_friends"
    assert await refused(anna, invited=["Nobody"]) == "not_friends"
    assert await refused(bot, by_code=1) == "no_bots"
    assert await refused(await at.one.ear("guest"), by_code=1) == "no_account"
    assert await refused(anna, by_code=1, game="racing_demon") == "bad_option"
    assert await refused(anna, by_code=1, terms={"winnable": True}) == "bad_option"
    assert await refused(anna, by_code=1, terms={"take_back": "practice"}) == "bad_option"
    await at.befriend(anna, "Anna", bot, "Robot")
    assert await refused(anna, invited=["Robot"]) == "no_bots"
    await at.befriend(anna, "Anna", ben, "Ben")
    await at.make(anna, invited=["Ben"])
    for kind in ("get_leisure_race", "join_leisure_race"):
        assert (await at.ask(eve, kind, None))["code"] == "not_invited"
    await at.make(anna, by_code=3)
    guest = await at.one.ear("guest")
    assert (await at.join(guest, "Ben", guest_token("ben")))["code"] == "name_claimed"
    assert (await at.join(guest, "Cid", guest_token("cid")))["mine"] == 1
    assert (await at.join(guest, "CID", guest_token("other")))["code"] == "name_taken"
    assert (await at.join(eve, "Cid", guest_token("eve")))["code"] == "logged_in"
    assert (await at.join(bot, "Robot"))["code"] == "no_bots"


async def test_who_quits_may_come_back_and_nobody_waits_meanwhile(at: Friends) -> None:
    anna, ben = await at.one.person("Anna"), await at.one.person("Ben")
    await at.befriend(anna, "Anna", ben, "Ben")
    await at.make(anna, invited=["Ben"], deals=2)
    assert (await at.ask(ben, "quit_leisure_race", None))["has_quit"]
    assert (await ben.say("list_leisure_races"))["races"] == []
    assert (await at.ask(ben, "play_leisure_deal", None, token=token(ben)))["code"] == (
        "leisure_race_quit"
    )
    await at.resign(anna, await at.play(anna))
    assert not (await at.join(ben, "Ben"))["has_quit"]
    await at.resign(anna, await at.play(anna))
    assert (await at.told(anna))["status"] == "open", "Ben plays again"
    await at.ask(ben, "quit_leisure_race", None)
    await at.due()
    assert (await at.told(anna))["status"] == "told"


async def test_nobody_can_make_any_number(at: Friends) -> None:
    anna = await at.one.person("Anna")
    for _ in range(MOST_OPEN):
        await at.make(anna, by_code=1)
    answer = await anna.say(
        "new_leisure_race",
        title="x", game="aces_up", bell_ms=BELL_MS, lasts_ms=DAY_MS, by_code=1,
    )  # fmt: skip
    assert answer["code"] == "too_many"


# What a process that dies leaves. ---------------------------------------------------------------


async def test_a_try_whose_room_was_never_made_keeps_nobody_waiting(at: Friends) -> None:
    anna = await at.one.person("Anna")
    await at.make(anna, by_code=1)
    number = (await at.races.store.load(at.code)).race.contestants[0].account
    await at.races.claim(at.code, number, None)
    await at.at(NOON + 3 * DAY_MS)
    assert (await at.told(anna))["status"] == "closed"
    await at.at(NOON + 3 * DAY_MS + STORED_MS)
    told = await at.told(anna)
    assert (told["status"], told["contestants"][0]["place"]) == ("told", None)
    assert told["contestants"][0]["results"][0]["standing"] is None


async def test_another_process_tells_it(redis: RedisProcess) -> None:
    time = Time(NOON)
    async with friends(redis, time) as one:
        anna = await one.one.person("Anna")
        await one.make(anna, by_code=1)
        room = await one.play(anna)
        await one.one.resign(anna, room)
    async with process(redis, time, "two") as two:
        time.now = NOON + 3 * DAY_MS
        for code in await two.leisure_races.races.store.due():
            await two.leisure_races.races.meet(code)
        anna = await two.again("Anna")
        told = await anna.say("get_leisure_race", code=one.code)
        assert told["status"] == "told"
        assert (await anna.say("get_record", race=room))["type"] == "record"


async def test_a_race_that_has_expired_is_forgotten(at: Friends) -> None:
    anna = await at.one.person("Anna")
    await at.make(anna, by_code=1)
    ttl = await all_commands(at.one.kept.others).ttl(keys.leisure_race(at.code))
    assert ttl >= (at.one.kept.kept_s * 1000 + 3 * DAY_MS) // 1000 - 60
    await at.one.kept.others.delete(keys.leisure_race(at.code))
    await at.due()
    assert await at.races.store.due() == {}
    assert (await anna.say("list_leisure_races"))["races"] == []
    assert (await at.ask(anna, "get_leisure_race", None))["code"] == "unknown_leisure_race"


# What else is kept of an account. ---------------------------------------------------------------


async def test_an_account_gets_its_own_results_and_nobody_waits_for_a_deleted_one(
    at: Friends,
) -> None:
    anna, ben = await at.one.person("Anna"), await at.one.person("Ben")
    await at.befriend(anna, "Anna", ben, "Ben")
    await at.make(anna, invited=["Ben"])
    await at.resign(anna, await at.play(anna))
    exported = (await anna.say("export_account"))["data"]["leisure_races"]
    assert [(one["code"], one["place"], len(one["results"])) for one in exported] == [
        (at.code, None, 1)
    ]
    room = await at.play(ben)
    assert (await ben.say("delete_account", password=PASSWORD))["type"] == "done"
    assert at.one.registry.rooms[room].race.status == "over"
    told = await at.told(anna)
    assert (told["status"], {one["name"] for one in told["contestants"]}) == (
        "told",
        {"Anna", None},
    )
    number = (await at.races.store.load(at.code)).race.contestants[1].account
    assert not await at.one.kept.others.exists(keys.leisure_races_of(number))


async def test_results_stand_in_the_log_when_it_is_told(at: Friends) -> None:
    anna = await at.one.person("Anna")
    await at.make(anna, by_code=1)
    room = await at.play(anna)
    await at.win(anna, room, 20_000)
    log, archiver = ResultsLog(at.one.kept.others), at.one.seat_boards.quota.archiver
    await archiver.write_result(room, 1)
    assert await log.number(f"{room}-1") is None
    await at.at(NOON + 3 * DAY_MS)
    number = await log.number(f"{room}-1")
    assert number is not None
    raced = await log.entry(number)
    assert getattr(raced, "session", None) == f"leisure-{at.code}-1"


async def test_a_great_game_of_a_leisure_race_counts_for_no_crown(at: Friends) -> None:
    """The crown would tell the others of the result."""
    crowns = CrownService(at.one.kept, Limits())
    anna = await at.one.person("Anna")
    number = await at.one.accounts.owner(["anna"])
    assert number is not None
    await at.make(anna, by_code=1, game="auntie_allis")
    room = await at.play(anna)
    await at.win(anna, room, 20_000)
    await crowns.apply_room(room, at.one.time.now)
    assert (await crowns.status(number, at.one.time.now)).state.wins == ()


async def test_a_void_try_does_not_count(at: Friends) -> None:
    anna, ben = await at.one.person("Anna"), await at.one.person("Ben")
    await at.befriend(anna, "Anna", ben, "Ben")
    await at.make(anna, invited=["Ben"])
    first = await at.play(anna)
    await at.win(anna, first, 10_000)
    await at.resign(ben, await at.play(ben))
    assert lines(await at.told(ben)) == [("Anna", 1, 1.0), ("Ben", 2, 0.0)]
    await at.races.store._results_log.void(f"{first}-1", "played by a program", at.one.time.now)
    told = await at.told(ben)
    assert lines(told) == [("Ben", 1, 0.0), ("Anna", None, 0.0)]
    assert told["contestants"][1]["results"][0]["void"]
