"""Subscriptions to crown races: who receives which message, logged in as whom."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from server.crown_races import subscriptions
from server.crown_races.standings import CrownRaceFacts, CrownRaceMessages
from server.store import keys
from tests.messages import told as messages
from tests.secrecy.glass import Ear
from tests.server.clocked_process import Time, real_store
from tests.server.crown_races.table import NONCE, NOON, Table, table
from tests.stores import RedisProcess


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


def heard(ear: Ear) -> list[dict[str, Any]]:
    """The news of crown races an ear has had."""
    found = [message for data in ear.told for message in messages(data)]
    return [one for one in found if one["type"] == "crown_race" and one["id"] is None]


async def tell(at: Table) -> None:
    """All that has changed is heard of and told."""
    for _, news in await at.one.kept.others.xrange(keys.CROWN_RACES_FEED):
        await at.one.crown_races.following._on_entry(news)
    await at.one.crown_races.following.followed.tell()


async def test_one_race_that_cannot_be_read_keeps_nobody_from_hearing_of_another(
    redis: RedisProcess,
) -> None:
    async with table(redis, Time(NOON)) as at:
        ears, codes = [], []
        for name in ("Anna", "Ben", "Cid"):
            (ear,) = await at.open(name)
            await at.told(ear)
            ears.append(ear)
            codes.append(at.code)
        store = at.one.kept.others
        stored = json.loads(await store.hget(keys.crown_race(codes[1]), "race") or "")
        del stored["candidates"]
        await store.hset(keys.crown_race(codes[1]), "race", json.dumps(stored))
        for ear, code in ((ears[0], codes[0]), (ears[2], codes[2])):
            await ear.say("quit_crown_race", code=code)
        await tell(at)
        assert [bool(heard(ear)) for ear in ears] == [True, False, True]


async def test_whoever_has_logged_out_is_told_as_anybody(redis: RedisProcess) -> None:
    async with table(redis, Time(NOON)) as at:
        ann, ben = await at.open("Anna", "Ben")
        again = await at.one.again("Anna")
        for ear in (ann, again):
            assert (await at.told(ear))["mine"] is not None
        await ann.say("log_out")
        room = await at.play(again)
        await tell(at)
        (told,) = heard(again)
        assert told["racers"][told["mine"]]["games"][0]["code"] == room
        (told,) = heard(ann)
        assert told["mine"] is None
        assert [game["code"] for racer in told["racers"] for game in racer["games"]] == [None]
        await ben.say("quit_crown_race", code=at.code)
        await ann.say("log_in", name="Ben", password="correct horse")
        await tell(at)
        assert heard(ann)[-1]["racers"][heard(ann)[-1]["mine"]]["name"] == "Ben"


async def test_a_race_is_put_into_words_once_for_all_its_readers(
    redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[CrownRaceMessages] = []

    class Counted(CrownRaceMessages):
        def __init__(self, known: CrownRaceFacts) -> None:
            made.append(self)
            super().__init__(known)

    async with table(redis, Time(NOON)) as at:
        ann, ben = await at.open("Anna", "Ben")
        guests = [await at.one.ear(f"guest-{n}") for n in range(30)]
        for ear in (ann, ben, *guests):
            await at.told(ear)
        await tell(at)
        assert not heard(ann), "nothing has happened since"
        await ben.say("quit_crown_race", code=at.code)
        monkeypatch.setattr(subscriptions, "CrownRaceMessages", Counted)
        await tell(at)
        assert len(made) == 1
        assert [len(heard(ear)) for ear in (ann, ben, *guests)] == [1] * 32
        assert len({data for ear in guests for data in ear.told if b'"quit":true' in data}) == 1
        assert heard(ann)[0] == {**heard(guests[0])[0], "mine": 0}
        assert heard(ben)[0]["mine"] == 1


async def test_a_slow_reader_gets_it_later_and_it_is_not_read_again(
    redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(redis, Time(NOON)) as at:
        ann, ben = await at.open("Anna", "Ben")
        await at.told(ann)
        await tell(at)
        sent = ann.send_progress
        monkeypatch.setattr(ann, "send_progress", lambda _: False)
        await ben.say("join_crown_race", code=at.code, nonce=NONCE)
        await ben.say("quit_crown_race", code=at.code)
        await tell(at)
        monkeypatch.setattr(at.races.store, "load", None)
        followed = at.one.crown_races.following.followed
        await followed.tell()
        assert not heard(ann)
        monkeypatch.setattr(ann, "send_progress", sent)
        await followed.tell()
        assert [racer["quit"] for racer in heard(ann)[0]["racers"]] == [False, True]
