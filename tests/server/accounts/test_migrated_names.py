"""Accounts of schema 1, whose names could differ only by characters that draw nothing.
`stores/schema-1-names.jsonl` was written by a server of that schema."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from redis.asyncio import Redis

from engine.races.verify import verify
from protocol.names import LONGEST_NAME
from server.accounts.name_registry import NameRegistry, settle_names
from server.accounts.name_rules import keys_of
from server.ops.migrations.steps import SCHEMA
from server.store import keys
from tests.harness import client
from tests.server.accounts.test_accounts import code_of
from tests.server.net.test_drain import served
from tests.server.stores import HERE, PASSWORD, load
from tests.stores import RedisProcess

# As they were claimed, the oldest first; the password of each ends with its number.
IAN, IAN_FE00, BOB_034F, BOB, BLANK, SERVER, STACKED, LEA, IAN_3164 = NAMES = (
    *("Ian", "Ia\ufe00n", "Bo\u034fb", "Bob", "\u3164", "the server", "Z" + "\u0301" * 20),
    *("Le\ufe0fa", "Ia\u3164n"),
)
AFTER = {
    IAN: "Ian",
    IAN_FE00: "Ian 3",
    BOB_034F: BOB_034F,
    BOB: "Bob 2",
    BLANK: "Player 2",
    SERVER: "Player 4",
    STACKED: "Player 3",
    LEA: LEA,
    IAN_3164: "Ian 2",
}
"""The numbers follow from the ids of the accounts, which are drawn."""


def password(name: str) -> str:
    return f"{PASSWORD} {NAMES.index(name) + 1}"


class Note:
    """The progress of a step."""

    def __init__(self, cursor: str = "") -> None:
        self.cursor = cursor

    async def note(self, cursor: str) -> None:
        self.cursor = cursor


@pytest.fixture
async def store(redis: RedisProcess) -> AsyncIterator[Any]:
    async with Redis.from_url(redis.url, decode_responses=True) as opened:
        await load(opened, (HERE / "schema-1-names.jsonl").read_text())
        yield opened


async def accounts(store: Any) -> dict[str, dict[str, str]]:
    """What is kept of each account by the name it had first."""
    found = {}
    for number in await NameRegistry(store).all_accounts():
        kept = await store.hgetall(keys.account(number))
        found[kept.get("former") or kept["name"]] = kept | {"number": number}
    return found


def names(kept: dict[str, dict[str, str]]) -> dict[str, str]:
    return {first: fields["name"] for first, fields in kept.items()}


async def test_the_older_of_two_accounts_keeps_the_name(store: Any) -> None:
    before = await accounts(store)
    await settle_names(store, Note())
    after = await accounts(store)
    assert names(after) == AFTER
    for name, kept in after.items():
        same = ("number", "password", "recovery", "made_at", "bot", "last_call")
        assert {field: kept[field] for field in same} == {f: before[name][f] for f in same}
        for key in keys_of(kept["name"]):
            assert await store.get(keys.name(key)) == kept["number"]
        for key in kept["keys"].split("\n"):
            assert await store.get(keys.name(key)) == kept["number"]
    owners = [await store.get(key) async for key in store.scan_iter(keys.name("*"))]
    assert set(owners) == {kept["number"] for kept in after.values()}


async def test_a_store_is_settled_once_however_often_and_wherever_it_is_broken_off(
    store: Any,
) -> None:
    whole = await NameRegistry(store).all_accounts()
    await NameRegistry(store).settle(whole[4])  # out of turn, as when somebody logs in
    for _ in range(2):
        await settle_names(store, Note(whole[len(whole) // 2]))
        await settle_names(store, Note())
    now = names(await accounts(store))
    assert (now[IAN], now[BOB_034F], now[LEA]) == (IAN, BOB_034F, LEA)
    assert sorted(now.values()) == sorted(AFTER.values())
    settled = await everything(store)
    await settle_names(store, Note())
    assert await everything(store) == settled


async def everything(store: Any) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    async for key in store.scan_iter("cp:{accounts}:*"):
        if await store.type(key) == "hash":
            kept[key] = await store.hgetall(key)
        elif await store.type(key) == "set":
            kept[key] = await store.smembers(key)
    return kept


async def test_what_an_account_had_stays_and_it_is_told_of_its_name(
    redis: RedisProcess, store: Any
) -> None:
    books = {key: await store.dump(key) async for key in store.scan_iter("cp:{book}:*")}
    async with served(redis) as (app, _, url), client(url) as ian, client(url) as odd:
        assert (await app.schema.register()).number == SCHEMA
        async with client(url) as other:
            who = await ian.ask("log_in", name="Ian", password=password(IAN))
            assert who["account"]["name"] == "Ian"
            assert (await ian.ask("get_former_name"))["name"] is None
            # By whatever they were called, the password says who it is.
            name = AFTER[IAN_FE00]
            for typed in ("Ian", "IAN", IAN_FE00, name):
                who = await odd.ask("log_in", name=typed, password=password(IAN_FE00))
                assert who["account"]["name"] == name
                assert (await odd.ask("get_former_name"))["name"] == IAN_FE00
            await other.ask("authenticate", session=who["session"])
            assert (await other.ask("get_former_name"))["name"] == IAN_FE00
            wrong = other.ask("log_in", name="Ian", password="another password")
            assert await code_of(wrong) == "wrong_password"

        friends = (await ian.ask("get_friends"))["friends"]
        assert [(each["name"], each["state"]) for each in friends] == [(name, "friend")]
        for link, called in ((ian, "Ian"), (odd, name)):
            (raced,) = (await link.ask("get_my_races"))["races"]
            record = (await link.ask("get_record", race=raced["race"]))["record"]
            assert all(step.ok for step in verify(record))
            assert sorted(seat["name"] for seat in record["seats"]) == ["Ian", IAN_FE00]
            assert (await link.ask("get_my_seats"))["total"] == 1
            assert called in json.dumps(await link.ask("get_board", game="aces_up"))
        assert {key: await store.dump(key) for key in books} == books

        assert (await odd.ask("rename", name=name))["account"]["name"] == name
        assert (await odd.ask("get_former_name"))["name"] is None
        assert await code_of(odd.ask("log_in", name="Ian", password=password(IAN_FE00))) == (
            "wrong_password"
        )
        assert (await odd.ask("rename", name="Yan"))["account"]["name"] == "Yan"


async def test_a_recovery_code_opens_the_account_by_the_name_it_had(
    redis: RedisProcess, store: Any
) -> None:
    async with served(redis) as (_, _, url), client(url) as bob, client(url) as other:
        who = await bob.ask("log_in", name="Bob", password=password(BOB))
        assert who["account"]["name"] == "Bob 2"
        assert (await bob.ask("get_former_name"))["name"] == "Bob"
        told = await bob.ask("renew_recovery", password=password(BOB))
        fresh = "another good password"
        opened = await other.ask("recover", name="Bob", recovery=told["recovery"], password=fresh)
        assert opened["account"]["name"] == "Bob 2"
        await other.ask("delete_account", password=fresh)
        assert not [key async for key in store.scan_iter(keys.former_name("bob"))]


async def test_what_a_process_of_schema_1_adds_later_is_settled_at_log_in(
    redis: RedisProcess, store: Any
) -> None:
    """Such a process may serve the store beside the step, and after it."""
    await settle_names(store, Note())
    kept = await accounts(store)
    number, late = kept[LEA]["number"], "Ia\u115fn"
    fields = {"name": late, "keys": "ia\u115fn\nla\u115fn", "made_at": "1895371683333"}
    await store.hset(keys.account(number), mapping=fields)
    for key in ("ia\u115fn", "la\u115fn"):
        await store.set(keys.name(key), number)
    async with served(redis) as (_, _, url), client(url) as lea:
        who = await lea.ask("log_in", name="Lea", password=password(LEA))
        assert who["account"]["name"] == "Ian 4"
        assert (await lea.ask("get_former_name"))["name"] == late


async def test_a_free_name_fits_and_is_free(store: Any) -> None:
    """Also where the numbers that come first are taken, and the name is as long as it may be."""
    long = "W" * LONGEST_NAME
    odd = f"{long[1:]}\ufe00"
    for number, name, name_keys in (
        ("a" * 16, long[1:], keys_of(long[1:])),
        ("b" * 16, f"{long[:22]} 2", keys_of(f"{long[:22]} 2")),
        ("c" * 16, odd, {odd.casefold()}),
    ):
        fields = {"name": name, "keys": "\n".join(name_keys), "made_at": 1, "bot": 0}
        await store.hset(keys.account(number), mapping=fields)
        for key in name_keys:
            await store.set(keys.name(key), number)
    await settle_names(store, Note())
    given = await store.hget(keys.account("c" * 16), "name")
    assert given == f"{long[:22]} 3"
