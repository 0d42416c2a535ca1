"""Tests of reading and writing moves. The refusal of a malformed move says how to write it."""

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadRequest
from engine.games import GAMES, game
from engine.moves import Cell, Codec, Deal, Place, Resign

ACES, REMUS, GRID = (game(slug) for slug in ("aces_up", "uncle_remus", "cribbage_patience"))


@pytest.mark.parametrize(
    ("rules", "text", "value"),
    [
        (ACES, "deal", {"kind": "deal"}),
        (ACES, "resign", {"kind": "resign"}),
        (ACES, "discard tab.0", {"kind": "discard", "src": "tab.0"}),
        (ACES, "fill tab.3 tab.0", {"kind": "fill", "src": "tab.3", "dst": "tab.0"}),
        (REMUS, "move tab.9 tab.0 12", {"kind": "move", "src": "tab.9", "dst": "tab.0", "n": 12}),
        (GRID, "place -3,2", {"kind": "place", "cell": [-3, 2]}),
    ],
)
def test_both_ways_to_write_a_move(rules: Any, text: str, value: dict[str, Any]) -> None:
    move = rules.codec.from_text(text)
    assert rules.codec.from_json(value) == move
    assert rules.codec.to_json(move) == value
    assert rules.codec.to_text(move) == text


HALF_RIGHT_TEXTS = [
    (ACES, "", "The moves of this game are: discard, fill, deal, resign."),
    (ACES, "move tab.0 tab.1 1", "The moves of this game are"),
    (ACES, "Deal", "The moves of this game are"),
    (ACES, " deal", "The moves of this game are"),
    (ACES, "deal ", "Write it as: deal."),
    (ACES, "deal\n", "The moves of this game are"),
    (ACES, "deal tab.0", "Write it as: deal."),
    (ACES, "discard", "Write it as: discard SRC."),
    (ACES, "discard tab.0 tab.1", "Write it as: discard SRC."),
    (ACES, "discard  tab.0", "Write it as: discard SRC."),
    (ACES, "discard tab.4", "The src of the move discard must be a pile of this game."),
    (ACES, "discard tab", "must be a pile of this game"),
    (ACES, "discard 0", "must be a pile of this game"),
    (REMUS, "move tab.0 tab.1", "Write it as: move SRC DST N."),
    (REMUS, "move tab.0 tab.10 1", "The dst of the move move must be a pile of this game."),
    (REMUS, "move tab.0 tab.1 x", "The n of the move move must be a small whole number."),
    (REMUS, "move tab.0 tab.1 01", "must be a small whole number"),
    (REMUS, "move tab.0 tab.1 -0", "must be a small whole number"),
    (REMUS, "move tab.0 tab.1 +1", "must be a small whole number"),
    (REMUS, "move tab.0 tab.1 1.0", "must be a small whole number"),
    (REMUS, "move tab.0 tab.1 201", "must be a small whole number"),
    (REMUS, "move tab.0 tab.1 99999", "must be a small whole number"),
    (REMUS, "move tab.0 tab.1 ١", "must be a small whole number"),
    (REMUS, "move tab.0 tab.1 1\n", "must be a small whole number"),
    (GRID, "place 0", "The cell of the move place must be a row and a column."),
    (GRID, "place 0,0,0", "must be a row and a column"),
    (GRID, "place -", "must be a row and a column"),
    (GRID, "place 0,", "must be a small whole number"),
    (GRID, "place 0, 0", "Write it as: place CELL."),
]


@pytest.mark.parametrize(("rules", "text", "sentence"), HALF_RIGHT_TEXTS)
def test_half_right_texts(rules: Any, text: str, sentence: str) -> None:
    with pytest.raises(BadRequest) as refused:
        rules.codec.from_text(text)
    assert sentence in str(refused.value)


HALF_RIGHT_OBJECTS: list[tuple[Any, object, str]] = [
    (ACES, None, "A move is an object with a kind."),
    (ACES, 5, "A move is an object with a kind."),
    (ACES, [], "A move is an object with a kind."),
    (ACES, {}, "The moves of this game are"),
    (ACES, {"kind": None}, "The moves of this game are"),
    (ACES, {"kind": ["deal"]}, "The moves of this game are"),
    (ACES, {"kind": "deal", "n": 1}, "The move deal has no field 'n'."),
    (ACES, {"kind": "deal", "x" * 999: 1}, "has no field 'xxxxxxxxxxxxxxxxxxxxxxxx…'."),
    (ACES, {"kind": "fill", "src": "tab.0"}, "The move fill needs the field dst."),
    (ACES, {"kind": "fill", "src": "tab.0", "to": "tab.1"}, "needs the field dst"),
    (ACES, {"kind": "discard", "src": 0}, "must be a pile of this game"),
    (ACES, {"kind": "discard", "src": []}, "must be a pile of this game"),
    (REMUS, {"kind": "move", "src": "tab.0", "dst": "tab.1", "n": True}, "small whole number"),
    (REMUS, {"kind": "move", "src": "tab.0", "dst": "tab.1", "n": 1.0}, "small whole number"),
    (REMUS, {"kind": "move", "src": "tab.0", "dst": "tab.1", "n": "1"}, "small whole number"),
    (REMUS, {"kind": "move", "src": "tab.0", "dst": "tab.1", "n": 10**30}, "small whole number"),
    (GRID, {"kind": "place", "cell": "0,0"}, "must be a list of small whole numbers"),
    (GRID, {"kind": "place", "cell": [0]}, "must be a row and a column"),
    (GRID, {"kind": "place", "cell": [0, 0, 0]}, "must be a row and a column"),
    (GRID, {"kind": "place", "cell": [0, None]}, "must be a small whole number"),
    (GRID, {"kind": "place", "cell": [0] * 999}, "must be a list of small whole numbers"),
]


