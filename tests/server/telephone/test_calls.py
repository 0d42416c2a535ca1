"""Stored calls: pages, missed calls, answers, and how many are kept."""

import json
from functools import partial
from typing import Any

import pytest

from protocol.from_client import parse
from protocol.message import BadMessage
from server.store import keys
from server.telephone import store as calls
from tests.server.telephone.telephone_process import (
    Office,
    heard,
    kept,
    lines,
    rang,
    refused,
    until,
)

ANSWERS = ("congratulations", "rotten_luck", "show_me")


async def numbers(ear: Any, **fields: Any) -> list[int]:
    return [call["call"] for call in (await ear.say("get_calls", **fields))["calls"]]


def is_told(ear: Any, answers: int) -> bool:
    return len(heard(ear, "call_answered")) >= answers


async def test_own_calls_and_those_of_others_are_one_list_page_by_page(
    call_subscriptions: Office,
) -> None:
    anna, ben = [
        await call_subscriptions.person(call_subscriptions.one, name) for name in ("Anna", "Ben")
    ]
    for n in range(1, 4):
        await rang(anna, await call_subscriptions.crown("Anna", n), f"all {n}")
        await rang(ben, await call_subscriptions.crown("Ben", n), f"ben {n}", to=["Anna"])
    assert await numbers(anna) == [6, 5, 4, 3, 2, 1]
    page = await anna.say("get_calls", offset=1, count=2)
    assert [call["line"] for call in page["calls"]] == ["all 3", "ben 2"]
    assert (page["total"], page["missed"], page["muted"]) == (6, 3, False)
    assert [(call["mine"], call["missed"]) for call in page["calls"]] == [
        (True, False),
        (False, True),
    ]
    assert await numbers(anna, offset=6) == []
    assert await numbers(anna, offset=2**40) == []


async def test_what_is_heard_stays_heard_and_what_is_to_come_is_missed(
    call_subscriptions: Office,
) -> None:
    anna, ben = [
        await call_subscriptions.person(call_subscriptions.one, name) for name in ("Anna", "Ben")
    ]
    for n in (1, 2, 3):
        await rang(anna, await call_subscriptions.crown("Anna", n), str(n))
    for up_to, missed in ((2, 1), (1, 1), (2**40, 0)):
        assert (await ben.say("hear_calls", up_to=up_to))["type"] == "done"
        assert (await kept(ben))[1] == missed
    await rang(anna, await call_subscriptions.crown("Anna", 4), "4")
    elsewhere = await call_subscriptions.two.again("Ben")
    assert await kept(elsewhere, count=1) == (["4"], 1)


async def test_whoever_comes_later_has_missed_nothing(call_subscriptions: Office) -> None:
    anna = await call_subscriptions.person(call_subscriptions.one, "Anna")
    await rang(anna, await call_subscriptions.crown("Anna"))
    late = await call_subscriptions.person(call_subscriptions.two, "Late")
    assert await kept(late) == ([], 0)
    assert await refused(late, "answer_call", call=1, answer="show_me") == "unknown_call"


async def test_it_is_not_by_the_clock_who_was_there(call_subscriptions: Office) -> None:
    """It may be set back, or differ by a little from process to process."""
    anna = await call_subscriptions.person(call_subscriptions.one, "Anna")
    early = await call_subscriptions.person(call_subscriptions.two, "Early")
    call_subscriptions.time.now -= 60_000
    await rang(anna, await call_subscriptions.crown("Anna", 1), "first")
    await until(lambda: lines(early) == ["first"])  # guests would hear it as well
    late = await call_subscriptions.person(call_subscriptions.two, "Late")
    call_subscriptions.time.now -= 60_000
    await rang(anna, await call_subscriptions.crown("Anna", 2), "second")
    await until(lambda: lines(early) == ["first", "second"])
    assert lines(late) == ["second"]
    assert await kept(early) == (["second", "first"], 2)
    assert await kept(late) == (["second"], 1)


