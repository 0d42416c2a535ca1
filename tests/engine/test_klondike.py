"""Tests of Klondike: the deal, packets of three, the ends, and every refusal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import NAME, RANKS, SUITS, names
from engine.errors import BadPosition, IllegalMove
from engine.games import AnyGame, game
from engine.table import STUCK, WON, Pile
from tests.engine.helpers import AnyState, composed, deal, legal_texts, perft_cases, play, playouts

ONE = game("klondike")
THREE = game("klondike", {"turn": 3})
CASES = {case.title: case.start for case in perft_cases("klondike")}


def waste(state: AnyState) -> tuple[int, list[str]]:
    return len(state.piles[12].down), names(state.piles[12].up)


def test_the_deal() -> None:
    pack = ONE.pack(bytes(32))
    state = ONE.deal(pack)
    assert [len(pile.down) for pile in state.piles[:7]] == list(range(7))
    assert [pile.up for pile in state.piles[:7]] == [(pack[i],) for i in (0, 7, 13, 18, 22, 25, 27)]
    assert state.piles[6].down == tuple(pack[i] for i in (6, 12, 17, 21, 24, 26))
    assert state.piles[11].down == tuple(reversed(pack[28:]))


def test_one_at_a_time_goes_through_the_stock_once() -> None:
    pack = ONE.pack(bytes(32))
    state = ONE.deal(pack)
    for n in range(1, 25):
        state = play(ONE, state, "turn")
        assert waste(state) == (0, names(pack[28 : 28 + n]))
    with pytest.raises(IllegalMove, match="The stock is used up"):
        play(ONE, state, "turn")


def test_three_at_a_time_show_only_the_third() -> None:
    pack = THREE.pack(bytes(32))
    state = THREE.deal(pack)
    for n in range(3, 25, 3):
        step = THREE.play(state, THREE.codec.from_text("turn"))
        state = step.state
        assert [names(event.cards) for event in step.events] == [[NAME[pack[27 + n]]]]
        assert waste(state) == (n - 1, [NAME[pack[27 + n]]])
        assert state.piles[12].down == tuple(pack[28 : 27 + n])
    again = play(THREE, state, "turn")
    assert waste(again) == (2, [NAME[pack[30]]]), "the same packets come again"
    assert again.piles[11].down == tuple(reversed(pack[31:]))


def test_a_last_packet_may_be_short() -> None:
    state = CASES["Two packets, the second of one card"]
    state = play(THREE, state, "turn")
    assert waste(state) == (2, ["KC"])
    state = play(THREE, state, "turn")
    assert waste(state) == (3, ["QS"])
    assert not state.piles[11].down
    assert waste(play(THREE, state, "turn")) == (2, ["KC"])


def test_the_card_below_comes_to_light_when_the_upper_one_is_played() -> None:
    state = CASES["A packet at a time: the card below comes to light when the upper one is played"]
    step = THREE.play(state, THREE.codec.from_text("pack waste tab.2 1"))
    assert [(event.kind, names(event.cards)) for event in step.events] == [
        ("moved", ["KD"]), ("turned", ["TS"]),
    ]  # fmt: skip
    assert waste(step.state) == (1, ["TS"])


def test_a_single_packet_is_not_turned_over() -> None:
    title = "A single packet is left, and its top card fits nowhere: lost"
    state = CASES[title]
    assert state.over == STUCK
    with pytest.raises(IllegalMove, match="turned over, it would be the same again"):
        play(THREE, state._replace(over=None), "turn")
    assert legal_texts(THREE, CASES["With a fourth card the packets change"]) == ["turn"]


def test_a_used_up_stock_is_not_called_a_packet() -> None:
    up = "; ".join(f"foundation.{s}={' '.join(r + s for r in RANKS)}" for s in SUITS)
    state = composed(THREE, up.replace(" KC", "") + "; tab.3=KC")
    assert legal_texts(THREE, state) == ["build tab.3"]
    with pytest.raises(IllegalMove, match="The stock is used up"):
        play(THREE, state, "turn")


@pytest.mark.parametrize("rules", [ONE, THREE], ids=lambda rules: rules.identity)
@given(data=st.data())
def test_ends_by_definition(rules: AnyGame, data: st.DataObject) -> None:
    for state in data.draw(playouts(rules)):
        out = sum(len(pile.up) for pile in state.piles[7:11])
        assert (state.over == WON) == (out == 52)
        assert rules.progress(state) == out
        assert all(pile.up or not pile.down for pile in (*state.piles[:7], state.piles[12]))
        assert rules is THREE or not state.piles[12].down


KINGS = next(start for title, start in CASES.items() if title.startswith("An empty column takes"))


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("pack stock tab.0 1", "from another one or from the waste"),
        ("pack foundation.S tab.0 1", "from another one or from the waste"),
        ("pack tab.1 foundation.S 1", "Cards are packed on a column"),
        ("pack tab.1 waste 1", "Cards are packed on a column"),
        ("pack tab.1 tab.1 1", "Cards are packed on a column"),
        ("pack tab.1 tab.0 0", "At least one card moves"),
        ("pack tab.1 tab.0 4", "There are not so many face-up cards"),
        ("pack waste tab.0 1", "There are not so many face-up cards"),
        ("pack tab.1 tab.0 2", "Only a king, with the cards on it"),
        ("pack tab.4 tab.0 1", "at the head of a column already"),
        ("pack tab.1 tab.4 1", "one that is one higher and of the contrary colour"),
        ("pack tab.2 tab.4 1", "one that is one higher and of the contrary colour"),
        ("build tab.0", "There is no card there to build"),
        ("build stock", "There is no card there to build"),
        ("build foundation.S", "There is no card there to build"),
        ("build tab.1", "the next higher card of its suit"),
    ],
)
def test_refusals(move: str, sentence: str) -> None:
    with pytest.raises(IllegalMove, match=sentence):
        play(ONE, KINGS, move)


def test_a_king_moves_with_what_lies_on_it_and_a_card_is_turned_up() -> None:
    state = play(ONE, KINGS, "pack tab.1 tab.0 3", "pack tab.2 tab.5 1")
    assert [names(state.piles[i].up) for i in (0, 1, 2, 5)] == [
        ["KS", "QH", "JS"], ["2S"], ["9D"], ["KH"],
    ]  # fmt: skip
    assert "build tab.1" in legal_texts(ONE, state)
    assert "pack tab.4 tab.1 1" not in legal_texts(ONE, state)


def test_a_card_goes_up_on_its_own_suit_when_the_player_says() -> None:
    state = play(ONE, KINGS, "pack tab.1 tab.0 3")
    assert names(state.piles[1].up) == ["2S"], "it fits, and waits"
    state = play(ONE, state, "build tab.1")
    assert [names(state.piles[i].up)[-1] for i in range(7, 11)] == ["2S", "7H", "8D", "8C"]


def test_the_waste_serves_foundations_and_spaces() -> None:
    state = CASES["The last card wins"]
    spaces = [f"pack waste tab.{i} 1" for i in range(7)]
    assert legal_texts(ONE, state) == [*spaces, "build waste"]
    assert play(ONE, state, "build waste").over == WON
    assert legal_texts(ONE, play(ONE, state, "pack waste tab.3 1")) == ["build tab.3"]


def test_only_the_top_card_of_the_waste_moves() -> None:
    title = "A king of the waste goes into an empty column; the stock is gone through once"
    state = CASES[title]
    assert "pack waste tab.2 1" in legal_texts(ONE, state)
    with pytest.raises(IllegalMove, match="Only the top card of the waste moves"):
        play(ONE, state, "pack waste tab.2 2")


@pytest.mark.parametrize(
    ("rules", "position", "sentence"),
    [
        (ONE, "tab.0=2S|3S; rest=stock", "No column can have so many face-down cards"),
        (ONE, "tab.0=3S 2S; rest=stock", "go down in alternate colours"),
        (ONE, "tab.1=2S|; rest=stock", "already have happened"),
        (ONE, "rest=stock", "The stock had 24 cards, turned 1 at a time"),
    ],
)
def test_positions_that_cannot_arise(rules: AnyGame, position: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        composed(rules, position)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ([("AH 2H", "2H AH")], "A foundation holds its suit from the ace up"),
        (
            [("S=|AS", "S=|3S"), ("stock=3S", "stock=AS")],
            "A foundation holds its suit from the ace",
        ),
        (
            [("|9C 8H", "|"), ("tab.0=|", "tab.0=9C|8H")],
            "No column can have so many face-down cards",
        ),
        ([("|KD", "|")], "KD is missing"),
        ([("KC|", "KC KC|")], "KC is there too often"),
        ([(" KC|", "|KC")], "The cards of stock lie face down"),
    ],
)
def test_half_right_positions(changes: list[tuple[str, str]], sentence: str) -> None:
    text = ONE.position(KINGS)
    for right, wrong in changes:
        assert right in text
        text = text.replace(right, wrong, 1)
    with pytest.raises(BadPosition, match=sentence):
        ONE.load(text)


def test_whole_packets_were_turned_while_there_is_a_stock() -> None:
    state = play(THREE, deal(THREE, 1), "turn")
    stock, waste_pile = state.piles[11], state.piles[12]
    for taken in (1, 2):
        piles = [*state.piles]
        piles[11] = Pile((*stock.down, *waste_pile.down[:taken]))
        piles[12] = Pile(waste_pile.down[taken:], waste_pile.up)
        with pytest.raises(BadPosition, match="The stock had 24 cards, turned 3 at a time"):
            THREE.load(THREE.position(state._replace(piles=tuple(piles))))


def test_what_is_seen_of_the_waste() -> None:
    one, three = play(ONE, deal(ONE, 1), *["turn"] * 3), play(THREE, deal(THREE, 1), "turn")
    assert waste(one) == (0, names(one.piles[12].up))
    with pytest.raises(BadPosition, match="Every card of the waste has been seen"):
        ONE.load(THREE.position(three))
    with pytest.raises(BadPosition, match="Only the top card of the waste is in sight"):
        THREE.load(ONE.position(one))
