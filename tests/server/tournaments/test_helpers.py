"""Further organisers of a tournament, by a link."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from server.tournaments.organiser_commands import MOST_HELPERS
from tests.secrecy.glass import Ear
from tests.server.clocked_process import Time, real_store
from tests.server.tournaments.tournament_process import NOON, Hall, hall, plan
from tests.stores import RedisProcess

WORD, OTHER = "w" * 24, "o" * 24


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


async def helps(at: Hall, who: Ear, word: str = WORD) -> dict[str, Any]:
    return await who.say("organise_tournament", code=at.code, word=word)


async def does(at: Hall, who: Ear, verb: str, **fields: Any) -> dict[str, Any]:
    return await who.say("run_tournament", code=at.code, do={"verb": verb, **fields})


async def test_whoever_has_the_word_organises_it_too(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan())
        otto, eve = await at.one.person("Otto"), await at.one.person("Eve")
        assert (await helps(at, otto))["code"] == "wrong_word"  # there is none yet
        await at.run("share", word=WORD)
        assert (await helps(at, eve, OTHER))["code"] == "wrong_word"
        assert (await helps(at, otto))["type"] == "done"
        assert (await helps(at, otto))["type"] == "done"  # repeated
        told = await otto.say("get_tournament", code=at.code)
        assert (told["organised"], told["organiser"], told["helpers"]) == (True, "Olga", ["Otto"])
        assert not (await eve.say("get_tournament", code=at.code))["organised"]
        assert (await does(at, otto, "announce", text="Hello"))["type"] == "done"
        assert (await does(at, eve, "announce", text="Hello"))["code"] == "not_organiser"
        # Who else organises it, the first organiser alone decides.
        assert (await does(at, otto, "share", word=OTHER))["code"] == "not_organiser"
        assert (await does(at, otto, "hand_over", name="Eve"))["code"] == "not_organiser"


async def test_another_word_ends_the_one_before_and_none_ends_all(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan())
        otto, eve = await at.one.person("Otto"), await at.one.person("Eve")
        await at.run("share", word=WORD)
        await helps(at, otto)
        await at.run("share", word=OTHER)
        assert (await helps(at, eve))["code"] == "wrong_word"
        assert (await does(at, otto, "announce", text="Still here"))["type"] == "done"
        await at.run("share")
        assert (await does(at, otto, "announce", text="Gone"))["code"] == "not_organiser"
        assert (await helps(at, eve, OTHER))["code"] == "wrong_word"
        assert (await at.told())["helpers"] == []


async def test_followers_are_told_who_organises(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan())
        otto = await at.one.person("Otto")
        ann = at.people["Ann"] = await at.one.ear("Ann")
        await ann.say("follow_tournament", code=at.code)
        await at.run("share", word=WORD)
        await helps(at, otto)
        await at.following.tell(at.code)
        assert b'"helpers":["Otto"]' in ann.told[-1]
        await at.run("share")
        await at.following.tell(at.code)
        assert b'"helpers":[]' in ann.told[-1]
        assert WORD.encode() not in b"".join(ann.told + otto.told)


async def test_not_everybody_organises_it(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan())
        await at.run("share", word=WORD)
        for number in range(MOST_HELPERS):
            assert (await helps(at, await at.one.person(f"Otto {number}")))["type"] == "done"
        assert (await helps(at, await at.one.person("Eve")))["code"] == "too_many"
        guest = await at.one.ear("guest")
        assert (await helps(at, guest))["code"] == "no_account"
        await at.run("hand_over", name="Otto 3")
        assert len((await at.kept()).helpers) == MOST_HELPERS - 1
