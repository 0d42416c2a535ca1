"""Tests of Poker Patience: a worked grid and its lines, both score tables, `free_cell`."""

import json
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import NAME, SUITS, Card, new_pack
from engine.driver import Driver
from engine.errors import BadPosition, IllegalMove
from engine.games import AnyGame, game
from engine.games.poker_patience import PokerPatience
from engine.moves import Resign
from engine.table import COMPLETE
from engine.view import PileView
from tests.engine.helpers import AnyState, cards, composed, deal, legal_texts, play

RULES = PokerPatience()
AMERICAN = PokerPatience({"scoring": "american"})
FREE = game("poker_patience", {"free_cell": True})

GRID = "JS JH JD AC AS 9S 9H 7D 9C 7H 8S 8H 8D 8C 4S TS TH 2D TC 4H 6S 5H 5D 6C KD"


def filled(rules: AnyGame, laid: int = 25) -> AnyState:
    first = GRID.split()
    state = rules.deal(cards(" ".join(first + [n for n in NAME if n not in first])))
    return play(rules, state, *(f"place {i // 5},{i % 5}" for i in range(laid)))


def test_p1_the_grid() -> None:
    state = filled(RULES)
    assert state.over == COMPLETE
    assert RULES.points(state) == 66
    assert RULES.progress(state) == 25
    assert RULES.facts(state)["line_scores"] == {
        "rows": [10, 10, 16, 6, 3],
        "columns": [5, 5, 5, 5, 1],
    }
    assert AMERICAN.points(filled(AMERICAN)) == 197
    assert RULES.showdown(state) == state, "nothing is turned up at the end"


@pytest.mark.parametrize(
    ("line", "english", "american"),
    [
        ("AS 2H 3D 4C 5S", 12, 15),
        ("QS KH AD 2C 3S", 0, 0),
        ("9H TH JH QH KH", 30, 75),
        ("AH TH JH QH KH", 30, 100),
        ("AH 2H 3H 4H 5H", 30, 75),
        ("AS TH JH QH KH", 12, 15),
        ("9S TH JH QH KH", 12, 15),
        ("2H 5H 8H JH KH", 5, 20),
        ("QH KH AH 2H 3H", 5, 20),
        ("JS JH JD JC AS", 16, 50),
        ("JS JH JD AC AS", 10, 25),
        ("JS JH JD AC 2S", 6, 10),
        ("JS JH 2D AC AS", 3, 5),
        ("JS JH 2D 3C AS", 1, 2),
        ("KS 2H 4D 6C 8S", 0, 0),
        ("2S 3H 4D 5C 7S", 0, 0),
        ("AS 3H 4D 5C 6S", 0, 0),
        ("9S JH QD KC AS", 0, 0),
    ],
)
def test_p1_lines(line: str, english: int, american: int) -> None:
    for order in permutations(cards(line)):
        assert RULES.line_points(order, None) == english
        assert AMERICAN.line_points(order, None) == american


@pytest.mark.parametrize("suit", SUITS)
def test_every_suit_has_a_royal_flush(suit: str) -> None:
    line = cards(" ".join(rank + suit for rank in "TJQKA"))
    assert (RULES.line_points(line, None), AMERICAN.line_points(line, None)) == (30, 100)


def test_points_run_with_the_lines_that_are_full() -> None:
    assert RULES.points(deal(RULES, 1)) == 0
    for laid, points in ((4, 0), (5, 10), (9, 10), (10, 20), (20, 42), (21, 47), (24, 62)):
        assert RULES.points(filled(RULES, laid)) == points
    given_up = RULES.play(filled(RULES, 12), Resign()).state
    assert RULES.points(given_up) == 20
    assert RULES.progress(given_up) == 12