async def test_answers_are_heard_by_whoever_rang_and_the_last_counts(
    call_subscriptions: Office,
) -> None:
    one, two = call_subscriptions.one, call_subscriptions.two
    anna = await call_subscriptions.person(one, "Anna")
    anna_2 = await two.again("Anna")
    ben, cleo = (
        await call_subscriptions.person(two, "Ben"),
        await call_subscriptions.person(one, "Cleo"),
    )
    call = (await rang(anna, await call_subscriptions.crown("Anna")))["call"]
    for ear, answer in ((ben, "rotten_luck"), (cleo, "show_me"), (ben, "congratulations")):
        call_subscriptions.time.now += 1
        assert (await ear.say("answer_call", call=call, answer=answer))["type"] == "done"
    await ben.say("answer_call", call=call, answer="congratulations")  # is no news
    wanted = [("Ben", "rotten_luck"), ("Cleo", "show_me"), ("Ben", "congratulations")]
    for ear in (anna, anna_2):
        await until(partial(is_told, ear, len(wanted)))
        told = [message["answered"] for message in heard(ear, "call_answered")]
        assert [(one["name"], one["answer"]) for one in told] == wanted
    (mine,) = (await anna.say("get_calls"))["calls"]
    assert [(one["name"], one["answer"]) for one in mine["answers"]] == [wanted[2], wanted[1]]
    (bens,) = (await ben.say("get_calls"))["calls"]
    assert bens["answers"] == [{"name": "Ben", "answer": "congratulations"}]
    assert not heard(ben, "call_answered")


async def test_only_whoever_was_called_answers(call_subscriptions: Office) -> None:
    anna, ben, cleo = [
        await call_subscriptions.person(call_subscriptions.one, name)
        for name in ("Anna", "Ben", "Cleo")
    ]
    robot, guest = (
        await call_subscriptions.person(call_subscriptions.two, "Robot", bot=True),
        call_subscriptions.two,
    )
    call = (await rang(anna, await call_subscriptions.crown("Anna", 1), to=["Ben"]))["call"]
    to_all = (await rang(anna, await call_subscriptions.crown("Anna", 2)))["call"]
    answer = {"call": call, "answer": "show_me"}
    assert await refused(anna, "answer_call", **answer) == "unknown_call", "one's own"
    assert await refused(cleo, "answer_call", **answer) == "unknown_call", "of others"
    assert await refused(robot, "answer_call", call=to_all, answer="show_me") == "unknown_call"
    assert await refused(ben, "answer_call", call=99, answer="show_me") == "unknown_call"
    nobody = await guest.ear("guest")
    for kind, fields in (
        ("answer_call", answer),
        ("get_calls", {}),
        ("hear_calls", {"up_to": 1}),
    ):
        assert await refused(nobody, kind, **fields) == "not_signed_in"
    assert (await ben.say("answer_call", **answer))["type"] == "done"


async def test_nobody_hears_answers_of_those_they_have_blocked(call_subscriptions: Office) -> None:
    anna, ben, cleo = [
        await call_subscriptions.person(call_subscriptions.one, name)
        for name in ("Anna", "Ben", "Cleo")
    ]
    call = (await rang(anna, await call_subscriptions.crown("Anna")))["call"]
    await anna.say("befriend", name="Ben", what="block")
    for ear in (ben, cleo):
        done = await ear.say("answer_call", call=call, answer="rotten_luck")
        assert done["type"] == "done"
    await until(lambda: heard(anna, "call_answered"))
    assert [one["answered"]["name"] for one in heard(anna, "call_answered")] == ["Cleo"]
    (mine,) = (await anna.say("get_calls"))["calls"]
    assert [one["name"] for one in mine["answers"]] == ["Cleo"]


async def test_the_latest_are_kept_and_nothing_of_the_others(
    call_subscriptions: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "MOST_TO_EVERYBODY", 3)
    monkeypatch.setattr(calls, "MOST_OF_AN_ACCOUNT", 2)
    anna, ben = [
        await call_subscriptions.person(call_subscriptions.one, name) for name in ("Anna", "Ben")
    ]
    for n in range(1, 6):
        call = (await rang(anna, await call_subscriptions.crown("Anna", n)))["call"]
        await ben.say("answer_call", call=call, answer="show_me")
    for n in range(6, 9):
        call = (await rang(anna, await call_subscriptions.crown("Anna", n), to=["Ben"]))["call"]
        await ben.say("answer_call", call=call, answer="show_me")
    assert await numbers(ben) == [8, 7, 5, 4, 3]
    assert await numbers(anna) == [8, 7, 5, 4, 3], "to everybody: one's own among them"
    found = sorted(await call_subscriptions.store.keys(f"{keys.CALL}*"))
    wanted = {3, 4, 5, 7, 8}
    assert found == sorted(key for n in wanted for key in (keys.call(n), keys.call_answers(n)))
    assert await refused(ben, "answer_call", call=2, answer="show_me") == "unknown_call"
    assert await refused(
        anna, "ring", award=(await call_subscriptions.crown("Anna", 1)), line="x"
    ) == ("already_rung")


