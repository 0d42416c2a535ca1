"""Tests of Perpetual Motion: the examples of its rules, whole games without choice, its refusals
and ends, and positions that cannot arise.

Positions are in the shorthand of `tests.engine.helpers.composed`.
"""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import RANK, names
from engine.errors import BadPosition, IllegalMove
from engine.games import AnyGame, game
from engine.table import STUCK, WON
from tests.engine.helpers import (
    AnyState,
    cards,
    composed,
    legal_texts,
    perft_cases,
    play,
    playouts,
)

RULES = game("perpetual_motion")
DEALT = game("perpetual_motion", {"fours": "dealt"})
CASES = {case.title: case.start for case in perft_cases("perpetual_motion")}
Z1, Y1 = bytes(32), bytes(range(32))


def columns(state: AnyState) -> list[str]:
    return [" ".join(names(pile.up)) for pile in state.piles[:4]]


def stock(state: AnyState) -> str:
    """The stock, the next card first."""
    return " ".join(names(card for card in reversed(state.piles[4].down) if card is not None))


def first_row() -> AnyState:
    return play(RULES, RULES.deal(RULES.pack(Z1)), "deal")


def test_the_deal() -> None:
    pack = RULES.pack(Z1)
    state = RULES.deal(pack)
    assert list(RULES.layout) == ["tab.0", "tab.1", "tab.2", "tab.3", "stock", "discard"]
    assert stock(state) == " ".join(names(pack))
    assert legal_texts(RULES, state) == ["deal"]
    assert RULES.facts(state) == {"round": 1, "redeals_left": 19}


def test_p1_the_first_rows() -> None:
    state = first_row()
    assert columns(state) == ["9C", "9H", "JH", "QH"]
    state = play(RULES, state, "join tab.1 tab.0", "deal")
    assert columns(state) == ["9C 9H 2H", "2D", "JH 6H", "QH KD"]
    state = play(RULES, state, "join tab.1 tab.0")
    assert columns(state) == ["9C 9H 2H 2D", "", "JH 6H", "QH KD"]


def test_a_join_may_be_left_out() -> None:
    assert legal_texts(RULES, first_row()) == ["join tab.1 tab.0", "deal"]


def test_p2_the_columns_are_gathered_from_the_left() -> None:
    start = "tab.0=2S 2H; tab.1=9C; tab.3=5D 7S 9H 9S 3C; "
    under = "stock=|; rest=discard; round=3"
    whole = start.replace("tab.1=", "tab.1=9D ").replace("tab.3=", f"tab.3={UNDER} ")
    state = play(RULES, composed(RULES, whole + under), "redeal")
    assert stock(state) == f"2S 2H 9D 9C {UNDER} 5D 7S 9H 9S 3C"
    assert columns(state) == [""] * 4
    assert RULES.facts(state) == {"round": 4, "redeals_left": 16}


UNDER = "2D 5S 2C 5H 5C 7H 7D 7C 3S 3H 3D"
"""Cards of the ranks in the example, so that no part of a four is discarded."""


def test_p3_a_fourth_card_dealt_on_three() -> None:
    title = "A fourth king is dealt on three, and uncovers nothing"
    state = play(RULES, CASES[title], "deal")
    assert columns(state)[1].endswith("5C")
    assert names(state.piles[5].up)[-4:] == ["KS", "KH", "KD", "KC"]
    state = play(DEALT, CASES["By the books' rule those kings stay"], "deal")
    assert columns(state)[1].endswith("5C KS KH KD KC")


@pytest.mark.parametrize("rules", [RULES, DEALT], ids=lambda rules: rules.identity)
def test_p3_four_dealt_in_a_row_go_out(rules: AnyGame) -> None:
    text = f"tab.0={UNDER}; tab.1=5D 7S 3C; tab.2=2S 2H; rest=discard; round=2"
    four = text.replace("; rest", "; stock=KD KH KS KC|; rest")
    state = play(rules, composed(rules, four), "deal")
    assert columns(state) == [UNDER, "5D 7S 3C", "2S 2H", ""]
    assert names(state.piles[5].up)[-4:] == ["KC", "KS", "KH", "KD"]


