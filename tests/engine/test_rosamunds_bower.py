"""Tests of Rosamund's Bower: the examples of its rules, its refusals and ends, what is hidden, and
positions that cannot arise.

Positions are in the shorthand of `tests.engine.helpers.composed`.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import RANK, RANKS, names, new_pack
from engine.errors import BadPosition, IllegalMove
from engine.games import game
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

RULES = game("rosamunds_bower")
PAIRED = game("rosamunds_bower", {"bower": "paired"})
CASES = {case.title: case.start for case in perft_cases("rosamunds_bower")}
Z1 = bytes(32)
LAYS = ["lay heap.0", "lay heap.1", "lay heap.2"]
Z1_BOWER = "; ".join(
    f"bower.{i}={name}" for i, name in enumerate(["9C", "9H", "JH", "2H", "2D", "6H", "KD", "5H"])
)
FIXED = "king=KC; queen=QH; rest=stock; redeals_left=3"
Z1_GUARD = "guard=4C TS QC JC AD 9D 2C|"


def lying(state: AnyState, *piles: str) -> list[str]:
    """The face-up cards of these piles."""
    return [" ".join(names(state.piles[RULES.layout.index[pile]].up)) for pile in piles]


def hidden(state: AnyState, pile: str) -> str:
    """The face-down cards of a pile, the top card first."""
    down = state.piles[RULES.layout.index[pile]].down
    return " ".join(names(card for card in reversed(down) if card is not None))


def built(count: int, kept: str = "") -> str:
    """Cards in their order on the foundation, without those that are kept for other piles."""
    left = [rank + suit for suit in "SHCD" for rank in RANKS]
    left = [name for name in left if name not in {*kept.split(), "JS", "KC", "QH"}]
    found = ["JS"]
    for i in range(1, count):
        rank = RANKS[(RANKS.index("J") - i) % 13]
        found.append(next(name for name in left if name[0] == rank))
        left.remove(found[-1])
    return " ".join(found)


def late(count: int, piles: str, facts: str = "redeals_left=3") -> AnyState:
    """A position with `count` cards built. The cards that `piles` does not name lie in the bower,
    and beyond eight in the guard."""
    kept = " ".join(part.split("=")[1].replace("|", " ") for part in piles.split("; ") if part)
    up = built(count, kept)
    gone = {*kept.split(), *up.split(), "KC", "QH"}
    left = [name for name in names(new_pack(1)) if name not in gone]
    bower = [f"bower.{i}={name}" for i, name in enumerate(left[:8])]
    guard = f"guard={' '.join(left[8:])}|"
    parts = [*bower, guard, piles, f"foundation={up}", "king=KC", "queen=QH", facts]
    return composed(RULES, "; ".join(part for part in parts if part))


def test_the_deal() -> None:
    state = RULES.deal(RULES.pack(Z1))
    bower = [f"bower.{i}" for i in range(8)]
    heaps = ["heap.0", "heap.1", "heap.2"]
    parts = [*bower, "guard", "stock", "turned", *heaps, "foundation", "king", "queen"]
    assert list(RULES.layout) == parts
    assert lying(state, *bower) == ["9C", "9H", "JH", "2H", "2D", "6H", "KD", "5H"]
    assert hidden(state, "guard") == "2C 9D AD JC QC TS 4C"
    assert hidden(state, "stock").startswith("9S 3S 5S 2S TD")
    assert len(hidden(state, "stock").split()) == 34
    assert lying(state, "foundation", "king", "queen") == ["JS", "KC", "QH"]
    assert RULES.facts(state) == {"redeals_left": 3}


def test_r1_the_first_cards() -> None:
    state = RULES.deal(RULES.pack(Z1))
    assert legal_texts(RULES, state) == ["turn"]
    state = play(RULES, state, "turn")
    assert lying(state, "turned") == ["9S"]
    assert legal_texts(RULES, state) == LAYS
    state = play(RULES, state, "lay heap.0", "turn", "lay heap.1", "turn", "lay heap.1")
    state = play(RULES, state, "turn", "lay heap.2", "turn")
    assert lying(state, "turned", "heap.0", "heap.1", "heap.2") == ["TD", "9S", "5S", "2S"]
    assert legal_texts(RULES, state) == ["build turned", *LAYS], "it need not be built"
    state = play(RULES, state, "build turned")
    assert legal_texts(RULES, state) == ["build bower.0", "build bower.1", "build heap.0", "turn"]
    state = play(RULES, state, "build bower.0")
    assert lying(state, "bower.0", "foundation") == ["2C", "JS TD 9C"]
    assert hidden(state, "guard") == "9D AD JC QC TS 4C"


def test_r2_the_heaps_are_gathered_from_the_first() -> None:
    state = late(30, "heap.0=8S|3D; heap.1=7H; heap.2=4C|4S")
    state = play(RULES, state, "redeal")
    assert hidden(state, "stock") == "8S 3D 7H 4C 4S"
    assert [len(state.piles[i].down + state.piles[i].up) for i in (11, 12, 13)] == [0, 0, 0]
    assert RULES.facts(state) == {"redeals_left": 2}


def test_r3_king_and_queen_follow_by_themselves() -> None:
    state = late(49, "heap.1=AC", "redeals_left=0")
    assert lying(state, "foundation")[0].endswith("2D")
    state = play(RULES, state, "build heap.1")
    assert lying(state, "foundation")[0].endswith("2D AC KC QH")
    assert lying(state, "king", "queen") == ["", ""]
    assert (RULES.progress(state), state.over) == (52, WON)


def test_a_king_follows_an_ace_but_not_king_henry() -> None:
    state = late(37, "heap.0=KD")
    assert legal_texts(RULES, state) == ["build heap.0", "redeal"]
    with pytest.raises(IllegalMove, match="no card there to build"):
        play(RULES, state, "build king")


def test_r4_a_lower_card_of_a_pair_is_barred() -> None:
    guard = Z1_GUARD.replace("TS ", "")
    text = f"{Z1_BOWER}; {guard}; foundation=JS TS; {FIXED}"
    state = composed(PAIRED, text)
    assert legal_texts(PAIRED, state) == ["build bower.0", "build bower.1", "turn"]
    barred = text.replace("bower.0=9C", "bower.0=8C").replace("bower.4=2D", "bower.4=9S")
    with pytest.raises(IllegalMove, match="bars its place"):
        play(PAIRED, composed(PAIRED, barred), "build bower.4")
    assert "build bower.4" in legal_texts(RULES, composed(RULES, barred))


def test_the_guard_fills_upper_places_only() -> None:
    state = CASES["The guard has come to an end, in pairs"]
    state = play(PAIRED, state, "build bower.0")
    assert lying(state, "bower.0", "bower.4") == ["", "2D"]
    state = play(PAIRED, state, "build bower.4")
    assert lying(state, "bower.4") == [""]


@pytest.mark.parametrize(
    ("moves", "move", "words"),
    [
        ([], "build bower.0", "the next lower rank"),
        ([], "build guard", "no card there to build"),
        ([], "build turned", "no card there to build"),
        ([], "build queen", "no card there to build"),
        ([], "lay heap.0", "No card is turned up"),
        ([], "redeal", "when the stock is used up"),
        (["turn"], "turn", "First build the turned card or lay it"),
        (["turn"], "build turned", "the next lower rank"),
        (["turn"], "lay bower.0", "on one of the three heaps"),
        (["turn"], "lay foundation", "on one of the three heaps"),
    ],
)
def test_what_each_refusal_says(moves: list[str], move: str, words: str) -> None:
    state = play(RULES, RULES.deal(RULES.pack(Z1)), *moves)
    with pytest.raises(IllegalMove, match=words):
        play(RULES, state, move)


@pytest.mark.parametrize(
    ("state", "move", "words"),
    [
        (
            late(30, "heap.0=8S|3D; heap.1=7H; heap.2=4C|4S", "redeals_left=0"),
            "redeal",
            "three times",
        ),
        (late(35, ""), "redeal", "The heaps are empty"),
        (late(35, ""), "turn", "The stock is used up"),
        (late(34, "turned=4S"), "redeal", "First build the turned card or lay it"),
    ],
)
def test_refusals_at_the_end_of_the_stock(state: AnyState, move: str, words: str) -> None:
    with pytest.raises(IllegalMove, match=words):
        play(RULES, state, move)


def test_a_gap_stays_when_the_guard_is_used_up() -> None:
    state = late(42, "heap.0=AC")
    first = next(text for text in legal_texts(RULES, state) if text.startswith("build bower"))
    after = play(RULES, state, first)
    assert lying(after, first.split()[1]) == [""]


def test_covered_cards_of_a_heap_are_out_of_sight() -> None:
    state = play(RULES, RULES.deal(RULES.pack(Z1)), "turn", "lay heap.1", "turn", "lay heap.1")
    seen = RULES.view(state).piles["heap.1"]
    assert seen is not None
    assert (seen.down, seen.up) == (1, ["3S"])
    state = play(RULES, CASES["Three nines, and a heap to be uncovered"], "build heap.0")
    assert (lying(state, "heap.0"), hidden(state, "heap.0")) == (["3S"], "")


@given(data=st.data())
def test_ends_by_definition(data: st.DataObject) -> None:
    for state in data.draw(playouts(RULES))[-4:]:
        piles = state.piles
        up = [piles[i].up[-1] for i in (*range(8), 10, 11, 12, 13) if piles[i].up]
        need = RANK[piles[14].up[-1]] - 1 or 13
        builds = any(RANK[card] == need for card in up)
        gathers = state.beside and any(piles[i].up for i in (11, 12, 13))
        goes_on = builds or piles[9].down or piles[10].up or gathers
        count = len(piles[14].up)
        assert (state.over == WON) == (count == 52)
        assert (state.over == STUCK) == (count < 52 and not goes_on)
        assert not piles[8].down or all(piles[i].up for i in range(8))


def test_a_game_is_lost_when_nothing_is_left() -> None:
    state = late(30, "heap.0=8S|3D; heap.1=7H; heap.2=4C|4S", "redeals_left=0")
    builds = [text for text in legal_texts(RULES, state) if text.startswith("build")]
    while builds:
        state = play(RULES, state, builds[0])
        builds = [text for text in legal_texts(RULES, state) if text.startswith("build")]
    assert state.over in (STUCK, WON)


IMPOSSIBLE = [
    (f"{Z1_BOWER}; {Z1_GUARD}; foundation=; {FIXED}", "from the knave of spades"),
    (f"{Z1_BOWER}; {Z1_GUARD}; foundation=JD; {FIXED}", "from the knave of spades"),
    (f"{Z1_BOWER}; {Z1_GUARD}; foundation=JS 3S; {FIXED}", "from the knave of spades"),
    (
        f"{Z1_BOWER}; {Z1_GUARD}; foundation=JS; king=QH; queen=KC; rest=stock; redeals_left=3",
        "until they are the last two",
    ),
    (f"{Z1_BOWER} 7D; {Z1_GUARD}; foundation=JS; {FIXED}", "one lies in each place"),
    (f"{Z1_BOWER}; {Z1_GUARD}; turned=7D 8D; foundation=JS; {FIXED}", "one lies in each place"),
    (f"{Z1_BOWER}; {Z1_GUARD[:-1]} 3C|; foundation=JS; {FIXED}", "Seven cards are the guard"),
    (f"{Z1_BOWER}; guard=4C TS QC JC AD 9D|; foundation=JS; {FIXED}", "34 cards at first"),
    (
        f"{Z1_BOWER}; {Z1_GUARD}; foundation=JS; {FIXED.replace('left=3', 'left=4')}",
        "from 0 to 3",
    ),
]


@pytest.mark.parametrize(("position", "words"), IMPOSSIBLE)
def test_positions_that_cannot_arise(position: str, words: str) -> None:
    with pytest.raises(BadPosition, match=words):
        composed(RULES, position)


def test_a_lower_card_never_leaves_before_the_one_over_it() -> None:
    text = "bower.0=9C; bower.1=9H; bower.2=JH; bower.3=2H; bower.5=6H; bower.6=KD; bower.7=5H"
    start = f"{text}; foundation=JS TS; {FIXED}"
    with pytest.raises(BadPosition, match="leaves its place after"):
        composed(PAIRED, start)


def test_the_redealt_cards_come_in_the_same_order() -> None:
    state = play(RULES, late(30, "heap.0=8S|3D; heap.1=7H; heap.2=4C|4S"), "redeal", "turn")
    assert lying(state, "turned") == ["8S"]
    assert cards(hidden(state, "stock")) == cards("3D 7H 4C 4S")
