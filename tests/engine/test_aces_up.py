"""Tests of Aces Up: a worked example, and every refusal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import RANK, SUIT, names
from engine.errors import BadPosition, IllegalMove
from engine.games import AnyGame, game
from engine.table import STUCK, WON
from tests.engine.helpers import (
    composed,
    deal,
    legal_texts,
    play,
    playouts,
)

RULES = game("aces_up")
FREE = game("aces_up", {"must_fill": False})

BOOK = (
    "tab.1=7S 5D KS; tab.2=9H AD; tab.3=9C; stock=AS TH JH QH KH AH 8C TC JC QC KC AC|; "
    "rest=discard"
)


def test_u1_the_king_into_the_gap() -> None:
    start = composed(RULES, BOOK)
    assert legal_texts(RULES, start) == ["fill tab.1 tab.0", "fill tab.2 tab.0"]
    state = play(RULES, start, "fill tab.1 tab.0", "discard tab.1", "discard tab.1")
    assert legal_texts(RULES, state) == ["fill tab.2 tab.1"]
    state = play(RULES, state, "fill tab.2 tab.1")
    assert [names(pile.up) for pile in state.piles[:4]] == [["KS"], ["AD"], ["9H"], ["9C"]]
    assert legal_texts(RULES, state) == ["deal"]
    assert RULES.progress(state) == RULES.progress(start) + 2


def test_u1_the_ace_first_ends_the_possible_moves() -> None:
    state = play(RULES, composed(RULES, BOOK), "fill tab.2 tab.0")
    assert legal_texts(RULES, state) == ["deal"]
    assert [names(p.up)[-1] for p in state.piles[:4]] == ["AD", "KS", "9H", "9C"]


def test_the_deal() -> None:
    pack = RULES.pack(bytes(32))
    state = RULES.deal(pack)
    assert [list(pile.up) for pile in state.piles[:4]] == [[c] for c in pack[:4]]
    state = play(FREE, composed(FREE, "tab.0=AS; tab.1=AH; tab.2=AD; tab.3=AC; rest=stock"), "deal")
    assert [names(pile.up) for pile in state.piles[:4]] == [
        ["AS", "KC"], ["AH", "QC"], ["AD", "JC"], ["AC", "TC"],
    ]  # fmt: skip


def test_thirteen_rows() -> None:
    for number in range(1, 10):
        state, rows = deal(RULES, number), 1
        while not state.over:
            text = legal_texts(RULES, state)[0]
            rows += text == "deal"
            state = play(RULES, state, text)
        assert rows == 13


@pytest.mark.parametrize("rules", [RULES, FREE])
@given(data=st.data())
def test_stuck_by_definition(rules: object, data: st.DataObject) -> None:
    assert rules in (RULES, FREE)
    options = RULES if rules is RULES else FREE
    for state in data.draw(playouts(options)):
        tops = [pile.up[-1] for pile in state.piles[:4] if pile.up]
        beaten = any(
            SUIT[a] == SUIT[b] and RANK[a] != 1 and (RANK[b] == 1 or RANK[b] > RANK[a])
            for a in tops
            for b in tops
        )
        gap = len(tops) < 4 and any(len(pile.up) > 1 for pile in state.piles[:4])
        out = len(state.piles[5].up)
        stuck = not state.piles[4].down and not beaten and not gap and out < 48
        assert (state.over == STUCK) == stuck
        assert (state.over == WON) == (out == 48)


REFUSALS = [
    ("tab.0=KD; tab.1=AD; tab.2=2D; tab.3=AS", "discard stock", "no card there to throw out"),
    ("tab.0=KD; tab.1=AD; tab.2=2D; tab.3=AS", "discard discard", "no card there to throw out"),
    (BOOK, "discard tab.0", "There is no card there to throw out."),
    ("tab.0=KD; tab.1=AD; tab.2=2D; tab.3=AS", "discard tab.1", "An ace is never thrown out"),
    ("tab.0=KD; tab.1=QD; tab.2=2H; tab.3=AH", "discard tab.0", "only while a higher one of its"),
    ("tab.0=KD; tab.1=QD; tab.2=2H; tab.3=AH", "deal", "Before dealing, throw out every card"),
    (BOOK, "deal", "Before dealing, fill the gap"),
    (BOOK, "fill tab.1 tab.2", "Only a gap among the four piles can be filled"),
    (BOOK, "fill tab.1 stock", "Only a gap among the four piles can be filled"),
    (BOOK, "fill tab.1 discard", "Only a gap among the four piles can be filled"),
    (BOOK, "fill stock tab.0", "from another of the four piles"),
    (BOOK, "fill discard tab.0", "from another of the four piles"),
    (BOOK, "fill tab.3 tab.0", "from a pile of two or more cards"),
    (BOOK, "fill tab.0 tab.0", "from a pile of two or more cards"),
    ("tab.1=KH AH; tab.2=AS AD; tab.3=KC AC", "deal", "The stock is used up"),
]


@pytest.mark.parametrize(("position", "move", "sentence"), REFUSALS)
def test_refusals(position: str, move: str, sentence: str) -> None:
    rest = "discard" if "KH AH" in position else "stock"
    state = composed(RULES, position if "rest" in position else f"{position}; rest={rest}")
    with pytest.raises(IllegalMove, match=sentence):
        play(RULES, state, move)
    assert move not in legal_texts(RULES, state)


def test_a_gap_may_stay_where_filling_is_free() -> None:
    assert "deal" in legal_texts(FREE, composed(FREE, BOOK))


def test_throwing_out_is_compulsory_even_where_filling_is_free() -> None:
    state = composed(FREE, "tab.0=KD; tab.1=QD; tab.2=2H; tab.3=AH; rest=stock")
    with pytest.raises(IllegalMove, match="throw out"):
        play(FREE, state, "deal")


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("tab.0=AS; tab.1=AH; tab.2=AD; rest=stock", "four cards at a time"),
        ("rest=stock", "four cards at a time, the first four at once"),
        ("tab.0=AS 2S; tab.1=AH; tab.2=AD; tab.3=AC; rest=stock", "four cards at a time"),
        ("tab.0=KS; tab.1=AH; tab.2=AD; discard=AS; rest=stock", "An ace is never thrown out"),
        ("tab.0=KS; tab.1=AH; tab.2=AD; discard=2C; rest=stock", "can have thrown out 2C"),
        ("tab.0=2S; tab.1=AH; discard=KC QC; rest=stock", "can have thrown out KC"),
        ("tab.0=2S 3S; tab.1=AH; tab.2=AD; rest=stock", "No pile holds more cards than rows"),
        ("tab.0=2S AH 3D; discard=2D; rest=stock", "No pile holds more cards than rows"),
        ("tab.0=2S 3S 4D; tab.1=AH; tab.2=AD; discard=2H 3H 4H; rest=stock", "more cards than"),
    ],
)
def test_positions_that_cannot_arise(position: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        composed(RULES, position)


def test_the_four_aces_need_not_lie_apart() -> None:
    state = composed(RULES, "tab.0=AS AH 2D; tab.1=AD; tab.3=AC; rest=discard")
    assert legal_texts(RULES, state) == ["discard tab.0", "fill tab.0 tab.2"]
    assert play(RULES, state, "discard tab.0").over == WON


@pytest.mark.parametrize("rules", [RULES, FREE])
def test_a_gap_that_only_lone_cards_could_fill_waits_for_the_deal(rules: AnyGame) -> None:
    state = composed(rules, "tab.0=KH; tab.1=AD; tab.3=AS; discard=QS; rest=stock")
    assert legal_texts(rules, state) == ["deal"]
    assert [len(pile.up) for pile in play(rules, state, "deal").piles[:4]] == [2, 2, 1, 2]


def test_any_gap_may_be_filled_from_any_pile_before_the_deal() -> None:
    state = composed(RULES, "tab.2=5D KS; tab.3=7H AD; discard=2S 3S 4S 5S; rest=stock")
    assert legal_texts(RULES, state) == [
        f"fill tab.{src} tab.{dst}" for src in (2, 3) for dst in (0, 1)
    ]
    state = play(RULES, state, "fill tab.3 tab.1")
    assert legal_texts(RULES, state) == ["fill tab.2 tab.0"]


def test_a_gap_to_fill_keeps_the_last_position_alive() -> None:
    state = composed(RULES, "tab.0=KD AS; tab.1=AC AH; tab.2=AD; rest=discard")
    assert state.over is None
    assert legal_texts(RULES, state) == ["fill tab.0 tab.3", "fill tab.1 tab.3"]
    assert play(RULES, state, "fill tab.0 tab.3", "discard tab.0").over == WON
    assert play(RULES, state, "fill tab.1 tab.3").over == STUCK


def test_a_card_may_have_been_thrown_out_by_one_that_is_gone_itself() -> None:
    state = composed(RULES, "tab.0=AC; tab.1=2S; discard=QC KC; rest=stock")
    assert RULES.progress(state) == 2