@pytest.mark.parametrize(
    ("chosen", "seed", "end"),
    [
        ({}, Z1, ("won", 14, 52, 325)),
        ({}, Y1, ("won", 14, 52, 335)),
        ({"fours": "dealt"}, Z1, ("lost", 20, 8, 583)),
        ({"fours": "dealt", "rounds": 40}, Z1, ("won", 39, 52, 948)),
        ({"fours": "dealt", "rounds": 40}, Y1, ("lost", 40, 36, 981)),
        ({"fours": "dealt", "rounds": 100}, Y1, ("lost", 100, 36, 1821)),
    ],
)
def test_p4_whole_games_without_choice(
    chosen: Mapping[str, object], seed: bytes, end: tuple[str, int, int, int]
) -> None:
    rules = game("perpetual_motion", {**chosen, "compulsory": True})
    state, moves = rules.deal(rules.pack(seed)), 0
    while not state.over:
        (move,) = rules.legal(state).moves
        state = rules.play(state, move).state
        moves += 1
    assert (state.over.result, rules.facts(state)["round"], rules.progress(state), moves) == end


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("join tab.0 tab.1", "only on a column to its left"),
        ("join tab.1 tab.1", "only on a column to its left"),
        ("join tab.3 tab.2", "only on a card of its rank"),
        ("join stock tab.0", "from one column on another"),
        ("join tab.1 discard", "from one column on another"),
        ("redeal", "when the stock is used up"),
    ],
)
def test_what_each_refusal_says(move: str, words: str) -> None:
    with pytest.raises(IllegalMove, match=words):
        play(RULES, first_row(), move)


def test_refusals_at_the_end_of_a_round() -> None:
    state = CASES["Gathering: the first column is dealt first"]
    for move, words in (("deal", "The stock is used up"), ("join tab.2 tab.0", "is empty")):
        with pytest.raises(IllegalMove, match=words):
            play(RULES, state, move)
    with pytest.raises(IllegalMove, match="This is the last round"):
        play(RULES, CASES["Joins that make joins"], "redeal")


def test_only_the_leftmost_join_is_legal_if_joins_are_compulsory() -> None:
    rules = game("perpetual_motion", {"compulsory": True})
    state = CASES["The leftmost join must be made"]
    assert legal_texts(rules, state) == ["join tab.1 tab.0"]
    for move in ("join tab.2 tab.0", "join tab.2 tab.1", "redeal"):
        with pytest.raises(IllegalMove, match="First make the leftmost join"):
            play(rules, state, move)


def test_the_last_four_joined_win() -> None:
    joins = ["join tab.1 tab.0", "join tab.2 tab.0", "join tab.3 tab.0"]
    start = "tab.0=KC; tab.1=KD; tab.2=KH; tab.3=KS; rest=discard; round=20"
    assert play(RULES, composed(RULES, start), *joins).over == WON
    assert play(DEALT, composed(DEALT, start), *joins).over == STUCK, "they were not dealt so"
    early = composed(DEALT, start.replace("20", "19"))
    assert play(DEALT, early, *joins, "redeal", "deal").over == WON


@given(data=st.data())
def test_ends_by_definition(data: st.DataObject) -> None:
    for state in data.draw(playouts(RULES))[-4:]:
        tops = [RANK[pile.up[-1]] for pile in state.piles[:4] if pile.up]
        out = len(state.piles[5].up)
        joins = len(set(tops)) < len(tops)
        left = state.piles[4].down or state.beside
        assert (state.over == WON) == (out == 52)
        assert (state.over == STUCK) == (out < 52 and not joins and not left)
        assert len(state.piles[4].down) % 4 == 0


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("tab.0=KC; tab.1=KD KH KS; rest=discard; round=0", "from 1 to 20"),
        ("tab.0=KC; tab.1=KD KH KS; rest=discard; round=21", "from 1 to 20"),
        ("tab.0=KC; tab.1=KD; rest=discard; round=2", "discarded together"),
        ("tab.0=KC; rest=discard; round=2", "discarded together"),
        ("tab.0=KC KD; stock=KH KS|; rest=discard; round=2", "four cards at a time"),
        ("tab.0=KC KD KH KS; rest=discard; round=2", "already have happened"),
    ],
)
def test_positions_that_cannot_arise(position: str, words: str) -> None:
    with pytest.raises(BadPosition, match=words):
        composed(RULES, position)


def test_the_stock_is_hidden_again_after_gathering() -> None:
    state = play(RULES, CASES["Gathering: the first column is dealt first"], "redeal")
    view = RULES.view(state)
    assert view.piles["stock"] is not None
    assert (view.piles["stock"].down, view.piles["stock"].up) == (20, [])
    assert len(cards(stock(state))) == 20
