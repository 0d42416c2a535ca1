"""Tests of Kings: six worked examples, the steps of the deal, and every refusal."""

import json
import random
from itertools import accumulate, permutations
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import NAME, RANK, Card, deal_number_seed, names, new_pack
from engine.driver import Driver
from engine.errors import BadPosition, HiddenCard, IllegalMove
from engine.games import AnyGame, game
from engine.games.kings import HEAPS, PutBack, count_out, without_kings
from engine.mechanics.counting import CountingRound, laid_counts
from engine.table import STUCK, WON, Pile
from engine.view import PileView
from tests.engine.helpers import (
    AnyState,
    allowed,
    cards,
    composed,
    deal,
    legal_texts,
    play,
    playouts,
)
from tests.engine.test_uncle_remus import PACK_X

RULES = game("kings")
STRICT = game("kings", {"keeling": False})
OPEN = game("kings", {"heap_memory": "open"})
CORNER, FAN = 20, 21


def heap(state: AnyState, number: int) -> Pile:
    return state.piles[3 + number]


def counted(text: str) -> tuple[list[str], list[str], int]:
    """The heaps and the corner after counting out these cards, and the next position."""
    rounds = count_out(cards(text))
    heaps: dict[int, list[str]] = {}
    corner: list[str] = []
    for laid, matches, unseen in rounds:
        for number, card in laid:
            heaps.setdefault(number, []).append(NAME[card])
        corner += names([card for _, card in matches]) + ([] if unseen is None else [NAME[unseen]])
    following = 1 if rounds[-1].unseen is not None else len(rounds[-1].laid) + 1
    return [" ".join(heaps[n]) for n in sorted(heaps)], corner, following


TWELVE = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS AS"


def test_vector_1_several_matches_in_a_row() -> None:
    assert counted("AS AH AD 2C 3S 2D 2H TS") == (
        ["2C", "3S", "2D", "2H", "TS"], ["AS", "AH", "AD"], 6,
    )  # fmt: skip


def test_vector_2_a_round_without_a_match_and_without_an_unseen_card() -> None:
    assert counted(TWELVE) == (TWELVE.split(), [], 13)


def test_vector_3_the_unseen_card_is_not_tested() -> None:
    heaps, corner, following = counted(f"{TWELVE} 5H AH 6H")
    assert corner == ["5H", "AH"]
    assert heaps == ["2S 6H", *TWELVE.split()[1:]]
    assert following == 2


def test_the_pack_may_end_with_a_match() -> None:
    assert counted(f"{TWELVE} 5H AH") == (TWELVE.split(), ["5H", "AH"], 1)


def test_vector_4_the_new_pack() -> None:
    state = RULES.deal(new_pack(2))
    sizes = [len(pile.down) + len(pile.up) for pile in state.piles[4:16]]
    assert sizes == [8, 8, 8, 8, 7, 7, 7, 7, 7, 7, 7, 7]
    corner = [c for c in state.piles[CORNER].down if c is not None]
    assert names(corner) == ["AS", "2H", "3D", "4C", "5S", "6H", "7D", "8C"]


def test_vector_5_pack_x() -> None:
    state = RULES.deal(PACK_X)
    sizes = [len(pile.down) + len(pile.up) for pile in state.piles[4:16]]
    assert sizes == [7] * 11 + [6]
    corner = " ".join(names(c for c in state.piles[CORNER].down if c is not None))
    assert corner == "7H 5D 9S AD QD 7S 7D 4D 4C JC 9D 3S 9C"
    tops = " ".join(names(pile.up[-1] for pile in state.piles[4:16]))
    assert tops == "QC 9H 4C QD AS 2S QC 3H 7C 6C AC JH"
    assert RULES.progress(state) == 8
    assert RULES.facts(state) == {"phase": "turn", "fan_of": None}
    matches = [NAME[c] for r in count_out(without_kings(PACK_X)) for _, c in r.matches]
    assert matches == ["7H", "9S", "QD", "4D", "4C", "3S", "9C"]


