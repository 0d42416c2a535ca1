"""The engine driver at a table of Racing Demon."""

import json
from typing import Any

import pytest

from engine.cards import names
from engine.driver import Driver
from tests.engine.racing_tables import Z1

NEW = {"op": "new", "game": "racing_demon", "seed": "00" * 32, "seats": 2}


def ask(driver: Driver, request: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(driver.answer(json.dumps(request)))
    return answer


def begun(**changes: Any) -> Driver:
    driver = Driver()
    assert ask(driver, {**NEW, **changes})["ok"]
    return driver


def move(driver: Driver, seat: int, text: object) -> dict[str, Any]:
    return ask(driver, {"op": "move", "seat": seat, "move": text})


def test_a_table_is_dealt() -> None:
    answer = ask(Driver(), NEW)
    by_packs = ask(Driver(), {"op": "new", "game": "racing-demon", "packs": [names(Z1)] * 2})
    assert answer == by_packs
    assert (answer["foundations"], answer["over"], answer["events"]) == ([], None, [])
    assert answer["position"] is None
    assert not {"view", "progress", "points"} & set(answer)
    seat = answer["seats"][1]
    assert seat["view"]["piles"]["reserve"] == {"down": 12, "up": ["JC"]}
    assert (seat["progress"], seat["points"], seat["present"], seat["stuck"]) == (
        0,
        -13,
        True,
        False,
    )
    by_deal = {"op": "new", "game": "racing_demon", "deal": 1, "seats": 8, "options": {"piles": 5}}
    assert len(ask(Driver(), by_deal)["seats"]) == 8


def test_a_game_to_its_end() -> None:
    driver = begun()
    assert ask(driver, {"op": "legal", "seat": 0}) == {
        "ok": True,
        "moves": [
            {"kind": "turn"},
            {"kind": "claim", "src": "tab.0", "dst": "foundation.new", "height": 0},
            {"kind": "move", "src": "tab.0", "dst": "tab.2", "n": 1},
            {"kind": "stuck"},
        ],
        "texts": ["turn", "claim tab.0 foundation.new 0", "move tab.0 tab.2 1", "stuck"],
        "partial": False,
    }
    first = move(driver, 0, {"kind": "claim", "src": "tab.0", "dst": "foundation.new", "height": 0})
    assert first["foundations"] == [{"suit": "D", "height": 1, "owners": [0], "closed": False}]
    assert first["events"] == [
        {"event": "moved", "seat": 0, "src": "tab.0", "dst": "foundation.0", "cards": ["AD"]},
        {"event": "moved", "seat": 0, "src": "reserve", "dst": "tab.0", "cards": ["JC"]},
        {"event": "turned", "seat": 0, "src": "reserve", "dst": "reserve", "cards": ["QC"]},
    ]
    for text in ["claim tab.0 foundation.new 0", *["turn"] * 6, "claim waste foundation.new 0"]:
        assert move(driver, 1, text)["ok"]
    assert move(driver, 1, "claim tab.2 foundation.2 1")["ok"]
    assert move(driver, 0, "claim tab.2 foundation.2 1") == {
        "ok": False,
        "code": "overtaken",
        "error": "Another card was there first.",
        "seat": 1,
        "height": 2,
        "top": "2C",
    }
    assert move(driver, 0, "claim tab.2 foundation.2 2")["code"] == "illegal_move"
    assert move(driver, 0, "resign")["over"] == {"result": "complete", "reason": "deserted"}
    assert move(driver, 1, "turn")["code"] == "round_over"
    assert ask(driver, {"op": "legal", "seat": 1})["moves"] == []


@pytest.mark.parametrize(
    "request_made",
    [
        {"op": "undo"},
        {"op": "frame", "n": 1},
        {"op": "load", "game": "racing_demon", "position": ""},
        {"op": "legal"},
        {"op": "legal", "seat": 2},
        {"op": "legal", "seat": -1},
        {"op": "legal", "seat": True},
        {"op": "move", "move": "turn"},
        {"op": "move", "seat": 0},
        {"op": "move", "seat": 0, "move": "claim tab.0 foundation.32 0"},
        {"op": "move", "seat": 0, "move": "turn", "stray": 1},
        {**NEW, "seats": 9},
        {**NEW, "seats": 0},
        {**NEW, "deal": 1},
        {**NEW, "packs": [names(Z1)]},
        {"op": "new", "game": "racing_demon", "packs": {}},
        {"op": "new", "game": "racing_demon", "packs": [3]},
        {"op": "new", "game": "racing_demon", "packs": [names(Z1)], "seats": 1},
        {"op": "new", "game": "racing_demon", "deal": 1},
    ],
    ids=str,
)
def test_bad_requests_change_nothing(request_made: dict[str, Any]) -> None:
    driver = begun()
    answer = ask(driver, request_made)
    assert answer["code"] == "bad_request"
    assert move(driver, 1, "stuck")["seats"][1]["stuck"]
    assert [seat["stuck"] for seat in move(driver, 0, "turn")["seats"]] == [False, True]


def test_a_pack_and_an_option_are_checked() -> None:
    assert ask(Driver(), {**NEW, "options": {"piles": 3}})["code"] == "bad_option"
    assert ask(Driver(), {**NEW, "options": []})["code"] == "bad_request"
    packs = {"op": "new", "game": "racing_demon", "packs": [names(Z1)[:51]]}
    assert ask(Driver(), packs)["code"] == "bad_pack"
    assert ask(Driver(), {**packs, "packs": []})["code"] == "bad_pack"


def test_a_patience_follows_a_table_and_a_table_a_patience() -> None:
    driver = begun()
    assert "view" in ask(driver, {"op": "new", "game": "aces_up", "deal": 1})
    assert ask(driver, {"op": "move", "seat": 0, "move": "resign"})["code"] == "bad_request"
    assert ask(driver, {"op": "move", "move": "resign"})["ok"]
    assert ask(driver, NEW)["ok"]
    assert ask(driver, {"op": "move", "move": "deal"})["code"] == "bad_request"
    line = {"op": "score", "game": "poker_patience", "line": ["2S", "3S", "4S", "5S", "6S"]}
    assert ask(driver, line)["ok"]
    assert move(driver, 0, "turn")["ok"]
