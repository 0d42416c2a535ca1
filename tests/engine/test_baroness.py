"""Tests of Baroness: the deal, what adds up to thirteen, the options, and every refusal."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import CARD, NAME, RANK, RANKS, names
from engine.errors import BadPosition, BadRequest, IllegalMove
from engine.games import AnyGame, game
from engine.table import STUCK, WON, GameOver
from tests.engine.helpers import AnyState, composed, deal, legal_texts, play, playouts

RULES = game("baroness")
ON_TWO = game("baroness", {"last_two": "piles12"})
MOVING = game("baroness", {"gap_moves": True})


def to_the_last_deal(rules: AnyGame, state: AnyState) -> tuple[AnyState, int]:
    """The game played to the position before the eleventh deal, and the deals there were."""
    deals = 1
    while len(state.piles[rules.layout.index["stock"]].down) > 2 or "deal" not in legal_texts(
        rules, state
    ):
        text = legal_texts(rules, state)[0]
        deals += text == "deal"
        state = play(rules, state, text)
    return state, deals


def test_the_deal() -> None:
    pack = RULES.pack(bytes(32))
    state = RULES.deal(pack)
    assert [list(pile.up) for pile in state.piles[:5]] == [[c] for c in pack[:5]]
    assert list(RULES.view(state).piles) == [f"tab.{i}" for i in range(5)] + ["stock", "discard"]


def test_a_row_falls_on_the_piles_and_into_the_gaps_from_the_left() -> None:
    state = composed(RULES, "tab.0=AS; tab.2=2S; tab.3=4S; discard=KH KD; rest=stock")
    state = play(RULES, state, "deal")
    assert [names(pile.up) for pile in state.piles[:5]] == [
        ["AS", "KC"], ["QC"], ["2S", "JC"], ["4S", "TC"], ["9C"],
    ]  # fmt: skip
    assert len(state.piles[7].down) == 42


def test_the_card_below_a_discarded_one_comes_into_play() -> None:
    start = "tab.0=5S 9S; tab.1=8H 4H; tab.2=AS 2S; tab.3=3S 6S; tab.4=3H AH; rest=stock"
    state = composed(RULES, start)
    assert legal_texts(RULES, state) == ["pair tab.0 tab.1"]
    state = play(RULES, state, "pair tab.0 tab.1")
    assert names(state.piles[8].up) == ["9S", "4H"]
    assert legal_texts(RULES, state) == ["pair tab.0 tab.1"]


def nearly_out(left: str) -> str:
    """A position with no stock, these cards left and all the others discarded."""
    lying = [word for pile in left.split("; ") if pile for word in pile.partition("=")[2].split()]
    others = [card for card in CARD if card not in lying]
    low = [name for name in others if name[0] in RANKS[:6]]
    out = [name for name in others if name[0] == "K"]
    for name in low:
        other = RANKS[11 - RANKS.index(name[0])]
        partner = next(n for n in others if n[0] == other and n not in out)
        out += [name, partner]
    return f"{left}discard={' '.join(out)}"


@pytest.mark.parametrize(
    ("rules", "left", "legal", "over"),
    [
        (RULES, "", [], WON),
        (RULES, "tab.1=7C; tab.6=6C; ", ["pair tab.1 tab.6"], None),
        (RULES, "tab.5=7C; tab.6=6C; ", ["pair tab.5 tab.6"], None),
        (RULES, "tab.6=KC; ", ["king tab.6"], None),
        (RULES, "tab.1=7C 6C; ", [], STUCK),
        (RULES, "tab.1=7C 6C; tab.5=6D; tab.6=7D; ",
         ["pair tab.1 tab.6", "pair tab.5 tab.6"], None),
        (MOVING, "tab.1=7C 6C; ", [f"fill tab.1 tab.{i}" for i in (0, 2, 3, 4)], None),
        (MOVING, "tab.1=7C; tab.2=7D; tab.5=6D; tab.6=AH; tab.3=QH 6H; ",
         ["pair tab.1 tab.3", "pair tab.1 tab.5", "pair tab.2 tab.3", "pair tab.2 tab.5",
          "fill tab.3 tab.0", "fill tab.3 tab.4"], None),
        (MOVING, "tab.0=6S 7S; tab.1=6H 7H; tab.2=6D 7D; tab.3=6C 7C; tab.4=QS AS; ", [], STUCK),
    ],
)  # fmt: skip
def test_what_is_left_to_do_when_the_stock_is_out(
    rules: AnyGame, left: str, legal: list[str], over: GameOver | None
) -> None:
    state = composed(rules, nearly_out(left))
    assert legal_texts(rules, state) == legal
    assert state.over == over
    assert rules.progress(state) == 52 - sum(len(pile.up) for pile in state.piles[:7])


@pytest.mark.parametrize("number", range(1, 6))
def test_the_last_two_cards_are_grace_cards(number: int) -> None:
    start = deal(RULES, number)
    last_two = names(c for c in reversed(start.piles[7].down[:2]) if c is not None)
    before, deals = to_the_last_deal(RULES, start)
    assert deals == 10
    assert not {"tab.5", "tab.6"} & {*RULES.view(before).piles}
    state = play(RULES, before, "deal")
    assert state.piles[:5] == before.piles[:5]
    assert [RULES.view(state).to_json()["piles"][f"tab.{i}"] for i in (5, 6)] == [  # type: ignore[index,call-overload]
        {"down": 0, "up": [name]} for name in last_two
    ]


@pytest.mark.parametrize("number", range(1, 6))
def test_the_last_two_cards_fall_on_the_first_two_piles(number: int) -> None:
    before, deals = to_the_last_deal(ON_TWO, deal(ON_TWO, number))
    assert deals == 10
    assert "tab.5" not in ON_TWO.layout.index
    state = play(ON_TWO, before, "deal")
    grown = [len(b.up) - len(a.up) for a, b in zip(before.piles, state.piles, strict=True)]
    assert grown == [1, 1, 0, 0, 0, 0, 0]
    assert len(state.piles[5].down) == 0


CHOICE = "tab.0=QS 7S; tab.1=JH 6S; tab.2=TH 6H; tab.3=9C AC; tab.4=8D KS; rest=stock"


def test_a_card_goes_with_either_and_only_top_cards_go() -> None:
    state = composed(RULES, "tab.0=7S; tab.1=6S; tab.2=6H; tab.3=AC; tab.4=KS; rest=stock")
    assert legal_texts(RULES, state) == ["pair tab.0 tab.1", "pair tab.0 tab.2", "king tab.4"]
    state = play(RULES, state, "pair tab.0 tab.2", "king tab.4")
    assert legal_texts(RULES, state) == ["deal"]
    assert RULES.progress(state) == 3
    state = play(RULES, state, "deal")
    assert [len(pile.up) for pile in state.piles[:5]] == [1, 2, 1, 2, 1]


@pytest.mark.parametrize("pair", [(rank, 13 - rank) for rank in range(1, 7)])
def test_what_adds_up_to_thirteen(pair: tuple[int, int]) -> None:
    low, high = (NAME[rank - 1] for rank in pair)
    state = composed(RULES, f"tab.0={high}; tab.1={low}; tab.2=KH; tab.3=KD; tab.4=KC; rest=stock")
    assert "pair tab.0 tab.1" in legal_texts(RULES, state)


def test_a_top_card_moves_into_a_gap_only_with_the_option() -> None:
    position = "tab.0=9S 2H; tab.1=8S; tab.3=9H; tab.4=TH; discard=KS KH KD KC AS QS 3S TS 4S 9C"
    text = f"{position} 5H 8H 5D 8D 7S 6S 7H 6H AH QH; rest=stock".replace("9C", "9D")
    assert legal_texts(RULES, composed(RULES, text)) == ["deal"]
    state = composed(MOVING, text)
    assert legal_texts(MOVING, state) == ["fill tab.0 tab.2"]
    state = play(MOVING, state, "fill tab.0 tab.2")
    assert legal_texts(MOVING, state) == ["deal"]


@pytest.mark.parametrize("rules", [RULES, ON_TWO, MOVING], ids=lambda rules: rules.identity)
@given(data=st.data())
def test_stuck_by_definition(rules: AnyGame, data: st.DataObject) -> None:
    for state in data.draw(playouts(rules)):
        stock, out = len(state.piles[-2].down), len(state.piles[-1].up)
        tops = [RANK[pile.up[-1]] for pile in state.piles[:-2] if pile.up]
        fits = 13 in tops or any(a + b == 13 for a, b in combinations(tops, 2))
        heights = [len(pile.up) for pile in state.piles[:5]]
        moving = rules is MOVING and 0 in heights and max(heights) > 1
        assert (state.over == WON) == (out == 52)
        assert (state.over == STUCK) == (not stock and not fits and not moving and out < 52)
        assert ("deal" in legal_texts(rules, state)) == (stock > 0 and not fits and not moving)


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("pair tab.0 stock", "Only top cards of the piles are paired"),
        ("pair discard tab.1", "Only top cards of the piles are paired"),
        ("pair tab.1 tab.0", "Name two piles, the one further left first"),
        ("pair tab.0 tab.0", "Name two piles, the one further left first"),
        ("pair tab.0 tab.5", "There is no card on one of these piles"),
        ("pair tab.0 tab.3", "when they add up to thirteen"),
        ("pair tab.1 tab.2", "when they add up to thirteen"),
        ("king tab.5", "There is no card there to discard"),
        ("king stock", "There is no card there to discard"),
        ("king discard", "There is no card there to discard"),
        ("king tab.3", "Only a king goes out alone"),
        ("fill tab.0 tab.1", "No card moves from pile to pile"),
        ("deal", "Before dealing, discard every king and every pair of thirteen"),
    ],
)
def test_refusals(move: str, sentence: str) -> None:
    with pytest.raises(IllegalMove, match=sentence):
        play(RULES, composed(RULES, CHOICE), move)


GAP = "tab.1=QS 9C; tab.3=8S TH; tab.0=2H 9H; tab.4=2D; discard=KS KH KD; rest=stock"


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("deal", "Before dealing, fill the gap"),
        ("fill tab.0 tab.1", "Only a gap among the five piles"),
        ("fill tab.0 tab.5", "Only a gap among the five piles"),
        ("fill tab.0 discard", "Only a gap among the five piles"),
        ("fill tab.4 tab.2", "from one of the five piles with two or more"),
        ("fill tab.2 tab.2", "from one of the five piles with two or more"),
        ("fill discard tab.2", "from one of the five piles with two or more"),
    ],
)
def test_refusals_where_gaps_are_filled(move: str, sentence: str) -> None:
    with pytest.raises(IllegalMove, match=sentence):
        play(MOVING, composed(MOVING, GAP), move)


def test_no_deal_without_a_stock() -> None:
    state = deal(MOVING, 1)
    while len(state.piles[7].down) or state.over:
        state = play(MOVING, state, legal_texts(MOVING, state)[0])
    if not state.over:
        with pytest.raises(IllegalMove, match="The stock is used up"):
            play(MOVING, state, "deal")


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("turn", "The moves of this game are: pair, king, fill, deal, resign"),
        ("pair tab.0", "Write it as: pair SRC DST"),
        ("king tab.0 tab.1", "Write it as: king SRC"),
        ("pair tab.0 tab.7", "The dst of the move pair must be a pile of this game"),
    ],
)
def test_what_is_no_move_of_this_game(move: str, sentence: str) -> None:
    with pytest.raises(BadRequest, match=sentence):
        RULES.codec.from_text(move)


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("tab.0=AS; tab.1=2S; rest=stock", "five cards at a time, the first five at once"),
        ("rest=stock", "five cards at a time, the first five at once"),
        ("tab.0=AS; tab.1=2S; tab.2=3S; tab.3=4S; tab.4=5S; discard=KS KH; rest=stock",
         "five cards at a time, the first five at once"),
        ("tab.0=AS 2S 3S 4S 5S; rest=stock", "No pile can have so many cards"),
        ("tab.0=AS; tab.1=2S; tab.2=3S; tab.3=4S; tab.5=5S; rest=stock", "so many cards"),
        ("tab.0=KS 2S; tab.1=3S; tab.2=4S; tab.3=5S; tab.4=6S; discard=KC KD KH JS; rest=stock",
         "A king is discarded before another card can cover it"),
        ("tab.0=2S; tab.1=3S; tab.2=4S; discard=QS 2H; rest=stock", "in pairs of thirteen"),
        ("tab.0=2S; tab.1=3S; tab.2=4S; tab.3=5S; discard=6S; rest=stock", "in pairs of thirteen"),
    ],
)  # fmt: skip
def test_positions_that_cannot_arise(position: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        composed(RULES, position)


def test_how_high_the_last_row_can_make_a_pile() -> None:
    eleven = "2S 3S 4S 5S 6S AS 2H 3H 4H 5H AH"
    others = "JS TS 9S 8S 7S QS; tab.4=JH TH 9H 8H QH; "
    first, third = (nearly_out(f"tab.{i}={eleven}; tab.3={others}") for i in (1, 2))
    assert composed(ON_TWO, first).over is None
    for rules, position in ((RULES, first), (ON_TWO, third)):
        with pytest.raises(BadPosition, match="No pile can have so many cards"):
            composed(rules, position)
