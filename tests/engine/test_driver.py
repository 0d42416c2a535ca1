"""Tests of the driver: every request and refusal; a refused request leaves the game unchanged."""

import json
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from engine.cards import names, new_pack
from engine.driver import Driver
from engine.games import GAMES
from tests.engine.helpers import every_game

PACK = names(new_pack(1))


def ask(driver: Driver, request: object) -> dict[str, Any]:
    line = request if isinstance(request, str) else json.dumps(request)
    answer = driver.answer(line)
    assert "\n" not in answer
    value: dict[str, Any] = json.loads(answer)
    return value


def begun(game: str = "aces_up", **given: object) -> Driver:
    driver = Driver()
    assert ask(driver, {"op": "new", "game": game, **(given or {"deal": 1})})["ok"]
    return driver


def test_new_answers_with_all_there_is() -> None:
    answer = ask(Driver(), {"op": "new", "game": "aces_up", "options": {}, "pack": PACK})
    assert answer == {
        "ok": True,
        "view": {
            "piles": {
                "tab.0": {"down": 0, "up": ["AS"]},
                "tab.1": {"down": 0, "up": ["2S"]},
                "tab.2": {"down": 0, "up": ["3S"]},
                "tab.3": {"down": 0, "up": ["4S"]},
                "stock": {"down": 48, "up": []},
                "discard": {"down": 0, "up": []},
            }
        },
        "progress": 0,
        "points": None,
        "over": None,
        "position": "tab.0=|AS; tab.1=|2S; tab.2=|3S; tab.3=|4S; "
        f"stock={' '.join(reversed(PACK[4:]))}|; discard=|",
        "events": [],
    }


def test_a_seed_and_a_deal_number() -> None:
    by_seed = ask(Driver(), {"op": "new", "game": "uncle_remus", "seed": "00" * 32})
    assert by_seed["view"]["session"] == 1
    by_deal = ask(Driver(), {"op": "new", "game": "uncle_remus", "deal": 1})
    assert by_deal["ok"]
    assert by_deal["position"] != by_seed["position"]


def test_moves_as_objects_and_as_texts() -> None:
    one, other = begun(pack=PACK), begun(pack=PACK)
    answer = ask(one, {"op": "move", "move": {"kind": "discard", "src": "tab.1"}})
    assert answer == ask(other, {"op": "move", "move": "discard tab.1"})
    assert answer["events"] == [
        {"event": "moved", "src": "tab.1", "dst": "discard", "cards": ["2S"]}
    ]
    assert answer["progress"] == 1


def test_events_of_a_grid() -> None:
    driver = begun("cribbage_patience", pack=PACK)
    answer = ask(driver, {"op": "move", "move": "place 0,0"})
    assert answer["events"] == [{"event": "dealt", "src": "stock", "dst": None, "cards": ["2S"]}]
    assert answer["view"]["next"] == "2S"


def test_legal() -> None:
    driver = begun(pack=PACK)
    assert ask(driver, {"op": "legal"}) == {
        "ok": True,
        "moves": [{"kind": "discard", "src": f"tab.{i}"} for i in (1, 2, 3)],
        "texts": [f"discard tab.{i}" for i in (1, 2, 3)],
        "partial": False,
    }
    ask(driver, {"op": "move", "move": "resign"})
    nothing = {"ok": True, "moves": [], "texts": [], "partial": False}
    assert ask(driver, {"op": "legal"}) == nothing


def test_load_goes_on_where_a_position_was_taken() -> None:
    driver = begun("uncle_remus", deal=1, options={"columns": 9})
    position = ask(driver, {"op": "move", "move": "deal"})["position"]
    loaded = ask(
        Driver(),
        {"op": "load", "game": "uncle_remus", "options": {"columns": 9}, "position": position},
    )
    assert loaded["ok"]
    assert (loaded["position"], loaded["events"]) == (position, [])
    wrong = ask(Driver(), {"op": "load", "game": "uncle_remus", "position": position})
    assert wrong["code"] == "bad_position"