@pytest.mark.parametrize(("rules", "value", "sentence"), HALF_RIGHT_OBJECTS)
def test_half_right_objects(rules: Any, value: object, sentence: str) -> None:
    with pytest.raises(BadRequest) as refused:
        rules.codec.from_json(value)
    assert sentence in str(refused.value)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)


@given(value=json_values, text=st.text(), slug=st.sampled_from(list(GAMES)))
def test_anything_else_is_refused(value: object, text: str, slug: str) -> None:
    codec = game(slug).codec
    kinds = "|".join(codec.kinds)
    if text not in ("deal", "resign"):
        with pytest.raises(BadRequest):
            codec.from_text(text)
    with pytest.raises(BadRequest):
        codec.read(value if not isinstance(value, str) else f"{kinds} {value}")


# Kinds that the coming games need: lists of piles, orders, words, places within a pile. ---------


@dataclass(frozen=True, slots=True)
class Build:
    src: Place
    dst: Place
    fills: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class PutBack:
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Grace:
    dst: Place
    end: str


@dataclass(frozen=True, slots=True)
class FreeCell:
    cell: Cell


CODEC = Codec((Build, PutBack, Grace, FreeCell, Deal), {"op.0.1", "rub.3", "fan.2", "waste.1"})


@pytest.mark.parametrize(
    ("move", "text", "value"),
    [
        (Build(Place("op.0.1"), Place("rub.3"), ()), "build op.0.1 rub.3 -",
         {"kind": "build", "src": "op.0.1", "dst": "rub.3", "fills": []}),
        (Build(Place("fan.2"), Place("rub.3"), (Place("op.0.1"), Place("waste.1"))),
         "build fan.2 rub.3 op.0.1,waste.1",
         {"kind": "build", "src": "fan.2", "dst": "rub.3", "fills": ["op.0.1", "waste.1"]}),
        (PutBack(()), "put_back -", {"kind": "put_back", "order": []}),
        (PutBack((2, 0, 1)), "put_back 2,0,1", {"kind": "put_back", "order": [2, 0, 1]}),
        (Grace(Place("rub.3"), "foot"), "grace rub.3 foot",
         {"kind": "grace", "dst": "rub.3", "end": "foot"}),
        (FreeCell((0, 4)), "free_cell 0,4", {"kind": "free_cell", "cell": [0, 4]}),
        (Resign(), "resign", {"kind": "resign"}),
    ],
)  # fmt: skip
def test_fields_of_every_type(move: Any, text: str, value: dict[str, Any]) -> None:
    assert (CODEC.to_text(move), CODEC.to_json(move)) == (text, value)
    assert CODEC.read(text) == CODEC.read(value) == move


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("build op.0.1 rub.3 rub.3,", "must be a pile of this game"),
        ("build op.0.1 rub.3 nowhere", "The fills of the move build must be a pile of this game"),
        ("put_back 2,,1", "must be a small whole number"),
        ("put_back ", "must be a small whole number"),
        ("grace rub.3 foot!", "The end of the move grace must be a word"),
        ("grace rub.3 ", "must be a word"),
        ({"kind": "grace", "dst": "rub.3", "end": 3}, "must be a word"),
        ({"kind": "grace", "dst": "rub.3", "end": "x" * 300}, "must be a word"),
        ({"kind": "put_back", "order": [[1]]}, "must be a small whole number"),
        ({"kind": "put_back", "order": {}}, "must be a list of small whole numbers"),
        ({"kind": "put_back", "order": [0] * 201}, "must be a list of small whole numbers"),
        ({"kind": "build", "src": "op.0.1", "dst": "rub.3", "fills": "rub.3"}, "a list of piles"),
        ({"kind": "build", "src": "op.0.1", "dst": "rub.3", "fills": ["rub.3"] * 201}, "a list"),
    ],
)
def test_half_right_fields(wrong: object, sentence: str) -> None:
    with pytest.raises(BadRequest) as refused:
        CODEC.read(wrong)
    assert sentence in str(refused.value)


def test_kinds_for_help_pages() -> None:
    assert REMUS.codec.kinds == {"move": ["src", "dst", "n"], "deal": [], "resign": []}