def test_the_first_card_lies_at_the_origin_unless_any_cell_is_free() -> None:
    assert legal_texts(RULES, deal(RULES, 1)) == ["place 0,0"]
    free = deal(FREE, 1)
    assert legal_texts(FREE, free) == [f"place {r},{c}" for r in range(5) for c in range(5)]
    state = play(FREE, free, "place 3,1", "place 0,4")
    assert len(legal_texts(FREE, state)) == 23
    assert FREE.facts(state)["line_scores"] == {"rows": [None] * 5, "columns": [None] * 5}


@pytest.mark.parametrize(
    ("line", "english", "american"),
    [
        ("5H", 0, 0),
        ("5H 6H 7H 8H", 0, 0),  # no straight and no flush of four cards
        ("5H 5D", 1, 2),
        ("5H 5D 6S 6C", 3, 5),
        ("5H 5D 5S", 6, 10),
        ("5H 5D 5S 5C", 16, 50),
        ("5H 5D 5S 6C 6D", 10, 25),
        ("5H 6H 7H 8H 9H", 30, 75),
    ],
)
def test_a_line_scores_so_far_the_hand_that_it_has_already(
    line: str, english: int, american: int
) -> None:
    laid = dict(enumerate(cards(line)))
    assert RULES.line_so_far(laid) == english
    assert AMERICAN.line_so_far(laid) == american


@given(st.lists(st.sampled_from(new_pack(1)), min_size=5, max_size=5, unique=True))
def test_what_a_line_scores_so_far_is_not_lost(five: list[Card]) -> None:
    so_far = [RULES.line_so_far(dict(enumerate(five[:n]))) for n in range(1, 6)]
    assert so_far == sorted(so_far)
    assert so_far[-1] == RULES.line_points(five, None)


def test_line_scores_of_a_fixed_square_keep_their_places() -> None:
    state = composed(FREE, "at=3,0:5H 3,1:5D 3,2:5C 3,3:2S 3,4:7S 0,0:AS; next=JC; rest=stock")
    assert FREE.facts(state)["line_scores"] == {
        "rows": [None, None, None, 6, None],
        "columns": [None] * 5,
    }
    assert FREE.points(state) == 6


def test_the_frame_is_fixed_when_five_wide() -> None:
    state = composed(RULES, "at=0,0:5H 0,1:6S 0,2:4D 0,3:9C 0,4:TC; next=JC; rest=stock")
    assert legal_texts(RULES, state) == [f"place {r},{c}" for r in (-1, 1) for c in range(5)]
    for cell, sentence in (
        ("0,5", "must fit into 5 rows and 5 columns"),
        ("0,-1", "must fit into 5 rows and 5 columns"),
        ("2,2", "A card must touch one that lies there already"),
        ("0,3", "There is a card on that cell already"),
    ):
        with pytest.raises(IllegalMove, match=sentence):
            play(RULES, state, f"place {cell}")


@pytest.mark.parametrize(
    ("cell", "sentence"),
    [
        ("3,1", "There is a card on that cell already"),
        ("5,0", "rows and columns 0 to 4"),
        ("0,5", "rows and columns 0 to 4"),
        ("-1,0", "rows and columns 0 to 4"),
        ("0,-1", "rows and columns 0 to 4"),
    ],
)
def test_refusals_on_a_fixed_square(cell: str, sentence: str) -> None:
    state = play(FREE, deal(FREE, 1), "place 3,1")
    with pytest.raises(IllegalMove, match=sentence):
        play(FREE, state, f"place {cell}")


