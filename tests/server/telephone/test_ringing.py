"""Which crowns ring, and which accounts receive the call."""

import asyncio
from typing import Any

import pytest

from server.accounts.store import AccountStore
from server.errors import StoreAway
from tests.secrecy.glass import Ear
from tests.server.telephone.telephone_process import (
    Office,
    heard,
    kept,
    lines,
    rang,
    refused,
    until,
)


async def silence(call_subscriptions: Office) -> None:
    """Let everything that was rung until now be heard: somebody else's call to everybody is."""
    n = len(call_subscriptions.numbers)
    bell = await call_subscriptions.person(call_subscriptions.one, f"Bell {n}")
    ears = [await each.ear(f"last-{n}") for each in call_subscriptions.processes]
    await rang(bell, await call_subscriptions.crown(f"Bell {n}"), "the last")
    await until(lambda: all("the last" in lines(ear) for ear in ears))


def spoken(ear: Ear) -> list[str]:
    return [line for line in lines(ear) if line != "the last"]


async def test_everybody_hears_it_on_all_lines_but_the_caller(call_subscriptions: Office) -> None:
    one, two = call_subscriptions.one, call_subscriptions.two
    anna = await call_subscriptions.person(one, "Anna")
    ben = await call_subscriptions.person(two, "Ben")
    robot = await call_subscriptions.person(two, "Robot", bot=True)
    anna_2, ben_2, guest = await two.again("Anna"), await one.again("Ben"), await one.ear("guest")
    silent, gone = Ear(two, "silent"), await two.ear("gone")
    await gone.gone()
    award = await call_subscriptions.crown("Anna")
    call = await rang(anna, award, "  On   the trot! ")
    told = (call["name"], call["line"], call["mine"], call["missed"], call["everybody"])
    assert told == ("Anna", "On the trot!", True, False, True)
    assert [game["game"] for game in call["games"]] == ["auntie_allis", "kings", "seven_and_sixes"]
    await silence(call_subscriptions)
    heard_by_ben = heard(ben)[0]["call"]
    same = ("call", "name", "award", "crown", "line", "everybody", "withdrawn", "answers")
    assert [heard_by_ben[part] for part in same] == [call[part] for part in same]
    assert (heard_by_ben["mine"], heard_by_ben["missed"]) == (False, True)
    assert [spoken(ear) for ear in (anna, anna_2, robot, silent, gone)] == [[]] * 5
    assert [spoken(ear) for ear in (ben, ben_2, guest)] == [["On the trot!"]] * 3
    assert await kept(ben) == (["the last", "On the trot!"], 2)
    assert await kept(anna) == (["the last", "On the trot!"], 1)
    assert await kept(robot) == ([], 0)


async def test_a_bot_without_an_account_is_not_rung(call_subscriptions: Office) -> None:
    one = call_subscriptions.one
    anna, robot = await call_subscriptions.person(one, "Anna"), await one.ear("robot")
    room = await anna.say("create", game="aces_up", bell_ms=60_000, name="Anna", token="a" * 24)
    join = {"code": room["code"], "name": "Robot", "token": "r" * 24, "bot": True}
    assert (await robot.say("join", **join))["type"] == "room"
    await rang(anna, await call_subscriptions.crown("Anna"))
    await silence(call_subscriptions)
    assert not lines(robot)


async def test_chosen_people_hear_it_and_nobody_else(call_subscriptions: Office) -> None:
    one, two = call_subscriptions.one, call_subscriptions.two
    anna, ben = (
        await call_subscriptions.person(one, "Anna"),
        await call_subscriptions.person(two, "Ben"),
    )
    cleo, dora = (
        await call_subscriptions.person(two, "Cleo"),
        await call_subscriptions.person(one, "Dora"),
    )
    guest, ben_2 = await two.ear("guest"), await one.again("Ben")
    await call_subscriptions.person(one, "Robot", bot=True)
    award = await call_subscriptions.crown("Anna")
    for to, code in (
        (["Ben", "Nobody at all"], "unknown_name"),
        (["Ben", "anna"], "yourself"),
        (["Robot"], "no_bots"),
    ):
        assert await refused(anna, "ring", award=award, line="x", to=to) == code
    call = await rang(anna, award, "To you", to=["Ben", "BEN", "ben", "Cleo"])
    assert not call["everybody"]
    await silence(call_subscriptions)
    assert [spoken(ear) for ear in (ben, ben_2, cleo)] == [["To you"]] * 3
    assert [spoken(ear) for ear in (anna, dora, guest)] == [[]] * 3
    assert await kept(ben) == (["the last", "To you"], 2)
    assert await kept(anna) == (["the last", "To you"], 1)
    assert await kept(dora) == (["the last"], 1)


