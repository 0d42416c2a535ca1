"""Tests of The Demon: a worked example, the grace, the ends, and every refusal."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import RANK, names
from engine.errors import BadPosition, IllegalMove
from engine.games import game
from engine.games.demon import Grace
from engine.moves import Move, Turn
from engine.races.board import GameBoard
from engine.table import EMPTY, STUCK, WON
from tests.engine.helpers import AnyState, allowed, cards, composed, legal_texts, play, playouts

RULES = game("demon")
WHOLE = game("demon", {"whole_column_only": True})
PACKETS = game("demon", {"packet_only": True})
GRACELESS = game("demon", {"grace": False})

D1 = cards(
    """
    9H 3H QS 2D KS 4H TS JH 9C JC 2S 7D KH QD 8H 8S 2H 5D
    AH 6S TH 5S TC 6D 3D 7S AS 8C AC 5H 5C 7H QC 6H 4S 7C
    JS KD 3C 4D 2C QH AD TD 9D 6C 8D 4C JD KC 9S 3S
    """
)


def foundation(suit: str, height: int, first: str = "5") -> str:
    ranks = "A23456789TJQK" * 2
    at = ranks.index(first)
    return f"foundation.{suit}=" + " ".join(rank + suit for rank in ranks[at : at + height])


ROW = "tab.0=6S; tab.1=7S; tab.2=8S; tab.3=9S; foundation.S=5S"
SPADES_IN = "AS 2S 3S 4S TS JS QS KS"
RED_AND_BLACK = f"{foundation('D', 13)}; {foundation('C', 13)}"
GONE = f"{RED_AND_BLACK}; {foundation('S', 6)}; {foundation('H', 6)}; "
GAPS = GONE + "tab.0=KH QS JH; tab.1=4H 3S; waste=2H 3H KS 4S AH QH|JS; stock=2S AS|"
LAST_TWO = (
    f"{RED_AND_BLACK}; {foundation('S', 10)}; {foundation('H', 6)}; "
    "tab.0=QH; tab.1=4H 3S; tab.2=KH; tab.3=AH; reserve=|2H; waste=3H 4S|2S JH"
)
START = f"{RED_AND_BLACK}; {foundation('S', 3)}; {foundation('H', 1)}; "
GRACE = (
    START + "tab.0=6H; tab.1=8H; tab.2=KS QH; tab.3=JS; reserve=2S|2H; waste=|9S; "
    "grace_left=true; quiet=true; rest=waste"
)
BLOCKED = (
    START + "tab.0=TH; tab.1=QH; tab.2=AS; tab.3=3S; reserve=2S|4S; waste=|KS; rest=waste; "
    "quiet=true; barren=true"
)
SIDEWAYS = GONE + "tab.0=QH; tab.1=JS; tab.2=4H 3S; tab.3=AH; waste=|KH; rest=waste"
ALL_LAID = (
    f"{RED_AND_BLACK}; {foundation('S', 3)}; {foundation('H', 1)}; tab.0=QH JS TH 9S 8H; "
    "tab.1=KH QS JH TS 9H 8S 7H; tab.2=4S 3H 2S; tab.3=4H 3S 2H AS; reserve=6H AH|KS; "
    "grace_left=true"
)
BASE = (
    f"{RED_AND_BLACK}; tab.0=AH; tab.1=6S; tab.2=9H; tab.3=8S; reserve=2S|KS; waste=2H|5H; "
    "rest=stock"
)


def tops(state: AnyState, *piles: str) -> list[str]:
    at = RULES.layout.index
    return [" ".join(names(state.piles[at[pile]].up)) for pile in piles]


def nothing(state: AnyState) -> bool:
    return legal_texts(RULES, state) == ["turn"]


def test_fewer_left_of_the_thirteen_breaks_a_tie() -> None:
    board = GameBoard.start(RULES, D1)
    assert (board.best, board.tie_break, board.reached_ms) == (1, 0, 0)
    moves = ("turn", "turn", "build waste", "turn", "pack waste tab.3", "pack waste tab.1")
    for ms, text in enumerate((*moves, "pack reserve tab.3"), 1):
        board = board.play(RULES, RULES.codec.from_text(text), ms)
    assert (board.best, board.tie_break, board.reached_ms) == (2, 1, 7)
    shorter = composed(RULES, GRACE)
    assert RULES.tie_break(shorter) == 11
    behind = GameBoard(shorter, 9, 30, 12, 5, None).play(RULES, Turn(), 6)
    assert (behind.best, behind.tie_break, behind.reached_ms) == (30, 12, 5), "the best so far"


def test_vector_d1() -> None:
    state = RULES.deal(D1)
    assert tops(state, "reserve", "tab.0", "foundation.D") == ["KH", "QD", "5D"]
    assert RULES.facts(state)["base"] == "5"
    state = play(RULES, state, "turn")
    assert tops(state, "waste") == ["TH"]
    assert nothing(state)
    state = play(RULES, state, "turn", "build waste")
    assert tops(state, "waste") == ["TC"]
    state = play(RULES, state, "turn", "pack waste tab.3", "pack waste tab.1", "pack reserve tab.3")
    assert tops(state, "reserve") == ["7D"]
    state = play(RULES, state, "build reserve")
    assert tops(state, "reserve") == ["2S"]
    state = play(RULES, state, "turn", "build waste")
    assert tops(state, "waste") == ["AC"]
    state = play(RULES, state, "turn", "pack waste tab.3", "pack waste tab.2", "build waste")
    for _ in range(7):
        state = play(RULES, state, "turn")
        assert nothing(state)
    assert state.piles[9] == EMPTY
    assert tops(state, "tab.0", "tab.1", "tab.2", "tab.3") == [
        "QD",
        "8H 7S",
        "8S 7H",
        "2H AS KH QC",
    ]
    assert tops(state, "foundation.D", "foundation.H", "foundation.C") == ["5D 6D 7D", "5H", "5C"]
    assert (sum(map(len, state.piles[0])), sum(map(len, state.piles[10]))) == (11, 27)
    state = play(RULES, state, "turn", "turn", "turn")
    assert tops(state, "waste") == ["6H"]
    state = play(RULES, state, "build waste", "build tab.2")
    assert tops(state, "foundation.H", "tab.2") == ["5H 6H 7H", "8S"]


def test_base_cards_are_put_out_at_the_start() -> None:
    pack = cards("AS 2S 3S 4S 6S 7S 8S 9S TS JS QS 5H 5S 2H 5C 3H 4H 5D")
    state = RULES.deal([*pack, *(c for c in range(52) if c not in pack)])  # type: ignore[list-item]
    assert tops(state, "foundation.S", "foundation.H", "foundation.D", "foundation.C") == [
        "5S", "5H", "5D", "5C",
    ]  # fmt: skip
    assert tops(state, "tab.0", "tab.1", "tab.2", "tab.3") == ["2H", "QS", "3H", "4H"]
    assert tops(state, "reserve") == ["JS"]
    assert RULES.progress(state) == 4


def dealt(text: str) -> AnyState:
    """The deal of a pack that begins with these cards."""
    pack = cards(text)
    return RULES.deal([*pack, *(c for c in range(52) if c not in pack)])  # type: ignore[list-item]


def test_a_base_card_on_the_reserve_alone_is_put_out_at_the_start() -> None:
    state = dealt("AS 2S 3S 4S 6S 7S 8S 9S TS JS QS KS 5H 2H 3H 4H 6H 5D")
    assert tops(state, "foundation.H", "reserve", "tab.0") == ["5H", "KS", "2H"]
    assert len(state.piles[0].down) == 11


def test_of_two_base_cards_in_the_row_the_left_is_put_out_first() -> None:
    state = dealt("AS 2S 3S 4S 6S 7S 8S 9S TS JS QS KS AH 5H 2H 5S 3H 5D")
    assert tops(state, "tab.0", "tab.1", "tab.2", "tab.3") == ["AH", "2H", "KS", "3H"]
    assert tops(state, "reserve") == ["QS"]


def test_without_the_option_no_deal_has_a_grace() -> None:
    assert RULES.deal(D1).beside.grace_left
    assert not GRACELESS.deal(D1).beside.grace_left


def test_a_base_card_goes_to_its_foundation_only() -> None:
    texts = legal_texts(RULES, composed(RULES, BASE))
    assert texts == ["build waste", "pack reserve tab.0", "move tab.3 tab.2 1", "turn"]


def test_an_emptied_column_is_filled_from_the_reserve() -> None:
    state = play(RULES, composed(RULES, BASE), "move tab.3 tab.2 1")
    assert tops(state, "tab.2", "tab.3", "reserve") == ["9H 8S", "KS", "2S"]


def test_a_last_packet_of_two() -> None:
    state = composed(RULES, LAST_TWO)
    texts = legal_texts(RULES, state)
    assert "build waste" in texts
    assert "build waste.1" in texts
    lower = play(RULES, state, "build waste.1")
    assert tops(lower, "waste") == ["JH"]
    assert "build waste.1" not in legal_texts(RULES, lower)
    upper = play(RULES, state, "build waste")
    assert tops(upper, "waste") == ["2S"]
    assert "build waste" in legal_texts(RULES, upper)
    assert tops(play(RULES, lower, "build waste"), "waste") == ["4S"]


def test_packets_of_three_two_and_one() -> None:
    state = composed(RULES, GAPS)
    state = play(RULES, state, "turn")
    assert tops(state, "waste") == ["AS 2S"]
    state = play(RULES, state, "turn")
    assert tops(state, "waste") == ["KS"]
    assert len(state.piles[9].down) == 6
    assert RULES.facts(state)["quiet"] is True
    state = play(RULES, state, "turn", "turn", "turn")
    assert tops(state, "waste") == ["KS"]


def test_gaps() -> None:
    texts = legal_texts(RULES, composed(RULES, GAPS))
    assert "fill waste tab.2 1" in texts
    assert "fill tab.0 tab.3 2" in texts
    assert "fill tab.0 tab.3 3" not in texts
    whole = legal_texts(WHOLE, composed(WHOLE, GAPS))
    assert [t for t in whole if t.startswith(("fill tab", "move"))] == []
    with pytest.raises(IllegalMove, match="No such card from there fills a gap"):
        play(WHOLE, composed(WHOLE, GAPS), "fill tab.0 tab.3 2")


def test_a_base_card_fills_no_gap() -> None:
    five = f"{RED_AND_BLACK}; {foundation('S', 1)}; tab.0=9H 8S; tab.1=7H 6S 5H; rest=waste; "
    texts = legal_texts(RULES, composed(RULES, five + "waste=|2S"))
    assert [text for text in texts if text.startswith("fill tab.1 tab.2")] == ["fill tab.1 tab.2 2"]
    waste = composed(RULES, five.replace(" 5H", "") + "waste=|5H")
    for move in ("fill waste tab.2 1", "pack waste tab.1"):
        with pytest.raises(IllegalMove, match="base rank goes to a foundation only"):
            play(RULES, waste, move)


def test_columns_move_whole_with_the_option() -> None:
    position = (
        f"{foundation('C', 13)}; {foundation('D', 4)}; {foundation('S', 2)}; {foundation('H', 1)}; "
        "tab.0=9D 8S; tab.1=9H; tab.2=TS; tab.3=2H; waste=|2S; rest=stock"
    )
    assert "move tab.0 tab.1 1" in legal_texts(RULES, composed(RULES, position))
    state = composed(WHOLE, position)
    assert "move tab.0 tab.2 2" in legal_texts(WHOLE, state)
    with pytest.raises(IllegalMove, match="Columns move whole"):
        play(WHOLE, state, "move tab.0 tab.1 1")


def test_packets_only() -> None:
    state = composed(PACKETS, GAPS + "; packet=1")
    state = play(PACKETS, state, "fill waste tab.2 1")
    assert tops(state, "waste") == ["QH"]
    with pytest.raises(IllegalMove, match="No such card from there"):
        play(PACKETS, state, "fill waste tab.3 1")
    assert PACKETS.facts(state)["packet"] == 0
    assert PACKETS.facts(play(PACKETS, state, "turn"))["packet"] == 2


@pytest.mark.parametrize(
    ("position", "move", "quiet"),
    [
        (BASE, "build waste", False),
        (BASE, "pack reserve tab.0", False),
        (BASE, "move tab.3 tab.2 1", False),  # the reserve fills the column
        (GAPS, "fill waste tab.2 1", False),
        (GAPS, "fill tab.0 tab.3 2", True),
        (GAPS, "turn", True),
        (SIDEWAYS, "move tab.1 tab.0 1", True),
    ],
)
def test_what_makes_a_pass_unquiet(position: str, move: str, quiet: bool) -> None:
    state = composed(RULES, position + "; quiet=true")
    assert play(RULES, state, move).beside.quiet is quiet
    unquiet = composed(RULES, position)
    assert play(RULES, unquiet, move).beside.quiet is False


def test_each_pass_is_judged_by_itself() -> None:
    state = RULES.deal(D1)
    assert state.beside[1:3] == (True, True)
    state = play(RULES, state, "turn")
    assert state.beside[1:3] == (True, True), "the ten of hearts fits nowhere"
    state = play(RULES, state, "turn")
    assert state.beside[1:3] == (True, False), "the six of diamonds could be built"
    state = play(RULES, state, *["turn"] * 10)
    assert state.piles[9] == EMPTY
    assert state.beside[1:3] == (True, False), "not a card was used in this pass"
    state = play(RULES, state, "turn")
    assert state.beside[1:3] == (True, True), "a new pass"
    state = play(RULES, state, "turn", "build waste", *["turn"] * 10)
    assert state.beside[1:3] == (False, False)
    assert play(RULES, state, "turn").beside[1:3] == (True, True)


def test_blocked_with_stock_and_waste_used_up() -> None:
    state = composed(RULES, ALL_LAID)
    assert legal_texts(RULES, state) == ["move tab.1 tab.3 7", "grace foundation.S tab.0 foot"]
    packs = composed(RULES, ALL_LAID.replace("6H AH|KS", "6H KS|AH"))
    assert legal_texts(RULES, packs) == ["move tab.1 tab.3 7", "pack reserve tab.2"][::-1]
    with pytest.raises(IllegalMove, match="when you are blocked"):
        play(RULES, packs, "grace foundation.S tab.0 foot")


def test_blocked_only_when_the_stock_is_out() -> None:
    state = composed(RULES, GRACE.replace("waste=|9S", "waste=|9S; stock=3S|"))
    assert state.beside.quiet
    assert not any(text.startswith("grace") for text in legal_texts(RULES, state))


def test_the_grace_needs_two_cards_and_no_more() -> None:
    two = GRACE.replace(foundation("S", 3), foundation("S", 2)).replace("tab.0=6H", "tab.0=7H")
    after = play(RULES, composed(RULES, two), "grace foundation.S tab.0 foot")
    assert tops(after, "foundation.S", "tab.0") == ["5S", "7H 6S"]


def test_after_the_grace_there_is_a_whole_pass_to_try() -> None:
    saved = composed(RULES, BLOCKED + "; grace_left=true")
    after = play(RULES, saved, "grace foundation.D tab.3 head")
    assert after.beside == (False, True, False, 0)
    assert after.over is None
    assert "turn" in legal_texts(RULES, after)
    assert "turn" in legal_texts(RULES, saved), "nobody must take the grace"


def test_a_card_under_a_whole_column() -> None:
    laid_under = GRACE.replace("tab.2=KS QH", "tab.2=3S 2H").replace("2S|2H", "2S|QH")
    after = play(RULES, composed(RULES, laid_under), "grace foundation.D tab.2 head")
    assert tops(after, "tab.2", "foundation.D") == ["4D 3S 2H", foundation("D", 12)[13:]]


@pytest.mark.parametrize(
    ("move", "pile", "cards_there"),
    [
        ("grace foundation.S tab.0 head", "tab.0", "7S 6H"),
        ("grace foundation.S tab.1 foot", "tab.1", "8H 7S"),
    ],
)
def test_grace(move: str, pile: str, cards_there: str) -> None:
    state = composed(RULES, GRACE)
    assert move in legal_texts(RULES, state)
    after = play(RULES, state, move)
    assert tops(after, pile, "foundation.S") == [cards_there, "5S 6S"]
    assert RULES.progress(after) == RULES.progress(state) - 1
    assert not any(text.startswith("grace") for text in legal_texts(RULES, after))


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (GRACE.replace("quiet=true", "quiet=false"), "when you are blocked"),
        (GRACE.replace("grace_left=true", "grace_left=false"), "it has been had"),
    ],
)
def test_no_grace(position: str, sentence: str) -> None:
    with pytest.raises(IllegalMove, match=sentence):
        play(RULES, composed(RULES, position), "grace foundation.S tab.0 head")


def test_a_blocked_game_is_lost_when_no_grace_is_left() -> None:
    state = composed(GRACELESS, BLOCKED)
    assert state.over == STUCK
    assert GRACELESS.refusal(state, Turn()) == "A whole pass has shown nothing that can be done."
    fresh = composed(RULES, BLOCKED.replace("barren=true", "barren=false"))
    assert fresh.over is None
    saved = composed(RULES, BLOCKED + "; grace_left=true")
    assert "grace foundation.D tab.3 head" in legal_texts(RULES, saved)
    fits_nowhere = BLOCKED.replace("tab.3=3S", "tab.3=9S").replace("tab.0=TH", "tab.0=JH")
    assert composed(RULES, fits_nowhere + "; grace_left=true").over == STUCK


def test_the_ace_follows_the_king_and_a_suit_begins_with_the_base() -> None:
    heights = f"{RED_AND_BLACK}; {foundation('S', 9)}; "
    texts = legal_texts(
        RULES, composed(RULES, heights + "tab.0=AS; tab.1=AH; tab.2=5H; rest=stock")
    )
    assert [text for text in texts if text.startswith("build")] == ["build tab.0", "build tab.2"]


def test_the_last_card_wins() -> None:
    last = f"{RED_AND_BLACK}; {foundation('S', 13)}; {foundation('H', 12)}; tab.2=4H"
    assert play(RULES, composed(RULES, last), "build tab.2").over == WON


@given(data=st.data())
def test_stuck_is_as_defined(data: st.DataObject) -> None:
    for state in data.draw(playouts(RULES))[-3:]:
        assert (state.over == WON) == (RULES.progress(state) == 52)
        if state.over == STUCK:
            assert not state.piles[9].down
            assert not allowed(RULES, state._replace(over=None))


def held(state: AnyState, *piles: int) -> int:
    return sum(len(part) for i in piles for part in state.piles[i])


@given(data=st.data())
def test_what_is_remembered_of_a_pass_is_as_defined(data: st.DataObject) -> None:
    """Worked out again from nothing but how many cards lie where."""
    states = data.draw(playouts(RULES))
    grace, quiet, barren, _ = states[0].beside
    for before, after in pairwise(states):
        was, now = ([held(s, 0), held(s, *range(5, 9)), held(s, 9, 10)] for s in (before, after))
        if before.piles[:9] == after.piles[:9]:
            anew = not before.piles[9].down
            quiet, barren = quiet or anew, barren or anew
            plays = [m for m in RULES.legal_moves(after) if not isinstance(m, Turn | Grace)]
            barren = barren and not plays
        elif now[1] < was[1]:
            grace, barren = False, False
        else:
            quiet = quiet and was == now
        assert after.beside[:3] == (grace, quiet, barren)


@given(data=st.data())
def test_columns_and_foundations_keep_their_order(data: st.DataObject) -> None:
    state = data.draw(playouts(RULES))[-1]
    assert RULES.flaw(state) is None
    for move in RULES.legal(state).moves:
        if isinstance(move, Move):
            src, dst = (state.piles[RULES.layout.index[p]].up for p in (move.src, move.dst))
            assert RANK[dst[-1]] == RANK[src[-move.n]] % 13 + 1


@pytest.mark.parametrize(
    ("position", "move", "sentence"),
    [
        (BASE, "build foundation.D", "There is no card there that may be used"),
        (BASE, "build stock", "There is no card there that may be used"),
        (BASE, "build waste.1", "There is no card there that may be used"),
        (BASE, "build reserve", "Its foundation does not wait for it yet"),
        (BASE, "pack tab.0 tab.1", "The top of the reserve or of the waste is packed"),
        (BASE, "pack waste.1 tab.1", "The top of the reserve or of the waste is packed"),
        (BASE, "pack reserve stock", "Cards are packed on the columns"),
        (GAPS, "pack waste tab.3", "Cards are packed on the columns"),
        (BASE, "pack waste tab.1", "A card of the base rank goes to a foundation only"),
        (BASE, "pack reserve tab.1", "Columns go down by one in alternate colours"),
        (BASE, "move tab.0 tab.0 1", "Columns go down by one in alternate colours"),
        (BASE, "move reserve tab.0 1", "Cards move from one column onto another"),
        (GAPS, "move tab.0 tab.3 1", "Cards are packed on the columns"),
        (BASE, "move tab.0 tab.1 2", "There are not so many cards in that column"),
        (BASE, "move tab.0 tab.1 0", "There are not so many cards in that column"),
        (BASE, "move tab.0 tab.1 1", "Columns go down by one in alternate colours"),
        (BASE, "fill waste tab.0 1", "Only an empty column is filled"),
        (GAPS, "fill tab.0 tab.2 3", "not all of it"),
        (GAPS, "fill waste tab.2 2", "No such card from there fills a gap"),
        (GAPS, "fill reserve tab.2 1", "No such card from there fills a gap"),
        (GAPS, "fill waste.1 tab.2 1", "No such card from there fills a gap"),
        (GRACE, "grace tab.0 tab.1 foot", "a foundation of two or more"),
        (GRACE, "grace foundation.H tab.1 foot", "a foundation of two or more"),
        (GRACE, "grace foundation.S reserve foot", "the foot or the head of a column"),
        (GRACE, "grace foundation.S tab.0 side", "the foot or the head of a column"),
        (GRACE, "grace foundation.S tab.0 foot", "Columns go down by one"),
    ],
)
def test_refusals(position: str, move: str, sentence: str) -> None:
    state = composed(RULES, position)
    with pytest.raises(IllegalMove, match=sentence):
        play(RULES, state, move)
    assert move not in legal_texts(RULES, state)


def test_nothing_to_turn() -> None:
    state = composed(
        RULES, f"{RED_AND_BLACK}; {foundation('S', 13)}; {foundation('H', 12)}; tab.2=4H"
    )
    with pytest.raises(IllegalMove, match="There is no card left to turn"):
        play(RULES, state, "turn")


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("tab.0=AS; tab.1=AH; tab.2=AD; tab.3=AC; rest=stock", "A foundation has been begun"),
        (BASE.replace("5D 6D", "6D 5D"), "Foundations go up in suit from the base"),
        (GAPS.replace("4H 3S", "3S 4H"), "Columns go down in alternate colours"),
        ("foundation.S=5S; tab.0=6S; tab.1=7S; tab.2=8S; tab.3=9S; rest=stock", "34 cards at"),
        (GAPS.replace("QH|JS", "|QH JS"), "Only a last packet of two"),
        (BASE + "; packet=1", "no pile and no fact"),
        (GAPS + "; quiet=1", "are true or false"),
        (GAPS.replace("|JS", " JS|"), "happens by itself"),
        (GAPS + "; barren=true", "There is something to do"),
        (BASE.replace("2S|KS", "2S KS|"), "happens by itself"),
        (BASE.replace("2S|KS", "2S|3S KS"), "thirteen cards at first"),
        (f"{ROW}; reserve={SPADES_IN} AH 2H 3H 4H 5H|6H; rest=stock", "thirteen cards at first"),
        (f"{ROW}; reserve={SPADES_IN} AH 2H 3H|4H; rest=stock", "turned three at a time"),
        (f"{ROW}; reserve={SPADES_IN} AH 2H 3H 4H|5H; waste=|6H; rest=stock", "three at a time"),
        (
            f"{ROW.replace('6S', '5D')} 6S; reserve={SPADES_IN} AH 2H 3H 4H|5H; rest=stock",
            "three at a time",
        ),
    ],
)
def test_positions_that_cannot_arise(position: str, sentence: str) -> None:
    with pytest.raises((BadPosition, AssertionError), match=sentence):
        composed(RULES, position)


def test_positions_the_options_rule_out() -> None:
    with pytest.raises(BadPosition, match="there is no grace"):
        composed(GRACELESS, GAPS + "; grace_left=true")
    for packet, sentence in (("4", "three cards at most"), ('"1"', "a number of cards")):
        with pytest.raises(BadPosition, match=sentence):
            composed(PACKETS, GAPS + f"; packet={packet}")
    with pytest.raises(BadPosition, match="Only a packet of two"):
        composed(PACKETS, LAST_TWO + "; packet=1")
