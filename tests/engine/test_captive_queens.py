"""Captive Queens: worked examples of its rules, its refusals, its ends, what cannot arise.

Positions are in the shorthand of `tests.engine.helpers.composed`.
"""

import pytest

from engine.cards import RANK, Card, names, new_pack, shuffle
from engine.errors import BadPosition, IllegalMove
from engine.games import AnyGame, game
from tests.engine.helpers import AnyState, cards, composed, legal_texts, play

ZERO, RISING = bytes(32), bytes(range(32))
QUEENS = "queens=QS QH QD QC; redeals_left="
SPADES = "down.S=5S 4S 3S 2S AS KS; up.S=6S 7S 8S 9S TS JS"
HEARTS = "down.H=5H 4H 3H 2H AH KH; up.H=6H 7H 8H 9H TH JH"
DIAMONDS = "down.D=5D 4D 3D 2D AD KD; up.D=6D 7D 8D 9D TD JD"
THREE = f"{SPADES}; {HEARTS}; {DIAMONDS}"
"""Three suits are complete; the clubs are still to come."""
DONE = f"{THREE}; down.C=5C 4C 3C 2C AC; up.C=6C 7C 8C 9C TC JC; waste=KC; {QUEENS}0"
BURIED = f"{THREE}; up.C=6C 7C 8C 9C TC JC; waste=5C 4C 3C 2C AC KC; {QUEENS}"
"""The top card of the waste fits nowhere, and the stock is used up."""


@pytest.fixture(scope="module")
def rules() -> AnyGame:
    return game("captive_queens")


@pytest.fixture(scope="module")
def laid() -> AnyGame:
    return game("captive_queens", {"bases": "laid"})


def dealt(rules: AnyGame, seed: bytes) -> AnyState:
    return rules.deal(shuffle(new_pack(1), seed))


def lying(rules: AnyGame, state: AnyState, pile: str) -> list[str]:
    return names(state.piles[rules.layout.index[pile]].up)


def test_the_deal(rules: AnyGame, laid: AnyGame) -> None:
    pack = shuffle(new_pack(1), ZERO)
    for each, out in ((rules, {12}), (laid, {12, 5, 6})):
        state = each.deal(pack)
        stock: tuple[Card | None, ...] = tuple(c for c in pack if RANK[c] not in out)
        assert state.piles[9].down[::-1] == stock
        assert lying(each, state, "queens") == ["QS", "QH", "QD", "QC"]
        assert each.progress(state) == 52 - len(stock)
        assert legal_texts(each, state) == ["turn"]
    assert [lying(laid, laid.deal(pack), f"down.{suit}") for suit in "SHDC"] == [
        ["5S"], ["5H"], ["5D"], ["5C"],
    ]  # fmt: skip
    assert lying(laid, laid.deal(pack), "up.D") == ["6D"]


def test_the_first_cards_built(rules: AnyGame) -> None:
    state = dealt(rules, ZERO)
    with pytest.raises(IllegalMove):
        play(rules, state, "redeal")
    state = play(rules, state, *["turn"] * 6)
    assert lying(rules, state, "waste")[-1] == "6H"
    assert legal_texts(rules, state) == ["turn", "build waste"]
    state = play(rules, state, "build waste")
    assert lying(rules, state, "waste")[-1] == "2D"
    with pytest.raises(IllegalMove, match="A pile goes down in suit"):
        play(rules, state, "build waste")
    state = play(rules, state, "turn")
    assert lying(rules, state, "waste")[-1] == "KD"
    state = play(rules, state, "turn", "build waste")
    assert lying(rules, state, "down.H") == ["5H"]
    assert lying(rules, state, "up.H") == ["6H"]
    assert rules.progress(state) == 6


@pytest.mark.parametrize(
    ("bases", "seed", "result", "progress", "moves", "left"),
    [
        ("found", ZERO, "lost", 46, 147, "JH KD TS JC KH JS"),
        ("found", RISING, "won", 52, 132, ""),
        ("laid", ZERO, "won", 52, 126, ""),
        ("laid", RISING, "won", 52, 111, ""),
    ],
)
def test_whole_games_that_build_whenever_possible(
    bases: str, seed: bytes, result: str, progress: int, moves: int, left: str
) -> None:
    rules = game("captive_queens", {"bases": bases})
    state, made = dealt(rules, seed), 0
    while not state.over:
        legal = legal_texts(rules, state)
        state = play(rules, state, "build waste" if "build waste" in legal else legal[0])
        made += 1
    assert (state.over.result, rules.progress(state), made) == (result, progress, moves)
    assert lying(rules, state, "waste") == left.split()


