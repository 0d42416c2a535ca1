"""Tests of As You Like It: a worked example, the redeals, and every refusal."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import NAME, RANK, RANKS, Card, card, deal_number_seed, names, new_pack
from engine.errors import BadPosition, BadRequest, IllegalMove
from engine.games import game
from engine.games.as_you_like_it import LAST
from engine.mechanics.sessions import heights
from engine.table import STUCK, WON, Pile
from tests.engine.helpers import AnyState, cards, composed, deal, legal_texts, play, playouts

RULES = game("as_you_like_it")
FREE = game("as_you_like_it", {"must_play_before_redeal": False})


def packed(tops: str, indexes: str) -> list[Card]:
    """A pack that deals these tops and indexes, the others in the order of new packs."""
    first, last = cards(tops), cards(indexes)
    between = sorted((Counter(new_pack(2)) - Counter(first) - Counter(last)).elements())
    return [*first, *between, *last]


L1 = packed("JD QH QC 9D TS 5C KS KC", "TH JH 8D 4S 2S 2H 2D 2C")


def test_l1_the_books_example() -> None:
    state = RULES.deal(L1)
    assert {
        "play tab.0 foundation.0", "play tab.1 foundation.1", "play tab.2 foundation.1",
        "play tab.3 foundation.2", "play tab.5 foundation.3",
    } == set(legal_texts(RULES, state))  # fmt: skip
    for wrong in ("play tab.4 foundation.1", "play tab.5 foundation.2", "play tab.1 foundation.0"):
        with pytest.raises(IllegalMove, match="one rank higher than the last"):
            play(RULES, state, wrong)
    other = play(RULES, state, "play tab.0 foundation.0")
    assert "play tab.2 foundation.0" in legal_texts(RULES, other)  # QC on JD instead of QH
    state = play(
        RULES, other, "play tab.1 foundation.0", "play tab.2 foundation.1",
        "play tab.3 foundation.2", "play tab.4 foundation.2", "play tab.5 foundation.3",
    )  # fmt: skip
    assert RULES.progress(state) == 6
    assert [names(pile.up) for pile in state.piles[:4]] == [
        ["JD", "QH"], ["QC"], ["9D", "TS"], ["5C"],
    ]  # fmt: skip
    # Six more cards are in sight, those that were dealt second to their piles.
    assert [pile.up[0] for pile in state.piles[16:22]] == L1[8:14]
    assert names(state.piles[8].up) == ["TH"]


def test_the_deal_turns_blocks_over() -> None:
    pack = RULES.pack(bytes(32))
    state = RULES.deal(pack)
    for i in range(8):
        pile = state.piles[16 + i]
        assert [*pile.down, *pile.up] == [pack[8 * row + i] for row in reversed(range(12))]
        assert len(pile.up) == 1
        assert list(state.piles[8 + i].up) == [pack[96 + i]]


def test_a_redeal_begins_with_the_bottom_card_and_at_the_left() -> None:
    pack = FREE.pack(bytes(32))
    step = FREE.play(FREE.deal(pack), FREE.codec.from_text("redeal"))
    fallen = [pack[8 * row] for row in reversed(range(12))]
    assert [e.cards[0] for e in step.events if e.src == 16] == fallen
    assert [e.dst - 16 for e in step.events] == [*range(8), 0, 1, 2, 3]
    piles = step.state.piles[16:]
    assert [*piles[0].down, *piles[0].up] == [fallen[0], fallen[8]]
    assert [*piles[3].down, *piles[3].up][-3:] == [pack[3], fallen[3], fallen[11]]
    assert [*piles[7].down, *piles[7].up][-2:] == [pack[7], fallen[7]]
    assert step.state.beside == 2
    # The second redeal takes the second pile, but begins at the left as well.
    before = step.state.piles[17]
    after = play(FREE, step.state, "redeal").piles
    assert [*after[16].down, *after[16].up][2:] == [before.down[0], before.down[8]]
    assert len(after[17].down) + len(after[17].up) == 2


def test_eight_redeals_and_what_they_can_pile_up() -> None:
    state = FREE.deal(L1)
    for session in range(1, 10):
        assert FREE.facts(state) == {"session": session}
        sizes = [len(pile.down) + len(pile.up) for pile in state.piles[16:]]
        assert sizes == heights(session)
        assert all(len(pile.up) == 1 for pile in state.piles[16:] if pile != Pile())
        if session < 9:
            state = play(FREE, state, "redeal")
    assert "redeal" not in legal_texts(FREE, state)


def near_end(indexes: str, laid: tuple[int, ...]) -> tuple[str, list[str]]:
    """Indexes with so many cards above each, suits as they come, and the cards that are left."""
    left = Counter(new_pack(2)) - Counter(cards(indexes))
    parts = []
    for i, (index, height) in enumerate(zip(indexes.split(), laid, strict=True)):
        rank, taken = RANKS.index(index[0]), []
        for _ in range(height):
            rank = (rank + 1) % 13
            found = next(c for c in sorted(left) if RANK[c] == rank + 1)
            left -= Counter([found])
            taken.append(NAME[found])
        parts += [f"index.{i}={index}", f"foundation.{i}={' '.join(taken)}"]
    return "; ".join(parts), names(sorted(left.elements()))


END, LEFT = near_end("KS AS 5H 5D 9C TC QC 2H", (10, 12, 11, 12, 12, 12, 12, 12))


def test_twelve_cards_above_king_ace_and_any_other_index() -> None:
    assert LEFT == ["4C", "JC", "QC"]
    state = composed(RULES, f"{END}; tab.0=4C; tab.3=QC|JC; session=9")
    assert legal_texts(RULES, state) == ["play tab.0 foundation.2", "play tab.3 foundation.0"]
    assert names(state.piles[1].up)[::11] == ["2S", "KC"] or RANK[state.piles[1].up[-1]] == 13
    with pytest.raises(IllegalMove, match="complete"):
        play(RULES, state, "play tab.0 foundation.1")
    state = play(RULES, state, "play tab.3 foundation.0", "play tab.3 foundation.0")
    assert [RANK[c] for c in state.piles[0].up] == list(range(1, 13))
    assert state.over is None
    assert play(RULES, state, "play tab.0 foundation.2").over == WON


def test_an_ace_follows_a_king() -> None:
    start, _ = near_end("QS AS 5H 5D 9C TC QC 2H", (1, 12, 12, 12, 12, 12, 12, 12))
    state = composed(RULES, start + "; tab.0=AC; tab.1=JC TC 9C 8C 7C 6C 5C 4C 3C|2C; session=1")
    state = play(RULES, state, "play tab.0 foundation.0", "play tab.1 foundation.0")
    assert [RANK[c] for c in state.piles[0].up] == [13, 1, 2]


def test_suits_never_count_and_each_of_two_like_indexes_may_be_chosen() -> None:
    state = RULES.deal(packed("6C 7H 5S KS KC KH KD QS", "5H 5D 9C TC QC 2H 2S 8D"))
    assert legal_texts(RULES, state)[:2] == ["play tab.0 foundation.0", "play tab.0 foundation.1"]
    for i in (0, 1):
        after = play(RULES, state, f"play tab.0 foundation.{i}", f"play tab.1 foundation.{i}")
        assert names(after.piles[i].up) == ["6C", "7H"]
        assert names(after.piles[8 + i].up) == ["5H", "5D"][i : i + 1]


def test_the_place_a_pile_is_picked_up_from_and_other_spaces_get_cards() -> None:
    start, _ = near_end("KS AS 5H 5D 9C TC QC 2H", (9, 12, 11, 12, 12, 12, 12, 12))
    state = composed(RULES, f"{start}; tab.0=TC JC 4C|QC; session=1")
    state = play(RULES, state, "redeal")
    assert [names(pile.up) for pile in state.piles[16:20]] == [["TC"], ["JC"], ["4C"], ["QC"]]


def test_a_redeal_frees_a_covered_card() -> None:
    state = composed(RULES, f"{END}; tab.0=4C; tab.3=JC|QC; session=4")
    assert legal_texts(RULES, state) == ["play tab.0 foundation.2"]
    with pytest.raises(IllegalMove, match="Before dealing a pile again, play every card that fits"):
        play(RULES, state, "redeal")
    assert "redeal" in legal_texts(FREE, composed(FREE, f"{END}; tab.0=4C; tab.3=JC|QC; session=4"))
    state = play(RULES, state, "play tab.0 foundation.2", "redeal")
    assert [names(pile.up) for pile in state.piles[16:18]] == [["JC"], ["QC"]]
    assert state.piles[19] == Pile()


def test_a_pile_that_has_gone_passes_its_turn_and_the_eighth_is_the_last() -> None:
    state = composed(RULES, f"{END}; tab.0=4C; tab.3=JC|QC; session=7")
    state = play(RULES, state, "play tab.0 foundation.2", "redeal")
    assert state.over is None
    assert RULES.facts(state) == {"session": 8}
    after = play(RULES, state, "redeal")
    assert after.piles == state.piles
    assert after.over == STUCK


@given(data=st.data())
def test_stuck_by_definition(data: st.DataObject) -> None:
    for state in data.draw(playouts(RULES))[-4:]:
        fits = any(_fits(state, p, f) for p in range(16, 24) for f in range(8))
        up = sum(len(state.piles[f].up) for f in range(8))
        assert (state.over == WON) == (up == 96)
        assert (state.over == STUCK) == (up < 96 and not fits and state.beside == 9)
        assert ("redeal" in legal_texts(RULES, state)) == (
            up < 96 and not fits and state.beside < 9
        )


def _fits(state: AnyState, pile: int, foundation: int) -> bool:
    above = [*state.piles[8 + foundation].up, *state.piles[foundation].up]
    top = state.piles[pile].up
    return bool(top) and len(above) < 13 and (RANK[top[0]] - RANK[above[-1]]) % 13 == 1


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("play index.0 foundation.0", "from the piles to the places above the index cards"),
        ("play tab.0 index.0", "from the piles to the places above the index cards"),
        ("play tab.0 tab.1", "from the piles to the places above the index cards"),
        ("play foundation.1 foundation.2", "from the piles to the places above the index cards"),
        ("play tab.5 foundation.2", "There is no card in that place"),
        ("play tab.3 foundation.2", "one rank higher than the last, of any suit"),
        ("play tab.0 foundation.3", "complete: it has reached the rank below its index"),
        ("redeal", "All eight piles have been dealt again"),
    ],
)
def test_refusals(move: str, sentence: str) -> None:
    state = composed(RULES, f"{END}; tab.0=4C; tab.3=QC|JC; session=9")
    with pytest.raises(IllegalMove, match=sentence):
        play(RULES, state, move)
    assert move not in legal_texts(RULES, state)


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (f"{END}; tab.0=4C; tab.3=QC|JC; session=10", "a number from 1 to 9"),
        (f"{END}; tab.0=4C; tab.3=QC|JC; session=0", "a number from 1 to 9"),
        (f"{END}; tab.0=4C; tab.3=QC|JC; session=true", "a number from 1 to 9"),
        (f"{END}; tab.0=4C; tab.3=QC JC; session=9", "Only the top card of a pile is in sight"),
        (f"{END}; tab.0=4C; tab.3=QC JC|; session=9", "happens by itself"),
        (f"{END} 4C; tab.3=QC|JC; session=9", "one rank higher than the last"),
        (f"{END}; tab.0=4C; tab.3=QC|JC; session=9".replace("index.0=KS", "index.0=AS")
         .replace("index.1=AS", "index.1=KS"), "one rank higher than the last"),
        (f"{END}; tab.0=4C; tab.3=QC|JC; session=9".replace("=KS", "=KS AS"), "needs 2 of each"),
        ("rest=tab.0; session=9", "There are eight index cards"),
    ],
)  # fmt: skip
def test_positions_that_cannot_arise(position: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        composed(RULES, position)


def test_no_thirteenth_card_above_an_index() -> None:
    start, left = near_end("KS AS 5H 5D 9C TC QC 2H", (12, 11, 12, 12, 12, 12, 12, 12))
    assert left == ["KC"]
    with pytest.raises(BadPosition, match="complete at twelve cards"):
        composed(RULES, f"{start}; session=3".replace("; index.1", " KC; index.1"))


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("deal", "The moves of this game are: play, redeal, resign"),
        ("play tab.0", "Write it as: play SRC DST"),
        ("redeal tab.0", "Write it as: redeal"),
        ("play tab.8 foundation.0", "The src of the move play must be a pile of this game"),
    ],
)
def test_what_is_no_move_of_this_game(move: str, sentence: str) -> None:
    with pytest.raises(BadRequest, match=sentence):
        RULES.codec.from_text(move)


def test_a_position_without_its_session() -> None:
    with pytest.raises(BadPosition, match="session"):
        composed(RULES, f"{END}; tab.0=4C; tab.3=QC|JC")


def test_piles_cannot_be_higher_than_the_redeals_make_them() -> None:
    state = deal(FREE, 1)
    text = FREE.position(state)
    with pytest.raises(BadPosition, match="so many cards in this session"):
        FREE.load(text.replace("session=1", "session=2"))
    down = state.piles[16].down[0]
    assert down is not None
    longer = text.replace("tab.1=", f"tab.1={NAME[down]} ").replace(
        f"tab.0={NAME[card(NAME[down])]} ", "tab.0="
    )
    with pytest.raises(BadPosition, match="so many cards in this session"):
        FREE.load(longer)
    more_than_twelve = near_end("KS AS 5H 5D 9C TC QC 2H", (12,) * 8)[0]
    assert composed(RULES, more_than_twelve + "; session=3").over == WON


def most_laid_up(state: AnyState, known: dict[tuple[Pile, ...], int]) -> int:
    """The most cards that can come above the indexes from here, by trying every order."""
    if state.piles not in known:
        known[state.piles] = max(
            (most_laid_up(RULES.play(state, m).state, known) for m in RULES.legal(state).moves),
            default=RULES.progress(state),
        )
    return known[state.piles]


def late_positions() -> Iterator[AnyState]:
    """Positions of the last session, from games in which anything that fits is played."""
    for number in range(1, 60):
        chances = random.Random(number)
        state = RULES.deal(RULES.pack(deal_number_seed(number)))
        while not state.over:
            if state.beside == LAST:
                yield state
            state = RULES.play(state, chances.choice(RULES.legal(state).moves)).state


def test_a_safe_card_never_costs_a_place_above_the_indexes() -> None:
    known: dict[tuple[Pile, ...], int] = {}
    found = 0
    for state in late_positions():
        for move in RULES.legal(state).moves:
            if RULES.never_wanted(state, move):
                after = RULES.play(state, move).state
                assert most_laid_up(after, known) == most_laid_up(state, known)
                found += 1
    assert found > 20


def test_no_card_is_safe_while_a_pile_is_still_to_be_dealt_again() -> None:
    found = 0
    for state in late_positions():
        earlier = state._replace(beside=LAST - 1)
        for move in RULES.legal(state).moves:
            assert not RULES.never_wanted(earlier, move)
            found += RULES.never_wanted(state, move)
    assert found > 20
