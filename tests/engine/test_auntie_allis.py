"""Tests of Auntie Allis: six worked examples, chains, rings, and every refusal."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import count, pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import ACE, CARD, NAME, RANK, Card, names, new_pack
from engine.errors import BadPack, BadPosition, BadRequest, IllegalMove
from engine.games import AnyGame, game
from engine.games.auntie_allis import DiscardAce, Exchange, played_on
from engine.mechanics.dead_cards import DANGER, DEAD, FIRST, dead_and_danger
from engine.moves import Place
from engine.table import STUCK, WON, SuggestedTilt
from tests.engine.helpers import AnyState, allowed, composed, deal, legal_texts, play, playouts
from tests.engine.test_uncle_remus import PACK_X

RULES = game("auntie_allis")
BY_HAND = game("auntie_allis", {"auto_ace": False})
RINGS = game("auntie_allis", {"exchange": True})
Columns = Sequence[Sequence[Card]]
ROWS, RUBBISH, STOCK, ACES = range(24), range(24, 32), 32, 33


def shown(state: AnyState, places: range) -> str:
    return " | ".join(" ".join(names(state.piles[i].up)) for i in places)


def done(**instead: str) -> str:
    """The rows complete, but for these places (`op_0_3`) and what else is said."""
    rows = ("258J", "369Q", "47TK")
    piles = {
        f"op.{row}.{i}": " ".join(rank + suit for rank in rows[row])
        for row in range(3)
        for i, suit in enumerate("SSHHDDCC")
    }
    piles["aces"] = "AS AS AH AH AD AD AC AC"
    piles |= {name.replace("_", "."): value for name, value in instead.items()}
    return "; ".join(f"{name}={value}" for name, value in piles.items())


def test_vector_1_counts() -> None:
    state = deal(RULES, 3)
    aces = len(state.piles[ACES].up)
    assert (len(shown(state, ROWS).split(" | ")), len(state.piles[STOCK].down)) == (24, 72)
    assert sum(len(state.piles[i].up) for i in RUBBISH) == 8 - aces
    for left in range(8, -1, -1):
        assert RULES.facts(state) == {"deals_left": left + 1}
        state = play(RULES, state, "deal")
        assert len(state.piles[STOCK].down) == 8 * left
    assert RULES.facts(state) == {"deals_left": 0}


def test_vector_2_the_layout_of_pack_x() -> None:
    state = RULES.deal(PACK_X)
    assert shown(state, range(8)).replace(" |", "") == "6H 4D 6D 7S KD KH JD JS"
    assert shown(state, range(8, 16)).replace(" |", "") == "7H QH AH KS AC JS 3S 2C"
    assert shown(state, range(16, 24)).replace(" |", "") == "5D 9H TC 4S 2H AS 9D 6S"
    assert shown(state, RUBBISH).replace(" |", "") == "5H 9S KH 7C 8H KS TD KC"
    assert (len(state.piles[ACES].up), RULES.progress(state)) == (0, 2)
    assert legal_texts(RULES, state) == ["deal"]


def test_aces_of_the_layout_go_from_the_rubbish_row_and_stay_in_the_others() -> None:
    aces = [RANK[card] == 1 for card in PACK_X]
    rest = [card for card, ace in zip(PACK_X, aces, strict=True) if not ace]
    ace = [card for card, ace in zip(PACK_X, aces, strict=True) if ace]
    pack = [*rest[:23], ace[0], rest[23], *ace[1:3], *rest[24:], *ace[3:]]
    state = RULES.deal(pack)
    assert shown(state, RUBBISH).split(" | ")[1:3] == ["", ""]
    assert names(state.piles[ACES].up) == names(ace[1:3])
    assert names(state.piles[23].up) == names(ace[:1])
    kept = BY_HAND.deal(pack)
    assert shown(kept, RUBBISH).split(" | ")[1:3] == names(ace[1:3])
    assert not kept.piles[ACES].up
    # Every column takes a card of the next deal, the empty ones too.
    after = play(RULES, state, "deal")
    assert [len(after.piles[i].up) for i in RUBBISH] == [2, 1, 1, 2, 2, 2, 2, 2]


@pytest.mark.parametrize("row", range(3))
@pytest.mark.parametrize("height", [1, 2, 3])
def test_what_goes_on_a_pile(row: int, height: int) -> None:
    """Each of the three steps of each row; the like card of another suit does not go there."""
    ranks = ("258J", "369Q", "47TK")[row]
    pile = " ".join(rank + "S" for rank in ranks[:height])
    column = " ".join(rank + "S" for rank in reversed(ranks[height:]))
    other = " ".join(rank + "C" for rank in reversed(ranks[height:]))
    at = {f"op_{row}_0": pile, f"op_{row}_7": pile.replace("S", "C")}
    state = composed(RULES, done(**at, rub_2=column, rub_6=other))
    assert legal_texts(RULES, state) == [
        f"build rub.2 op.{row}.0 -",
        f"build rub.6 op.{row}.7 -",
    ]
    with pytest.raises(IllegalMove, match="one of its own suit, three ranks lower"):
        play(RULES, state, f"build rub.2 op.{row}.7 -")
    after = play(RULES, state, f"build rub.2 op.{row}.0 -")
    assert names(after.piles[8 * row].up)[-1] == ranks[height] + "S"
    assert RULES.progress(after) == RULES.progress(state) + 1


@pytest.mark.parametrize("row", range(3))
def test_only_the_next_rank_goes_on_a_pile(row: int) -> None:
    ranks = ("258J", "369Q", "47TK")[row]
    rest = f"{ranks[1]}S {ranks[3]}S {ranks[2]}S"
    state = composed(RULES, done(**{f"op_{row}_0": f"{ranks[0]}S", "rub_2": rest}))
    assert state.over == STUCK


def test_a_pile_may_be_covered_from_another_row() -> None:
    """The five of the second row goes on the two of the first, and a three takes its place."""
    state = composed(
        RULES,
        done(op_0_0="2S", op_1_0="5S", rub_0="JS 8S QS 9S 6S 3S"),
    )
    assert legal_texts(RULES, state) == ["build op.1.0 op.0.0 rub.0"]
    after = play(RULES, state, "build op.1.0 op.0.0 rub.0")
    assert shown(after, range(1)) == "2S 5S"
    assert shown(after, range(8, 9)) == "3S"
    assert legal_texts(RULES, after) == ["build rub.0 op.1.0 -"]


def test_two_piles_can_take_the_card() -> None:
    """The player names the pile."""
    state = composed(RULES, done(op_0_0="2S 5S 8S", op_0_1="2S 5S 8S", rub_7="JS JS"))
    assert legal_texts(RULES, state) == ["build rub.7 op.0.0 -", "build rub.7 op.0.1 -"]
    after = play(RULES, state, "build rub.7 op.0.1 -")
    assert shown(after, range(2)) == "2S 5S 8S | 2S 5S 8S JS"


def test_vector_3_the_first_deal_of_pack_x() -> None:
    state = play(RULES, RULES.deal(PACK_X), "deal")
    assert shown(state, RUBBISH) == "5H 5S | 9S | KH 8S | 7C 5S | 8H | KS JH | TD 3D | KC TH"
    assert len(state.piles[ACES].up) == 2
    assert (len(state.piles[STOCK].down), RULES.progress(state)) == (64, 4)
    assert legal_texts(RULES, state) == [
        "build op.0.3 op.2.3 op.1.7,rub.6",
        "build op.0.3 op.2.3 op.2.4,op.0.1,op.1.7,rub.6",
        "discard_ace op.1.2 rub.6",
        "discard_ace op.1.4 rub.6",
        "discard_ace op.2.5 op.0.1,op.1.7,rub.6",
        "build op.2.7 op.1.6 op.0.1,op.1.7,rub.6",
        "deal",
    ]
    assert not RULES.legal(state).partial


def test_vector_4_a_chain() -> None:
    state = play(RULES, RULES.deal(PACK_X), "deal", "discard_ace op.2.5 op.0.1,op.1.7,rub.6")
    assert shown(state, range(21, 22)) == "4D"
    assert shown(state, range(1, 2)) == "2C"
    assert shown(state, range(15, 16)) == "3D"
    assert shown(state, range(30, 31)) == "TD"
    assert (len(state.piles[ACES].up), RULES.progress(state)) == (3, 8)


def test_vector_5_nine_deals() -> None:
    state = play(RULES, RULES.deal(PACK_X), *["deal"] * 9)
    assert [len(state.piles[i].up) for i in RUBBISH] == [9, 9, 10, 10, 9, 9, 10, 9]
    assert (len(state.piles[ACES].up), RULES.progress(state)) == (5, 7)
    assert not state.piles[STOCK].down
    assert state.over is None
    assert "deal" not in legal_texts(RULES, state)


def test_an_empty_rubbish_row_wins_only_when_the_stock_is_used_up() -> None:
    kings = "KS KS KH KH KD KD KC KC"
    tens = {f"op_2_{i}": f"4{suit} 7{suit} T{suit}" for i, suit in enumerate("SSHHDDCC")}
    state = composed(RULES, done(**tens, stock=f"{kings}|"))
    assert state.over is None
    assert legal_texts(RULES, state) == ["deal"]
    state = play(RULES, state, "deal")
    assert shown(state, RUBBISH).split(" | ") == list(reversed(kings.split()))
    built = [f"build rub.{i} op.2.{7 - i} -" for i in range(8)]
    assert play(RULES, state, *built[:-1]).over is None
    assert play(RULES, state, *built).over == WON


SAME_ROW = done(op_0_0="2S", op_0_1="5S", rub_3="JS 8S 8S JS 5S 2S")


def test_vector_6_a_card_of_the_same_row() -> None:
    state = play(RULES, composed(RULES, SAME_ROW), "build op.0.1 op.0.0 rub.3")
    assert shown(state, range(2)) == "2S 5S | 2S"
    without = composed(RULES, done(op_0_0="2S", op_0_1="5S", rub_3="2S JS 8S 5S JS 8S"))
    assert without.over == STUCK
    assert legal_texts(RULES, without) == []


def test_the_last_card_wins() -> None:
    state = composed(RULES, done(op_2_7="4C 7C TC", rub_3="KC"))
    state = play(RULES, state, "build rub.3 op.2.7 -")
    assert (state.over, RULES.progress(state)) == (WON, 104)


ACE_UNDER = {"op_2_7": "4C 7C", "rub_3": "AS AH KC TC", "aces": "AS AH AD AD AC AC"}


def test_aces_go_by_themselves_one_after_the_other() -> None:
    state = composed(RULES, done(**ACE_UNDER))
    state = play(RULES, state, "build rub.3 op.2.7 -", "build rub.3 op.2.7 -")
    assert state.over == WON
    assert names(state.piles[ACES].up)[-2:] == ["AH", "AS"]


def test_aces_by_hand_may_wait() -> None:
    state = composed(BY_HAND, done(**ACE_UNDER))
    state = play(BY_HAND, state, "build rub.3 op.2.7 -", "build rub.3 op.2.7 -")
    assert state.over is None
    assert legal_texts(BY_HAND, state) == ["discard_ace rub.3 -"]
    assert play(BY_HAND, state, "discard_ace rub.3 -", "discard_ace rub.3 -").over == WON


def test_a_ring_of_two() -> None:
    swapped = done(op_0_7="3C", op_1_7="2C", rub_1="QC 9C 6C", rub_3="JC 8C 5C")
    assert composed(RULES, swapped).over == STUCK
    state = play(RINGS, composed(RINGS, swapped), "exchange op.0.7,op.1.7")
    assert shown(state, range(7, 16, 8)) == "2C | 3C"
    assert RINGS.progress(state) == RINGS.progress(composed(RINGS, swapped)) + 2


def test_a_ring_of_three() -> None:
    ring = done(
        op_0_7="4C", op_1_7="2C", op_2_7="3C", rub_1="QC 9C 6C", rub_3="JC 8C 5C", rub_2="KC TC 7C"
    )
    state = composed(RINGS, ring)
    assert legal_texts(RINGS, state) == ["exchange op.0.7,op.2.7,op.1.7"]
    after = play(RINGS, state, "exchange op.0.7,op.2.7,op.1.7")
    assert shown(after, range(7, 24, 8)) == "2C | 3C | 4C"


@given(data=st.data())
def test_rings_by_trying_all(data: st.DataObject) -> None:
    state = data.draw(playouts(RINGS, 60))[-1]
    slots = [Place(name) for name in list(RINGS.layout)[:24]]
    rank = {name: RANK[state.piles[i].up[0]] for i, name in enumerate(slots)}
    begins = {name: int(name[3]) + 2 for name in slots}
    free = [name for name in slots if rank[name] != begins[name]]
    tried = {
        Exchange(ring)
        for size in (2, 3)
        for ring in permutations(free, size)
        if min(ring) == ring[0]
        and all(rank[src] == begins[dst] for src, dst in pairwise((*ring, ring[0])))
    }
    listed = [m for m in RINGS.legal_moves(state) if isinstance(m, Exchange)]
    assert set(listed) == tried
    assert len(listed) == len(tried)
    for size in (1, 2, 3):
        for ring in permutations(free[:8], size):
            assert (RINGS.refusal(state, Exchange(ring)) is None) == (Exchange(ring) in tried)


# Chains. --------------------------------------------------------------------------------------


def every_chain(rules: AnyGame, state: AnyState, src: str) -> list[tuple[Place, ...]]:
    """The fills of an ace's place, from the rule's words; shortest first, then by names."""
    starter = {name: int(name[3]) + 2 for name in list(rules.layout)[:24]}
    piles = dict(zip(rules.layout, state.piles, strict=True))
    found: list[tuple[Place, ...]] = []

    def go(hole: str, used: tuple[Place, ...]) -> None:
        for name in rules.layout:
            pile = piles[name].up
            if not pile or RANK[pile[-1]] != starter[hole] or name in used:
                continue
            if name.startswith("rub"):
                found.append((*used, Place(name)))
            elif name in starter and RANK[pile[0]] != starter[name]:
                go(name, (*used, Place(name)))

    go(src, ())
    return sorted(found, key=lambda chain: (len(chain), chain))


TWICE = done(
    op_0_0="AS", op_0_1="3S", op_1_0="2S", rub_0="JS 8S 5S JS 8S 5S 2S", rub_1="QS 9S 6S",
    aces="AS AH AH AD AD AC AC",
)  # fmt: skip


def crowded() -> AnyState:
    """Every place of the rows holds a card that begins a pile in another row, but for an ace."""
    fours = ["4S", "4S", "4H", "4H", "4D", "4D", "4C", "4C"]
    threes = [name.replace("4", "3") for name in fours]
    twos = [name.replace("4", "2") for name in fours]
    rows = [
        ["AS", *threes[:4], *fours[:3]],
        [*twos[:4], *fours[3:7]],
        [*twos[4:7], *threes[4:], "KS"],
    ]
    piles = {f"op.{row}.{i}": card for row in range(3) for i, card in enumerate(rows[row])}
    text = "; ".join(f"{name}={value}" for name, value in piles.items())
    gone = [c for row in rows for c in row]
    rest = [NAME[c] for c in range(52) for _ in range(2)]
    for name in [*gone, "4C", "2C", "AC", "AC", "AH", "AH", "AD", "AD", "AS"]:
        rest.remove(name)
    columns = [rest[i::8] for i in range(8)]
    columns[4] += ["4C"]
    columns[0] = ["2C", *columns[0]]
    rubbish = "; ".join(f"rub.{i}={' '.join(column)}" for i, column in enumerate(columns))
    return composed(RULES, f"{text}; {rubbish}; aces=AC AC AH AH AD AD AS")


def soonest(what: Callable[[], object]) -> float:
    """How long it takes of the processor's time, in seconds; the best of three, for what others do
    on the machine counts in part."""
    took = []
    for _ in range(3):
        started = time.process_time()
        what()
        took.append(time.process_time() - started)
    return min(took)


def test_more_chains_than_are_listed() -> None:
    state = crowded()
    legal = RULES.legal(state)
    assert soonest(lambda: RULES.legal(state)) < 1
    chains = [m.fills for m in legal.moves if isinstance(m, DiscardAce)]
    assert legal.partial
    assert len(chains) == 256
    lengths = [(len(chain), chain) for chain in chains]
    assert all(one < next_one for one, next_one in pairwise(lengths))  # a diff would be endless
    # One that is not listed is legal all the same.
    longest = chains[-1]
    spare = [f"op.1.{i}" for i in range(4) if f"op.1.{i}" not in longest]
    back = [f"op.0.{i}" for i in range(1, 5) if f"op.0.{i}" not in longest]
    longer = (Place(spare[0]), Place(back[0]), *longest)
    assert longer not in chains
    assert RULES.refusal(state, DiscardAce(Place("op.0.0"), longer)) is None
    assert state.over is None


def test_a_crowd_that_no_chain_leads_out_of() -> None:
    """Threes in the third row and fours in the second could fill each other's places in a hundred
    thousand ways, but none of them leads to the rubbish row: the one chain is the two that lies
    there. No hole that the other two would leave, in the second row, can be filled."""
    rows = [
        ["AS", "KS", "KS", "KH", "KH", "KD", "KD", "KC"],
        ["2S", "4S", "4S", "4H", "4H", "4D", "QS", "QH"],
        ["3S", "3S", "3H", "3H", "3D", "3D", "QD", "KC"],
    ]
    piles = {f"op.{row}.{i}": card for row in range(3) for i, card in enumerate(rows[row])}
    aces = ["AS", "AH", "AH", "AD", "AD", "AC", "AC"]
    rest = list((Counter([*NAME, *NAME]) - Counter([*piles.values(), "2C", *aces])).elements())
    piles |= {f"rub.{i}": " ".join(rest[i::8]) for i in range(8)}
    piles["rub.7"] += " 2C"
    text = "; ".join(f"{name}={value}" for name, value in piles.items())
    state = composed(RULES, f"{text}; aces={' '.join(aces)}")
    assert legal_texts(RULES, state) == ["discard_ace op.0.0 rub.7"]
    assert soonest(lambda: RULES.legal(state)) < 0.5


@given(number=st.integers(1, 10**6), deals=st.integers(0, 6))
def test_chains_by_trying_all(number: int, deals: int) -> None:
    state = play(RULES, deal(RULES, number), *["deal"] * deals)
    starters = sum(RANK[state.piles[i].up[0]] in (2, 3, 4) for i in ROWS)
    if starters > 8:
        return
    legal = RULES.legal(state)
    cut = False
    for name in list(RULES.layout)[:24]:
        if RANK[state.piles[RULES.layout.index[name]].up[0]] == 1:
            chains = every_chain(RULES, state, name)
            listed = [m.fills for m in legal.moves if isinstance(m, DiscardAce) and m.src == name]
            assert listed == chains[:256]
            cut = cut or len(chains) > 256
            for chain in chains[:400]:
                assert RULES.refusal(state, DiscardAce(Place(name), chain)) is None
    if cut:
        assert legal.partial


@given(data=st.data())
def test_progress_never_falls_and_stuck_is_as_defined(data: st.DataObject) -> None:
    best = 0
    for state in data.draw(playouts(RULES)):
        assert RULES.progress(state) >= best
        best = RULES.progress(state)
    last = data.draw(playouts(RULES))[-1]
    none_left = not allowed(RULES, last._replace(over=None))
    assert (last.over == STUCK) == (none_left and last.over != WON)


MESS = done(
    op_0_7="3C", op_1_7="4C", op_2_7="AC", op_1_6="3C", rub_0="KC TC 7C", rub_1="QC 9C 6C",
    rub_2="QC 9C 6C", rub_3="JC 8C 5C", rub_4="2C", aces="AS AS AH AH AD AD AC",
)  # fmt: skip


@pytest.mark.parametrize(
    ("position", "move", "sentence"),
    [
        (MESS, "build rub.1 rub.2 -", "Cards are put on the piles of the three rows"),
        (MESS, "build rub.1 op.2.7 -", "Cards are put on the piles of the three rows"),
        (MESS, "build rub.1 aces -", "Cards are put on the piles of the three rows"),
        (MESS, "build rub.5 op.1.6 -", "Only a rubbish top moves, or a card that begins no pile"),
        (MESS, "build op.1.5 op.1.6 -", "Only a rubbish top moves"),
        (MESS, "build stock op.1.6 -", "Only a rubbish top moves"),
        (MESS, "build aces op.1.6 -", "Only a rubbish top moves"),
        (MESS, "build rub.0 op.1.6 -", "one of its own suit, three ranks lower"),
        (MESS, "build rub.4 op.0.6 -", "one of its own suit, three ranks lower"),
        (MESS, "build rub.1 op.1.6 rub.4", "leaves no place to fill"),
        (MESS, "discard_ace op.2.7 -", "must be filled from the rubbish row"),
        (MESS, "discard_ace op.2.7 op.1.7", "must be filled from the rubbish row"),
        (MESS, "discard_ace op.2.7 op.1.7,op.0.7", "must be filled from the rubbish row"),
        (MESS, "discard_ace op.2.7 op.1.7,op.0.7,rub.4,rub.4", "leaves no place to fill"),
        (MESS, "discard_ace op.2.7 rub.4", "a card that begins a pile in its row and may move"),
        (MESS, "discard_ace op.2.7 op.1.7,op.1.6,rub.4", "begins a pile in its row and may move"),
        (MESS, "discard_ace op.2.7 op.1.7,op.1.7", "begins a pile in its row and may move"),
        (MESS, "discard_ace op.2.7 op.1.0", "begins a pile in its row and may move"),
        (MESS, "discard_ace op.2.7 stock", "begins a pile in its row and may move"),
        (TWICE, "discard_ace op.0.0 op.1.0,op.0.1,op.1.0,op.0.1,rub.0", "fill one place only"),
        (MESS, "discard_ace op.0.7 -", "There is no ace there to throw out"),
        (MESS, "discard_ace rub.1 -", "There is no ace there to throw out"),
        (MESS, "discard_ace stock -", "There is no ace there to throw out"),
        (MESS, "discard_ace aces -", "There is no ace there to throw out"),
        (MESS, "deal", "The stock is used up"),
        (MESS, "exchange op.0.7,op.1.7", "In this game no cards change places"),
    ],
)
def test_refusals(position: str, move: str, sentence: str) -> None:
    state = composed(RULES, position)
    with pytest.raises(IllegalMove, match=sentence):
        play(RULES, state, move)


@pytest.mark.parametrize(
    "slots",
    [
        "-", "op.0.7", "op.0.7,op.0.7", "op.1.7,op.0.7", "op.0.7,op.1.7,op.2.7,op.0.6",
        "op.0.6,op.1.7", "op.0.7,op.2.7", "op.0.7,rub.3", "stock,aces",
    ],
)  # fmt: skip
def test_refusals_of_rings(slots: str) -> None:
    swapped = done(op_0_7="3C", op_1_7="2C", rub_1="QC 9C 6C", rub_3="JC 8C 5C")
    with pytest.raises(IllegalMove, match="Two or three cards change places, each to begin a pile"):
        play(RINGS, composed(RINGS, swapped), f"exchange {slots}")


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (done(op_2_7="4C 7C TC", stock="KC|"), "eight cards at a time"),
        ("rest=stock", "eight cards at a time"),
        (done(op_2_7="4C 7C TC", aces="AS AS AH AH AD AD AC KC", rub_0="AC"), "happens by itself"),
        (done(op_2_7="4C 7C TC", aces="AS AS AH AH AD AD AC AC KC"), "Only aces are thrown out"),
        (done(op_2_7="", rub_0="KC TC 7C 4C"), "Every place of the rows has a card"),
        (done(op_2_7="7C TC", rub_0="KC 4C"), "only piles have more than one"),
        (done(op_2_7="4C TC 7C", rub_0="KC"), "A pile goes up by threes in one suit"),
        (done(op_0_1="2S 5S 8S JS AH", aces="AS AS AH AD AD AC AC"), "goes up by threes"),
        (
            done(op_2_7="4C", op_2_6="4C", op_2_5="4D", op_2_4="4D",
                 rub_0="KC TC 7C KC TC 7C KD TD 7D KD TD 7D"),
            "No rubbish column can have so many cards",
        ),
        (
            done(op_2_0="4S", op_2_1="4S", op_2_2="4H", op_2_3="4H", op_2_4="4D", op_2_5="4D",
                 rub_0="KS TS 7S KS TS 7S KH TH 7H KH", stock="TH 7H KD TD 7D KD TD 7D|"),
            "No rubbish column can have so many cards",
        ),
    ],
)  # fmt: skip
def test_positions_that_cannot_arise(position: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        composed(RULES, position)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("build rub.0 op.0.0", "Write it as: build SRC DST FILLS"),
        ("build rub.0 op.0.8 -", "The dst of the move build must be a pile of this game"),
        ("build rub.8 op.0.0 -", "The src of the move build must be a pile of this game"),
        ("build rub.0 op.0.0 rub.1,", "The fills of the move build must be a pile of this game"),
        ("discard_ace op.0.0", "Write it as: discard_ace SRC FILLS"),
        ("exchange op.0.0 op.1.0", "Write it as: exchange SLOTS"),
        ("deal 1", "Write it as: deal"),
        ("move rub.0 op.0.0", "The moves of this game are: build, discard_ace, deal, exchange"),
    ],
)
def test_moves_that_are_half_right(text: str, sentence: str) -> None:
    with pytest.raises(BadRequest, match=sentence):
        RULES.codec.from_text(text)


def test_a_pack_holds_every_card_twice() -> None:
    with pytest.raises(BadPack, match="6H is there too often: the game needs 2 of each card"):
        RULES.deal([*PACK_X[:-1], PACK_X[0]])
    with pytest.raises(BadPack, match="AC is missing"):
        RULES.deal(PACK_X[:-1])


def test_an_ace_of_the_opening_rows_is_thanked_for_until_the_next_deal() -> None:
    start = RULES.deal(PACK_X)  # has three aces in the rows
    assert RULES.thanks(start, start)
    assert RULES.thanks(RULES.state_of(RULES.view(start)), start)
    assert not RULES.thanks(start, play(RULES, start, "deal"))


def test_an_ace_that_was_thrown_out_is_still_thanked_for() -> None:
    start, out = next(
        (start, text)
        for start in (deal(RULES, number) for number in count(1))
        for text in legal_texts(RULES, start)
        if text.startswith("discard_ace op")
    )
    assert RULES.thanks(start, play(RULES, start, out))


def dealt_with_aces_at(first: int) -> AnyState:
    """The deal of a pack in which all aces come one after the other from this card on."""
    pack = new_pack(2)
    aces = [card for card in pack if RANK[card] == ACE]
    others = [card for card in pack if RANK[card] != ACE]
    return RULES.deal([*others[:first], *aces, *others[first:]])


@pytest.mark.parametrize(
    ("first", "thanked"), [(0, True), (10, True), (23, True), (24, False), (40, False)]
)
def test_aces_of_the_rubbish_row_and_the_stock_are_not_thanked_for(
    first: int, thanked: bool
) -> None:
    state = dealt_with_aces_at(first)
    assert RULES.thanks(state, state) is thanked


def test_no_other_game_thanks() -> None:
    rules = game("uncle_remus")
    state = deal(rules, 3)
    assert not rules.thanks(state, state)


@pytest.mark.parametrize(
    ("rubbish", "tilts"),
    [
        # Honours are dead, and cards on which a dead card goes next; other cards are not.
        (("KH", "TH", "TS", "9C"), "K/ T/ T 9"),
        # What lies on a living card lives, and a card that goes on a living card lives too.
        (("5S KH", "TH"), "5K T"),
        # A card of another suit does not help.
        (("KH", "TD"), "K/ T"),
        # A whole chain, each card lying on dead ones.
        (("QH 3H", "JC 6H", "9H"), "Q/3/ J/6/ 9/"),
        # A card dies when its senior has fallen on a dead card. The twin of the senior lives.
        (("JC KD", "TD", "4S KD"), "J/K/ T/ 4K"),
        # A senior above a junior of its suit and row, however deep, is a danger; the row decides.
        (("TD KD",), "TK-"),
        (("7C TH KD 4H JC 7H",), "7TK4J7-"),
        (("4S 8D KS",), "48K-"),
        (("TD QD",), "TQ"),
        # With the twin dead elsewhere, the former danger is played before it. If the junior has
        # died, the senior has too, and so has what lies on it.
        (("TD KD 8C", "KD", "JC"), "T/K\\8/ K/ J/"),
        (("2S TD KD 8C", "KD", "JC"), "2TK\\8 K/ J/"),
        # Two kings on each other's tens block each other for good.
        (("TD KD", "TD KD"), "TK- TK-"),
        # Both kings over one ten: the lower is its own danger, and so is the upper.
        (("TD KD KD",), "TK-K-"),
    ],
)
def test_dead_and_danger_cards_of_composed_positions(rubbish: tuple[str, ...], tilts: str) -> None:
    columns = [[CARD[name] for name in column.split()] for column in rubbish]
    assert tilted(columns, dead_and_danger(columns, 0)) == tilts


def tilted(columns: Columns, found: Iterable[SuggestedTilt]) -> str:
    """The ranks of the cards, each followed by the sign of its tilt."""
    signs = {(at, i): " /-\\"[tilt] for at, i, tilt in found}
    return " ".join(
        "".join(NAME[card][0] + signs.get((at, i), "") for i, card in enumerate(column))
        for at, column in enumerate(columns)
    )


def test_an_ace_that_is_not_thrown_out_is_not_judged_and_changes_nothing() -> None:
    columns = [[CARD["KH"], CARD["AH"], CARD["TH"]], [CARD["AS"], CARD["4S"]]]
    assert tilted(columns, dead_and_danger(columns, 0)) == "K/AT/ A4"


@given(st.lists(st.lists(st.integers(0, 51).map(Card), max_size=10), max_size=8))
def test_dead_cards_lie_on_dead_cards_and_wait_for_dead_cards(columns: list[list[Card]]) -> None:
    """And nothing else is dead: the set is the smallest of which the definition is true."""
    tilts = {(at, i): tilt for at, i, tilt in dead_and_danger(columns, 0)}
    rounds: list[set[tuple[int, int]]] = [set()]
    while len(rounds) < 2 or rounds[-1] != rounds[-2]:
        kinds = {columns[at][i] for at, i in rounds[-1]}
        rounds.append(
            {
                (at, i)
                for at, column in enumerate(columns)
                for i, card in enumerate(column)
                if RANK[card] != ACE
                and (RANK[card] > 10 or card + 3 in kinds)
                and all(
                    (at, j) in rounds[-1] or RANK[under] == ACE
                    for j, under in enumerate(column[:i])
                )
            }
        )
    dead = rounds[-1]
    kinds = {columns[at][i] for at, i in dead}
    for at, column in enumerate(columns):
        for i, card in enumerate(column):
            over = any(card - under in (3, 6, 9) and card // 13 == under // 13 and RANK[under] > 1
                       for under in column[:i])  # fmt: skip
            expected = (
                (FIRST if card in kinds else DANGER) if over else DEAD if (at, i) in dead else 0
            )
            assert tilts.get((at, i), 0) == expected


def test_tilts_are_suggested_from_what_is_seen() -> None:
    """The same from the view, and whatever the order of the stock."""
    state = play(RULES, deal(RULES, 3), "deal")
    found = RULES.suggested_tilts(state)
    assert {tilt.tilt for tilt in found} <= {DEAD, DANGER, FIRST}
    assert found
    assert {tilt.pile for tilt in found} <= set(RUBBISH)
    assert RULES.suggested_tilts(RULES.state_of(RULES.view(state))) == found
    stock = state.piles[STOCK]
    turned = stock._replace(down=tuple(reversed(stock.down)))
    piles = (*state.piles[:STOCK], turned, *state.piles[STOCK + 1 :])
    assert RULES.suggested_tilts(state._replace(piles=piles)) == found


def test_at_the_start_honours_and_the_cards_three_below_them_are_dead() -> None:
    state = RULES.deal(PACK_X)
    assert shown(state, RUBBISH) == "5H | 9S | KH | 7C | 8H | KS | TD | KC"
    dead = [NAME[state.piles[pile].up[i]] for pile, i, _ in RULES.suggested_tilts(state)]
    assert dead == ["KH", "KS", "KC"], "their tens lie elsewhere"


@pytest.mark.parametrize(
    ("op_1_0", "rubbish", "played"),
    [
        ("3S 6S 9S QS", "JS 8S 5S", 3),
        ("3S 6S 9S QS", "8S JS 5S", 1),  # the jack lies over the eight
        ("5S", "JS 8S QS 9S 6S 3S", 7),  # the three fills the place of the five
        ("5S", "3S JS 8S QS 9S 6S", 0),  # the three is out of reach
    ],
)
def test_what_can_be_played_before_the_next_deal(op_1_0: str, rubbish: str, played: int) -> None:
    """Computer players judge a position by it, and count it nearly as much as played cards."""
    state = composed(RULES, done(op_0_0="2S", op_1_0=op_1_0, rub_0=rubbish))
    assert played_on(state.piles)[0] == played


def test_cards_that_can_be_played_soon_look_better() -> None:
    """First all three can be played, then one, then none; the five is nearer the top in one."""
    worths = [
        RULES.worth(composed(RULES, done(op_0_0="2S", rub_0=column)))
        for column in ("JS 8S 5S", "8S JS 5S", "8S 5S JS", "5S 8S JS")
    ]
    assert worths == sorted(worths, reverse=True)
    assert len({*worths}) == len(worths)


def test_a_card_that_only_wants_a_filling_one_looks_better() -> None:
    """The five of the second row can go as soon as a three comes; the eight cannot."""
    ready, waiting = (
        RULES.worth(composed(RULES, done(op_0_0="2S", op_1_0=card, rub_0=rest)))
        for card, rest in (("5S", "3S 6S 9S QS JS 8S"), ("8S", "5S 3S 6S 9S QS JS"))
    )
    assert ready > waiting
