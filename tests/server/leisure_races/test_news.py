"""News of leisure races: who is told that they can play, or that a race was told, and when."""

import asyncio
import contextlib
import json
from typing import Any

import pytest

from server.leisure_races.state import LeisureRace
from server.store import keys
from tests.harness import Client, client
from tests.secrecy.glass import Ear
from tests.server.leisure_races.friends import (
    DAY_MS,
    HOUR_MS,
    NOON,
    Friends,
    guest_token,
)
from tests.server.running_server import serving
from tests.stores import RedisProcess

PLAN = {"title": "Holidays", "game": "aces_up", "bell_ms": 600_000, "lasts_ms": 2 * DAY_MS}


async def circle(at: Friends, *names: str) -> list[Ear]:
    """People with accounts who are on line; the others are friends of the first."""
    ears = [await at.one.person(name) for name in names]
    for name, ear in zip(names, ears, strict=True):
        assert (await ear.say("go_online"))["type"] == "done"
        if ear is not ears[0]:
            await at.befriend(ears[0], names[0], ear, name)
    return ears


class Feed:
    """Hands the entries of the feed to the notifier of a process, each once."""

    def __init__(self, at: Friends) -> None:
        self._at, self._last = at, "-"

    async def read(self, *ears: Ear) -> list[list[str]]:
        """Read the new entries; the news that each of `ears` was sent because of them."""
        had = [len(ear.told) for ear in ears]
        for number, entry in await self._at.one.kept.others.xrange(
            keys.LEISURE_RACES_FEED, self._last
        ):
            await self._at.one.leisure_races.notifier.tell(entry)
            self._last = f"({number}"
        return [news(ear.told[before:]) for ear, before in zip(ears, had, strict=True)]


def news(told: list[bytes]) -> list[str]:
    found = [json.loads(data) for data in told]
    return [one["news"] for one in found if one["type"] == "leisure_news"]


async def test_the_invited_are_told_that_they_can_play_and_all_when_it_is_told(
    at: Friends,
) -> None:
    anna, ben, cleo = await circle(at, "Anna", "Ben", "Cleo")
    feed = Feed(at)
    await at.make(anna, invited=["Ben"], by_code=1)
    assert await feed.read(anna, ben, cleo) == [[], ["your_turn"], []]
    await at.join(cleo, "Cleo")
    await at.resign(anna, await at.play(anna))
    await at.resign(cleo, await at.play(cleo))
    assert await feed.read(anna, ben, cleo) == [[], [], []], "tries are no news"
    assert (await at.told(anna))["status"] == "open"
    await at.resign(ben, await at.play(ben))
    assert await feed.read(anna, ben, cleo) == [["told"]] * 3
    assert (await anna.say("list_leisure_races"))["races"][0]["is_news"]
    await at.told(ben)
    assert await feed.read(anna, ben, cleo) == [[], [], []]


async def test_whoever_plays_last_and_has_seen_the_table_is_told_nothing(at: Friends) -> None:
    anna, ben = await circle(at, "Anna", "Ben")
    feed = Feed(at)
    await at.make(anna, invited=["Ben"])
    await at.resign(anna, await at.play(anna))
    await at.one.resign(ben, await at.play(ben))
    assert (await at.told(ben))["status"] == "told"
    assert await feed.read(anna, ben) == [["told"], []]


async def test_when_it_opens_all_are_told_but_those_who_left(at: Friends) -> None:
    anna, ben, cleo = await circle(at, "Anna", "Ben", "Cleo")
    feed = Feed(at)
    await at.make(anna, invited=["Ben", "Cleo"], opens_in_ms=HOUR_MS, by_code=1)
    gus = await at.one.ear("gus")
    await at.join(gus, "Gus", guest_token("gus"))
    await at.ask(cleo, "quit_leisure_race", None)
    await at.at(NOON + HOUR_MS - 1)
    assert await feed.read(anna, ben, cleo, gus) == [[], [], [], []]
    assert await at.races.store.due() == {at.code: NOON + HOUR_MS}
    await at.at(NOON + HOUR_MS)
    assert await feed.read(anna, ben, cleo, gus) == [["your_turn"], ["your_turn"], [], []]
    await at.at(NOON + 2 * HOUR_MS)
    assert await feed.read(anna, ben) == [[], []]
    assert await at.races.store.due() == {at.code: NOON + HOUR_MS + 3 * DAY_MS}


