"""What changes while a process does not hear the others is told later.

Two processes share a store. The test drives their looks, so nothing happens between two lines."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from protocol.closing import Close
from server.accounts.name_rules import keys_of
from server.accounts.store import Account, AccountStore, CurrentAccount
from server.errors import StoreAway
from server.presence.roster import FREE, Activity
from server.presence.service import FriendPresence
from server.store.availability import StoreAvailability
from server.store.redis_client import connect
from server.views.listener import Listener
from server.views.view_inputs import Viewer
from tests.stores import RedisProcess, engines

ANNA, BEN, CARA = (f"{n:016x}" for n in (1, 2, 3))
LIMIT_S = 30


class Line:
    """A connection of an account, and the lists of friends that were sent to it."""

    room: str | None = None

    def __init__(self, number: str, account: CurrentAccount) -> None:
        self.number: str | None = number
        self.account = account
        self.listener: Listener = self
        self.name = number
        self.viewer = Viewer()
        self.lists: list[list[str]] = []

    def activity(self, *, watching: bool) -> Activity:
        return FREE

    def send(self, data: bytes) -> None:
        self.lists.append([friend["name"] for friend in json.loads(data)["friends"]])

    def send_progress(self, data: bytes) -> bool:
        self.send(data)
        return True

    def close(self, why: Close) -> None:
        raise AssertionError(why)


class House(NamedTuple):
    """The store, and the presence of two processes. Anna is connected to the first, and her friends
    Ben and Cara follow their friends on the second."""

    redis: RedisProcess
    accounts: AccountStore
    first: FriendPresence
    second: FriendPresence
    ben: Line
    cara: Line


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis:
        accounts, client = AccountStore(redis.url, 1), connect(redis.url, 1)
        for number, name in ((ANNA, "Anna"), (BEN, "Ben"), (CARA, "Cara")):
            assert await accounts.create(Account(number, name, keys_of(name), False, 1, "", ""))
        for number in (BEN, CARA):
            await accounts.befriend(ANNA, number, "add")
            await accounts.befriend(number, ANNA, "accept")
        first, second = (FriendPresence(accounts, client, name, lambda: 0.0) for name in "12")
        link = StoreAvailability(lambda _: None, lambda: 0, 1_000_000)
        link.set_up()

        def line(number: str) -> Line:
            return Line(number, lambda: accounts.account(number))

        ben, cara = line(BEN), line(CARA)
        async with asyncio.TaskGroup() as tasks:
            listening = [
                tasks.create_task(each.channel.run(link, redis.url)) for each in (first, second)
            ]
            for each in (first, second):
                await each.channel.listening.wait()
            first.subscribe(line(ANNA))
            for friend, number in ((ben, BEN), (cara, CARA)):
                second.subscribe(friend)
                await second.follow(friend, number, 1)
            made = House(redis, accounts, first, second, ben, cara)
            await until(made, ben, ["Anna"])
            await until(made, cara, ["Anna"])
            yield made
            for task in listening:
                task.cancel()
        await client.aclose()
        await accounts.close()


async def until(at: House, line: Line, friends: list[str]) -> None:
    """Let both processes look until this is the last list that the line got."""
    async with asyncio.timeout(LIMIT_S):
        while line.lists[-1] != friends:
            for each in (at.first, at.second):
                with suppress(StoreAway):
                    await each.look()
            await asyncio.sleep(0.01)


async def test_a_removal_that_could_not_be_sent_is_sent_with_a_later_look(house: House) -> None:
    house.first.channel.listening.clear()
    await house.accounts.befriend(ANNA, BEN, "remove")
    await house.first.accounts_changed([ANNA, BEN])
    for _ in range(3):
        await house.second.look()
    assert house.ben.lists[-1] == ["Anna"], "nobody could tell the second process"
    house.first.channel.listening.set()
    await until(house, house.ben, [])
    assert house.cara.lists[-1] == ["Anna"]


async def test_friends_that_could_not_be_read_are_read_with_a_later_look(house: House) -> None:
    """The store goes away when the second process reads the account of Ben or Cara, of whose
    friends it has just been told that they have changed."""
    for friend in (BEN, CARA):
        await house.accounts.befriend(ANNA, friend, "remove")
    asked = list[str]()

    def away(line: Line) -> CurrentAccount:
        async def account() -> Account | None:
            asked.append(line.name)
            raise StoreAway

        return account

    lines = (house.ben, house.cara)
    before = [line.account for line in lines]
    for line in lines:
        line.account = away(line)
    await house.first.accounts_changed([ANNA, BEN, CARA])
    async with asyncio.timeout(LIMIT_S):
        while not asked:
            with suppress(StoreAway):
                await house.second.look()
            await asyncio.sleep(0.01)
    assert len(asked) == 1, "the look has ended with the first of them"
    for line, account in zip(lines, before, strict=True):
        line.account = account
    await until(house, house.ben, [])
    await until(house, house.cara, [])
