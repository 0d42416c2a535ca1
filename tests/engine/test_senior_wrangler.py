"""Tests of Senior Wrangler: six worked examples, and every refusal."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import KING, NAME, RANK, RANKS, deal_number_seed, names, new_pack
from engine.errors import BadPack, BadPosition, BadRequest, IllegalMove
from engine.games import game
from engine.games.senior_wrangler import SEQUENCE
from engine.mechanics.sessions import heights
from engine.moves import Play
from engine.table import STUCK, WON
from tests.engine.helpers import cards, composed, deal, legal_texts, play, playouts
from tests.engine.test_uncle_remus import PACK_X

RULES = game("senior_wrangler")
NINE = game("senior_wrangler", {"deal_eighth_column": True})


def near_end(keys: str, laid: tuple[int, ...]) -> tuple[str, list[str]]:
    """Keys with so many cards on each pile, suits as they come, and the cards that are left."""
    left = Counter(new_pack(2)) - Counter(cards(keys))
    parts = []
    for i, (key, height) in enumerate(zip(keys.split(), laid, strict=True)):
        taken = []
        for rank in SEQUENCE[RANKS.index(key[0]) + 1][:height]:
            found = next(c for c in sorted(left) if RANK[c] == rank)
            left -= Counter([found])
            taken.append(NAME[found])
        parts += [f"key.{i}={key}", f"pile.{i}={' '.join(taken)}"]
    return "; ".join(parts), names(sorted(left.elements()))


def test_the_sequences() -> None:
    """The fifth and the ninth stand in the book; the others follow from its rule."""
    table = """
        23456789TJQK 468TQA3579JK 69Q258JA47TK 8Q37J26TA59K T27Q49A6J38K Q5J4T3928A7K
        A8293T4J5Q6K 3J6A94Q72T5K 5AT62J73Q84K 74AJ852Q963K 9753AQT8642K JT98765432AK
    """
    for key, line in enumerate(table.split(), start=1):
        assert "".join(RANKS[rank - 1] for rank in SEQUENCE[key][:12]) == line
        assert sorted((*SEQUENCE[key][:12], key)) == list(range(1, 14))


def test_vector_1_keys_and_columns() -> None:
    for number in range(1, 30):
        state = deal(RULES, number)
        keys = [RANK[pile.up[0]] for pile in state.piles[8:16]]
        assert len(set(keys)) == 8
        assert KING not in keys
        assert [len(pile.up) for pile in state.piles[:8]] == [12] * 8
        assert all(not pile.down for pile in state.piles)


def test_vector_2_the_layout_of_pack_x() -> None:
    state = RULES.deal(PACK_X)
    assert [p.up[0] for p in state.piles[8:16]] == cards("6H 4D 7S JD QH AH 3S 2C")
    assert [p.up[0] for p in state.piles[:8]] == cards("6D KD KH JS 7H KS AC JS")
    assert list(state.piles[0].up) == cards("6D 5D 5H 5S 2D 7S 3D TH 3C JD 4H AS")
    assert list(state.piles[7].up) == cards("JS 6S KC TH 6S 4H 4S 8D 5H 2C QD AC")


def test_cards_that_are_no_keys_head_the_columns() -> None:
    """Kings, and ranks that lie already; the ninth of them lies on the first."""
    early = "KS KH 2S 2H 2D 2C KD 3S KC 3H 3D KS 3C 4S 5S 6S 7S 8S 9S"
    rest = list((Counter(new_pack(2)) - Counter(cards(early))).elements())
    state = RULES.deal([*cards(early), *rest])
    assert [p.up[0] for p in state.piles[8:16]] == cards("2S 3S 4S 5S 6S 7S 8S 9S")
    assert [p.up[0] for p in state.piles[:8]] == cards("KS KH 2H 2D 2C KD KC 3H")
    assert [p.up[1] for p in state.piles[:8]] == [*cards("3D KS 3C"), *rest[:5]]
    assert [p.up[2] for p in state.piles[:8]] == rest[5:13]


def test_the_columns_begin_when_the_keys_lie() -> None:
    pack = new_pack(2)
    state = RULES.deal(pack)
    assert [p.up[0] for p in state.piles[8:16]] == pack[:8]
    assert [list(p.up) for p in state.piles[:8]] == [pack[8 + i :: 8] for i in range(8)]


def test_vector_3_the_first_moves_of_pack_x() -> None:
    state = RULES.deal(PACK_X)
    assert set(legal_texts(RULES, state)) == {
        "play col.0 pile.2", "play col.1 pile.5", "play col.2 pile.0", "play col.4 pile.3",
        "play col.6 pile.6", "play col.7 pile.2", "end_session",
    }  # fmt: skip
    for pile, need in enumerate("Q8A9J264"):
        with pytest.raises(IllegalMove, match=rf"needs this rank next, of any suit: {need}\."):
            play(RULES, state, f"play col.3 pile.{pile}")
    state = play(RULES, state, "play col.7 pile.2")
    legal = legal_texts(RULES, state)
    assert "play col.0 pile.2" not in legal
    assert "play col.7 pile.0" in legal


def test_vector_4_the_first_column_is_dealt_again() -> None:
    step = RULES.play(RULES.deal(PACK_X), RULES.codec.from_text("end_session"))
    piles = step.state.piles
    assert names(piles[0].up) == ["6D", "3C"]
    assert names(piles[1].up)[-3:] == ["2S", "5D", "JD"]
    assert names(piles[7].up)[-2:] == ["AC", "TH"]
    assert [len(pile.up) for pile in piles[:8]] == [2, 14, 14, 14, 13, 13, 13, 13]
    assert not step.revealed
    assert [e.dst for e in step.events] == [*range(8), 0, 1, 2, 3]


@pytest.mark.parametrize(
    ("rules", "sizes"),
    [(RULES, [18, 16, 13, 10, 8, 5, 2, 24]), (NINE, [21, 19, 16, 13, 11, 8, 5, 3])],
)
def test_vector_5_seven_or_eight_redeals(rules: object, sizes: list[int]) -> None:
    options = RULES if rules is RULES else NINE
    state = options.deal(PACK_X)
    for session in range(1, len(heights(1)) + (options is NINE)):
        assert options.facts(state) == {"session": session}
        assert [len(pile.up) for pile in state.piles[:8]] == heights(session)
        state = play(options, state, "end_session")
    assert [len(pile.up) for pile in state.piles[:8]] == sizes
    with pytest.raises(IllegalMove, match="This is the last session"):
        play(options, state, "end_session")


FULL = (12,) * 8
V6, V6_LEFT = near_end("AS 2S 3S 4S 5S 6S 7S 8S", (4, *FULL[1:]))


def test_vector_6_eight_cards_left_in_the_first_column() -> None:
    assert sorted(name[0] for name in V6_LEFT) == sorted("6789TJQK")
    state = play(
        RULES, composed(RULES, f"{V6}; col.0={' '.join(V6_LEFT)}; session=1"), "end_session"
    )
    assert [names(pile.up) for pile in state.piles[:8]] == [[name] for name in V6_LEFT]
    assert legal_texts(RULES, state) == ["play col.0 pile.0", "end_session"]


def test_the_second_column_is_dealt_from_the_first_on() -> None:
    state = composed(
        RULES, f"{V6}; col.1={' '.join(V6_LEFT[:3])}; col.6={' '.join(V6_LEFT[3:])}; session=2"
    )
    state = play(RULES, state, "end_session")
    assert [names(pile.up) for pile in state.piles[:3]] == [[name] for name in V6_LEFT[:3]]
    assert names(state.piles[6].up) == V6_LEFT[3:]
    assert RULES.facts(state) == {"session": 3}
    passed = play(RULES, state, *["end_session"] * 3)
    assert passed.piles[6] == state.piles[6]
    assert RULES.facts(passed) == {"session": 6}


END, LEFT = near_end("AS 2S 3S 4S 5S 6S 7S 8S", (10, 12, 12, 12, 11, 12, 12, 12))
TWO, TWO_LEFT = near_end("5S 6S 7S 8S 9S TS JS QS", (3, 0, 12, 12, 12, 12, 12, 12))


def test_a_session_may_end_with_plays_left_and_the_last_one_wins_or_is_lost() -> None:
    assert LEFT == ["QC", "KC", "KC"]
    last = composed(RULES, f"{END}; col.0=KC; col.3=KC QC; session=8")
    assert legal_texts(RULES, last) == ["play col.0 pile.4", "play col.3 pile.0"]
    state = play(RULES, last, "play col.0 pile.4", "play col.3 pile.0")
    assert RULES.progress(state) == 103
    assert state.over is None
    assert play(RULES, state, "play col.3 pile.0").over == WON
    lost = composed(RULES, f"{END}; col.0=KC; col.3=QC KC; session=8")
    assert play(RULES, lost, "play col.0 pile.4").over == STUCK
    other = play(RULES, lost, "play col.3 pile.4")
    assert legal_texts(RULES, other) == ["play col.3 pile.0"]
    ninth = composed(NINE, f"{END}; col.0=KC; col.7=QC KC; session=8")
    ninth = play(NINE, ninth, "play col.0 pile.4", "end_session")
    assert legal_texts(NINE, ninth) == ["play col.0 pile.0"]


def test_won_in_any_session() -> None:
    state = composed(RULES, f"{END}; col.0=KC; col.3=KC QC; session=3")
    state = play(RULES, state, "play col.0 pile.4", "play col.3 pile.0", "play col.3 pile.0")
    assert (state.over, RULES.progress(state)) == (WON, 104)


@pytest.mark.parametrize("session", range(1, 9))
def test_only_the_last_session_can_be_lost(session: int) -> None:
    """A king lies on the queen that must come before it."""
    one, left = near_end("AS 2S 3S 4S 5S 6S 7S 8S", (10, *FULL[1:]))
    assert left == ["QC", "KC"]
    state = composed(RULES, f"{one}; col.7=QC KC; session={session}")
    assert legal_texts(RULES, state) == (["end_session"] if session < 8 else [])
    assert state.over == (None if session < 8 else STUCK)


def test_two_piles_can_need_the_same_rank() -> None:
    """The player names the pile."""
    others = [name for name in TWO_LEFT if name != "QC"]
    text = f"{TWO}; col.0=QC; col.1={' '.join(others[:10])} QC; col.2={' '.join(others[10:])}"
    state = composed(RULES, text + "; session=2")
    assert legal_texts(RULES, state) == [
        "play col.0 pile.0", "play col.0 pile.1", "play col.1 pile.0", "play col.1 pile.1",
        "end_session",
    ]  # fmt: skip


@given(data=st.data())
def test_stuck_by_definition(data: st.DataObject) -> None:
    for state in data.draw(playouts(RULES))[-4:]:
        fits = False
        for key, pile in zip(state.piles[8:16], state.piles[16:], strict=True):
            need = (len(pile.up) + 2) * RANK[key.up[0]] % 13 or 13
            if len(pile.up) < 12:
                fits |= any(RANK[col.up[-1]] == need for col in state.piles[:8] if col.up)
        cleared = not any(col.up for col in state.piles[:8])
        assert (state.over == WON) == cleared
        assert (state.over == STUCK) == (not cleared and not fits and state.beside == 8)


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("play pile.0 pile.1", "from a column on a pile"),
        ("play key.0 pile.0", "from a column on a pile"),
        ("play col.0 key.0", "from a column on a pile"),
        ("play col.0 col.1", "from a column on a pile"),
        ("play col.5 pile.0", "That column is empty"),
        ("play col.0 pile.1", "That pile is finished"),
        ("play col.0 pile.0", "of any suit: Q"),
        ("end_session", "This is the last session"),
    ],
)
def test_refusals(move: str, sentence: str) -> None:
    state = composed(RULES, f"{END}; col.0=KC; col.3=KC QC; session=8")
    with pytest.raises(IllegalMove, match=sentence):
        play(RULES, state, move)
    assert move not in legal_texts(RULES, state)


def keys(text: str) -> str:
    """Eight key cards."""
    return "; ".join(f"key.{i}={name}" for i, name in enumerate(text.split()))


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (f"{END}; col.0=KC; col.3=KC QC; session=9", "a number from 1 to 8"),
        (f"{END}; col.0=KC; col.3=KC QC", "a number from 1 to 8"),
        ("rest=col.0; session=1", "eight key cards, one in each place"),
        (keys("KS 2S 3S 4S 5S 6S 7S 8S") + "; rest=col.0; session=1", "none is a king"),
        (keys("2H 2S 3S 4S 5S 6S 7S 8S") + "; rest=col.0; session=1", "eight different ranks"),
        (
            keys("AS 2S 3S 4S 5S 6S 7S 8S").replace("key.0=AS; key.1=2S", "key.0=AS 2S; key.1=")
            + "; rest=col.0; session=1",
            "eight key cards, one in each place",
        ),
        (f"{END} KC; col.3=KC QC; session=8", "the one that its key demands"),
        (
            keys("AS 2S 3S 4S 5S 6S 7S 8S") + "; pile.0=3H 2H; rest=col.0; session=1",
            "the one that its key demands",
        ),
        (
            keys("AS 2S 3S 4S 5S 6S 7S 8S") + "; rest=col.0; session=1",
            "so many cards in this session",
        ),
    ],
)
def test_positions_that_cannot_arise(position: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        composed(RULES, position)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("play col.0", "Write it as: play SRC DST"),
        ("play col.8 pile.0", "The src of the move play must be a pile of this game"),
        ("play col.0 pile.8", "The dst of the move play must be a pile of this game"),
        ("end_session 1", "Write it as: end_session"),
        ("redeal", "The moves of this game are: play, end_session, resign"),
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


def test_a_card_is_safe_in_the_last_session_if_it_is_the_last_of_its_rank() -> None:
    found = 0
    for number in range(1, 40):
        chances = random.Random(number)
        state = RULES.deal(RULES.pack(deal_number_seed(number)))
        while not state.over:
            last = state.beside == 8
            left = Counter(RANK[card] for column in state.piles[:8] for card in column.up)
            plays = [move for move in RULES.legal(state).moves if isinstance(move, Play)]
            for move in plays:
                card = state.piles[RULES.layout.index[move.src]].up[-1]
                assert RULES.never_wanted(state, move) == (last and left[RANK[card]] == 1)
                found += RULES.never_wanted(state, move)
                assert not RULES.never_wanted(state._replace(beside=7), move)
                assert not NINE.never_wanted(state._replace(beside=8), move)
            moves = plays if plays and chances.random() < 0.8 else RULES.legal(state).moves
            state = RULES.play(state, chances.choice(moves)).state
    assert found > 10
