"""Calls of deleted accounts."""

import pytest

from tests.server.clocked_process import PASSWORD
from tests.server.telephone.telephone_process import Office, rang, refused


async def test_of_an_account_that_is_no_more_nothing_is_kept(call_subscriptions: Office) -> None:
    anna, ben = [
        await call_subscriptions.person(call_subscriptions.one, name) for name in ("Anna", "Ben")
    ]
    first, second = [await call_subscriptions.crown("Anna", n) for n in (1, 2)]
    call = await rang(anna, first, "secret words")
    await rang(anna, second, "secret letters", to=["Ben"])
    bens = await rang(ben, await call_subscriptions.crown("Ben"), "Mine")
    await anna.say("answer_call", call=bens["call"], answer="show_me")
    await anna.say("mute_calls", muted=True)
    export = (await anna.say("export_account"))["data"]["telephone"]
    assert export["muted"]
    assert [(one["line"], one["mine"]) for one in export["calls"]] == [
        ("Mine", False),
        ("secret letters", True),
        ("secret words", True),
    ]
    assert export["calls"][0]["answers"] == [{"name": "Anna", "answer": "show_me"}]
    await anna.say("delete_account", password=PASSWORD)

    answer = await ben.say("get_calls")
    assert [(one["name"], one["line"]) for one in answer["calls"]] == [
        ("Ben", "Mine"),
        (None, ""),
        (None, ""),
    ]
    assert answer["calls"][0]["answers"] == []
    assert await refused(ben, "answer_call", call=99, answer="show_me") == "unknown_call"
    done = await ben.say("answer_call", call=call["call"], answer="rotten_luck")
    assert done["type"] == "done"
    for key in await call_subscriptions.store.keys("cp:{crown}:call*"):
        assert call_subscriptions.numbers["Anna"] not in key
        if await call_subscriptions.store.type(key) == "hash":
            assert "secret" not in str(await call_subscriptions.store.hgetall(key))
        if key.endswith(":answers"):
            assert (
                await call_subscriptions.store.zscore(key, call_subscriptions.numbers["Anna"])
                is None
            )


async def test_a_line_goes_with_its_account_also_where_a_process_died_before_it_forgot(
    call_subscriptions: Office,
) -> None:
    anna, ben = [
        await call_subscriptions.person(call_subscriptions.one, name) for name in ("Anna", "Ben")
    ]
    await rang(anna, await call_subscriptions.crown("Anna"))
    accounts = call_subscriptions.one.accounts
    found = await accounts.account(call_subscriptions.numbers["Anna"])
    assert found is not None
    assert await accounts.delete(found)
    (told,) = (await ben.say("get_calls"))["calls"]
    assert (told["name"], told["line"]) == (None, "")


async def test_of_accounts_that_go_while_they_ring_or_are_rung_nothing_is_kept(
    call_subscriptions: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben = [
        await call_subscriptions.person(call_subscriptions.one, name) for name in ("Anna", "Ben")
    ]
    await call_subscriptions.person(call_subscriptions.one, "Cleo")
    award = await call_subscriptions.crown("Anna")
    accounts, store = call_subscriptions.one.accounts, call_subscriptions.calls.store

    async def meanwhile(*_: object) -> set[str]:
        for name in ("Anna", "Ben"):
            found = await accounts.account(call_subscriptions.numbers[name])
            assert found is not None
            assert await accounts.delete(found)
            await store.forget(found.number)
        return set()

    monkeypatch.setattr(store, "blockers", meanwhile)
    await rang(anna, award, "secret", to=["Ben", "Cleo"])
    for name in ("Anna", "Ben"):
        assert not await call_subscriptions.store.keys(
            f"cp:{{crown}}:calls:*{call_subscriptions.numbers[name]}"
        )
    assert "secret" not in str(await call_subscriptions.store.hgetall("cp:{crown}:call:1"))
    assert await refused(ben, "get_calls") == "not_signed_in"
