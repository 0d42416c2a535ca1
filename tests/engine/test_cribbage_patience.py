"""Tests of Cribbage Patience: worked examples, scores, the square, the turn-up."""

from collections.abc import Sequence
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import NAME, RANK, SUIT, Card, card, new_pack
from engine.errors import BadPosition, IllegalMove
from engine.games.cribbage_patience import CribbagePatience, hand_points
from engine.moves import Resign
from engine.races.board import GameBoard, standing
from engine.table import COMPLETE
from engine.view import PileView
from tests.engine.helpers import AnyState, cards, composed, deal, legal_texts, play

RULES = CribbagePatience()

QUINE = ["4S 6H 4D 6C", "6S 4H 6D 4C", "5S 5H 5D TC", "JS JH JD JC"]


def quine_played(laid: int = 16) -> AnyState:
    """Quine's square, or its first cards by rows, from a pack with his turn-up as the 17th card."""
    first = [*" ".join(QUINE).split(), "5C"]
    state = RULES.deal(cards(" ".join(first + [n for n in NAME if n not in first])))
    return play(RULES, state, *(f"place {i // 4},{i % 4}" for i in range(laid)))


def test_c1_quine_scores_172() -> None:
    state = quine_played()
    assert state.over == COMPLETE
    assert RULES.points(state) is None
    shown = RULES.showdown(state)
    assert RULES.points(shown) == 172
    assert RULES.facts(shown)["line_scores"] == {
        "rows": [24, 24, 28, 21],
        "columns": [20, 20, 20, 15],
    }
    assert [NAME[c] for c in shown.piles[1].up] == ["5C"]
    assert RULES.showdown(shown) == shown


@pytest.mark.parametrize(
    ("line", "turn_up", "points"),
    [
        ("5H 5D 5S JC", "5C", 29),
        ("2H 5H 8H KH", "9S", 8),
        ("2H 5H 8H KH", "9H", 9),
        ("2H 5H 8H 9S", "KH", 4),
        ("7C 8D 9S JH", "JD", 7),
        ("3S 6D 9H JC", "KC", 3),
        ("3S 6D 9H QC", "JC", 2),
        ("2C 3D 4S 5H", "6C", 9),
        ("7H 7S 8D 9C", "8S", 24),
        ("AS 2S 3S 4S", "5S", 12),
        ("TH JS QD KC", "AH", 4),
        ("2S 4D 6H 8C", "TS", 0),
        # Of our own, each counted by hand.
        ("4S 4H 5D 6C", "6H", 24),  # four fifteens 8, two pairs 4, four runs of three 12
        ("AS AH AD AC", "2S", 12),  # six pairs
        ("QS KS AS 2S", "3D", 11),  # two fifteens (Q23, K23) 4, run of three 3, flush 4
        ("TS JS QS KS", "5S", 18),  # four fifteens 8, run of four 4, flush 5, nob 1
        ("7S 8S 8H 8D", "9C", 21),  # three fifteens 6, three eights 6, three runs of three 9
    ],
)
def test_c2_lines(line: str, turn_up: str, points: int) -> None:
    for order in permutations(cards(line)):
        assert RULES.line_points(order, card(turn_up)) == points
    assert model(cards(line), card(turn_up)) == points


def model(line: Sequence[Card], turn_up: Card) -> int:
    """The score by trying every subset, as one counts with cards in hand."""
    five = [*line, turn_up]
    subsets = [s for n in range(2, 6) for s in combinations(five, n)]
    points = 2 * sum(sum(min(RANK[c], 10) for c in s) == 15 for s in subsets)
    points += 2 * sum(len(s) == 2 and RANK[s[0]] == RANK[s[1]] for s in subsets)
    runs = [s for s in subsets if len(s) >= 3 and len({RANK[c] for c in s}) == len(s)
            and max(RANK[c] for c in s) - min(RANK[c] for c in s) == len(s) - 1]  # fmt: skip
    longest = max((len(s) for s in runs), default=0)
    points += sum(len(s) for s in runs if len(s) == longest)
    if len({SUIT[c] for c in line}) == 1:
        points += 5 if SUIT[turn_up] == SUIT[line[0]] else 4
    return points + sum(RANK[c] == 11 and SUIT[c] == SUIT[turn_up] for c in line)


