"""Tests of Good Measure where it differs from Baker's Dozen.

The tests that hold for every game cover the rest.
"""

import pytest

from engine.cards import RANK, names, new_pack
from engine.errors import BadPosition, IllegalMove
from engine.games import game
from tests.engine.helpers import composed, deal, legal_texts, perft_cases, play

RULES = game("good_measure")


def test_the_first_two_aces_go_out_and_the_rest_makes_five_rows_of_ten() -> None:
    for number in range(1, 20):
        pack = RULES.pack(bytes([number] * 32))
        state = RULES.deal(pack)
        out = [pile.up[0] for pile in state.piles[10:] if pile.up]
        assert sorted(out) == sorted([card for card in pack if RANK[card] == 1][:2])
        assert RULES.progress(state) == 2
        left = [card for card in pack if card not in out]
        for i, pile in enumerate(state.piles[:10]):
            dealt = left[i::10]
            kings = [card for card in dealt if RANK[card] == 13]
            assert list(pile.up) == kings + [card for card in dealt if RANK[card] != 13]
            assert len(pile.up) == 5


def test_a_new_pack() -> None:
    state = RULES.deal(new_pack(1))
    assert [names(pile.up) for pile in state.piles[10:]] == [["AS"], ["AH"], [], []]
    assert names(state.piles[1].up) == ["KS", "3S", "JH", "8D", "5C"]
    assert names(state.piles[0].up) == ["2S", "QS", "TH", "7D", "4C"]


def test_the_page_gives_the_prospects_of_the_book_and_ours() -> None:
    assert RULES.rules_page().startswith("Good Measure\n\nA variant of Baker's Dozen.")
    assert "\n- It may be packed" in RULES.rules_page()
    other = game("bakers_dozen").book
    assert RULES.book.title == "Good Measure"
    assert RULES.book.minutes == other.minutes
    assert "for skilful players" in str(other.prospects)
    assert RULES.book.prospects == "over half by the book, but harder"
    assert "same prospects" in RULES.rules_page()
    assert "In truth it is harder" in RULES.rules_page()


def test_the_play_is_that_of_bakers_dozen() -> None:
    state = deal(RULES, 648)
    for text in legal_texts(RULES, state):
        assert text.split()[0] in ("pack", "build")
        assert play(RULES, state, text).over is None
    case = next(c for c in perft_cases("good_measure") if c.title.startswith("Packing on any suit"))
    state = play(RULES, case.start, "pack tab.3 tab.1")
    assert [names(state.piles[i].up) for i in (1, 3)] == [["KH", "TS", "9S"], ["KC", "TH"]]
    state = play(RULES, state, "pack tab.6 tab.7")
    with pytest.raises(IllegalMove, match="A column that has been cleared stays empty"):
        play(RULES, state, "pack tab.3 tab.6")


SUITS_DOWN = [" ".join(f"{rank}{suit}" for rank in "KQJT98765432") for suit in "SHDC"]


@pytest.mark.parametrize(
    "position",
    [
        "tab.0={0} AS; tab.1={1} AH; tab.2={2} AD; tab.3={3} AC",
        "tab.0={0}; foundation.S=AS; tab.1={1} AH; tab.2={2} AD; tab.3={3} AC",
        "tab.0=KS QS JS TS 9S 8S 7S 6S 5S 4S 3S; foundation.S=AS 2S; "
        "tab.1={1} AH; tab.2={2} AD; tab.3={3} AC",
    ],
    ids=["none", "one", "an ace and a two"],
)
def test_two_aces_are_out_in_every_position(position: str) -> None:
    with pytest.raises(BadPosition, match="The first two aces lie on their piles"):
        composed(RULES, position.format(*SUITS_DOWN))


def test_the_other_two_aces_wait_for_the_player() -> None:
    state = composed(
        RULES,
        "tab.0={}; tab.1={}; tab.2={}; tab.3={} AC; tab.5=AS; "
        "foundation.H=AH; foundation.D=AD".format(*SUITS_DOWN),
    )
    builds = [text for text in legal_texts(RULES, state) if text.startswith("build")]
    assert builds == ["build tab.1", "build tab.2", "build tab.3", "build tab.5"]
    assert RULES.progress(play(RULES, state, "build tab.5")) == 3


def test_five_cards_of_a_column_were_dealt_and_the_others_packed() -> None:
    aces = "foundation.H=AH; foundation.D=AD"
    five = "tab.0=2S QS 4S JS 6S; tab.1=KS TS 3S 5S 7S; tab.2={1}; tab.3={2}; tab.4={3} AC"
    state = composed(RULES, f"{five.format(*SUITS_DOWN)}; tab.5=9S 8S AS; {aces}")
    assert "build tab.5" in legal_texts(RULES, state)
    six = five.replace("6S", "6S 8S")
    with pytest.raises(BadPosition, match="8S was not dealt there"):
        composed(RULES, f"{six.format(*SUITS_DOWN)}; tab.5=9S AS; {aces}")
