"""Spider: the vectors of its rules, its options, its refusals, what cannot arise.

What it shares with Uncle Remus is in `test_uncle_remus.py`.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import RANK, SUIT, names
from engine.errors import BadPosition, IllegalMove
from engine.games import AnyGame, game
from engine.table import STUCK, WON
from tests.engine.helpers import composed, deal, legal_texts, play, playouts

RULES = game("spider")
COLOURS, ONE_SUIT = (game("spider", {"suits": suits}) for suits in (2, 1))
INTO_SPACES = game("spider", {"fill_before_deal": False})
Z2 = bytes(32)


def test_s1_the_deal() -> None:
    pack = RULES.pack(Z2)
    state = RULES.deal(pack)
    assert [len(pile.down) for pile in state.piles] == [5] * 4 + [4] * 6 + [50, 0]
    assert " ".join(names(p.up)[-1] for p in state.piles[:10]) == "5S 6H JS 7C 5C TH 8S TS JC 7H"
    assert [list(pile.down) for pile in state.piles[:10]] == [pack[i:44:10] for i in range(10)]
    assert [pile.up for pile in state.piles[:10]] == [(card,) for card in pack[44:54]]
    assert list(state.piles[10].down) == pack[:53:-1]
    assert RULES.facts(state) == {"session": 1, "deals_left": 5}
    assert legal_texts(RULES, state) == [
        "move tab.0 tab.1 1", "move tab.1 tab.3 1", "move tab.1 tab.9 1", "move tab.3 tab.6 1",
        "move tab.4 tab.1 1", "move tab.5 tab.2 1", "move tab.5 tab.8 1", "move tab.7 tab.2 1",
        "move tab.7 tab.8 1", "move tab.9 tab.6 1", "deal",
    ]  # fmt: skip
    with pytest.raises(IllegalMove, match="one rank higher"):
        play(RULES, state, "move tab.2 tab.0 1")


@pytest.mark.parametrize(("rules", "joined"), [(RULES, 0), (COLOURS, 0), (ONE_SUIT, 1)])
def test_s1_what_moves_together(rules: AnyGame, joined: int) -> None:
    state = play(rules, rules.deal(rules.pack(Z2)), "move tab.0 tab.1 1")
    assert names(state.piles[0].up) == ["9D"]
    assert rules.progress(state) == joined
    if joined:
        assert rules.progress(play(rules, state, "move tab.1 tab.3 2")) == 2
    else:
        with pytest.raises(IllegalMove, match="one suit in unbroken descending order"):
            play(rules, state, "move tab.1 tab.3 2")


def test_five_deals_of_ten() -> None:
    state = deal(RULES, 1)
    for left in (4, 3, 2, 1, 0):
        before = [pile.up for pile in state.piles[:10]]
        stock = state.piles[10].down
        state = play(RULES, state, "deal")
        assert [pile.up[-1] for pile in state.piles[:10]] == [*stock[:-11:-1]]
        assert [pile.up[:-1] for pile in state.piles[:10]] == before
        assert RULES.facts(state) == {"session": 6 - left, "deals_left": left}
    with pytest.raises(IllegalMove, match="The stock is used up"):
        play(RULES, state, "deal")


S2 = (
    "tab.1=9S 8S; tab.2=KH QS; tab.3=AS; tab.4=AH; tab.5=3S; tab.6=3H; tab.7=5S; tab.8=5H; "
    "stock=KS JS TS 7S 6S 4S 2S QH JH TH|; books=*SHDDCC; rest=tab.9"
)


def test_s2_every_space_is_filled_before_a_deal() -> None:
    state = composed(RULES, S2)
    assert "deal" not in legal_texts(RULES, state)
    with pytest.raises(IllegalMove, match="Before dealing, fill every space"):
        play(RULES, state, "deal")
    with pytest.raises(IllegalMove, match="Only cards of one suit"):
        play(RULES, state, "move tab.2 tab.0 2")
    state = play(RULES, state, "move tab.1 tab.0 1")
    assert "deal" in legal_texts(RULES, state)
    assert names(play(RULES, state, "deal").piles[0].up) == ["8S", "TH"]


def test_s2_with_the_option_a_row_falls_into_spaces() -> None:
    state = composed(INTO_SPACES, S2)
    assert "deal" in legal_texts(INTO_SPACES, state)
    assert names(play(INTO_SPACES, state, "deal").piles[0].up) == ["TH"]


@pytest.mark.parametrize("column", ["3S|2S", "2S 3S"])
def test_a_space_is_filled_while_any_column_has_two_cards(column: str) -> None:
    """A face-down card counts: the card on it can be moved into the space."""
    state = composed(RULES, f"tab.0={column}; tab.1=AS; books=*SHHDDCC; rest=stock")
    assert "deal" not in legal_texts(RULES, state)


def test_s3_fewer_cards_than_columns_can_be_dealt_on() -> None:
    position = "tab.2=3S; tab.5=2S; tab.6=AS; books=*SHHDDCC; rest=stock"
    state = composed(RULES, position)
    assert "deal" in legal_texts(RULES, state)
    after = play(RULES, state, "deal")
    assert [len(pile.up) for pile in after.piles[:10]] == [1, 1, 2, 1, 1, 2, 2, 1, 1, 1]


def test_s4_a_book_goes_out_and_a_card_comes_up() -> None:
    run = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
    state = composed(RULES, f"tab.0=4D 9H|{run}; tab.1=AS; rest=tab.2")
    assert RULES.progress(state) == 11
    after = play(RULES, state, "move tab.1 tab.0 1")
    assert names(after.piles[0].up) == ["9H"]
    assert len(after.piles[0].down) == 1
    assert after.piles[1] == ((), ())
    assert names(after.piles[11].up) == [*run.split(), "AS"]
    assert RULES.progress(after) == 13


BLACK = "KS QC JS TC 9S 8C 7S 6C 5S 4C 3S 2C"
MIXED = "KS QH JS TC 9D 8C 7S 6C 5S 4C 3S 2C"


@pytest.mark.parametrize(
    ("rules", "run", "out"),
    [
        (RULES, BLACK, 0), (COLOURS, BLACK, 13), (ONE_SUIT, BLACK, 13),
        (RULES, MIXED, 0), (COLOURS, MIXED, 0), (ONE_SUIT, MIXED, 13),
    ],
)  # fmt: skip
def test_what_is_a_book_under_each_number_of_suits(rules: AnyGame, run: str, out: int) -> None:
    state = composed(rules, f"tab.0={run}; tab.1=AS; rest=tab.2")
    after = play(rules, state, "move tab.1 tab.0 1")
    assert len(after.piles[11].up) == out
    assert rules.load(rules.position(after)) == after


def test_the_last_book_wins() -> None:
    state = composed(RULES, "tab.4=KS QS JS TS 9S 8S 7S; tab.5=6S 5S 4S 3S 2S AS; books=*SHHDDCC")
    after = play(RULES, state, "move tab.5 tab.4 6")
    assert after.over == WON
    assert RULES.progress(after) == RULES.goal == 104


EVEN = "tab.0=2S; tab.1=2H; tab.2=2D; tab.3=2C; tab.4=4S; tab.5=4H; tab.6=4D; tab.7=4C"


def test_lost_when_only_whole_columns_can_go_into_spaces() -> None:
    assert composed(RULES, f"{EVEN}; tab.8=6S; rest=tab.9").over == STUCK
    assert composed(RULES, f"{EVEN}; tab.8=5S; rest=tab.9").over is None


@pytest.mark.parametrize("rules", [RULES, COLOURS, ONE_SUIT, INTO_SPACES], ids=lambda r: r.identity)
@given(data=st.data())
def test_runs_deals_and_progress_by_definition(rules: AnyGame, data: st.DataObject) -> None:
    suits = rules.chosen["suits"]
    kind = {4: SUIT, 2: [int(suit in (1, 2)) for suit in SUIT], 1: [0] * 52}[int(suits)]
    for state in data.draw(playouts(rules))[-3:]:
        columns, legal, joins = state.piles[:10], set(), 0
        for i, src in enumerate(columns):
            for a, b in zip(src.up, src.up[1:], strict=False):
                joins += RANK[a] == RANK[b] + 1 and kind[a] == kind[b]
            for n in range(1, len(src.up) + 1):
                run = src.up[-n:]
                ranks = list(range(RANK[run[0]], RANK[run[0]] - n, -1))
                if len({kind[c] for c in run}) > 1 or [RANK[c] for c in run] != ranks:
                    break
                for j, dst in enumerate(columns):
                    if i != j and (not dst.up or RANK[dst.up[-1]] == RANK[run[0]] + 1):
                        legal.add(f"move tab.{i} tab.{j} {n}")
        sizes = [len(pile.down) + len(pile.up) for pile in columns]
        free = rules is INTO_SPACES or 0 not in sizes or max(sizes) < 2
        if state.piles[10].down and free:
            legal.add("deal")
        if state.over is None:
            assert set(legal_texts(rules, state)) == legal
        assert rules.progress(state) == joins + len(state.piles[11].up)


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("move tab.0 stock 1", "Cards move from one column to another"),
        ("move books tab.0 1", "Cards move from one column to another"),
        ("move tab.0 tab.1 0", "At least one card moves"),
        ("move tab.0 tab.1 2", "There are not so many face-up cards"),
        ("move tab.1 tab.0 1", "A card goes on a card one rank higher, or into a space"),
    ],
)
def test_refusals(move: str, sentence: str) -> None:
    with pytest.raises(IllegalMove, match=sentence):
        play(RULES, RULES.deal(RULES.pack(Z2)), move)


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("tab.0=KS; rest=stock", "The stock is dealt a whole row at a time"),
        ("stock=KS|; rest=tab.1", "The stock is dealt a whole row at a time"),
        ("tab.3=2S 3S 4S 5S 6S 6H|7S; rest=tab.1", "No column can have so many face-down cards"),
        ("tab.4=2S 3S 4S 5S 6S|7S; rest=tab.1", "No column can have so many face-down cards"),
        (f"books={BLACK} AS; rest=tab.0", "Books go out whole, king first"),
    ],
)
def test_positions_that_cannot_arise(position: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        composed(RULES, position)


def test_the_first_four_columns_have_a_sixth_card() -> None:
    assert composed(RULES, "tab.3=2S 3S 4S 5S 6S|7S; rest=tab.1").over is None


@pytest.mark.parametrize("rules", [RULES, game("uncle_remus")], ids=lambda rules: rules.slug)
def test_a_run_that_can_go_on_its_own_suit_looks_better(rules: AnyGame) -> None:
    """So a computer player does not put another card in its place."""
    state = composed(rules, "tab.0=9S; tab.1=8S; tab.2=8H; books=*SHDDCC; rest=tab.9")
    own, other = (play(rules, state, f"move tab.{src} tab.0 1") for src in (1, 2))
    assert rules.worth(own) > rules.worth(state) > rules.worth(other)
