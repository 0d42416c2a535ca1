"""Tests of Usk Patience: one game through both deals, the redeal, every refusal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import NAME, RANK, again, deal_number_seed, names, new_pack, shuffle
from engine.errors import BadPosition, IllegalMove
from engine.games import game
from engine.games.usk import HEIGHTS, PLACES, dealt
from engine.table import STUCK, WON
from tests.engine.helpers import (
    AnyState,
    cards,
    deal,
    legal_texts,
    perft_cases,
    play,
    playouts,
)

RULES = game("usk")
ANY_DEAL = game("usk", {"first_deal_has_ace": False})

K1 = cards(
    """
    JD JH 5C 3H 6H AS 2C 3D 4C 7H  8S KH 7D 9C 2D QC 9S TH 5S  4S JS TS 2S TC KS 8H QD
    QH 7C 5H AD AC QS JC  6S 3S 7S KD 3C KC  8D 9H 6D 9D AH  2H 4H 6C 8C  5D 4D TD
    """
)
FIRST = """
    3C>4D 7H>8C KC=9 QD>KC 9D>TC JC>QD 9S>TH 2C* QS>KD TD>JC 6C>7H 5S>6D KD=6 7S>8H 4C>5D KS=8
    3C* 4C* 5D>6C 2H* 4D>5S
"""
SECOND = """
    2D* 7S>8H KH=9 3H* 8D>9C 4H* 4S>5H 7C>8D 5C* 8S>9D 5H>6S 6C* JD>QS JH>QC JS>QH QS>KH QH>KS
    4S>5D 5H* 5D>6S 3D* 2S* 3S* 4S* TC>JH 6S>7D TS>JD 7H>8S KD=5 QC>KD 9C>TH 9D>TC 8C>9H 4D*