@given(st.lists(st.sampled_from(new_pack(1)), min_size=5, max_size=5, unique=True))
def test_any_line_scores_as_counted_by_subsets(five: list[Card]) -> None:
    assert hand_points(tuple(five[:4]), five[4]) == model(five[:4], five[4])


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("5H", 0),
        ("5H 5D", 2),
        ("5H TD", 2),
        ("5H 5D 5S", 6 + 2),  # three pairs, and 5 5 5 makes fifteen
        ("7C 8D 9S", 3 + 2),
        ("5H 5D 5S JC", 6 + 2 + 6),
        ("2H 4H 8H", 0),  # a flush needs four cards
        ("2H 4H 8H KH", 4),
        ("2H 4H 8H JH", 4),  # the nob needs the turn-up
    ],
)
def test_a_line_scores_so_far_what_its_cards_score_without_the_turn_up(
    line: str, points: int
) -> None:
    for order in permutations(cards(line)):
        assert RULES.line_so_far(dict(enumerate(order))) == points


@given(st.lists(st.sampled_from(new_pack(1)), min_size=5, max_size=5, unique=True))
def test_what_a_line_scores_so_far_is_not_lost(five: list[Card]) -> None:
    so_far = [RULES.line_so_far(dict(enumerate(five[:n]))) for n in range(1, 5)]
    final = RULES.line_points(five[:4], five[4])
    assert final is not None
    assert [*so_far, final] == sorted([*so_far, final])


def test_the_lines_of_a_square_score_so_far_by_their_numbers() -> None:
    first = ["5H", "5D", "TC", "6S"]
    state = RULES.deal(cards(" ".join(first + [n for n in NAME if n not in first])))
    state = play(RULES, state, "place 0,0", "place -1,0", "place -1,1", "place 0,1")
    rows, columns = RULES.scores_so_far(state.beside.laid)
    # 5D TC in row -1, 5H 6S in row 0; 5D 5H in column 0, TC 6S in column 1
    assert (rows, columns) == ({-1: 2, 0: 0}, {0: 2, 1: 0})


def test_a_line_waits_for_its_turn_up() -> None:
    assert RULES.line_points(cards("5H 5D 5S JC"), None) is None


def test_the_turn_up_is_withheld_until_everybody_has_finished() -> None:
    state = quine_played()
    board = GameBoard.start(RULES, RULES.pack(bytes(32)))._replace(state=state)
    assert standing(RULES, 0, board, None).points is None
    assert standing(RULES, 0, board, 99).points == 172
    view = RULES.view(state).to_json()
    assert view["piles"] == {"stock": {"down": 36, "up": []}, "turn_up": {"down": 0, "up": []}}
    assert view["next"] is None


def test_contestants_are_ranked_by_points() -> None:
    assert RULES.ranked_by == "points"


def test_a_square_given_up_scores_its_complete_lines_only() -> None:
    given_up = RULES.play(quine_played(13), Resign()).state
    shown = RULES.showdown(given_up)
    assert [NAME[c] for c in shown.piles[1].up] == ["5C"], "the same turn-up as everybody's"
    assert RULES.points(shown) == 24 + 24 + 28 + 20
    assert RULES.progress(shown) == 13
    early = RULES.showdown(RULES.play(deal(RULES, 1), Resign()).state)
    assert RULES.points(early) == 0


def test_the_cards_come_one_at_a_time() -> None:
    pack = RULES.pack(bytes(32))
    state = RULES.deal(pack)
    for laid in range(16):
        view = RULES.view(state)
        assert view.facts["next"] == NAME[pack[laid]]
        assert view.piles["stock"] == PileView(51 - laid, [])
        assert view.piles["turn_up"] == PileView(0, [])
        assert RULES.progress(state) == laid
        state = play(RULES, state, f"place {laid // 4},{laid % 4}")
    assert [c for _, c in state.beside.laid] == pack[:16]
    assert RULES.showdown(state).piles[1].up == (pack[16],)


def test_cards_are_laid_and_never_moved() -> None:
    assert RULES.codec.kinds == {"place": ["cell"], "resign": []}