def test_the_end_is_told_with_its_reason() -> None:
    driver = begun(deal=1)
    answer = ask(driver, {"op": "move", "move": "resign"})
    assert answer["over"] == {"result": "lost", "reason": "resigned"}
    assert ask(driver, {"op": "move", "move": "deal"})["error"] == "The game is over."


def test_a_square_shows_its_turn_up_when_it_is_over_and_not_before() -> None:
    driver = begun("cribbage_patience", pack=PACK)
    cells = [f"place {i // 4},{i % 4}" for i in range(16)]
    for cell in cells[:-1]:
        answer = ask(driver, {"op": "move", "move": cell})
        assert answer["points"] is None
        assert answer["view"]["piles"]["turn_up"]["up"] == []
    answer = ask(driver, {"op": "move", "move": cells[-1]})
    assert answer["over"] == {"result": "complete", "reason": None}
    assert answer["view"]["piles"]["turn_up"]["up"] == [PACK[16]]
    assert answer["points"] == sum(
        sum(answer["view"]["line_scores"][axis]) for axis in ("rows", "columns")
    )
    assert ask(driver, {"op": "undo"})["code"] == "illegal_move"


def test_a_finished_square_is_shown_when_it_is_loaded() -> None:
    driver = begun("cribbage_patience", pack=PACK)
    ask(driver, {"op": "move", "move": "resign"})
    resigned = ask(driver, {"op": "move", "move": "deal"})
    assert resigned["code"] == "bad_request"
    position = ask(begun("cribbage_patience", pack=PACK), {"op": "move", "move": "place 0,0"})[
        "position"
    ]
    request = {"op": "load", "game": "cribbage_patience", "position": position}
    assert ask(Driver(), request)["view"]["piles"]["turn_up"]["up"] == []
    request["position"] = position + '; over="resigned"'
    assert ask(Driver(), request)["view"]["piles"]["turn_up"]["up"] == [PACK[16]]


# Undo. ---------------------------------------------------------------------------------------


def test_undo_goes_back_move_by_move_to_the_last_card_turned() -> None:
    driver = begun(pack=PACK)
    shown = [ask(driver, {"op": "move", "move": f"discard tab.{i}"}) for i in (1, 2, 3)]
    assert ask(driver, {"op": "undo"})["position"] == shown[1]["position"]
    assert ask(driver, {"op": "undo"})["events"] == shown[0]["events"]
    ask(driver, {"op": "undo"})
    refused = ask(driver, {"op": "undo"})
    assert refused["code"] == "illegal_move"
    assert refused["error"] == "There is no move to take back."
    for move in ("discard tab.1", "discard tab.2", "discard tab.3", "deal"):
        assert ask(driver, {"op": "move", "move": move})["ok"]
    refused = ask(driver, {"op": "undo"})
    assert refused["error"] == "The last move turned a card; it cannot be taken back."


@pytest.mark.parametrize("slug", ["aces_up", "cribbage_patience"])
def test_nothing_is_taken_back_once_the_game_is_over(slug: str) -> None:
    """As in races, also where the end showed no card."""
    driver = begun(slug, pack=PACK)
    over = ask(driver, {"op": "move", "move": "resign"})
    refused = ask(driver, {"op": "undo"})
    assert (refused["code"], refused["error"]) == ("illegal_move", "The game is over.")
    ask(driver, {"op": "load", "game": slug, "position": over["position"]})
    assert ask(driver, {"op": "undo"})["error"] == "The game is over."
    assert ask(driver, {"op": "new", "game": "aces_up", "pack": PACK})["ok"]
    ask(driver, {"op": "move", "move": "discard tab.1"})
    assert ask(driver, {"op": "undo"})["ok"]


# Requests as they are written. ----------------------------------------------------------------


