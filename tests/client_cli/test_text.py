"""Tables as plain text, and sentences about changes."""

from typing import Any

import pytest

from client_cli.messages import table_text
from client_cli.messages.game import clock, what_changed
from engine.cards import Card, deal_number_seed
from engine.games import GAMES, game
from engine.table import Pile, State


def shown(slug: str, *moves: str) -> tuple[Any, Any]:
    rules = game(slug)
    state = rules.deal(rules.pack(deal_number_seed(7)))
    for move in moves:
        state = rules.play(state, rules.codec.from_text(move)).state
    return rules, state


def test_columns_stand_under_their_letters() -> None:
    rules, state = shown("aces_up", "discard tab.2", "deal")
    assert table_text.draw(rules, state) == [
        "a    b    c    d",
        "4D   5H   QD   7S",
        "2H   5D        10H",
        "s  stock: 44 face down",
        "e  discard: 3H",
    ]
    assert table_text.draw(rules, state, symbols=True)[1] == "4♦   5♥   Q♦   7♠"


def test_a_grid_shows_where_a_card_may_lie() -> None:
    rules, state = shown("cribbage_patience", "place 0,0")
    lines = table_text.draw(rules, state)
    assert "     a    b    c    d    e    f    g" in lines
    assert any(line.startswith("4              .    4D   .") for line in lines)
    assert lines[-1].startswith("next card: ")


@pytest.mark.parametrize("slug", GAMES)
def test_no_table_shows_a_card_that_lies_face_down(slug: str) -> None:
    rules, state = shown(slug)
    seen = rules.state_of(rules.view(state))
    assert table_text.draw(rules, state) == table_text.draw(rules, seen)
    assert [table_text.look(rules, state, p) for p in rules.layout] == [
        table_text.look(rules, seen, p) for p in rules.layout
    ]
    for card in ("AS", "KH", "TD"):
        assert table_text.find(rules, state, card) == table_text.find(rules, seen, card)


def test_heaps_of_kings_are_numbered_and_stand_three_in_a_row() -> None:
    rules, state = shown("kings")
    lines = table_text.draw(rules, state)
    assert "e 1  f 2  g 3   heaps" in lines
    assert "n 10 o 11 p 12  heaps" in lines
    assert table_text.look(rules, state, "heap.12").startswith("p, heap 12: ")
    assert any(line.startswith("p, heap 12: ") for line in table_text.table_sentences(rules, state))


def test_finished_piles_are_told_as_such() -> None:
    for slug, name in (("as_you_like_it", "foundation.0"), ("senior_wrangler", "pile.0")):
        rules, state = shown(slug)
        at = rules.layout.index[name]
        for n, finished in ((11, False), (12, True)):
            piles = (*state.piles[:at], Pile(up=(Card(0),) * n), *state.piles[at + 1 :])
            seen = State(piles, state.beside)
            spoken = table_text.table_sentences(rules, seen)
            assert any(line.endswith(": finished.") for line in spoken) is finished
            assert any("done" in line for line in table_text.draw(rules, seen)) is finished


def test_one_pile_and_one_card_in_a_sentence() -> None:
    rules, state = shown("uncle_remus")
    assert table_text.look(rules, state, "tab.0") == "a: 4 face down, then 5C."
    assert table_text.look(rules, state, "books") == "Books, k, is empty."
    assert table_text.find(rules, state, "5C") == "5C: in a, on top."
    assert table_text.find(rules, state, "2S") == "2S is not to be seen."


def test_a_move_a_turn_and_a_deal_are_told_alike_for_views_and_whole_states() -> None:
    rules, before = shown("uncle_remus")
    for move in ("move tab.0 tab.6 1", "deal"):
        after = rules.play(before, rules.codec.from_text(move)).state
        told = what_changed(rules, before, after)
        seen = [rules.state_of(rules.view(state)) for state in (before, after)]
        assert told == what_changed(rules, *seen)
        assert len(told) == 1
        before = after
    assert (
        "5C from a to g; "
        in what_changed(
            rules, *[shown("uncle_remus", *moves)[1] for moves in ([], ["move tab.0 tab.6 1"])]
        )[0]
    )


@pytest.mark.parametrize("slug", GAMES)
def test_a_rules_page_flows_to_any_width_and_loses_no_word(slug: str) -> None:
    page = GAMES[slug].rules_page()
    for width in (50, 71):
        lines = table_text.flowed(page, width).splitlines()
        assert max(map(len, lines)) <= width
        assert " ".join(lines).split() == page.split()
        assert sum(line.startswith("- ") for line in lines) == page.count("\n- ")


def test_the_clock_as_people_read_it() -> None:
    assert [clock(ms) for ms in (0, 61_999, 3_600_000)] == ["0:00", "1:01", "1:00:00"]