async def test_a_chosen_one_hears_nothing_on_a_line_whose_session_has_ended(
    call_subscriptions: Office,
) -> None:
    one, two = call_subscriptions.one, call_subscriptions.two
    anna, ben = (
        await call_subscriptions.person(one, "Anna"),
        await call_subscriptions.person(two, "Ben"),
    )
    elsewhere = await one.again("Ben")
    await elsewhere.say("log_out", everywhere=True)
    await rang(anna, await call_subscriptions.crown("Anna"), "To you", to=["Ben"])
    await silence(call_subscriptions)
    assert not spoken(ben)
    assert not spoken(elsewhere)


async def test_whoever_has_blocked_the_caller_hears_nothing_and_it_does_not_show(
    call_subscriptions: Office,
) -> None:
    one, two = call_subscriptions.one, call_subscriptions.two
    anna, ben = (
        await call_subscriptions.person(one, "Anna"),
        await call_subscriptions.person(two, "Ben"),
    )
    cleo = await call_subscriptions.person(two, "Cleo")
    await ben.say("befriend", name="Anna", what="block")
    calls = [
        await rang(anna, await call_subscriptions.crown("Anna", 1), "To you", to=["Ben"]),
        await rang(anna, await call_subscriptions.crown("Anna", 2), "To both", to=["Ben", "Cleo"]),
        await rang(anna, await call_subscriptions.crown("Anna", 3), "To all"),
    ]
    assert [call.keys() for call in calls] == [calls[0].keys()] * 3
    await silence(call_subscriptions)
    assert (spoken(ben), spoken(cleo)) == ([], ["To both", "To all"])
    assert await kept(ben) == (["the last"], 1)
    for call in calls:
        assert await refused(ben, "answer_call", call=call["call"], answer="show_me")
    await ben.say("befriend", name="Anna", what="unblock")
    assert await kept(ben) == (["the last", "To all"], 2), "to everybody: it is there"
    await cleo.say("befriend", name="Anna", what="block")
    assert await kept(cleo) == (["the last"], 1), "nor what came before"


async def test_once_a_crown_also_where_two_lines_ring_at_once(call_subscriptions: Office) -> None:
    anna = await call_subscriptions.person(call_subscriptions.one, "Anna")
    again, third = (
        await call_subscriptions.two.again("Anna"),
        await call_subscriptions.one.again("Anna"),
    )
    guest = await call_subscriptions.two.ear("guest")
    award = await call_subscriptions.crown("Anna")
    answers = await asyncio.gather(
        *(ear.say("ring", award=award, line=ear.name) for ear in (anna, again, third))
    )
    types = sorted(answer["type"] for answer in answers)
    assert types == ["rang", "refused", "refused"]
    assert {one["code"] for one in answers if one["type"] == "refused"} == {"already_rung"}
    await silence(call_subscriptions)
    assert len(spoken(guest)) == 1
    assert len((await kept(anna))[0]) == 2
    second = await call_subscriptions.crown("Anna", 2)
    assert (await rang(again, second))["award"] == second


async def test_only_for_a_crown_of_ones_own_that_stands(call_subscriptions: Office) -> None:
    anna, ben = [
        await call_subscriptions.person(call_subscriptions.one, name) for name in ("Anna", "Ben")
    ]
    guest = await call_subscriptions.one.ear("guest")
    award, gone = (
        await call_subscriptions.crown("Anna", 1),
        await call_subscriptions.crown("Anna", 2),
    )
    await call_subscriptions.withdraw(gone)
    for ear, name in (
        (ben, award),
        (anna, gone),
        (anna, "x"),
        (anna, call_subscriptions.numbers["Anna"]),
    ):
        assert await refused(ear, "ring", award=name, line="x") == "no_crown"
    assert await refused(guest, "ring", award=award, line="x") == "not_signed_in"
    await call_subscriptions.crown("Anna", 2)  # it is hers after all
    await rang(anna, gone)
    assert await refused(anna, "ring", award=gone, line="x") == "already_rung"


async def test_a_crown_that_goes_while_it_is_rung_for_is_not_rung_for(
    call_subscriptions: Office,
) -> None:
    anna = await call_subscriptions.person(call_subscriptions.one, "Anna")
    award = await call_subscriptions.crown("Anna")
    seat_board = call_subscriptions.one.seat_boards.telephones

    async def just_before(name: str) -> Any:
        found = await seat_board.award(name)
        await call_subscriptions.withdraw(name)
        return found

    call_subscriptions.one.seat_boards = call_subscriptions.one.seat_boards._replace(
        telephones=seat_board._replace(award=just_before)
    )
    again = await call_subscriptions.one.again("Anna")
    assert await refused(again, "ring", award=award, line="x") == "no_crown"
    assert await kept(anna) == ([], 0)