@pytest.mark.parametrize("line", ["", " ", "\n", "\t \r\n"])
def test_a_blank_line_has_an_answer(line: str) -> None:
    answer = json.loads(Driver().answer(line))
    assert (answer["ok"], answer["code"]) == (False, "bad_request")


@pytest.mark.parametrize(
    "line",
    [
        '{"op":"new","op":"undo","game":"aces_up","deal":1}',
        '{"op":"new","game":"aces_up","deal":1,"deal":2}',
        '{"op":"new","game":"aces_up","deal":1,"options":{"must_fill":true,"must_fill":false}}',
        '{"op":"move","move":{"kind":"discard","src":"tab.1","src":"tab.2"}}',
        '{"op":"move","move":"discard tab.1","\\u006dove":"discard tab.1"}',
    ],
)
def test_a_field_stands_once(line: str) -> None:
    driver = begun(pack=PACK)
    answer = json.loads(driver.answer(line))
    assert (answer["ok"], answer["code"]) == (False, "bad_request")
    assert "stands twice" in answer["error"]
    assert len(answer["error"]) < 300


@pytest.mark.parametrize("request_", [
    {"op": "new", "game": "aces_op", "deal": 1},
    {"op": "load", "game": "aces_op", "position": ""},
    {"op": "score", "game": "aces_op", "line": []},
])  # fmt: skip
def test_a_misspelt_game_is_told_the_nearest_name(request_: dict[str, Any]) -> None:
    answer = ask(Driver(), request_)
    assert (answer["ok"], answer["code"]) == (False, "bad_option")
    assert answer["error"] == "There is no game 'aces_op'; did you mean aces-up?"


@pytest.mark.parametrize("name", ["aces-up", "Aces Up", "Firing Squad"])
def test_a_game_has_all_its_names(name: str) -> None:
    by_slug = ask(Driver(), {"op": "new", "game": "aces_up", "deal": 1})
    assert ask(Driver(), {"op": "new", "game": name, "deal": 1}) == by_slug


# Lines. --------------------------------------------------------------------------------------


def test_score_needs_no_game() -> None:
    request = {
        "op": "score",
        "game": "cribbage_patience",
        "line": ["5H", "5D", "5S", "JC"],
        "turn_up": "5C",
    }
    assert ask(Driver(), request) == {"ok": True, "points": 29}


@pytest.mark.parametrize(
    ("change", "code", "sentence"),
    [
        ({"turn_up": None}, "bad_request", "The line is scored with a turn_up."),
        ({"turn_up": "5H"}, "bad_request", "A line has 4 different cards, the turn_up apart."),
        ({"line": ["5H"]}, "bad_request", "A line has 4 different cards"),
        ({"line": ["5H", "5H", "5S", "JC"]}, "bad_request", "A line has 4 different cards"),
        ({"line": "5H"}, "bad_request", "The line is a list of cards."),
        ({"line": ["5H", "5D", "5S", "XX"]}, "bad_pack", "'XX' is not a card"),
        ({"turn_up": 5}, "bad_pack", "that is not a card"),
        ({"game": "aces_up"}, "bad_request", "Only the games played on a grid score lines."),
        ({"options": {"x": 1}}, "bad_option", "has no option 'x'"),
        ({"card": 1}, "bad_request", "The request score has no field 'card'."),
    ],
)
def test_score_refusals(change: dict[str, object], code: str, sentence: str) -> None:
    line = ["5H", "5D", "5S", "JC"]
    request = {"op": "score", "game": "cribbage_patience", "line": line, "turn_up": "5C", **change}
    answer = ask(Driver(), request)
    assert (answer["ok"], answer["code"]) == (False, code)
    assert sentence in answer["error"]


