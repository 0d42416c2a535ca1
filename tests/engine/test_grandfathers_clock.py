"""Tests of Grandfather's Clock: the examples of its rules, a whole game, its refusals and ends, and
positions that cannot arise.

Positions are in the shorthand of `tests.engine.helpers.composed`.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import RANK, SUIT, names
from engine.errors import BadPosition, IllegalMove
from engine.games import game
from engine.table import STUCK, WON
from tests.engine.helpers import AnyState, composed, deal, legal_texts, play, playouts

RULES = game("grandfathers_clock")
RANKS = "A23456789TJQK"
STARTS = [rank + suit for rank, suit in zip("TJQK23456789", "HSDC" * 3, strict=True)]
COLUMNS = """
    9H QC TD 6S 7H / JH JC 7D 3H 6D / QH AD JD 6C 5D / 2D 9D 8C 4S KS
    KD 2C 3C AC TC / 5H 9S 3D 4H AH / 4C 5S AS 8H 7C / TS 2S 8S KH QS
"""
WIN = (
    "*0 *2 *1 *1 *1 *2 *4 *1 *1 *4 *6 *6 *7 *3 *3 *3 *3 *6 *6 *0 *0 *0 *0 *2 4-6 3-6 *4 *4 *2 *2 "
    "*6 *6 *6 *7 *5 *5 *5 *7 *5 *5 *7 *7"
)
"""A win of the first deal: `*0` builds the top card of column 0, `4-6` packs column 4's on 6's."""


def hours(**short: int) -> str:
    """The hours as a position text, complete but for so many cards of the hours named `h1`…"""
    parts = []
    for hour, start in enumerate(STARTS, 1):
        at = RANKS.index(start[0])
        length = (hour - 1 - at) % 13 + 1 - short.get(f"h{hour}", 0)
        parts.append(
            f"hour.{hour}={' '.join(RANKS[(at + i) % 13] + start[1] for i in range(length))}"
        )
    return "; ".join(parts)


def first_deal() -> AnyState:
    return RULES.deal(RULES.pack(bytes(32)))


def test_the_deal() -> None:
    state = first_deal()
    columns = [
        column.split() for line in COLUMNS.strip().splitlines() for column in line.split("/")
    ]
    assert [names(pile.up) for pile in state.piles[:8]] == columns
    assert [names(pile.up) for pile in state.piles[8:]] == [[start] for start in STARTS]
    assert RULES.progress(state) == 12
    assert list(RULES.layout)[7:10] == ["tab.7", "hour.1", "hour.2"]
    assert list(RULES.layout)[-1] == "hour.12"


def test_g1_the_first_moves() -> None:
    assert legal_texts(RULES, first_deal()) == [
        "build tab.0", "build tab.2", "build tab.4", "build tab.7",
        "pack tab.1 tab.0", "pack tab.1 tab.6", "pack tab.2 tab.1", "pack tab.7 tab.3",
    ]  # fmt: skip


def test_g1_a_covered_card_cannot_be_built() -> None:
    state = play(RULES, first_deal(), "pack tab.1 tab.0")
    assert names(state.piles[0].up) == ["9H", "QC", "TD", "6S", "7H", "6D"]
    with pytest.raises(IllegalMove, match="An hour takes the next higher card"):
        play(RULES, state, "build tab.0")


def test_g2_a_whole_game_is_won() -> None:
    state = first_deal()
    for word in WIN.split():
        src, _, dst = word.lstrip("*").partition("-")
        state = play(RULES, state, f"pack tab.{src} tab.{dst}" if dst else f"build tab.{src}")
    assert state.over == WON
    tops = [pile.up[-1] for pile in state.piles[8:]]
    assert [RANK[card] for card in tops] == list(range(1, 13))


def test_g3_a_single_card_stays_in_its_column() -> None:
    alone = f"tab.0=3D; tab.2=AH KH; tab.3=2S AS KS; tab.4=2D AD KD; {hours(h1=2, h2=3, h3=4)}"
    with pytest.raises(IllegalMove, match="alone in its column already"):
        play(RULES, composed(RULES, alone), "pack tab.0 tab.1")
    under = f"tab.0=KH 3D; tab.2=AH; tab.3=2S AS KS; tab.4=2D AD KD; {hours(h1=2, h2=3, h3=4)}"
    state = play(RULES, composed(RULES, under), "pack tab.0 tab.1")
    assert [names(pile.up) for pile in state.piles[:2]] == [["KH"], ["3D"]]


def test_an_ace_follows_the_king() -> None:
    state = composed(RULES, f"tab.0=AH KH; {hours(h1=2)}")
    state = play(RULES, state, "build tab.0")
    assert names(state.piles[8].up) == ["TH", "JH", "QH", "KH"]
    assert play(RULES, state, "build tab.0").over == WON


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("build tab.1", "An hour takes the next higher card of its suit"),
        ("build hour.1", "There is no card there to build"),
        ("pack tab.3 tab.7", "a card one rank higher"),
        ("pack tab.5 tab.3", "a card one rank higher"),
        ("pack tab.0 tab.1", "a card one rank higher"),
        ("pack tab.0 tab.0", "a card one rank higher"),
        ("pack tab.0 hour.9", "from one column on another"),
        ("pack hour.12 tab.0", "from one column on another"),
    ],
)
def test_what_each_refusal_says(move: str, words: str) -> None:
    with pytest.raises(IllegalMove, match=words):
        play(RULES, first_deal(), move)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("build tab.7", "There is no card there to build"),
        ("pack tab.7 tab.0", "That column is empty"),
        ("pack tab.7 tab.7", "That column is empty"),
    ],
)
def test_refusals_at_an_empty_column(move: str, words: str) -> None:
    with pytest.raises(IllegalMove, match=words):
        play(RULES, composed(RULES, f"tab.0=AH KH; {hours(h1=2)}"), move)


def test_without_a_move_the_game_is_lost() -> None:
    """Eight columns, none empty, whose tops fit neither each other nor their hours."""
    short = hours(h1=2, h3=2, h5=2, h7=2, h8=3, h9=2, h10=3, h11=2, h12=1)
    columns = ["KH AH QC", "2D 3D", "4H 5H", "6D 7D", "8H 9H", "TD JD", "6C 8C 7C", "8S TS 9S"]
    told = "; ".join(f"tab.{i}={column}" for i, column in enumerate(columns))
    state = composed(RULES, f"{told}; {short}")
    assert legal_texts(RULES, state) == ["build tab.0", "pack tab.5 tab.0"]
    assert play(RULES, state, "build tab.0").over == STUCK


@given(data=st.data())
def test_ends_by_definition(data: st.DataObject) -> None:
    for state in data.draw(playouts(RULES))[-4:]:
        columns, clock = state.piles[:8], state.piles[8:]
        tops = [pile.up[-1] for pile in columns if pile.up]
        built = {pile.up[-1] for pile in clock}
        space = len(tops) < 8 and any(len(pile.up) > 1 for pile in columns)
        packs = any(RANK[a] == RANK[b] + 1 for a in tops for b in tops)
        done = {hour: RANK[pile.up[-1]] == hour for hour, pile in enumerate(clock, 1)}
        builds = any(
            not done[hour]
            and SUIT[card] == SUIT[pile.up[-1]]
            and RANK[card] % 13 == (RANK[pile.up[-1]] + 1) % 13
            for card in tops
            for hour, pile in enumerate(clock, 1)
        )
        assert (state.over == WON) == (not tops)
        assert (state.over == STUCK) == bool(tops and not space and not packs and not builds)
        assert len(built) == 12


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ([("hour.1=|TH", "hour.1=|JH"), ("JH JC", "TH JC")], "built up in suit from its first"),
        ([("hour.9=|6H", "hour.9=|"), ("9H QC", "6H 9H QC")], "built up in suit from its first"),
        ([("hour.4=|KC", "hour.4=|KC 2C"), ("KD 2C", "KD")], "built up in suit from its first"),
        ([(" 7H;", " 7H 3H;"), (" 3H 6D", " 6D")], "lies on one a rank higher"),
        ([("hour.5=|2H", "hour.5=2H|")], "The cards of hour.5 lie face up"),
    ],
)
def test_positions_that_cannot_arise(changes: list[tuple[str, str]], words: str) -> None:
    text = RULES.position(first_deal())
    for right, wrong in changes:
        assert right in text
        text = text.replace(right, wrong, 1)
    with pytest.raises(BadPosition, match=words):
        RULES.load(text)


def test_a_column_may_grow_by_packing_only() -> None:
    state = play(RULES, first_deal(), "pack tab.1 tab.0", "pack tab.2 tab.0")
    assert len(state.piles[0].up) == 7
    assert RULES.load(RULES.position(state)) == state


def test_nothing_is_hidden() -> None:
    state = deal(RULES, 1)
    assert RULES.state_of(RULES.view(state)) == state