async def test_a_call_stays_when_its_crown_goes_and_says_so(call_subscriptions: Office) -> None:
    anna, ben = [
        await call_subscriptions.person(call_subscriptions.one, name) for name in ("Anna", "Ben")
    ]
    award = await call_subscriptions.crown("Anna")
    call = await rang(anna, award)
    assert not call["withdrawn"]
    await call_subscriptions.withdraw(award)
    (told,) = (await ben.say("get_calls"))["calls"]
    assert (told["withdrawn"], told["line"], told["name"]) == (True, "On the trot!", "Anna")


async def test_the_telephone_may_be_switched_off(call_subscriptions: Office) -> None:
    call_subscriptions.install(call_subscriptions.two, calls=False)
    anna = await call_subscriptions.person(call_subscriptions.two, "Anna")
    award = await call_subscriptions.crown("Anna")
    assert await refused(anna, "ring", award=award, line="x") == "calls_off"
    assert await kept(anna) == ([], 0)


async def test_a_muted_telephone_does_not_ring_and_calls_are_missed(
    call_subscriptions: Office,
) -> None:
    one, two = call_subscriptions.one, call_subscriptions.two
    anna, ben = (
        await call_subscriptions.person(one, "Anna"),
        await call_subscriptions.person(two, "Ben"),
    )
    ben_2, guest, other = await one.again("Ben"), await one.ear("guest"), await one.ear("other")
    for ear in (ben, guest):
        assert (await ear.say("mute_calls", muted=True))["type"] == "done"
    await rang(anna, await call_subscriptions.crown("Anna", 1), "unheard")
    await silence(call_subscriptions)
    assert [spoken(ear) for ear in (ben, ben_2, guest, other)] == [[], [], [], ["unheard"]]
    assert (await ben_2.say("get_calls"))["muted"] is True
    assert await kept(ben) == (["the last", "unheard"], 2)
    for ear in (ben_2, guest):
        assert (await ear.say("mute_calls", muted=False))["type"] == "done"
    await rang(anna, await call_subscriptions.crown("Anna", 2), "heard")
    await silence(call_subscriptions)
    assert [spoken(ear) for ear in (ben, ben_2, guest)] == [["heard"]] * 3


async def test_what_no_process_came_to_say_is_found(call_subscriptions: Office) -> None:
    """Whoever rang died between the store and the first word: nobody hears in this office."""
    await call_subscriptions.close()
    anna, ben = [
        await call_subscriptions.person(call_subscriptions.one, name) for name in ("Anna", "Ben")
    ]
    await rang(anna, await call_subscriptions.crown("Anna"))
    await call_subscriptions.open(call_subscriptions.two)
    ben_2 = await call_subscriptions.two.again("Ben")
    assert await kept(ben_2) == (["On the trot!"], 1)
    assert (lines(ben), lines(ben_2)) == ([], [])


async def test_what_was_stored_while_the_line_to_the_store_was_broken_is_heard_then(
    call_subscriptions: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store.streams.stream_reader.AGAIN_S", 0.01)
    anna, ben = [
        await call_subscriptions.person(call_subscriptions.one, name) for name in ("Anna", "Ben")
    ]
    awards = [await call_subscriptions.crown("Anna", n) for n in (1, 2)]
    await rang(anna, awards[0], "before")
    await until(lambda: lines(ben) == ["before"])
    listening: list[dict[str, str]] = []
    while len(listening) < len(call_subscriptions.processes):  # at times they look where the end is
        listening = [
            one for one in await call_subscriptions.store.client_list() if one["cmd"] == "xread"
        ]
    for one in listening:
        await call_subscriptions.store.client_kill_filter(_id=one["id"])
    await rang(anna, awards[1], "after")
    await until(lambda: lines(ben) == ["before", "after"])


async def test_a_store_that_goes_while_lines_are_looked_up_lets_none_ring_twice(
    call_subscriptions: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store.streams.stream_reader.AGAIN_S", 0.01)
    people = [
        await call_subscriptions.person(call_subscriptions.two, name)
        for name in ("Ben", "Cleo", "Dora")
    ]
    anna = await call_subscriptions.person(call_subscriptions.one, "Anna")
    look_up = AccountStore.account
    fails = [call_subscriptions.numbers["Cleo"]]

    async def account(store: AccountStore, number: str) -> Any:
        if [number] == fails:
            fails.clear()
            raise StoreAway
        return await look_up(store, number)

    monkeypatch.setattr(AccountStore, "account", account)
    await rang(anna, await call_subscriptions.crown("Anna"), "To you", to=["Ben", "Cleo", "Dora"])
    await silence(call_subscriptions)
    assert not fails
    assert [spoken(ear) for ear in people] == [["To you"]] * 3