def test_vector_6_the_first_fan_of_pack_x() -> None:
    state = play(RULES, RULES.deal(PACK_X), "turn")
    assert " ".join(names(state.piles[FAN].up)) == "AC 7C 3H 6H TD TS 7C 9C"
    assert heap(state, 9) == Pile()
    assert RULES.facts(state) == {"phase": "fan", "fan_of": 9}
    assert legal_texts(RULES, state) == [
        "play fan.0 up.C", "play heap.1 down.C", "play heap.4 down.D", "play heap.5 up.S",
        "play heap.7 down.C", "play heap.11 up.C", "put_back 0,1,2,3,4,5,6,7",
    ]  # fmt: skip
    assert RULES.legal(state).partial
    assert "play heap.6 up.S" in legal_texts(RULES, play(RULES, state, "play heap.5 up.S"))
    for seed in range(20):
        order = list(range(8))
        random.Random(seed).shuffle(order)
        back = play(RULES, state, f"put_back {','.join(map(str, order))}")
        assert heap(back, 9).up == tuple(state.piles[FAN].up[i] for i in order)
        assert back.piles[FAN] == Pile()
        assert legal_texts(RULES, back) == ["turn"]
        assert not RULES.legal(back).partial


def test_the_turned_card_plays_from_the_fan_and_places_close_up() -> None:
    state = play(RULES, RULES.deal(PACK_X), "turn", "play fan.0 up.C")
    assert " ".join(names(state.piles[FAN].up)) == "7C 3H 6H TD TS 7C 9C"
    assert names(state.piles[19].up) == ["KC", "AC"]
    assert "put_back 0,1,2,3,4,5,6" in legal_texts(RULES, state)
    with pytest.raises(IllegalMove, match="no such card"):
        play(RULES, state, "play fan.7 up.C")


@pytest.mark.parametrize(
    ("rules", "down", "up"),
    [(RULES, 0, 8), (STRICT, 7, 1), (OPEN, 0, 8)],
    ids=["family", "strict", "open"],
)
def test_who_sees_a_heap_that_was_put_back(rules: AnyGame, down: int, up: int) -> None:
    state = play(rules, rules.deal(PACK_X), "turn", "put_back 7,6,5,4,3,2,1,0")
    assert (len(heap(state, 9).down), len(heap(state, 9).up)) == (down, up)
    assert len(heap(state, 1).up) == (7 if rules is OPEN else 1)


def test_orders_of_a_fan() -> None:
    state = composed(RULES, END.replace("heap.3=TS; fan=QS JS", "fan=QS JS TS"))
    legal = {p for p in permutations(range(-1, 5), 3) if RULES.refusal(state, PutBack(p)) is None}
    assert legal == set(permutations(range(3)))


def row(side: str, suit: str, height: int) -> str:
    ranks = "A23456789TJQ" if side == "up" else "QJT98765432A"
    return f"{side}.{suit}=" + " ".join(["K" + suit, *(r + suit for r in ranks[:height])])


FULL = "; ".join([*(row("down", s, 12) for s in "SHDC"), *(row("up", s, 12) for s in "HDC")])
END = f"{FULL}; {row('up', 'S', 9)}; heap.3=TS; fan=QS JS; fan_of=4"
BOTH = "; ".join([*(row("down", s, 12) for s in "HDC"), *(row("up", s, 12) for s in "HDC")])
BOTH += f"; {row('down', 'S', 5)}; {row('up', 'S', 6)}"
SPADES, TAIL = BOTH, "fan=9S; fan_of=2; rest=heap.3"
REST = "; fan=7S; fan_of=2; rest=heap.3"
BARE = "; ".join(row(side, s, 0) for side in ("down", "up") for s in "SHDC")


def test_the_player_chooses_between_both_kings() -> None:
    state = composed(RULES, BOTH + REST)
    assert legal_texts(RULES, state) == ["play fan.0 down.S", "play fan.0 up.S", "put_back 0"]


@pytest.mark.parametrize("rules", [RULES, OPEN], ids=["family", "open"])
def test_only_the_top_of_an_open_heap_plays(rules: AnyGame) -> None:
    one_to_turn = END.replace(" 2S AS; down.H", " 2S; corner=AS|; down.H")
    state = composed(rules, one_to_turn.replace("heap.3=TS; fan=QS JS", "heap.3=TS QS; fan=JS"))
    assert legal_texts(rules, state) == ["put_back 0"]
    with pytest.raises(IllegalMove, match="On the right kings cards go up"):
        play(rules, state, "play heap.3 up.S")