def test_a_card_beneath_comes_free(rules: AnyGame) -> None:
    state = composed(rules, f"waste=4H 5H; rest=stock; {QUEENS}2")
    state = play(rules, state, "build waste", "build waste")
    assert lying(rules, state, "down.H") == ["5H", "4H"]


def test_the_king_follows_the_ace(rules: AnyGame) -> None:
    state = composed(rules, f"down.H=5H 4H 3H 2H; waste=KH AH; rest=stock; {QUEENS}2")
    state = play(rules, state, "build waste", "build waste")
    assert lying(rules, state, "down.H")[-2:] == ["AH", "KH"]


def test_the_waste_is_turned_over_in_its_order(rules: AnyGame) -> None:
    state = composed(rules, BURIED + "2")
    assert legal_texts(rules, state) == ["redeal"]
    state = play(rules, state, "redeal")
    assert rules.view(state).facts == {"redeals_left": 1}
    assert (lying(rules, state, "waste"), legal_texts(rules, state)) == ([], ["turn"])
    assert state.piles[9].down == tuple(cards("KC AC 2C 3C 4C 5C"))
    state = play(rules, state, "turn")
    assert lying(rules, state, "waste") == ["5C"]
    assert rules.progress(state) == 46


REFUSALS = [
    (f"waste=5H; rest=stock; {QUEENS}2", "redeal", "only when the stock is used up"),
    (f"waste=5H; rest=stock; {QUEENS}2", "build stock", "Only the top card of the waste is built"),
    (f"waste=5H; rest=stock; {QUEENS}2", "build queens", "Only the top card of the waste"),
    (f"rest=stock; {QUEENS}2", "build waste", "The waste is empty."),
    (f"waste=4H; rest=stock; {QUEENS}2", "build waste", "A pile goes down in suit"),
    (f"down.S=5S; waste=4H; rest=stock; {QUEENS}2", "build waste", "A pile goes down in suit"),
    (f"up.H=6H; waste=8H; rest=stock; {QUEENS}2", "build waste", "or up from its six"),
    (f"down.H=5H; waste=KH; rest=stock; {QUEENS}2", "build waste", "A pile goes down in suit"),
    (BURIED + "2", "turn", "The stock is used up."),
]


@pytest.mark.parametrize(("start", "move", "reason"), REFUSALS)
def test_what_each_refusal_says(rules: AnyGame, start: str, move: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        play(rules, composed(rules, start), move)


def test_the_waste_is_turned_over_twice(rules: AnyGame) -> None:
    state = composed(rules, BURIED + "0")
    assert state.over is not None
    assert state.over.result == "lost"
    redeal = rules.codec.from_text("redeal")
    assert rules.refusal(state, redeal) == "The waste has been turned over twice."
    assert composed(rules, BURIED + "1").over is None


def test_an_empty_waste_is_not_turned_over(rules: AnyGame) -> None:
    state = play(rules, composed(rules, DONE.replace("_left=0", "_left=1")), "build waste")
    assert state.over is not None
    assert rules.refusal(state, rules.codec.from_text("redeal")) == "The waste is empty."


def test_the_last_card_wins(rules: AnyGame) -> None:
    state = play(rules, composed(rules, DONE), "build waste")
    assert state.over is not None
    assert state.over.result == "won"


IMPOSSIBLE = [
    (f"down.S=4S; rest=stock; {QUEENS}2", "A pile goes down in suit from its five"),
    (f"down.S=5H; rest=stock; {QUEENS}2", "A pile goes down in suit from its five"),
    (f"up.S=6S 8S; rest=stock; {QUEENS}2", "or up from its six"),
    ("queens=QS QH QC QD; rest=stock; redeals_left=2", "A pile goes down in suit"),
    ("queens=QS QH QD; rest=stock; redeals_left=2", "The queens are laid out before the deal."),
    (f"rest=stock; {QUEENS}3", "redeals_left must be a number from 0 to 2"),
]


@pytest.mark.parametrize(("position", "reason"), IMPOSSIBLE)
def test_positions_that_cannot_arise(rules: AnyGame, position: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        composed(rules, position)


@pytest.mark.parametrize("missing", ["down.S", "up.C"])
def test_laid_bases_are_always_there(laid: AnyGame, missing: str) -> None:
    bases = {f"down.{suit}": f"5{suit}" for suit in "SHDC"}
    bases |= {f"up.{suit}": f"6{suit}" for suit in "SHDC"}
    there = "; ".join(f"{pile}={card}" for pile, card in bases.items() if pile != missing)
    with pytest.raises(BadPosition, match="The fives and sixes are laid out"):
        composed(laid, f"{there}; rest=stock; {QUEENS}2")