def test_a_turn_up_is_for_cribbage_only() -> None:
    line = ["AH", "TH", "JH", "QH", "KH"]
    request = {"op": "score", "game": "poker_patience", "line": line}
    assert ask(Driver(), {**request, "turn_up": None}) == {"ok": True, "points": 30}
    for turn_up in ("5C", "AH", "XX", 7, False):
        answer = ask(Driver(), {**request, "turn_up": turn_up})
        assert answer == {
            "ok": False,
            "code": "bad_request",
            "error": "A line of poker_patience is scored without a turn_up.",
        }


# Refusals. -----------------------------------------------------------------------------------

REFUSALS: list[tuple[object, str, str]] = [
    ("", "bad_request", "A request is one JSON object on one line."),
    ("{", "bad_request", "A request is one JSON object on one line."),
    ("[]", "bad_request", "A request is one JSON object on one line."),
    ("7", "bad_request", "A request is one JSON object on one line."),
    ("[" * 100_000, "bad_request", "A request is one JSON object on one line."),
    ("9" * 5_000, "bad_request", "A request is one JSON object on one line."),
    ({}, "bad_request", "The requests are: new, load, move, legal, undo, score, frame."),
    ({"op": "fly"}, "bad_request", "The requests are"),
    ({"op": ["new"]}, "bad_request", "The requests are"),
    ({"op": "new"}, "bad_request", "The game is a text."),
    ({"op": "new", "game": 7}, "bad_request", "The game is a text."),
    (
        {"op": "new", "game": "la_belle_lucie", "deal": 1},
        "bad_option",
        "There is no game 'la_belle_lucie'",
    ),
    ({"op": "new", "game": "aces_up"}, "bad_request", "one of pack, seed and deal"),
    ({"op": "new", "game": "aces_up", "deal": 1, "seed": ""}, "bad_request", "one of pack"),
    ({"op": "new", "game": "aces_up", "deal": True}, "bad_request", "A deal is a whole number."),
    ({"op": "new", "game": "aces_up", "deal": 1.0}, "bad_request", "A deal is a whole number."),
    ({"op": "new", "game": "aces_up", "deal": 0}, "bad_request", "A deal number lies between"),
    ({"op": "new", "game": "aces_up", "seed": "00"}, "bad_request", "The seed is 64 hexadecimal"),
    ({"op": "new", "game": "aces_up", "seed": 7}, "bad_request", "The seed is 64 hexadecimal"),
    ({"op": "new", "game": "aces_up", "pack": "AS"}, "bad_request", "The pack is a list of cards"),
    ({"op": "new", "game": "aces_up", "pack": PACK[1:]}, "bad_pack", "AS is missing"),
    ({"op": "new", "game": "aces_up", "pack": [*PACK, "AS"]}, "bad_pack", "AS is there too often"),
    ({"op": "new", "game": "aces_up", "pack": [*PACK[1:], "KC"]}, "bad_pack", "AS is missing"),
    ({"op": "new", "game": "aces_up", "pack": [[PACK]]}, "bad_pack", "that is not a card"),
    ({"op": "new", "game": "uncle_remus", "pack": PACK}, "bad_pack", "the game needs 2 of each"),
    ({"op": "new", "game": "aces_up", "deal": 1, "x": 1}, "bad_request", "new has no field 'x'."),
    ({"op": "new", "game": "aces_up", "options": [], "deal": 1}, "bad_request", "are an object"),
    ({"op": "new", "game": "aces_up", "options": None, "deal": 1}, "bad_request", "an object"),
    ({"op": "new", "game": "aces_up", "options": {"x": 1}, "deal": 1}, "bad_option", "option 'x'"),
    ({"op": "load", "game": "aces_up"}, "bad_request", "The position is a text."),
    ({"op": "load", "game": "aces_up", "position": 7}, "bad_request", "The position is a text."),
    ({"op": "load", "game": "aces_up", "position": "x"}, "bad_position", "is half a pile"),
    ({"op": "load", "game": "aces_up", "position": "x", "deal": 1}, "bad_request", "load has no"),
    ({"op": "move"}, "bad_request", "A move is an object with a kind."),
    ({"op": "move", "move": None}, "bad_request", "A move is an object with a kind."),
    ({"op": "move", "move": "fly"}, "bad_request", "The moves of this game are"),
    ({"op": "move", "move": "deal"}, "illegal_move", "Before dealing, throw out every card"),
    ({"op": "move", "move": "deal", "n": 1}, "bad_request", "The request move has no field 'n'."),
    ({"op": "legal", "n": 1}, "bad_request", "The request legal has no field 'n'."),
    ({"op": "undo", "n": 1}, "bad_request", "The request undo has no field 'n'."),
    ({"op": "undo"}, "illegal_move", "There is no move to take back."),
]