def test_the_end() -> None:
    won = play(RULES, composed(RULES, END), "play heap.3 up.S", "play fan.1 up.S")
    assert won.over is None
    won = play(RULES, won, "play fan.0 up.S")
    assert won.over == WON
    assert RULES.progress(won) == 104
    lost = play(RULES, composed(RULES, END), "put_back 1,0")
    assert lost.over == STUCK
    stuck = composed(RULES, END.replace("heap.3=TS; fan=QS JS", "heap.3=TS QS; fan=JS"))
    assert stuck.over == STUCK
    assert stuck.beside == 4


def test_an_empty_place_is_named() -> None:
    state = composed(RULES, f"{FULL}; {row('up', 'S', 9)}; heap.3=TS QS; corner=JS|")
    state = play(RULES, state, "turn")
    assert (names(state.piles[FAN].up), state.beside) == (["JS"], 11)
    assert state.over == STUCK
    more = composed(RULES, f"{FULL}; {row('up', 'S', 8)}; heap.3=9S TS; corner=QS JS|")
    more = play(RULES, more, "turn", "put_back 0")
    assert names(heap(more, 11).up) == ["JS"]


def test_the_turn_is_what_a_view_does_not_know() -> None:
    state = RULES.deal(PACK_X)
    seen = RULES.state_of(RULES.view(state))
    with pytest.raises(HiddenCard):
        play(RULES, seen, "turn")
    after = RULES.state_of(RULES.view(play(RULES, state, "turn")))
    with pytest.raises(HiddenCard):
        play(RULES, after, "play heap.1 down.C")


@given(number=st.integers(1, 10**6))
def test_the_counting_deal(number: int) -> None:
    pack = RULES.pack(number.to_bytes(32, "big"))
    rounds = count_out(without_kings(pack))
    told = [c for r in rounds for c in (*(c for _, c in r.laid), *(c for _, c in r.matches))]
    unseen = [r.unseen for r in rounds if r.unseen is not None]
    assert sorted([*told, *unseen]) == sorted(without_kings(pack))
    for laid, matches, last in rounds:
        assert [n for n, _ in laid] == list(range(1, len(laid) + 1))
        assert all(RANK[c] != n for n, c in laid)
        assert all(RANK[c] == n for n, c in matches)
        assert last is None or len(laid) == 12
    assert all(r.unseen is not None for r in rounds[:-1])
    state = RULES.deal(pack)
    assert len(state.piles[CORNER].down) == len(unseen) + sum(len(r.matches) for r in rounds)
    assert len(state.piles[CORNER].down) >= 7


@given(data=st.data())
def test_progress_never_falls_and_the_end_is_as_defined(data: st.DataObject) -> None:
    best = 0
    for state in data.draw(playouts(RULES)):
        assert RULES.progress(state) >= best
        best = RULES.progress(state)
        playing = state._replace(over=None)
        idle = not state.piles[CORNER].down and not any(
            type(move).__name__ == "Play" for move in allowed(RULES, playing)
        )
        assert (state.over == STUCK) == (idle and best < 104)


def ask(driver: Driver, **request: object) -> dict[str, object]:
    answer: dict[str, object] = json.loads(driver.answer(json.dumps(request)))
    return answer


def test_frames() -> None:
    driver = Driver()
    ask(driver, op="new", game="kings", pack=names(PACK_X))
    first = ask(driver, op="frame", n=1)
    rounds = count_out(without_kings(PACK_X))
    assert first == {
        "ok": True,
        "frame": 1,
        "of": len(rounds),
        "laid": [[n, NAME[c]] for n, c in rounds[0].laid],
        "matches": [[7, "7H"]],
        "blank": True,
    }
    last = ask(driver, op="frame", n=len(rounds))
    assert (last["blank"], last["matches"]) == (False, [[3, "3S"], [9, "9C"]])
    for n in (0, len(rounds) + 1, "1", True, None):
        answer = ask(driver, op="frame", n=n)
        assert (answer["code"], answer["ok"]) == ("bad_request", False)
    assert "no field" in str(ask(driver, op="frame", n=1, k=2)["error"])