"""


def rows(state: AnyState) -> list[str]:
    columns = [names(pile.up) for pile in state.piles[:10]]
    return [
        " ".join(column[row] for column in columns if len(column) > row)
        for row in range(max(map(len, columns)))
    ]


def played(state: AnyState, line: str) -> AnyState:
    """The state after a line in these signs: `>` pack, `=` to a space, `*` build."""
    for word in line.split():
        at = {
            NAME[c]: (i, len(pile.up) - k)
            for i, pile in enumerate(state.piles[:10])
            for k, c in enumerate(pile.up)
        }
        src, n = at[word[:2]]
        if word.endswith("*"):
            state = play(RULES, state, f"build tab.{src}")
        else:
            dst = int(word[3:]) if "=" in word else at[word[3:]][0]
            state = play(RULES, state, f"pack tab.{src} tab.{dst} {n}")
    return state


def test_k1_the_first_deal() -> None:
    state = RULES.deal(K1)
    assert [len(pile.up) for pile in state.piles[:10]] == [8, 8, 8, 7, 5, 5, 4, 3, 2, 1]
    assert names(state.piles[11].up) == ["AH"], "the only exposed ace is out at once"
    assert RULES.facts(state) == {"session": 1}
    state = played(state, FIRST)
    assert RULES.progress(state) == 7
    assert [len(state.piles[10 + suit].up) for suit in range(4)] == [0, 2, 1, 4]


def test_k1_the_redeal() -> None:
    state = play(RULES, played(RULES.deal(K1), FIRST), "redeal")
    assert rows(state) == [
        "KC QD JC TD KS 3D TH 9S 8H 7S",
        "6D 5S 4D KD QS AS QC 6H 2D",
        "TC 9D 8C 7H 6C 5D 3H 9C",
        "2S 5C 7D TS 5H JH KH",
        "JS 7C 3S 9H 4H JD",
        "8S 4S QH 6S 8D",
    ]
    assert RULES.facts(state) == {"session": 2}
    with pytest.raises(IllegalMove, match="dealt again only once"):
        play(RULES, state, "redeal")


def test_the_redeal_may_come_before_the_moves_run_out() -> None:
    state = played(RULES.deal(K1), FIRST[: FIRST.index("2C*")])
    kinds = {text.split()[0] for text in legal_texts(RULES, state)}
    assert kinds == {"pack", "build", "redeal"}
    assert RULES.facts(play(RULES, state, "redeal")) == {"session": 2}


def test_k1_the_second_deal_comes_out() -> None:
    state = played(play(RULES, played(RULES.deal(K1), FIRST), "redeal"), SECOND)
    builds = 0
    while not state.over:
        state = play(RULES, state, next(t for t in legal_texts(RULES, state) if "build" in t))
        builds += 1
    assert builds == 33
    assert state.over == WON


def test_the_rows_of_the_deal() -> None:
    pack = new_pack(1)
    assert HEIGHTS == [8, 8, 8, 7, 6, 5, 4, 3, 2, 1]
    columns = dealt(pack)
    assert [column[0] for column in columns] == pack[:10]
    assert [column[1] for column in columns[:9]] == pack[10:19]
    assert [column[7] for column in columns[:3]] == pack[49:]


def test_a_seed_is_shuffled_again_until_an_ace_is_exposed() -> None:
    repeated = 0
    for number in range(1, 200):
        seed = deal_number_seed(number)
        pack = shuffle(new_pack(1), seed)
        assert ANY_DEAL.pack(seed) == pack
        while all(RANK[column[-1]] != 1 for column in dealt(pack)):
            seed, repeated = again(seed), repeated + 1
            pack = shuffle(new_pack(1), seed)
        assert RULES.pack(deal_number_seed(number)) == pack
        assert RULES.progress(RULES.deal(pack)) > 0
    assert repeated > 100, "about two of five deals expose no ace"


def test_a_given_pack_is_never_turned_down() -> None:
    pack = ANY_DEAL.pack(deal_number_seed(2))
    assert not RULES.begins(pack)
    assert RULES.progress(RULES.deal(pack)) == 0


def test_an_ace_below_an_ace_goes_out_with_it() -> None:
    """AD is the foot of the first column and AC lies on it; AH is the foot of the second."""
    last = [max(i for i, column in enumerate(PLACES) if column == c) for c in (0, 1)]
    above = max(i for i, column in enumerate(PLACES[: last[0]]) if column == 0)
    feet = {above: "AC", last[0]: "AD", last[1]: "AH"}
    others = iter(name for name in NAME if name not in feet.values())
    state = RULES.deal(cards(" ".join(feet.get(i) or next(others) for i in range(52))))
    assert [len(state.piles[10 + suit].up) for suit in range(4)] == [0, 1, 1, 1]
    assert [len(pile.up) for pile in state.piles[:3]] == [6, 7, 8]


def test_an_ace_that_comes_to_light_goes_out_and_the_one_below_it() -> None:
    start = next(c for c in perft_cases("usk") if c.title.startswith("An ace that comes")).start
    step = RULES.play(start, RULES.codec.from_text("build tab.0"))
    assert [names(event.cards) for event in step.events] == [["2S"], ["AD"], ["AH"]]


def test_aces_that_the_redeal_exposes_go_out_from_the_lowest_column_first() -> None:
    full = next(c for c in perft_cases("usk") if c.title.startswith("The same before")).start
    start = RULES.load(RULES.position(full).replace("AH 5H 9H JH", "JH 5H 9H AH"))
    step = RULES.play(start, RULES.codec.from_text("redeal"))
    dealt_again, out = step.events[:-2], step.events[-2:]
    gathered = [card for pile in reversed(start.piles[:10]) for card in pile.up]
    assert [event.cards for event in dealt_again] == [(card,) for card in gathered]
    assert [event.dst for event in dealt_again] == PLACES
    assert all(event.cards[0] in start.piles[event.src].up for event in dealt_again)
    assert [(event.src, names(event.cards)) for event in out] == [(4, ["AS"]), (5, ["AH"])]
    assert RULES.progress(step.state) == 2


def test_like_colours_do_not_fit_whatever_their_suits() -> None:
    """8H is the foot of one column; of another now 9D, which changes places with 9H."""
    text = RULES.position(SPACES)
    assert "=|9H;" in text
    state = RULES.load(text.replace("9D", "9h").replace("9H", "9D").replace("9h", "9H"))
    with pytest.raises(IllegalMove, match="one higher and of the contrary colour"):
        play(RULES, state, "pack tab.3 tab.4 1")


def test_a_whole_sequence_or_its_lower_end_moves() -> None:
    state = play(RULES, played(RULES.deal(K1), FIRST), "redeal")
    state = played(state, SECOND[: SECOND.index("4S>5D")])
    legal = legal_texts(RULES, state)
    column = next(i for i in range(10) if names(state.piles[i].up[-2:]) == ["5H", "4S"])
    assert f"pack tab.{column} tab.5 1" in legal, "4S alone on 5D"


@given(data=st.data())
def test_stuck_by_definition(data: st.DataObject) -> None:
    for state in data.draw(playouts(RULES))[-4:]:
        out = sum(len(pile.up) for pile in state.piles[10:])
        assert (state.over == WON) == (out == 52)
        if state.over == STUCK:
            assert state.beside == 2
        assert ("redeal" in legal_texts(RULES, state)) == (state.beside == 1 and out < 52)
        for pile in state.piles[:10]:
            assert not pile.up or RANK[pile.up[-1]] != 1


SPACES = next(c for c in perft_cases("usk") if c.title.startswith("A space takes a king")).start


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("pack tab.0 tab.0 1", "from one column on another"),
        ("pack foundation.H tab.0 1", "from one column on another"),
        ("pack tab.0 foundation.S 1", "from one column on another"),
        ("pack tab.0 tab.5 0", "At least one card moves"),
        ("pack tab.0 tab.5 -1", "At least one card moves"),
        ("pack tab.4 tab.5 2", "There are not so many cards"),
        ("pack tab.0 tab.5 4", "Only cards that go down in alternate colours"),
        ("pack tab.0 tab.5 2", "Only a king, with the cards on it"),
        ("pack tab.3 tab.5 1", "Only a king, with the cards on it"),
        ("pack tab.0 tab.2 1", "one that is one higher and of the contrary colour"),
        ("pack tab.3 tab.4 1", "one that is one higher and of the contrary colour"),
        ("build foundation.S", "There is no card there to build"),
        ("build tab.5", "There is no card there to build"),
        ("build tab.0", "the next higher card of its suit"),
        ("redeal", "The cards are dealt again only once"),
    ],
)
def test_refusals(move: str, sentence: str) -> None:
    with pytest.raises(IllegalMove, match=sentence):
        play(RULES, SPACES, move)


def test_kings_and_spaces() -> None:
    legal = legal_texts(RULES, SPACES)
    assert "pack tab.0 tab.5 3" in legal
    state = play(RULES, SPACES, "pack tab.0 tab.9 3", "pack tab.2 tab.5 1")
    with pytest.raises(IllegalMove, match="at the head of a column already"):
        play(RULES, state, "pack tab.5 tab.6 1")
    assert "build tab.3" in legal
    state = play(RULES, state, "build tab.3")
    assert names(state.piles[11].up)[-1] == "8H"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("session=2", "session=3"), "The session must be a number from 1 to 2"),
        (("session=2", "session=true"), "The session must be a number from 1 to 2"),
        (("; session=2", ""), "The session must be a number from 1 to 2"),
        (("AH 2H 3H", "2H AH 3H"), "A foundation holds its suit from the ace up"),
        (("tab.4=|9H", "tab.4=9H|"), "The cards of tab.4 lie face up"),
        (("foundation.S=|AS", "foundation.S=|"), "AS is missing"),
        (("tab.4=|9H; tab.5=|", "tab.4=|; tab.5=|9H AS"), "already have happened"),
        (("9H; tab.5=|; tab.6=|; tab.7=|; tab.8=|; tab.9=|", "; tab.5=|; tab.6=|; tab.7=|; "
          "tab.8=|; tab.9=|9H AS"), "already have happened"),
        (("|QD TC TH TD JC KH", "|TC TH TD JC KH"), "QD is missing"),
    ],
)  # fmt: skip
def test_positions_that_cannot_arise(change: tuple[str, str], sentence: str) -> None:
    text = RULES.position(SPACES).replace(*change)
    if "AS" in change[1]:
        text = text.replace("foundation.S=|AS", "foundation.S=|")
    with pytest.raises(BadPosition, match=sentence):
        RULES.load(text)


def test_a_column_grows_only_in_sequence() -> None:
    full = next(c for c in perft_cases("usk") if c.title.startswith("Nothing fits")).start
    text = RULES.position(full)
    taken = text.replace("QC 8C", "QC")
    for column, grown in (("9=|8D", "9=|8D 8C"), ("7=|3C 7C 4C", "7=|3C 7C 4C 8C")):
        with pytest.raises(BadPosition, match="so many cards that are out of sequence"):
            RULES.load(taken.replace(column, grown))
    packed = text.replace("3D 7D", "3D").replace("QC 8C", "QC 8C 7D")
    assert RULES.load(packed).piles[8].up == tuple(cards("QC 8C 7D"))
    state = deal(RULES, 1)
    assert RULES.load(RULES.position(state)) == state
