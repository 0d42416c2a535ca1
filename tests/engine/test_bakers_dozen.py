"""Tests of Baker's Dozen: a worked example, played to its end, and every refusal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import CARD, RANK, SUIT, names, new_pack
from engine.errors import BadPosition, IllegalMove
from engine.games import game
from engine.table import STUCK, WON
from tests.engine.helpers import AnyState, cards, composed, deal, legal_texts, play, playouts

RULES = game("bakers_dozen")
LAYOUT = """
    KS QS JS TS 9S 8S KD 7S 6S KC 5S 4S KH
    6D 3S 2C TH QD JD TD 3D 7H 6C JH 5D 2S
    AC 5H AH AD 9C 8C 7D 4C 9D 3C 2D 6H 8D
    QC 4H 3H 5C 7C TC JC 9H AS 8H 4D QH 2H
"""
LINE = (
    "3H>4H AH* 2H* 3H* 4H* 5H* AS* 8D>9H 9D>TC 2S* 3S* 7H>8H QC>KH AC* 2C* 6D>7H QH>KS 6H* 5C>6S "
    "AD* 6D>7C 7H* 8H* 8D>9D 9H* TH* JS>QS 3C* 4C* 5C* TS>JS 6C* 4D>5D 2D*"
)
FINISH = (
    "3D* JH* QH* 4D* 5D* 6D* 7C* 4S* 5S* 6S* 7S* JC>QC 7D* 8D* 9D* TD* TC>JC 8C* 9C* JD* QD* 8S* "
    "9S* TS* JS* QS* KS* KD* TC* JC* QC* KC* KH*"
)


def b1() -> AnyState:
    columns = list(zip(*(row.split() for row in LAYOUT.strip().splitlines()), strict=True))
    return composed(RULES, "; ".join(f"tab.{i}={' '.join(c)}" for i, c in enumerate(columns)))


def follow(state: AnyState, line: str) -> AnyState:
    """The state after moves by the names of cards: `3H>4H` packs, `AH*` builds."""
    for word in line.split():
        at = {pile.up[-1]: f"tab.{i}" for i, pile in enumerate(state.piles[:13]) if pile.up}
        card, _, target = word.rstrip("*").partition(">")
        text = f"pack {at[CARD[card]]} {at[CARD[target]]}" if target else f"build {at[CARD[card]]}"
        assert text in legal_texts(RULES, state)
        state = play(RULES, state, text)
    return state


def test_b1_the_line_of_the_text() -> None:
    start = b1()
    assert "build tab.8" in legal_texts(RULES, start)  # the ace of spades, built sixth in the line
    state = follow(start, LINE)
    assert [len(pile.up) for pile in state.piles[13:]] == [3, 10, 2, 6]  # spades to clubs
    assert follow(state, FINISH).over == WON


def test_the_deal_moves_kings_to_the_head() -> None:
    """The kings of columns 7 and 10 move; the others lie at the head already."""
    dealt = cards(LAYOUT)
    for column, row in ((6, 2), (9, 3)):  # where those two may have been dealt
        taken = [dealt[13 * r + column] for r in range(4)]
        taken.insert(row, taken.pop(0))
        for r, card in enumerate(taken):
            dealt[13 * r + column] = card
    assert RULES.deal(dealt).piles == b1().piles


def test_two_kings_of_a_column_keep_their_order() -> None:
    pack = new_pack(1)
    kings = [card for card in pack if RANK[card] == 13]
    others = [card for card in pack if RANK[card] != 13]
    # Columns 0 and 1, row by row: king third and fourth in the first, second and last in the other.
    order = [*others[:14], kings[2], *others[14:25], kings[0], *others[25:37], kings[1], kings[3]]
    order += others[37:]
    state = RULES.deal(order)
    assert names(state.piles[0].up) == [*names([kings[0], kings[1]]), *names([order[0], order[13]])]
    assert names(state.piles[1].up) == [*names([kings[2], kings[3]]), *names([order[1], order[27]])]
    assert RULES.load(RULES.position(state)) == state


def test_nothing_is_hidden() -> None:
    view = RULES.view(deal(RULES, 1)).to_json()
    piles = view["piles"]
    assert isinstance(piles, dict)
    assert all(isinstance(pile, dict) and pile["down"] == 0 for pile in piles.values())


@given(data=st.data())
def test_stuck_by_definition(data: st.DataObject) -> None:
    for state in data.draw(playouts(RULES))[-4:]:
        tops = [pile.up[-1] for pile in state.piles[:13] if pile.up]
        packs = any(RANK[a] == RANK[b] + 1 for a in tops for b in tops)
        builds = any(len(state.piles[13 + SUIT[c]].up) == RANK[c] - 1 for c in tops)
        won = not tops
        assert (state.over == WON) == won
        assert (state.over == STUCK) == (not won and not packs and not builds)


def up_to(**last: str) -> str:
    """Foundations that end with these ranks."""
    ranks = "A23456789TJQK"
    return "; ".join(
        f"foundation.{suit}={' '.join(r + suit for r in ranks[: ranks.index(end) + 1])}"
        for suit, end in last.items()
    )


POSITION = (
    "tab.0=KS QH; tab.1=KH TS; tab.2=KD JS; tab.3=KC TH 9S; tab.4=QS JH TD; tab.5=QD JD TC; "
    "tab.6=JC; tab.7=QC; " + up_to(S="8", H="9", D="9", C="9")
)
LOST = "tab.0=KS JS QS; tab.1=KC JC QC; " + up_to(S="T", H="K", D="K", C="T")
ACE_AND_KING = "tab.0=AD; tab.1=KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D; tab.2=KH; " + up_to(
    S="K", H="Q", C="K"
)


def test_one_card_at_a_time_of_any_suit_and_never_into_a_space() -> None:
    state = composed(RULES, POSITION)
    assert legal_texts(RULES, state) == [
        "pack tab.1 tab.2", "pack tab.1 tab.6", "pack tab.2 tab.0", "pack tab.2 tab.7",
        "build tab.3", "pack tab.3 tab.1", "pack tab.3 tab.4", "pack tab.3 tab.5",
        "build tab.4", "pack tab.4 tab.2", "pack tab.4 tab.6", "build tab.5",
        "pack tab.5 tab.2", "pack tab.5 tab.6", "pack tab.6 tab.0", "pack tab.6 tab.7",
    ]  # fmt: skip
    state = play(RULES, state, "pack tab.6 tab.7")
    assert not any(text.endswith("tab.6") for text in legal_texts(RULES, state))
    assert names(state.piles[7].up) == ["QC", "JC"]


def test_no_wrap_between_ace_and_king() -> None:
    state = composed(RULES, ACE_AND_KING)
    assert legal_texts(RULES, state) == ["build tab.0", "pack tab.0 tab.1", "build tab.2"]


def test_a_space_takes_no_king_either() -> None:
    with pytest.raises(IllegalMove, match="A column that has been cleared stays empty"):
        play(RULES, composed(RULES, ACE_AND_KING), "pack tab.2 tab.5")


def test_lost_without_a_move() -> None:
    assert composed(RULES, LOST).over == STUCK


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("pack foundation.S tab.0", "from one column on another"),
        ("build foundation.S", "There is no card there to build"),
        ("pack tab.11 tab.0", "That column is empty"),
        ("build tab.11", "There is no card there to build"),
        ("build tab.0", "the next higher card of its suit, from the ace up"),
        ("pack tab.3 foundation.S", "from one column on another"),
        ("pack tab.5 tab.11", "A column that has been cleared stays empty"),
        ("pack tab.0 tab.0", "packed on a card one rank higher"),
        ("pack tab.3 tab.6", "packed on a card one rank higher"),
        ("pack tab.6 tab.1", "packed on a card one rank higher"),
    ],
)
def test_refusals(move: str, sentence: str) -> None:
    state = composed(RULES, POSITION)
    with pytest.raises(IllegalMove, match=sentence):
        play(RULES, state, move)
    assert move not in legal_texts(RULES, state)


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("tab.0=QS KS; tab.1=JS; " + up_to(S="T", H="K", D="K", C="K"), "as KS does"),
        (
            "tab.0=KS; tab.1=TS QS 9S JS 8S; " + up_to(S="7", H="K", D="K", C="K"),
            "8S was not dealt there",
        ),
        (
            "tab.0=KS; tab.1=TS QS JS 8S 9S; " + up_to(S="7", H="K", D="K", C="K"),
            "9S was not dealt there, and cannot have been packed there",
        ),
        (up_to(S="K", H="K", D="K", C="K").replace("AS 2S", "2S AS"), "its suit from the ace up"),
        (
            "foundation.S=AH; tab.0=AS; tab.1=KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H; "
            "tab.2=KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S; " + up_to(D="K", C="K"),
            "A foundation holds its suit",
        ),
    ],
)
def test_positions_that_cannot_arise(position: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        composed(RULES, position)