@pytest.mark.parametrize("rules", [RULES, OPEN], ids=["covered", "open"])
def test_each_frame_shows_the_table_as_it_then_lies(rules: AnyGame) -> None:
    frames = rules.frames(PACK_X)
    lying: dict[int, list[str]] = {number: [] for number in range(1, 13)}
    corner = 0
    for shown, view in frames:
        for number, name in cast(list[tuple[int, str]], shown["laid"]):
            lying[number].append(name)
        corner += len(cast(list[Any], shown["matches"])) + bool(shown["blank"])
        assert view.piles["corner"] == PileView(corner, [])
        for number, heap_names in lying.items():
            up = heap_names if rules is OPEN else heap_names[-1:]
            assert view.piles[f"heap.{number}"] == PileView(len(heap_names) - len(up), up)
    assert frames[-1].view == rules.view(rules.deal(PACK_X))


def test_a_later_round_covers_the_earlier_ones() -> None:
    state = RULES.deal(PACK_X)
    first, second = count_out(without_kings(PACK_X))[:2]
    assert heap(state, 1).down[:2] == (first.laid[0][1], second.laid[0][1])


def test_what_has_no_frames() -> None:
    driver = Driver()
    assert "Begin with new or load" in str(ask(driver, op="frame", n=1)["error"])
    position = ask(driver, op="new", game="kings", deal=1)["position"]
    ask(driver, op="load", game="kings", position=position)
    assert "no deal to watch" in str(ask(driver, op="frame", n=1)["error"])
    ask(driver, op="new", game="aces_up", deal=1)
    assert "no deal to watch" in str(ask(driver, op="frame", n=1)["error"])


def test_a_deal_that_ends_with_the_unseen_card_shows_no_empty_frame() -> None:
    thirteen = cards(f"{TWELVE} 5H")
    assert count_out(thirteen) == [
        CountingRound([(i + 1, Card(c)) for i, c in enumerate(thirteen[:12])], [], thirteen[12])
    ]


@pytest.mark.parametrize(
    ("position", "move", "sentence"),
    [
        (END, "turn", "First put the fan back"),
        ("start", "play heap.1 down.C", "First turn up a card"),
        ("start", "put_back -", "First turn up a card"),
        (END, "play heap.3 heap.4", "Cards are played to the kings"),
        (END, "play fan.0 fan.1", "Cards are played to the kings"),
        (END, "play fan.2 up.S", "The fan has no such card"),
        (END, "play heap.4 up.S", "A card of the fan is played, or the top card of a heap"),
        (END, "play fan up.S", "A card of the fan is played, or the top card of a heap"),
        (END, "play up.H down.H", "A card of the fan is played, or the top card of a heap"),
        (END, "play heap.3 up.H", "A card goes to a king of its own suit"),
        (END, "play heap.3 down.H", "A card goes to a king of its own suit"),
        (END, "play heap.3 up.D", "A card goes to a king of its own suit"),
        (END, "play fan.0 down.C", "A card goes to a king of its own suit"),
        (END, "play fan.0 up.S", "On the right kings cards go up from the ace to the queen"),
        (END, "play fan.0 down.S", "On the left kings cards go down from the queen to the ace"),
        (END, "put_back 0", "The fan is put back whole"),
        (END, "put_back 0,1,2", "The fan is put back whole"),
        (END, "put_back 0,0", "Name each card of the fan once"),
        (END, "put_back 1,2", "Name each card of the fan once"),
        (END, "put_back -1,0", "Name each card of the fan once"),
    ],
)
def test_refusals(position: str, move: str, sentence: str) -> None:
    state = deal(RULES, 1) if position == "start" else composed(RULES, position)
    with pytest.raises(IllegalMove, match=sentence):
        play(RULES, state, move)


