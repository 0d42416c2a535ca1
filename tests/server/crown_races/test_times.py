"""Deadlines of crown races: over hours, outages and restarts of processes, with a clock that tests
advance."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.crowns.facts import GREAT_GAMES
from engine.crowns.time_limits import Limits
from engine.races.verify import verify
from server.archive.archiver import Archiver
from server.crown_races.state import LASTS_MS, LEAST_MS, CrownRace
from server.crowns.service import CrownService
from server.leaderboards.results_log import ResultsLog
from server.own_pace.service import STORED_MS
from server.store import keys
from tests.secrecy.glass import Reached
from tests.server.clocked_process import Time, real_store, token
from tests.server.crown_races.table import NOON, table, together, two
from tests.stores import RedisProcess

HOUR_MS = 3_600_000


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


# Its end. -------------------------------------------------------------------------------------


async def test_it_closes_with_a_bell_for_everybody_who_still_plays(redis: RedisProcess) -> None:
    async with table(redis, Time(NOON)) as at:
        ann, ben = await at.open("Anna", "Ben")
        closes = NOON + LASTS_MS
        first = await at.play(ann)
        await at.resign(ann, first)
        await at.at(closes - LEAST_MS)
        late = await at.play(ann)
        assert at.one.registry.rooms[late].race.bell_at == closes
        await at.at(closes - LEAST_MS + 1_000)
        assert (await ben.say("play_crown_deal", code=at.code, token=token(ben)))["code"] == (
            "crown_race_over"
        )
        await at.at(closes - 1)
        assert (await at.told(ben))["status"] == "running"
        for room in (first, late):
            assert (await ben.say("get_record", race=room))["type"] == "refused"
        await at.at(closes)
        told = await at.told(ben)
        assert (told["status"], told["closes_in_ms"]) == ("over", 0)
        results = [[game["result"] for game in racer["games"]] for racer in told["racers"]]
        assert results == [["resigned", "timeout"], []]
        for room in (first, late):
            record = (await ben.say("get_record", race=room))["record"]
            assert all(check.ok for check in verify(record, told["commitment"]))


async def test_time_the_server_was_away_is_given_back_to_all_of_it(redis: RedisProcess) -> None:
    time = Time(NOON)
    async with table(redis, time) as at:
        ann, ben = await at.open("Anna", "Ben")
        room = await at.play(ann)
        since = NOON + 5 * HOUR_MS
        time.now = since + 3 * HOUR_MS
        await at.one.kept.others.rpush(keys.OUTAGES, f"{since} {time.now}")
        await at.one.deadlines.hold(room, [(since, time.now)])
        told = await at.told(ben)
        assert told["closes_in_ms"] == 7 * HOUR_MS
        assert at.one.registry.rooms[room].race.bell_at == time.now + 7 * HOUR_MS
        await at.at(NOON + LASTS_MS + 1)
        other = await at.play(ben)
        await at.at(NOON + LASTS_MS + 3 * HOUR_MS - 1)
        assert (await at.told(ann))["status"] == "running"
        await at.at(NOON + LASTS_MS + 3 * HOUR_MS)
        assert (await at.told(ann))["status"] == "over"
        assert at.one.registry.rooms[other].race.ended_at == time.now


async def test_alone_one_quits_and_the_game_in_progress_stays_closed(redis: RedisProcess) -> None:
    async with table(redis, Time(NOON)) as at:
        (ann,) = await at.open("Anna")
        room = await at.play(ann)
        quitted = await ann.say("quit_crown_race", code=at.code)
        assert (quitted["status"], quitted["opened"]) == ("running", None)
        await at.due()
        assert (await at.told(ann))["opened"] is None
        assert (await ann.say("get_record", race=room))["type"] == "refused"
        await at.resign(ann, room)
        told = await at.told(ann)
        assert (told["status"], len(told["racers"][0]["games"])) == ("over", 1)
        assert (await ann.say("get_record", race=room))["type"] == "record"
        again = await ann.say("play_crown_deal", code=at.code, token=token(ann))
        assert again["code"] == "crown_race_over"


# Deals. ---------------------------------------------------------------------------------------


async def test_a_deal_is_claimed_once_however_often_it_is_asked_for(redis: RedisProcess) -> None:
    async with two(redis, Time(NOON)) as (one, other):
        (ann,) = await one.open("Anna")
        again = [await each.one.again("Anna") for each in (one, other)]
        answers = await together(
            *(
                ear.say("play_crown_deal", code=one.code, token=f"{number}" * 24)
                for number, ear in enumerate([ann, *again])
            )
        )
        rooms = {answer["code"] for answer in answers if answer["type"] == "room"}
        assert len(rooms) == 1, answers
        race = (await one.races.store.load(one.code)).race
        assert [len(each.tries) for each in race.candidates] == [1]


async def test_who_comes_back_has_their_game_and_no_other(redis: RedisProcess) -> None:
    async with two(redis, Time(NOON)) as (one, other):
        (ann,) = await one.open("Anna")
        other.code = one.code
        room = await one.play(ann)
        before = (await ann.say("look"))["view"]
        again = await other.one.again("Anna")
        back = await again.say("play_crown_deal", code=one.code, token="x" * 24)
        assert (back["type"], back["code"]) == ("room", room)
        assert (await again.say("look"))["view"] == before
        await other.resign(again, room)
        assert await other.play(again) != room


async def test_a_claim_whose_process_died_before_its_room_was_made(redis: RedisProcess) -> None:
    async with table(redis, Time(NOON)) as at:
        ann, ben = await at.open("Anna", "Ben")
        account = (await at.races.store.load(at.code)).race.host
        claimed = await at.races.claim(at.code, account)
        room = claimed.candidates[0].tries[0].room
        assert await at.play(ann) == room
        lost = await at.races.claim(at.code, claimed.candidates[1].account)
        await at.resign(ann, room)
        await ann.say("quit_crown_race", code=at.code)
        await ben.say("quit_crown_race", code=at.code)
        await at.at(NOON + LASTS_MS + STORED_MS - 1)
        assert (await at.told(ann))["status"] == "running", "the deal may have begun at last"
        refused = await ben.say("play_crown_deal", code=at.code, token=token(ben))
        assert refused["code"] == "crown_race_over"
        await at.at(NOON + LASTS_MS + STORED_MS)
        told = await at.told(ann)
        assert told["status"] == "over"
        assert lost.candidates[1].tries
        assert told["racers"][1]["games"][0]["result"] == "abandoned"


async def test_an_end_whose_process_died_before_noting_it(redis: RedisProcess) -> None:
    time = Time(NOON)
    async with table(redis, time, "one") as one:
        one.one.news.sessions.clear()
        (ann,) = await one.open("Anna")
        room = await one.play(ann)
        await one.one.resign(ann, room)
    async with table(redis, time, "two") as two_:
        two_.code = one.code
        ann = await two_.one.again("Anna")
        told = await two_.told(ann)
        assert [game["result"] for game in told["racers"][0]["games"]] == ["resigned"]
        assert await two_.play(ann) != room


async def test_who_has_left_a_game_for_good_goes_on_to_the_next(redis: RedisProcess) -> None:
    async with table(redis, Time(NOON)) as at:
        (ann,) = await at.open("Anna")
        room = await at.play(ann)
        await ann.say("leave")
        assert await at.play(ann) != room


# The secret. ----------------------------------------------------------------------------------


async def test_rooms_are_told_though_a_process_died_over_it(redis: RedisProcess) -> None:
    time = Time(NOON)
    async with table(redis, time, "one") as one:
        ann, ben = await one.open("Anna", "Ben")
        rooms = [await one.play(ann), await one.play(ben)]
        await one.resign(ann, rooms[0])
        await ann.say("quit_crown_race", code=one.code)
        await one.one.resign(ben, rooms[1])
        await ben.say("quit_crown_race", code=one.code)
        race = await one.races.look(one.code)
        assert race.over_at is not None
        assert not race.told
        assert (await one.told(ann))["opened"] is None
    async with table(redis, time, "two") as two_:
        two_.code = one.code
        (due,) = (await two_.races.store.due()).items()
        assert due == (one.code, time.now)
        ann = await two_.one.again("Anna")
        assert (await ann.say("get_record", race=rooms[1]))["code"] == "not_opened"
        await two_.due()
        assert await two_.races.store.due() == {}
        for room in rooms:
            assert (await ann.say("get_record", race=room))["type"] == "record"
        assert (await two_.told(ann))["opened"]["secret"] == race.secret


async def test_results_stand_in_the_book_when_it_is_over(redis: RedisProcess) -> None:
    async with table(redis, Time(NOON)) as at:
        ann, ben = await at.open("Anna", "Ben")
        room = await at.play(ann)
        await at.win(ann, room)
        archiver = at.one.seat_boards.quota.archiver
        for _ in range(2):
            await archiver.write_result(room, 1)
        assert await archiver.results_log.number(f"{room}-1") is None
        assert await archiver.results_log.release(at.one.time.now + 400 * 24 * HOUR_MS) == 0
        for ear in (ann, ben):
            await ear.say("quit_crown_race", code=at.code)
        await at.due()
        number = await archiver.results_log.number(f"{room}-1")
        assert number is not None
        await archiver.write_result(room, 1)
        assert await archiver.results_log.number(f"{room}-1") == number
        assert await at.one.kept.others.zcard(keys.RESULTS.withheld) == 0
        raced = await archiver.results_log.entry(number)
        assert (getattr(raced, "session", None), raced and raced.race) == (
            f"crown-{at.code}-1",
            f"{room}-1",
        )


# Crowns. --------------------------------------------------------------------------------------


async def test_crowns_are_won_by_the_ordinary_rules(redis: RedisProcess) -> None:
    async with table(redis, Time(NOON)) as at:
        crowns = CrownService(at.one.kept, Limits())
        at.one.news.note_seen = crowns.seen.note
        ann, ben = await at.open("Anna", "Ben")
        expected = [None, None, "triple", "triple", "quintuple"]
        first = {}
        for number, crown in enumerate(expected):
            room = await at.play(ann)
            await at.win(ann, room)
            await crowns.apply_room(room, at.one.time.now)
            told = await at.told(ben)
            first = told["racers"][0]
            assert (first["name"], first["won"], first["crown"]) == ("Anna", number + 1, crown)
            assert first["took_ms"] == 60_000 * (number + 1)
        assert [game["game"] for game in first["games"]] == list(GREAT_GAMES)
        room = await at.play(ben)
        await at.win(ben, room)
        await crowns.apply_room(room, at.one.time.now)
        status = await crowns.status(
            (await at.races.store.load(at.code)).race.candidates[1].account, at.one.time.now
        )
        assert len(status.state.wins) == 1, "to have been dealt to others is not to be seen"


async def test_a_deal_seen_elsewhere_in_the_race_does_not_count(redis: RedisProcess) -> None:
    """Were it ever shown: whoever has seen it by any room of the race has seen it."""
    async with table(redis, Time(NOON)) as at:
        crowns = CrownService(at.one.kept, Limits())
        at.one.news.note_seen = crowns.seen.note
        ann, ben = await at.open("Anna", "Ben")
        room = await at.play(ann)
        account = (await at.races.store.load(at.code)).race.candidates[1].account
        await at.one.registry.deal_exposure.watched(await at.one.registry.find(room), account)
        room = await at.play(ben)
        await at.win(ben, room)
        await crowns.apply_room(room, at.one.time.now)
        assert not (await crowns.status(account, at.one.time.now)).state.wins


async def test_one_that_cannot_be_over_yet_is_not_looked_at_without_end(
    redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(redis, Time(NOON)) as at:
        await at.open("Anna")
        await at.races.claim(at.code, (await at.races.store.load(at.code)).race.host)
        at.one.time.now = NOON + LASTS_MS
        looks, looked, real = [], asyncio.Event(), at.races.look

        async def look(code: str) -> CrownRace:
            looks.append(code)
            try:
                return await real(code)
            finally:
                looked.set()

        monkeypatch.setattr(at.races, "look", look)
        at.races.schedule.add(at.code, at.one.time.now)
        meeting = asyncio.create_task(at.races.watch_deadlines(Reached()))
        await looked.wait()
        for _ in range(20):
            await at.races.store.load(at.code)
        meeting.cancel()
        await asyncio.wait([meeting])
        assert looks == [at.code]


async def test_a_deal_that_is_void_counts_for_nothing_and_is_told_at_the_end(
    redis: RedisProcess,
) -> None:
    async with table(redis, Time(NOON)) as at:
        ann, ben = await at.open("Anna", "Ben")
        book, archiver = ResultsLog(at.one.kept.others), Archiver(at.one.kept, 1_000)
        for ear, took_ms in ((ann, 60_000), (ben, 90_000)):
            room = await at.play(ear)
            await at.win(ear, room, took_ms)
            await archiver.write_result(room, 1)
        told = await at.told(ann)
        assert [(one["name"], one["won"]) for one in told["racers"]] == [("Anna", 1), ("Ben", 1)]
        mine = told["racers"][told["mine"]]["games"][0]["code"]
        assert await book.void(f"{mine}-1", "played by a machine", at.one.time.now) == "voided"
        for ear in (ann, ben):
            assert (await ear.say("get_my_races"))["races"] == []
        told = await at.told(ben)
        standings = [(one["place"], one["name"], one["won"]) for one in told["racers"]]
        assert standings == [(1, "Ben", 1), (2, "Anna", 0)]
        (game,) = told["racers"][1]["games"]
        assert (game["result"], told["racers"][1]["took_ms"]) == ("void", 0)
        for ear in (ann, ben):
            await ear.say("quit_crown_race", code=at.code)
        await at.due()
        assert (await at.told(ben))["racers"][1]["games"][0]["result"] == "void"
        (past,) = (await ann.say("get_my_races"))["races"]
        assert past["voided"]