async def test_it_is_told_when_time_is_up(at: Friends) -> None:
    anna, ben = await circle(at, "Anna", "Ben")
    feed = Feed(at)
    await at.make(anna, invited=["Ben"])
    await feed.read()
    await at.at(NOON + 3 * DAY_MS)
    assert await feed.read(anna, ben) == [["told"], ["told"]]


async def test_who_is_not_on_line_or_has_muted_the_telephone_is_sent_nothing(
    at: Friends,
) -> None:
    anna, ben, cleo = await circle(at, "Anna", "Ben", "Cleo")
    feed = Feed(at)
    quiet = await at.one.again("Cleo")  # has not sent go_online
    assert (await ben.say("mute_calls", muted=True))["type"] == "done"
    await at.make(anna, invited=["Ben", "Cleo"])
    assert await feed.read(ben, cleo, quiet) == [[], ["your_turn"], []]
    await cleo.gone()
    await ben.say("mute_calls", muted=False)
    await at.at(NOON + 3 * DAY_MS)
    assert await feed.read(ben, cleo, quiet) == [["told"], [], []]


async def test_what_is_true_no_more_when_the_feed_is_read_is_not_told(at: Friends) -> None:
    anna, ben = await circle(at, "Anna", "Ben")
    feed = Feed(at)
    await at.make(anna, invited=["Ben"])
    await at.resign(ben, await at.play(ben))
    assert await feed.read(ben) == [[]]
    await at.make(anna, invited=["Ben"])
    await at.one.kept.others.delete(keys.leisure_race(at.code))
    assert await feed.read(ben) == [[]]


async def test_a_race_of_an_earlier_version_has_opened(at: Friends) -> None:
    (anna,) = await circle(at, "Anna")
    await at.make(anna, by_code=1)
    stored = json.loads(await at.one.kept.others.hget(keys.leisure_race(at.code), "race") or "")
    assert stored.pop("has_opened")
    race = LeisureRace.model_validate(stored)
    assert (race.has_opened, race.deadline) == (True, NOON + 3 * DAY_MS)


@pytest.mark.processes
async def test_it_reaches_people_on_another_process(redis: RedisProcess) -> None:
    async with contextlib.AsyncExitStack() as stack:
        urls = [(await stack.enter_async_context(serving(redis.url)))[1] for _ in range(2)]
        anna, ben = [await stack.enter_async_context(client(url)) for url in urls]
        for link, name in ((anna, "Anna"), (ben, "Ben")):
            signed = await link.ask("sign_up", name=name, password="correct horse")
            assert signed["type"] == "signed_in", signed
            assert (await link.ask("go_online"))["type"] == "done"
        await anna.ask("befriend", name="Ben", what="add")
        await ben.ask("befriend", name="Anna", what="accept")
        made = await anna.ask("new_leisure_race", **PLAN, invited=["Ben"])
        told = await ben.until("leisure_news")
        assert told == {
            "type": "leisure_news", "code": made["code"], "title": "Holidays",
            "game": "aces_up", "news": "your_turn",
        }  # fmt: skip
        for link in (anna, ben):
            await give_up(link, made["code"])
        heard = [await link.until("leisure_news") for link in (anna, ben)]
        assert [one["news"] for one in heard] == ["told", "told"]


async def give_up(link: Client, code: str) -> dict[str, Any]:
    room = await link.ask("play_leisure_deal", code=code, token=link.token)
    assert room["type"] == "room", room
    await link.until("table")
    async with asyncio.timeout(60):
        return await link.ask("play", race=1, ply=0, move="resign")