def test_refusals_where_the_corner_is_empty() -> None:
    state = composed(RULES, END.replace("heap.3=TS; fan=QS JS", "heap.3=TS QS; fan=JS"))
    reason = RULES.refusal(state, PutBack((0,)))
    assert reason == "There is nothing left to turn up, and nothing to play."
    turn = composed(RULES, f"{FULL}; {row('up', 'S', 10)}; heap.3=JS QS")
    assert turn.over == STUCK
    assert RULES.refusal(turn, RULES.codec.from_text("turn")) == "The corner is empty."


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (END.replace("fan_of=4", "fan_of=13"), "number of a heap, 1 to 12"),
        (END.replace("fan_of=4", "fan_of=true"), "number of a heap, 1 to 12"),
        (END.replace("; fan_of=4", ""), "Without a heap in hand there is no fan"),
        (END.replace("fan_of=4", "fan_of=3"), "The place of the heap in hand is empty"),
        (END.replace("KS AS", "AS"), "KS is missing"),
        (END.replace("AS 2S", "2S AS"), "on each its suit in order"),
        (END.replace("QH JH", "JH QH"), "on each its suit in order"),
        (BOTH.replace("KS QS", "QS KS") + REST, "on each its suit in order"),
        ("fan=AS; fan_of=1; rest=heap.2", "Eight kings lie at the sides"),
        (END.replace("heap.3=TS; fan=QS JS", "heap.3=TS|; fan=QS JS"), "happens by itself"),
        (END.replace("heap.3=TS; fan=QS JS; fan_of=4", "heap.3=TS|JS QS"), "whole, or shows"),
        (f"{BARE}; rest=heap.1", "No heap can have so many cards"),
        (f"{BARE}; fan_of=1; rest=fan", "No heap can have so many cards"),
        (f"{SPADES}; heap.5=7S 6S 5S 4S 3S 2S AS 7S|8S; {TAIL}", "eight cards on a heap at most"),
        (f"{SPADES}; heap.5=5S|8S; {TAIL}", "no card on the heap of its own number"),
        (f"{SPADES}; heap.8=5S|8S; {TAIL}", "no card on the heap of its own number"),
    ],
)
def test_positions_that_cannot_arise(position: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        composed(RULES, position)


def test_strictly_a_covered_heap_may_have_been_in_hand() -> None:
    state = composed(STRICT, f"{SPADES}; heap.5=7S 6S 5S 4S 3S 2S AS 7S|8S; fan=9S; fan_of=2; "
                     "corner=6S|; rest=corner")  # fmt: skip
    assert len(heap(state, 5).down) == 8


def test_strictly_no_heap_lies_open() -> None:
    with pytest.raises(BadPosition, match="whole, or shows its top card"):
        composed(STRICT, END.replace("heap.3=TS; fan=QS JS; fan_of=4", "heap.3=TS JS QS"))


@pytest.mark.parametrize("number", [1, 109])
def test_the_counts_of_a_deal_are_those_of_the_cards_on_the_heaps(number: int) -> None:
    pack = RULES.pack(deal_number_seed(number))
    state, frames = RULES.deal(pack), RULES.frames(pack)
    heaps = [card for i in HEAPS for card in (*state.piles[i].down, *state.piles[i].up)]
    counts = laid_counts(frames)
    assert counts == tuple(
        sum(1 for card in heaps if card is not None and RANK[card] == rank) for rank in range(1, 13)
    )
    assert sum(counts) == 96 - len(state.piles[CORNER].down)
    assert laid_counts(frames[:1]) != counts
    assert laid_counts(()) == ()


def test_the_counts_do_not_depend_on_the_order_of_the_unseen_cards() -> None:
    pack = without_kings(RULES.pack(deal_number_seed(1)))
    rounds = count_out(pack)
    ends = list(accumulate(len(each.laid) + len(each.matches) + 1 for each in rounds))
    first, other = ends[0] - 1, ends[3] - 1
    swapped = list(pack)
    swapped[first], swapped[other] = pack[other], pack[first]
    assert (rounds[0].unseen, rounds[3].unseen) == (pack[first], pack[other])
    assert swapped != pack
    assert laid_counts(RULES.frames(swapped)) == laid_counts(RULES.frames(pack))
