"""Cards that block each other for ever, and lines that win without that test."""

import pytest

from engine.cards import Card, card, deal_number_seed
from engine.games import game
from engine.solver import klondike
from engine.solver.blocked import are_blocked
from engine.solver.klondike import TAKERS
from engine.solver.solve import solve


def cards(text: str) -> list[Card]:
    return [card(name) for name in text.split()]


def blocked(column: str, hidden: int) -> bool:
    return are_blocked([(cards(column), hidden)], [0, 0, 0, 0], TAKERS, kings_move=True)


def test_a_card_that_lies_on_both_its_takers_and_on_a_lower_card_of_its_suit_is_blocked() -> None:
    assert blocked("7S 7C 2H 6H", 3)
    assert not blocked("7S 2H 6H", 2)  # the seven of clubs is in the stock
    assert not blocked("7S 7C 6H", 2)  # it can be built
    assert blocked("7S 7C 2H 6H 5S", 3)  # nor does it help that another card lies on it


def test_two_columns_can_block_each_other() -> None:
    columns = [(cards("7S 2D 6H"), 2), (cards("7C 2H 6D"), 2)]
    assert are_blocked(columns, [0, 0, 0, 0], TAKERS, kings_move=True)
    freed = [(cards("7S 2D 6H"), 2), (cards("2H 7C"), 1), (cards("6D"), 0)]
    assert not are_blocked(freed, [0, 0, 0, 0], TAKERS, kings_move=True)


def test_a_king_goes_to_an_empty_column_only_where_the_rules_let_it() -> None:
    for kings_move in (True, False):
        columns = [(cards("AS KS"), 1)]
        assert are_blocked(columns, [0, 0, 0, 0], TAKERS, kings_move=kings_move) != kings_move


def test_nothing_is_blocked_on_a_line_that_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines are found without the test for blocked cards."""
    lines = positions = 0
    for deal in range(1, 41):
        for turn in (1, 3):
            rules = game("klondike", {"turn": turn})
            state = rules.deal(rules.pack(deal_number_seed(deal)))
            with monkeypatch.context() as patched:
                patched.setattr(klondike, "are_blocked", lambda *_, **__: False)
                found = solve(rules, state, 400)
            if found.verdict != "won":
                continue
            lines += 1
            for move in found.line or ():
                columns = [(p.down + p.up, len(p.down)) for p in state.piles[:7]]
                heights = [len(pile.up) for pile in state.piles[7:11]]
                known = [([c for c in each if c is not None], hidden) for each, hidden in columns]
                assert not are_blocked(known, heights, TAKERS, kings_move=True)
                positions += 1
                state = rules.play(state, move).state
    assert lines > 10
    assert positions > 1_000