async def test_of_many_answers_the_first_are_told(
    call_subscriptions: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "MOST_ANSWERS", 2)
    people = [
        await call_subscriptions.person(call_subscriptions.one, name)
        for name in ("Anna", "Ben", "Cleo", "Dora")
    ]
    call = (await rang(people[0], await call_subscriptions.crown("Anna")))["call"]
    for ear in people[1:]:
        call_subscriptions.time.now += 1
        await ear.say("answer_call", call=call, answer="show_me")
    (mine,) = (await people[0].say("get_calls"))["calls"]
    assert [one["name"] for one in mine["answers"]] == ["Ben", "Cleo"]
    (doras,) = (await people[3].say("get_calls"))["calls"]
    assert [one["name"] for one in doras["answers"]] == ["Dora"]


def test_the_answers_are_those_of_the_protocol_in_an_order_that_stays() -> None:
    assert calls.CODES == ANSWERS


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("ring", {"award": "a", "line": ""}),
        ("ring", {"award": "a", "line": " \t\n "}),
        ("ring", {"award": "a", "line": "x" * 201}),
        ("ring", {"award": "a", "line": "bell \x07"}),
        ("ring", {"award": "a", "line": "turned \u202e round"}),
        ("ring", {"award": "", "line": "x"}),
        ("ring", {"award": "a" * 201, "line": "x"}),
        ("ring", {"award": "a", "line": "x", "to": []}),
        ("ring", {"award": "a", "line": "x", "to": ["Ben"] * 51}),
        ("ring", {"award": "a", "line": "x", "to": [""]}),
        ("ring", {"award": "a", "line": "x", "to": [7]}),
        ("ring", {"award": "a", "line": "x", "to": "Ben"}),
        ("ring", {"award": ["a"], "line": "x"}),
        ("get_calls", {"offset": -1}),
        ("get_calls", {"offset": 2**41}),
        ("get_calls", {"count": 0}),
        ("get_calls", {"count": 101}),
        ("hear_calls", {"up_to": 0}),
        ("hear_calls", {"up_to": 2**40 + 1}),
        ("hear_calls", {"up_to": 1.5}),
        ("answer_call", {"call": 0, "answer": "show_me"}),
        ("answer_call", {"call": 1, "answer": "Show me!"}),
        ("answer_call", {"call": "1", "answer": "show_me"}),
        ("mute_calls", {"muted": 1}),
        ("mute_calls", {}),
    ],
)
def test_what_is_no_request(kind: str, fields: dict[str, Any]) -> None:
    with pytest.raises(BadMessage):
        parse(json.dumps({"type": kind, "id": 1, **fields}))


async def test_strange_words_stay_words(call_subscriptions: Office) -> None:
    """No line and no name of a crown is anything but text, to the store as well."""
    anna, ben = [
        await call_subscriptions.person(call_subscriptions.one, name) for name in ("Anna", "Ben")
    ]
    line = "*\" \\n %s {0} ' ; FLUSHALL “☎” 你好 " + "x" * 100
    await rang(anna, await call_subscriptions.crown("Anna"), line)
    assert (await kept(ben))[0] == [" ".join(line.split())]
    for award in (
        "*",
        "0",
        "cp:{crown}:calls",
        call_subscriptions.numbers["Anna"] + " ",
        "\u0000",
        "☎" * 200,
    ):
        assert await refused(anna, "ring", award=award, line="x") == "no_crown"
    for number in (2, 2**31, 2**40):
        assert await refused(ben, "answer_call", call=number, answer="show_me") == "unknown_call"