@pytest.mark.parametrize(
    ("rules", "position", "sentence"),
    [
        (RULES, "at=1,1:5H; next=JC; rest=stock", "The first card lies at row 0, column 0"),
        (RULES, "at=0,0:5H 2,0:6H; next=JC; rest=stock", "Every card touches another"),
        (RULES, "at=0,0:5H; next=JC; turn_up=AS; rest=stock", "No card is turned up"),
        (RULES, "at=0,0:5H; rest=stock", "There is a next card until the grid is full"),
        (RULES, "at=0,0:5H 0,1:6H 0,2:7H 0,3:8H 0,4:9H 0,5:TH; next=JC; rest=stock", "5 columns"),
        (RULES, "at=0,0:5H 0,0:6H; next=JC; rest=stock", "Each cell of the grid holds one card"),
        (FREE, "at=0,0:5H 5,0:6H; next=JC; rest=stock", "square are rows and columns 0 to 4"),
        (FREE, "at=0,0:5H 0,-1:6H; next=JC; rest=stock", "square are rows and columns 0 to 4"),
        (FREE, "at=0,0:5H 0,0:6H; next=JC; rest=stock", "Each cell of the grid holds one card"),
        (FREE, "at=0,3:5H; rest=stock", "There is a next card until the grid is full"),
        (FREE, "at=0,3:5H; next=JC; turn_up=AS; rest=stock", "No card is turned up"),
    ],
)
def test_positions_that_cannot_arise(rules: AnyGame, position: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        composed(rules, position)


@pytest.mark.parametrize("cell", ["[false,0]", "[0,0.0]", '["0",0]', "[0]", "[0,0,0]", "7"])
def test_a_cell_of_a_position_is_two_whole_numbers(cell: str) -> None:
    text = RULES.position(play(RULES, deal(RULES, 1), "place 0,0"))
    with pytest.raises(BadPosition, match="The grid or the next card cannot be read"):
        RULES.load(text.replace('"cell":[0,0]', f'"cell":{cell}'))


def test_cards_of_a_fixed_square_need_not_touch() -> None:
    state = composed(FREE, "at=2,2:5H 4,4:6H; next=JC; rest=stock")
    assert len(legal_texts(FREE, state)) == 23


def test_the_cards_come_one_at_a_time() -> None:
    for rules in (RULES, FREE):
        pack = rules.pack(bytes(32))
        state = rules.deal(pack)
        for laid in range(25):
            view = rules.view(state)
            assert view.facts["next"] == NAME[pack[laid]]
            assert view.piles["stock"] == PileView(51 - laid, [])
            assert view.piles["turn_up"] == PileView(0, [])
            assert (rules.progress(state), state.over) == (laid, None)
            state = play(rules, state, f"place {laid // 5},{laid % 5}")
        assert [c for _, c in state.beside.laid] == pack[:25]
        assert state.over == COMPLETE
        assert rules.view(state).piles["turn_up"] == PileView(0, [])


def test_cards_are_laid_and_never_moved() -> None:
    assert RULES.codec.kinds == {"place": ["cell"], "resign": []}


def test_contestants_are_ranked_by_points() -> None:
    assert RULES.ranked_by == "points"


def test_the_defaults_are_a_floating_frame_and_the_english_table() -> None:
    assert RULES.chosen == {"free_cell": False, "scoring": "english"}


def test_diagonals_do_not_count() -> None:
    """One is full and royal; no row and no column is full, so nothing is scored."""
    royal = ["TH", "JH", "QH", "KH", "AH"]
    cells = [f"{i},{i}:{card}" for i, card in enumerate(royal)]
    state = composed(FREE, f"at={' '.join(cells)}; next=JC; rest=stock")
    assert FREE.points(state) == 0


def test_the_driver_scores_a_line_by_either_table() -> None:
    ask = {"op": "score", "game": "poker_patience", "line": ["AH", "TH", "JH", "QH", "KH"]}
    assert json.loads(Driver().answer(json.dumps(ask))) == {"ok": True, "points": 30}
    american = {**ask, "options": {"scoring": "american"}}
    assert json.loads(Driver().answer(json.dumps(american))) == {"ok": True, "points": 100}


def test_the_frame_is_where_cards_still_can_lie() -> None:
    state = play(RULES, deal(RULES, 1), "place 0,0", "place 1,1")
    assert RULES.frame(state.beside.laid) == (range(-3, 5), range(-3, 5))
    assert FREE.frame(()) == (range(5), range(5))  # type: ignore[attr-defined]
