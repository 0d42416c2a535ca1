"""Tests of Accordion: a worked example in both of its lines, the options, every refusal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import CARD, NAME, RANK, SUIT, names
from engine.errors import BadPosition, BadRequest, IllegalMove
from engine.games import game
from engine.games.accordion import packed
from engine.table import STUCK, WON, GameOver
from tests.engine.helpers import AnyState, cards, composed, deal, legal_texts, play, playouts

RULES = game("accordion")
FREE = game("accordion", {"compulsory": False})
ALL = game("accordion", {"lay_out_all": True})


def line(state: AnyState) -> str:
    return " ".join(names(pile.up[-1] for pile in state.piles[:52] if pile.up))


def book_line(following: str = "KD") -> AnyState:
    first = ["KS", "9D", "KC", "3D", "7C", "9C", following]
    state = RULES.deal(cards(" ".join(first + [name for name in NAME if name not in first])))
    return play(RULES, state, *["turn"] * 5)


def test_a1_the_nine_on_the_seven() -> None:
    state = book_line()
    assert line(state) == "KS 9D KC 3D 7C"
    assert legal_texts(RULES, state) == ["turn"]
    state = play(RULES, state, "turn")
    assert legal_texts(RULES, state) == ["pack line.5 line.4", "pack line.5 line.2"]
    for move in ("5 4", "4 1", "2 1", "1 0"):
        with pytest.raises(IllegalMove, match="make the pack that is possible"):
            play(RULES, state, "turn")
        src, dst = move.split()
        state = play(RULES, state, f"pack line.{src} line.{dst}")
    assert line(state) == "KC 3D"
    assert RULES.progress(state) == 4
    assert RULES.view(state).to_json()["piles"] == {
        "line.0": {"down": 4, "up": ["KC"]},
        "line.1": {"down": 0, "up": ["3D"]},
        "stock": {"down": 46, "up": []},
    }


@pytest.mark.parametrize("following", ["KD", "3C"])
def test_a1_the_card_that_makes_one_pile(following: str) -> None:
    state = play(RULES, book_line(following), "turn", "pack line.5 line.4", "pack line.4 line.1")
    state = play(RULES, state, "pack line.2 line.1", "pack line.1 line.0", "turn")
    state = play(RULES, state, "pack line.2 line.1", "pack line.1 line.0")
    assert line(state) == following
    assert len(state.piles[0].down) == 6


def test_a1_the_nine_on_the_king() -> None:
    state = play(RULES, book_line(), "turn", "pack line.5 line.2")
    assert legal_texts(RULES, state) == ["pack line.2 line.1"]
    state = play(RULES, state, "pack line.2 line.1")
    assert line(state) == "KS 9C 3D 7C"
    assert legal_texts(RULES, state) == ["turn"]


def test_the_deal() -> None:
    state = deal(RULES, 1)
    assert line(state) == ""
    assert legal_texts(RULES, state) == ["turn"]
    pack = RULES.pack(bytes(32))
    state = play(RULES, RULES.deal(pack), "turn")
    assert line(state) == NAME[pack[0]]
    everything = ALL.deal(pack)
    assert line(everything) == " ".join(names(pack))
    assert ALL.progress(everything) == 0
    with pytest.raises(IllegalMove, match="The stock is used up"):
        play(ALL, everything, "turn")


def test_the_gap_is_closed_and_the_events_say_so() -> None:
    state = composed(FREE, "line.0=KS; line.1=KD; line.2=2C|5C; line.3=7H; rest=stock")
    step = FREE.play(state, FREE.codec.from_text("pack line.1 line.0"))
    assert [(e.src, e.dst, names(e.cards)) for e in step.events] == [
        (1, 0, ["KD"]), (2, 1, ["5C"]), (3, 2, ["7H"]),
    ]  # fmt: skip
    assert not step.revealed
    assert FREE.position(step.state).startswith("line.0=KS|KD; line.1=2C|5C; line.2=|7H; ")


def test_any_pile_may_move_and_forbids_the_turn() -> None:
    state = composed(RULES, "line.0=KS; line.1=9D 7C|9C; line.2=KC; line.3=3D; rest=stock")
    assert legal_texts(RULES, state) == ["pack line.2 line.1"]
    with pytest.raises(IllegalMove, match="make the pack that is possible"):
        play(RULES, state, "turn")
    assert play(RULES, state, "pack line.2 line.1").piles[1].up == (CARD["KC"],)


def test_neither_the_second_nor_the_fourth_to_the_left() -> None:
    state = composed(RULES, "line.0=9D; line.1=5H; line.2=3D; line.3=4S; line.4=5D; rest=stock")
    assert legal_texts(RULES, state) == ["pack line.4 line.1"]


def test_only_the_top_card_speaks_for_a_pile() -> None:
    state = composed(RULES, "line.0=2H|2S; line.1=7H 7D|KD; line.2=9H 9S|TS; rest=stock")
    assert legal_texts(RULES, state) == ["turn"]


def test_colours_and_neighbouring_ranks_do_not_match() -> None:
    state = composed(RULES, "line.0=5S; line.1=6C; line.2=QD; line.3=KH; line.4=AD; rest=stock")
    assert legal_texts(RULES, state) == ["turn"]


@pytest.mark.parametrize(
    ("position", "over"),
    [
        ("line.0=KC; rest=line.0", WON),
        ("line.0=KC; line.1=5S|5C; rest=line.0", None),
        ("line.0=6C 7C 8C|9C; line.1=5S|5H; line.2=KC; rest=line.2", STUCK),
        ("line.0=KC; line.1=5S|5H; rest=line.0", STUCK),
    ],
)
def test_one_pile_wins_and_more_lose_when_nothing_can_be_packed(
    position: str, over: GameOver | None
) -> None:
    assert composed(RULES, position).over == over


def test_one_pile_is_no_win_while_there_is_a_stock() -> None:
    state = composed(RULES, "line.0=KS|KD; rest=stock")
    assert state.over is None
    assert RULES.progress(state) == 1
    assert legal_texts(RULES, state) == ["turn"]


def test_a_turn_may_be_made_early_where_packing_is_free() -> None:
    state = composed(FREE, "line.0=KS; line.1=KD; rest=stock")
    assert legal_texts(FREE, state) == ["pack line.1 line.0", "turn"]
    assert line(play(FREE, state, "turn"))[:5] == "KS KD"
    pack = FREE.pack(bytes(32))
    state = play(FREE, FREE.deal(pack), *["turn"] * 52)
    assert line(state) == " ".join(names(pack))
    assert FREE.progress(state) == 0


@given(data=st.data())
def test_stuck_by_definition(data: st.DataObject) -> None:
    for state in data.draw(playouts(RULES)):
        tops = cards(line(state))
        possible = any(
            i >= d and (SUIT[tops[i]] == SUIT[tops[i - d]] or RANK[tops[i]] == RANK[tops[i - d]])
            for i in range(len(tops))
            for d in (1, 3)
        )
        stock = len(state.piles[52].down)
        assert (state.over == WON) == (not stock and len(tops) == 1)
        assert (state.over == STUCK) == (not stock and len(tops) > 1 and not possible)
        assert RULES.progress(state) == 52 - stock - len(tops)
        assert ("turn" in legal_texts(RULES, state)) == (stock > 0 and not possible)


BOOK = "line.0=KS; line.1=9D; line.2=KC; line.3=3D; line.4=7C; line.5=9C; rest=stock"


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("turn", "Before turning up a card, make the pack that is possible"),
        ("pack line.6 line.5", "There is no such pile in the line"),
        ("pack stock line.5", "There is no such pile in the line"),
        ("pack line.5 stock", "There is no such pile in the line"),
        ("pack line.5 line.3", "the one next to it or third to it on the left"),
        ("pack line.5 line.1", "the one next to it or third to it on the left"),
        ("pack line.4 line.5", "the one next to it or third to it on the left"),
        ("pack line.2 line.5", "the one next to it or third to it on the left"),
        ("pack line.5 line.6", "the one next to it or third to it on the left"),
        ("pack line.4 line.3", "whose top card is of its suit or rank"),
        ("pack line.3 line.0", "whose top card is of its suit or rank"),
    ],
)
def test_refusals(move: str, sentence: str) -> None:
    with pytest.raises(IllegalMove, match=sentence):
        play(RULES, composed(RULES, BOOK), move)


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("line.0=KS; line.2=9D; rest=stock", "side by side, without a gap"),
        ("line.1=KS; rest=stock", "side by side, without a gap"),
        ("line.0=KS 9S; rest=stock", "Only the top card of a pile is in sight"),
        ("line.0=9D|KS; rest=stock", "No packing leads to these piles"),
        ("line.0=2D 3C|KD; rest=stock", "No packing leads to these piles"),
        ("line.0=KS; line.1=KD; line.2=5C; rest=stock", "must have been made before the next turn"),
        ("line.0=KS; line.1=2H; line.2=3C; line.3=4S; line.4=5H; line.5=9H 9D|9C; rest=stock",
         "must have been made before the next turn"),
    ],
)  # fmt: skip
def test_positions_that_cannot_arise(position: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        composed(RULES, position)


def test_a_pack_left_undone_where_packing_is_free() -> None:
    assert composed(FREE, "line.0=KS; line.1=KD; line.2=5C; rest=stock").over is None


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("deal", "The moves of this game are: turn, pack, resign"),
        ("turn line.0", "Write it as: turn"),
        ("pack line.5", "Write it as: pack SRC DST"),
        ("pack line.52 line.51", "The src of the move pack must be a pile of this game"),
    ],
)
def test_what_is_no_move_of_this_game(move: str, sentence: str) -> None:
    with pytest.raises(BadRequest, match=sentence):
        RULES.codec.from_text(move)


def test_no_stock_is_left_where_all_is_laid_out() -> None:
    with pytest.raises(BadPosition, match="All the cards lie in the line"):
        composed(ALL, "line.0=KS; rest=stock")


@pytest.mark.parametrize(
    ("pile", "possible"),
    [
        ("KS", True), ("KS KD", True), ("2H KS KD", False), ("2S KS KD", True),
        ("2H 3C 3H", True), ("3C 2H 3H", True), ("3C 2S 3H", False), ("9D 3C 7C 9C", True),
        ("9D 7S 3C 9C", False),
    ],
)  # fmt: skip
def test_what_packing_can_make(pile: str, possible: bool) -> None:
    """Each pile was one top card on another: 9C on 7C and 3C, then all of them on 9D."""
    assert packed(cards(pile)) == possible
