"""Fourteens: the vectors of its rules, its refusals, its ends, what cannot arise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import CARD, NAME, RANK, RANKS, names
from engine.errors import BadPosition, IllegalMove
from engine.games import AnyGame, game
from engine.table import STUCK, WON
from tests.engine.helpers import AnyState, cards, composed, legal_texts, play, playouts

RULES = game("fourteens")
STACKED = game("fourteens", {"stacked": True})
Z1, Y1 = bytes(32), bytes(range(32))


def pairs(line: str) -> list[str]:
    """The moves of `0-8 0-3 …`, in which i-j is a pair of two columns."""
    return ["pair tab.{} tab.{}".format(*pair.split("-")) for pair in line.split()]


def nearly_out(left: str) -> str:
    """A position with these cards left, and the others discarded in pairs of fourteen."""
    lying = left.replace("|", " ").replace("=", " ").replace(";", " ").split()
    others = [name for name in CARD if name not in lying]
    out: list[str] = []
    for name in others:
        partner = RANKS[12 - RANKS.index(name[0])]
        if name not in out:
            out += [name, next(n for n in others if n[0] == partner and n not in (*out, name))]
    return f"{left}; discard={' '.join(out)}"


def test_f1_the_deal_and_its_moves() -> None:
    pack = RULES.pack(Z1)
    state = RULES.deal(pack)
    assert [list(pile.up) for pile in state.piles[:12]] == [pack[i::12] for i in range(12)]
    assert [len(pile.up) for pile in state.piles] == [5] * 4 + [4] * 8 + [0]
    assert list(state.piles[0].up) == cards("9C JC KC TH AH")
    assert list(state.piles[3].up) == cards("QH 2C AS KH 4D")
    assert list(state.piles[11].up) == cards("QC 8C 7S QD")
    assert legal_texts(RULES, state) == pairs("0-8 1-4 3-9 6-10")


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("pair tab.8 tab.0", "Name two columns, the one further left first"),
        ("pair tab.0 tab.0", "Name two columns, the one further left first"),
        ("pair tab.0 tab.1", "when they add up to fourteen"),
        ("pair tab.2 tab.11", "when they add up to fourteen"),
        ("pair tab.0 discard", "Only top cards of the columns are paired"),
        ("pair discard tab.0", "Only top cards of the columns are paired"),
    ],
)
def test_f1_refusals(move: str, sentence: str) -> None:
    with pytest.raises(IllegalMove, match=sentence):
        play(RULES, RULES.deal(RULES.pack(Z1)), move)


def test_an_empty_column_stays_empty_and_pairs_with_nothing() -> None:
    state = composed(RULES, nearly_out("tab.2=AS; tab.3=KS; tab.5=7S; tab.6=7H"))
    for move in pairs("2-4 0-2"):
        with pytest.raises(IllegalMove, match="no card in one of these columns"):
            play(RULES, state, move)
    assert legal_texts(RULES, state) == pairs("2-3 5-6")


WINS = [
    (Z1, "0-8 0-3 1-4 1-9 1-5 0-1 1-7 4-5 0-5 0-8 2-5 2-6 7-10 3-10 2-10 7-11 3-7 8-9 2-8 2-6 4-6 "
     "9-11 6-11 3-11 3-4 9-10"),
    (Y1, "0-5 0-1 0-10 0-1 0-6 3-4 3-7 3-6 3-5 8-9 1-8 1-6 10-11 1-11 3-10 8-11 7-11 2-7 2-10 2-9 "
     "4-7 2-4 2-5 4-8 5-9 6-9"),
]  # fmt: skip


@pytest.mark.parametrize("rules", [RULES, STACKED], ids=lambda rules: rules.identity)
@pytest.mark.parametrize(("seed", "line"), WINS)
def test_f2_two_whole_games(rules: AnyGame, seed: bytes, line: str) -> None:
    state = rules.deal(rules.pack(seed))
    moves = pairs(line)
    for done, move in enumerate(moves):
        assert state.over is None
        assert rules.progress(state) == 2 * done
        state = play(rules, state, move)
    assert state.over == WON
    assert rules.progress(state) == rules.goal == 52


def test_f3_four_cards_left() -> None:
    state = composed(RULES, nearly_out("tab.3=9C 5C; tab.8=5D 9D"))
    assert state.over is None
    assert play(RULES, state, *pairs("3-8 3-8")).over == WON
    lost = composed(RULES, nearly_out("tab.3=9C 5C; tab.8=9D 5D"))
    assert lost.over == STUCK
    assert RULES.progress(lost) == 48


def test_the_card_of_the_left_column_is_discarded_first() -> None:
    state = play(RULES, RULES.deal(RULES.pack(Z1)), *pairs("3-9 0-8"))
    assert names(state.piles[12].up) == ["4D", "TC", "AH", "KS"]


def test_stacked_columns_show_their_top_cards_only() -> None:
    state = STACKED.deal(STACKED.pack(Z1))
    open_state = RULES.deal(RULES.pack(Z1))
    assert [len(pile.down) for pile in state.piles] == [4] * 4 + [3] * 8 + [0]
    assert [pile.up for pile in state.piles[:12]] == [
        pile.up[-1:] for pile in open_state.piles[:12]
    ]
    assert legal_texts(STACKED, state) == legal_texts(RULES, open_state)
    step = STACKED.play(state, STACKED.codec.from_text("pair tab.0 tab.8"))
    assert [event.kind for event in step.events] == ["moved", "moved", "turned", "turned"]
    assert names(step.state.piles[0].up) == ["TH"]
    assert step.revealed


@pytest.mark.parametrize("low", range(1, 8))
def test_what_adds_up_to_fourteen(low: int) -> None:
    one, other = NAME[low - 1], NAME[26 + 13 - low]
    state = composed(RULES, nearly_out(f"tab.1={one}; tab.2={other}; tab.4=2C; tab.5=QC"))
    assert RANK[CARD[one]] + RANK[CARD[other]] == 14
    assert "pair tab.1 tab.2" in legal_texts(RULES, state)


@pytest.mark.parametrize("rules", [RULES, STACKED], ids=lambda rules: rules.identity)
@given(data=st.data())
def test_over_by_definition(rules: AnyGame, data: st.DataObject) -> None:
    for state in data.draw(playouts(rules)):
        tops = {i: RANK[pile.up[-1]] for i, pile in enumerate(state.piles[:12]) if pile.up}
        fits = [f"{i}-{j}" for i in tops for j in tops if i < j and tops[i] + tops[j] == 14]
        assert legal_texts(rules, state) == pairs(" ".join(fits))
        assert (state.over == WON) == (not tops)
        assert (state.over == STUCK) == (not fits and bool(tops))
        assert rules.progress(state) == 52 - left(state)


def left(state: AnyState) -> int:
    return sum(len(pile.down) + len(pile.up) for pile in state.piles[:12])


BALANCED = nearly_out("tab.0=AS; tab.1=KS")


@pytest.mark.parametrize(
    ("rules", "position", "sentence"),
    [
        (RULES, nearly_out("tab.4=AS KS 2S QS 3S; tab.5=JS"), "No column can have so many cards"),
        (RULES, "tab.0=AS; discard=2S; rest=tab.1", "No column can have so many cards"),
        (RULES, BALANCED.replace("2S QS 3S JS", "2S JS 3S QS"), "discarded in pairs of fourteen"),
        (RULES, f"tab.2={BALANCED[-2:]}; {BALANCED[:-3]}", "discarded in pairs of fourteen"),
        (STACKED, nearly_out("tab.0=AS KS"), "Only the top card of a column is face up"),
        (STACKED, nearly_out("tab.0=AS|; tab.1=KS"), "would already have happened"),
        (RULES, nearly_out("tab.0=AS|KS"), "The cards of tab.0 lie face up"),
    ],
)  # fmt: skip
def test_positions_that_cannot_arise(rules: AnyGame, position: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        composed(rules, position)


def test_a_column_loses_no_card_to_itself() -> None:
    whole = RULES.deal(RULES.pack(Z1))
    columns = [" ".join(names(pile.up)) for pile in whole.piles[:12]]
    assert columns[0] == "9C JC KC TH AH"
    columns[0] = "9C JC TH"
    text = "; ".join(f"tab.{i}={column}" for i, column in enumerate(columns))
    with pytest.raises(BadPosition, match="The two cards of a pair come from two columns"):
        composed(RULES, f"{text}; discard=KC AH")
