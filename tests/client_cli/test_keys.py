"""The move parser: typed letters, cells and whole moves."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client_cli.terminal import pile_labels
from client_cli.text_mode import move_input
from engine.cards import deal_number_seed
from engine.games import GAMES, AnyGame, game
from engine.table import State
from engine.view import PileView, View


def dealt(slug: str, deal: int = 7, **options: Any) -> tuple[AnyGame, State[Any]]:
    """A deal as a player sees it: no card that lies face down is known."""
    rules = game(slug, options)
    return rules, rules.state_of(rules.view(rules.deal(rules.pack(deal_number_seed(deal)))))


def remus(**columns: str) -> tuple[AnyGame, State[Any]]:
    """Uncle Remus with just these columns, face up, bottom first; the other columns are empty."""
    rules, state = dealt("uncle_remus")
    shown = {
        name: PileView(0, columns.get(label, "").split())
        for name, label in pile_labels.labels(rules).items()
    }
    return rules, rules.state_of(View({**shown}, {**rules.facts(state)}))


def found(rules: AnyGame, state: State[Any], typed: str) -> str:
    reading = move_input.read(rules, state, typed)
    assert isinstance(reading, move_input.FoundMove), reading
    return rules.codec.to_text(reading.move)


def said(rules: AnyGame, state: State[Any], typed: str) -> str:
    reading = move_input.read(rules, state, typed)
    assert isinstance(reading, move_input.NoMove), reading
    return reading.sentence


def test_letters_run_in_reading_order_and_leave_s_and_w_alone() -> None:
    rules = game("uncle_remus")
    label = pile_labels.labels(rules)
    assert [label[f"tab.{i}"] for i in range(10)] == list("abcdefghij")
    assert (label["stock"], label["books"]) == ("s", "k")
    for slug in GAMES:
        every = pile_labels.labels(game(slug))
        assert len({*every.values()}) == len(every)
        single = [label for name, label in every.items() if "." not in name]
        assert all(len(label) == 1 for label in single), "the only one of its kind has a letter"


@pytest.mark.parametrize("typed", ["a c", "ac", " a   c ", "A C", "2 a c", "2ac", "move a c 2"])
def test_the_longest_legal_group_moves(typed: str) -> None:
    rules, state = remus(a="QS 9H 8H", c="TD")
    assert found(rules, state, typed) == "move tab.0 tab.2 2"


def test_a_count_moves_exactly_so_many() -> None:
    rules, state = remus(a="9H 8H", c="9D")
    assert found(rules, state, "a c") == found(rules, state, "1 a c") == "move tab.0 tab.2 1"
    assert said(rules, state, "2 a c") == "A card goes on a card one rank higher, or into a space."
    assert said(rules, state, "3 a c") == "There are not so many face-up cards in that column."


def test_twice_the_letter_plays_it_or_asks() -> None:
    rules, state = remus(**dict.fromkeys("cdefghij", "KS"), a="9H 8H", b="TD")
    assert found(rules, state, "aa") == found(rules, state, "A") == "move tab.0 tab.1 2"
    rules, state = remus(**dict.fromkeys("defghij", "KS"), a="9H 8H", b="TD", c="TS")
    reading = move_input.read(rules, state, "aa")
    assert isinstance(reading, move_input.Choices)
    assert [rules.codec.to_text(m) for m in reading.moves] == [
        "move tab.0 tab.1 2",
        "move tab.0 tab.2 2",
    ]
    assert isinstance(move_input.read(rules, state, "a"), move_input.Choices)


def test_cards_are_thrown_out_by_letter_and_by_kind() -> None:
    rules, state = dealt("aces_up")
    for typed in ("cc", "C", "c e", "discard c", "discard tab.2", "DISCARD TAB.2"):
        assert found(rules, state, typed) == "discard tab.2"
    assert "higher" in said(rules, state, "aa")
    assert said(rules, state, "a b") == "Only a gap among the four piles can be filled."


@pytest.mark.parametrize("typed", ["resign", "give up", "Give  up"])
def test_giving_up_goes_by_the_words_that_the_clients_use(typed: str) -> None:
    for slug in GAMES:
        rules, state = dealt(slug)
        assert found(rules, state, typed) == "resign"


@pytest.mark.parametrize("typed", ["i", "aces", "I", "i i", "aces aces"])
def test_the_only_pile_of_its_kind_is_typed_by_its_letter_or_its_name(typed: str) -> None:
    rules, state = dealt("auntie_allis")
    assert said(rules, state, typed) == "Nothing can be played from i."
    goes = said(rules, state, "c1 aces")
    assert goes == said(rules, state, "c1 i") != said(rules, state, "c1 a2")


@pytest.mark.parametrize("typed", ["s", "ss", "S", "deal", "stock"])
def test_the_stock_deals(typed: str) -> None:
    rules, state = dealt("uncle_remus")
    assert found(rules, state, typed) == "deal"
    aces, barred = dealt("aces_up")
    assert said(aces, barred, typed) == "Before dealing, throw out every card that can go."


def test_cells_keep_their_names_while_the_frame_closes_in() -> None:
    rules, state = dealt("cribbage_patience")
    assert found(rules, state, "a1") == found(rules, state, "d4") == "place 0,0"
    full = rules.deal(rules.pack(deal_number_seed(7)))
    for cell in ("d4", "e5", "c4"):
        reading = move_input.read(rules, full, cell)
        assert isinstance(reading, move_input.FoundMove)
        full = rules.play(full, reading.move).state
    assert "There is a card" in said(rules, full, "d4")
    assert found(rules, full, "d5") == found(rules, full, "place 1,0") == "place 1,0"
    assert found(rules, full, "place d5") == "place 1,0"
    rows, columns = pile_labels.possible_cells(rules, full)
    assert [len(rows), len(columns)] == [6, 5]


@pytest.mark.parametrize("slug", GAMES)
def test_every_legal_move_can_be_typed_as_it_is_listed(slug: str) -> None:
    rules = game(slug)
    for deal in range(1, 4):
        state = rules.deal(rules.pack(deal_number_seed(deal)))
        for step in range(25):
            moves = rules.legal(state).moves
            for move in moves:
                assert found(
                    rules, state, move_input.typed(rules, state, move)
                ) == rules.codec.to_text(move)
            if not moves:
                break
            state = rules.play(state, moves[step % len(moves)]).state


@given(st.sampled_from(sorted(GAMES)), st.text(max_size=20))
def test_whatever_is_typed_is_read(slug: str, typed: str) -> None:
    rules, state = dealt(slug)
    reading = move_input.read(rules, state, typed)
    if isinstance(reading, move_input.FoundMove):
        rules.codec.to_text(reading.move)


@given(
    st.sampled_from(sorted(GAMES)),
    st.text(alphabet="abcdesw0123456789, .ABmovedalrplct", max_size=12),
)
def test_whatever_almost_makes_sense_is_read(slug: str, typed: str) -> None:
    rules, state = dealt(slug)
    move_input.read(rules, state, typed)


def test_cards_are_read_as_people_write_them() -> None:
    assert [pile_labels.read_card(t) for t in ("10h", "TH", "k♥", "AS", "1S", "")] == [
        "TH",
        "TH",
        "KH",
        "AS",
        None,
        None,
    ]


def test_ways_to_fill_a_place_are_written_with_labels() -> None:
    rules = game("auntie_allis")
    state = rules.deal(rules.pack(deal_number_seed(1)))
    for _ in range(2):
        state = rules.play(state, rules.codec.from_text("deal")).state
    told = said(rules, state, "a3 a3")
    assert told.endswith("write it whole, such as: discard_ace a3 c")
    whole = "discard_ace op.2.0 op.1.0,op.0.0,op.1.1,rub.5"
    assert found(rules, state, "discard_ace a3 a2,a1,b2,f") == whole


def test_a_card_of_a_fan_is_played_from_its_pile() -> None:
    rules = game("kings")
    state = rules.deal(rules.pack(deal_number_seed(1)))
    state = rules.play(state, rules.codec.from_text("turn")).state
    assert isinstance(move_input.read(rules, state, "xx"), move_input.Choices)
    assert found(rules, state, "x u") == "play fan.6 up.C"


def test_the_rule_that_is_told_is_that_of_the_move_one_meant() -> None:
    rules, state = dealt("demon", 1)
    assert said(rules, state, "e c").startswith("Columns go down by one")


def test_the_card_in_hand_goes_by_the_letter_of_its_pile() -> None:
    rules = game("rosamunds_bower")
    start = rules.deal(rules.pack(deal_number_seed(1)))
    state = rules.play(start, rules.codec.from_text("turn")).state
    assert [found(rules, state, typed) for typed in ("j k", "jl", "lay m", "lay heap.2")] == [
        "lay heap.0",
        "lay heap.1",
        "lay heap.2",
        "lay heap.2",
    ]
    for move in rules.legal(state).moves:
        assert found(rules, state, move_input.typed(rules, state, move)) == rules.codec.to_text(
            move
        )
    picked = move_input.read(rules, state, "j")
    assert isinstance(picked, move_input.Choices)
    assert len(picked.moves) == 3
    assert "one of the three heaps" in said(rules, state, "j a")
    assert "No card is turned up" in said(rules, start, "j k")