@pytest.mark.parametrize(("request_", "code", "sentence"), REFUSALS)
def test_refusals_leave_the_game_as_it_was(request_: object, code: str, sentence: str) -> None:
    driver, untouched = begun(pack=PACK), begun(pack=PACK)
    answer = ask(driver, request_)
    assert set(answer) == {"ok", "code", "error"}
    assert (answer["ok"], answer["code"]) == (False, code)
    assert sentence in answer["error"]
    assert len(answer["error"]) < 300
    after = {"op": "move", "move": "discard tab.1"}
    assert ask(driver, after) == ask(untouched, after)


@pytest.mark.parametrize("operation", ["move", "legal", "undo"])
def test_nothing_goes_before_new_or_load(operation: str) -> None:
    answer = ask(Driver(), {"op": operation})
    assert (answer["code"], answer["error"]) == ("bad_request", "Begin with new or load.")


# Anything at all. ----------------------------------------------------------------------------

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)
texts = [case for rules in every_game() for case in rules.codec.kinds]


class AnyRequests(RuleBasedStateMachine):
    """Requests of every kind in any order: an answer each, and refusals change nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.driver = Driver()
        self.shown: object = None

    def ask(self, request: object) -> None:
        answer = ask(self.driver, request)
        assert answer["ok"] in (True, False)
        if answer["ok"]:
            self.shown = answer.get("position", self.shown)
        else:
            assert set(answer) == {"ok", "code", "error"}

    @rule(slug=st.sampled_from(list(GAMES)), deal=st.integers(1, 99))
    def new(self, slug: str, deal: int) -> None:
        self.ask({"op": "new", "game": slug, "deal": deal})

    @rule(pick=st.integers(0, 99))
    def legal_move(self, pick: int) -> None:
        moves = ask(self.driver, {"op": "legal"}).get("moves")
        if moves:
            self.ask({"op": "move", "move": moves[pick % len(moves)]})

    @rule(kind=st.sampled_from(texts), words=st.lists(st.sampled_from(["tab.0", "0,0", "1"])))
    def any_move(self, kind: str, words: list[str]) -> None:
        self.ask({"op": "move", "move": " ".join([kind, *words])})

    @rule()
    def undo(self) -> None:
        self.ask({"op": "undo"})

    @rule(
        operation=st.sampled_from(["new", "load", "move", "legal", "undo", "score"]),
        name=st.sampled_from(["game", "options", "pack", "seed", "deal", "position", "line"]),
        value=json_values,
    )
    def half_right(self, operation: str, name: str, value: object) -> None:
        self.ask({"op": operation, "game": "aces_up", name: value})
        self.ask({"op": operation, name: value})

    @rule(value=json_values)
    def anything(self, value: object) -> None:
        self.ask(json.dumps(value))
        self.ask(json.dumps({"op": "move", "move": value}))

    @rule(line=st.text())
    def any_line(self, line: str) -> None:
        self.ask(line)

    @invariant()
    def as_it_was(self) -> None:
        if self.shown is not None:
            game, state = self.driver._current()
            assert game.position(state) == self.shown


TestAnyRequests = AnyRequests.TestCase
TestAnyRequests.settings = settings(max_examples=30, stateful_step_count=20, deadline=None)