def test_lines_are_counted_from_the_top_and_from_the_left() -> None:
    """Whatever the cells are called: here all of them lie above the first card, and to its left."""
    state = quine_played(0)
    state = play(RULES, state, *(f"place {-(i // 4)},{-(i % 4)}" for i in range(16)))
    assert RULES.facts(RULES.showdown(state))["line_scores"] == {
        "rows": [21, 28, 24, 24],
        "columns": [15, 20, 20, 20],
    }


def test_no_line_is_counted_before_the_turn_up() -> None:
    facts = RULES.facts(quine_played(13))
    assert facts["line_scores"] == {"rows": [None] * 4, "columns": [None] * 4}
    assert RULES.points(quine_played(13)) is None


def test_the_first_card_lies_at_the_origin() -> None:
    state = deal(RULES, 1)
    assert legal_texts(RULES, state) == ["place 0,0"]
    with pytest.raises(IllegalMove, match="The first card lies at row 0, column 0"):
        play(RULES, state, "place 0,1")
    state = play(RULES, state, "place 0,0")
    assert legal_texts(RULES, state) == [
        f"place {r},{c}" for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)
    ]


@pytest.mark.parametrize(
    ("cell", "sentence"),
    [
        ("0,0", "There is a card on that cell already"),
        ("2,2", "touch one that lies there already, by a side or a corner"),
        ("-1,-5", "touch one that lies there already"),
        ("0,1", "must fit into 4 rows and 4 columns"),
        ("0,-4", "must fit into 4 rows and 4 columns"),
        ("-1,1", "must fit into 4 rows and 4 columns"),
    ],
)
def test_refusals(cell: str, sentence: str) -> None:
    state = composed(RULES, "at=0,0:5H 0,-1:6S 0,-2:4D 0,-3:9C; next=JC; rest=stock")
    with pytest.raises(IllegalMove, match=sentence):
        play(RULES, state, f"place {cell}")


def test_the_frame_floats_on_one_axis_while_it_is_fixed_on_the_other() -> None:
    state = composed(RULES, "at=0,0:5H 0,-1:6S 0,-2:4D 0,-3:9C; next=JC; rest=stock")
    assert legal_texts(RULES, state) == [f"place {r},{c}" for r in (-1, 1) for c in range(-3, 1)]
    state = play(RULES, state, "place -1,-1", "place -2,-1")
    rows = {int(text.split()[1].split(",")[0]) for text in legal_texts(RULES, state)}
    assert rows == {-3, -2, -1, 1}


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("at=1,1:5H; next=JC; rest=stock", "The first card lies at row 0, column 0"),
        ("at=0,0:5H 2,0:6H; next=JC; rest=stock", "Every card touches another"),
        ("at=0,0:5H 0,1:6H 0,2:7H 0,3:8H 0,4:9H; next=JC; rest=stock", "must fit into 4 rows"),
        ("at=0,0:5H 1,0:6H 2,0:7H 3,0:8H 4,0:9H; next=JC; rest=stock", "must fit into 4 rows"),
        ("at=0,0:5H 0,0:6H; next=JC; rest=stock", "Each cell of the grid holds one card"),
        ("at=0,0:5H; rest=stock", "There is a next card until the grid is full"),
        ("at=0,0:5H; next=JC; turn_up=AS; rest=stock", "shown when the square is full"),
        ("at=0,0:5H; next=JC; turn_up=AS 2S; rest=stock", "One card is turned up, no more"),
    ],
)
def test_positions_that_cannot_arise(position: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        composed(RULES, position)


def test_more_positions_that_cannot_arise() -> None:
    full = RULES.position(quine_played())
    with pytest.raises(BadPosition, match="One card is turned up, no more"):
        RULES.load(full.replace(" 2S AS 5C|; turn_up=|", "|; turn_up=|2S AS 5C"))
    with pytest.raises(BadPosition, match="next card until the grid is full"):
        RULES.load(full.replace(" 5C|", "|").replace("next=null", 'next="5C"'))


def test_a_full_grid_has_one_position_whatever_the_order_of_laying() -> None:
    state = quine_played()
    backwards = state.beside._replace(laid=tuple(reversed(state.beside.laid)))
    view = RULES.view(state._replace(beside=backwards))
    assert RULES.beside(view.facts) == state.beside
