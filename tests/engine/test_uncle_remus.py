"""Tests of Uncle Remus: six worked examples, the counts of each option, every refusal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import RANK, SUIT, names
from engine.errors import BadPosition, IllegalMove
from engine.games import game
from engine.table import STUCK, WON
from tests.engine.helpers import AnyState, cards, composed, legal_texts, play, playouts

RULES = game("uncle_remus")

PACK_X = cards(
    """
    6H 4D 6D 7S KD KH JD JS 7H QH AH KS AC JS 3S 2C 5D 9H TC 4S 2H AS 9D 6S 5H 9S KH 7C 8H KS TD KC
    5S AD 8S 5S AD JH 3D TH 2D 9C 3H 3C 7H KD QD 6S 7S 6C TS 5D 2S AH QH 4H 3D 6H 8S 9S 2H 7D KC 4S
    TH 8C 4D 4C 8H TC 7D 8D 3C TD 5C 8D 8C JC 6D 5H JD 2D QS QS JC 5C TS 2C 4H JH 9D QC 9H 3S 4C QD
    AS 2S QC 3H 9C 7C 6C AC
    """
)


def tops(state: AnyState, columns: int = 10) -> str:
    return " ".join(names([pile.up[-1] for pile in state.piles[:columns]]))


def sizes(state: AnyState) -> tuple[int, int, int]:
    down = sum(len(pile.down) for pile in state.piles[:-2])
    up = sum(len(pile.up) for pile in state.piles[:-2])
    return down, up, len(state.piles[-2].down)


def test_vector_1_counts() -> None:
    state = RULES.deal(PACK_X)
    assert sizes(state) == (40, 10, 54)
    for stock, left in zip((44, 34, 24, 14, 4, 0), (5, 4, 3, 2, 1, 0), strict=True):
        assert RULES.facts(state)["deals_left"] == left + 1
        assert RULES.facts(state)["session"] == 6 - left
        state = play(RULES, state, "deal")
        assert len(state.piles[10].down) == stock
    assert RULES.facts(state) == {"session": 7, "deals_left": 0}


@pytest.mark.parametrize(
    ("columns", "down_rows", "laid_out", "stock", "full_deals", "last"),
    [(10, 4, 50, 54, 5, 4), (9, 4, 45, 59, 6, 5), (10, 5, 60, 44, 4, 4), (9, 5, 54, 50, 5, 5)],
)
def test_vector_1_options(
    columns: int, down_rows: int, laid_out: int, stock: int, full_deals: int, last: int
) -> None:
    rules = game("uncle_remus", {"columns": columns, "down_rows": down_rows})
    state = rules.deal(PACK_X)
    assert sizes(state) == (laid_out - columns, columns, stock)
    assert rules.facts(state) == {"session": 1, "deals_left": full_deals + 1}
    assert names(state.piles[1].up) == names(PACK_X[columns * down_rows + 1 : laid_out])[:1]
    for _ in range(full_deals):
        before = [len(pile.up) for pile in state.piles[:columns]]
        state = play(rules, state, "deal")
        assert [len(pile.up) for pile in state.piles[:columns]] == [n + 1 for n in before]
    before = [len(pile.up) for pile in state.piles[:columns]]
    state = play(rules, state, "deal")
    after = [len(pile.up) for pile in state.piles[:columns]]
    assert [b - a for a, b in zip(before, after, strict=True)] == [1] * last + [0] * (
        columns - last
    )
    with pytest.raises(IllegalMove, match="The stock is used up"):
        play(rules, state, "deal")


def test_vector_2_the_layout_of_pack_x() -> None:
    state = RULES.deal(PACK_X)
    assert tops(state) == "2D 9C 3H 3C 7H KD QD 6S 7S 6C"
    assert names(c for c in state.piles[0].down if c is not None) == ["6H", "AH", "2H", "TD"]
    assert set(legal_texts(RULES, state)) == {
        "move tab.0 tab.2 1", "move tab.0 tab.3 1", "move tab.6 tab.5 1", "move tab.7 tab.4 1",
        "move tab.7 tab.8 1", "move tab.9 tab.4 1", "move tab.9 tab.8 1", "deal",
    }  # fmt: skip
    assert RULES.progress(state) == 0
    state = play(RULES, state, "move tab.6 tab.5 1")
    assert names(state.piles[6].up) == ["AD"]
    assert RULES.progress(state) == 1


def test_vector_3_the_deals_of_pack_x() -> None:
    state = play(RULES, RULES.deal(PACK_X), "deal")
    assert tops(state) == "TS 5D 2S AH QH 4H 3D 6H 8S 9S"
    before = play(RULES, state, *["deal"] * 4)
    state = play(RULES, before, "deal")
    assert tops(state, 4) == "9C 7C 6C AC"
    assert state.piles[4:10] == before.piles[4:10]


V4 = (
    "tab.0=9S 8S 7S 6H; tab.1=TD; tab.2=7C; tab.3=9D; tab.4=KS; tab.5=QS; tab.6=JS; tab.7=KC; "
    "tab.8=QC; books=*SHDC; rest="
)


def test_vector_4_runs() -> None:
    state = composed(RULES, V4 + "tab.9")
    for n, reason in ((1, "one rank higher"), (4, "one suit in unbroken descending order")):
        with pytest.raises(IllegalMove, match=reason):
            play(RULES, state, f"move tab.0 tab.1 {n}")
    state = play(RULES, state, "move tab.0 tab.2 1")
    legal = legal_texts(RULES, state)
    assert "move tab.0 tab.1 3" in legal
    assert "move tab.0 tab.1 2" not in legal
    assert "move tab.0 tab.3 2" in legal


V5 = "tab.0=5C|KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H; tab.1=AH; books=*SSHDDC; rest=tab.2"


def test_vector_5_a_book_goes_out_and_a_card_comes_up() -> None:
    state = composed(RULES, V5)
    after = play(RULES, state, "move tab.1 tab.0 1")
    assert names(after.piles[0].up) == ["5C"]
    assert not after.piles[0].down
    assert RULES.progress(after) == RULES.progress(state) + 2
    assert names(after.piles[11].up)[-13:] == [f"{rank}H" for rank in "KQJT98765432A"]
    step = RULES.play(state, RULES.codec.from_text("move tab.1 tab.0 1"))
    assert [event.kind for event in step.events] == ["moved", "moved", "turned"]
    assert step.revealed


def test_a_run_of_thirteen_on_top_of_others_goes_out_too() -> None:
    state = composed(RULES, V5.replace("5C|", "5C "))
    assert names(play(RULES, state, "move tab.1 tab.0 1").piles[0].up) == ["5C"]


def test_thirteen_of_mixed_suits_are_no_book() -> None:
    state = composed(RULES, V5.replace("7H", "7D").replace("DD", "D"))
    after = play(RULES, state, "move tab.1 tab.0 1")
    assert len(after.piles[0].up) == 13
    assert len(after.piles[11].up) == len(state.piles[11].up)


def test_a_dealt_ace_completes_a_book() -> None:
    state = composed(
        RULES,
        "tab.0=9C|KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H; stock=2S 3S 4S AH|; books=*DDC; rest=tab.4",
    )
    step = RULES.play(state, RULES.codec.from_text("deal"))
    assert names(step.state.piles[0].up) == ["9C"], "and the card below it is turned up"
    assert names(step.state.piles[11].up)[-13:] == [f"{rank}H" for rank in "KQJT98765432A"]
    assert [event.kind for event in step.events] == ["dealt"] * 4 + ["moved", "turned"]


def test_a_deal_is_free_while_cards_can_be_moved() -> None:
    state = RULES.deal(PACK_X)
    assert "move tab.6 tab.5 1" in legal_texts(RULES, state)
    assert play(RULES, state, "deal").over is None


def test_a_space_takes_any_run_and_need_not_be_filled() -> None:
    """A space takes any run, whole or in part, even all of a column; nothing need go there."""
    state = composed(RULES, "tab.0=3S 2S; tab.1=9H; books=*HDDCC; rest=tab.5")
    legal = legal_texts(RULES, state)
    assert {"move tab.0 tab.2 1", "move tab.0 tab.2 2", "move tab.1 tab.9 1"} <= set(legal)
    assert names(play(RULES, state, "move tab.0 tab.2 2").piles[2].up) == ["3S", "2S"]


# Lost, and not yet lost, with the stock used up. ------------------------------------------------

EVEN = "tab.0=2S; tab.1=2H; tab.2=2D; tab.3=2C; tab.4=4S; tab.5=4H; tab.6=4D; tab.7=4C; "


def test_lost_when_nothing_can_move() -> None:
    state = composed(RULES, EVEN + "tab.8=6S; rest=tab.9")
    assert state.over == STUCK
    assert composed(RULES, EVEN + "tab.8=5S; rest=tab.9").over is None
    assert composed(RULES, EVEN + "tab.8=6S; stock=9S TS JS QS|; rest=tab.9").over is None


def test_not_lost_while_a_face_down_card_can_be_bared() -> None:
    state = composed(
        RULES,
        "tab.0=QC JC|KC; tab.1=TC 9C|8C; tab.2=7C|6C; tab.3=5C|4C; tab.4=3C AC|2C; books=*SSHHDDC",
    )
    assert state.over is None
    assert all(text.endswith(" 1") for text in legal_texts(RULES, state)), "into spaces only"


def test_not_lost_while_a_column_can_be_parted() -> None:
    state = composed(RULES, "books=*SSHHDDC; rest=tab.0")
    assert names(state.piles[0].up) == [f"{rank}C" for rank in "A23456789TJQK"]
    assert state.over is None
    assert legal_texts(RULES, state) == [f"move tab.0 tab.{i} 1" for i in range(1, 10)]


def test_vector_6_a_deal_falls_into_spaces() -> None:
    state = composed(
        RULES,
        "tab.0=9S; tab.1=8S; tab.2=7S; tab.3=6S 5S; tab.4=4S; tab.5=3S 2S; tab.6=AS KS; "
        "stock=KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH KD QD JD TD 9D 8D 7D 6D 5D 4D 3D|; "
        "books=*SHDC; rest=tab.7",
    )
    assert not state.piles[8].up
    assert not state.piles[9].up
    after = play(RULES, state, "deal")
    assert len(after.piles[10].down) == 14
    assert [len(pile.up) for pile in after.piles[8:10]] == [1, 1]
    assert all(
        len(b.up) == len(a.up) + 1 for a, b in zip(state.piles[:10], after.piles[:10], strict=True)
    )


def test_no_wrap_from_king_to_ace() -> None:
    """A king lies on nothing, and AH below KS, neighbours in a new pack, are no run."""
    state = composed(RULES, "tab.0=AH KS; tab.1=AS; tab.2=2H; books=*SHDDCC; rest=tab.5")
    legal = legal_texts(RULES, state)
    assert "move tab.0 tab.1 1" not in legal
    assert "move tab.0 tab.3 1" in legal
    assert "move tab.0 tab.3 2" not in legal
    alone = composed(RULES, "tab.0=AH KS; tab.1=AS 2H; books=*SHDDCC; rest=tab.5")
    assert RULES.progress(state) == RULES.progress(alone)


@given(data=st.data())
def test_stuck_by_definition(data: st.DataObject) -> None:
    for state in data.draw(playouts(RULES))[-4:]:
        columns = state.piles[:10]
        useful = False
        for i, src in enumerate(columns):
            for n in range(1, len(src.up) + 1):
                run = src.up[-n:]
                if len({SUIT[c] for c in run}) > 1 or [RANK[c] for c in run] != list(
                    range(RANK[run[0]], RANK[run[0]] - n, -1)
                ):
                    break
                for j, dst in enumerate(columns):
                    if i != j and dst.up and RANK[dst.up[-1]] == RANK[run[0]] + 1:
                        useful = True
                    if i != j and not dst.up and (n < len(src.up) or src.down):
                        useful = True
        won = len(state.piles[11].up) == 104
        assert (state.over == WON) == won
        assert (state.over == STUCK) == (not won and not useful and not state.piles[10].down)


@given(data=st.data())
def test_progress_counts_books_and_joins(data: st.DataObject) -> None:
    for state in data.draw(playouts(RULES))[-4:]:
        joins = sum(
            SUIT[a] == SUIT[b] and RANK[a] == RANK[b] + 1
            for pile in state.piles[:10]
            for a, b in zip(pile.up, pile.up[1:], strict=False)
        )
        assert RULES.progress(state) == joins + len(state.piles[11].up)


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("move tab.0 stock 1", "Cards move from one column to another"),
        ("move stock tab.0 1", "Cards move from one column to another"),
        ("move books tab.0 1", "Cards move from one column to another"),
        ("move tab.0 books 1", "Cards move from one column to another"),
        ("move tab.0 tab.0 1", "Cards move from one column to another"),
        ("move tab.0 tab.1 0", "At least one card moves"),
        ("move tab.0 tab.1 -1", "At least one card moves"),
        ("move tab.0 tab.1 5", "There are not so many face-up cards"),
        ("move tab.0 tab.1 2", "Only cards of one suit in unbroken descending order"),
        ("move tab.1 tab.0 1", "A card goes on a card one rank higher, or into a space"),
        ("deal", "The stock is used up"),
    ],
)
def test_refusals(move: str, sentence: str) -> None:
    state = composed(RULES, V4 + "tab.9")
    with pytest.raises(IllegalMove, match=sentence):
        play(RULES, state, move)


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("tab.0=KS; rest=stock", "The stock is dealt a whole row at a time"),
        ("rest=stock", "The stock is dealt a whole row at a time"),
        ("books=*S; tab.0=KH KD; stock=2H|; rest=tab.1", "a whole row at a time"),
        ("books=AS KS; rest=tab.0", "Books go out whole, king first"),
        ("books=KS QS JS; rest=tab.0", "Books go out whole, king first"),
        ("books=KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AH; rest=tab.0", "Books go out whole"),
        (
            "books=KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS QS KS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS; "
            "rest=tab.0",
            "Books go out whole, king first",
        ),
        ("tab.0=2S 3S 4S 5S 6S|7S; rest=tab.1", "No column can have so many face-down cards"),
        ("tab.0=2S|; rest=tab.1", "happens by itself and would already have happened"),
        (
            "tab.0=KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS; rest=tab.1",
            "happens by itself and would already have happened",
        ),
        ("books=2S|; rest=tab.0", "The cards of books lie face up"),
        ("stock=2S 3S 4S 5S; rest=tab.0", "The cards of stock lie face down"),
    ],
)
def test_positions_that_cannot_arise(position: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        composed(RULES, position)
