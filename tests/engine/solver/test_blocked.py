"""Cards that block each other for ever, and lines that win without that test."""

from itertools import product

import pytest

from engine.cards import Card, card, deal_number_seed
from engine.games import game
from engine.solver import bakers_dozen, klondike
from engine.solver.blocked import EMPTY_COLUMN, are_blocked, set_of
from engine.solver.klondike import TAKERS_MASKS
from engine.solver.mutable import Children
from engine.solver.single_games import mutable_searches
from engine.solver.solve import solve


def cards(text: str) -> list[Card]:
    return [card(name) for name in text.split()]


def are_blocked_columns(*columns: tuple[str, int], takers: list[int] = TAKERS_MASKS) -> bool:
    """Return whether these columns block each other, each of which has so many cards that cannot
    move together with the cards above them. All other cards are in the stock."""
    alone: list[list[int]] = [[*cards(text)[:n]] for text, n in columns]
    runs: list[list[int]] = [[*cards(text)[n:]] for text, n in columns]
    in_columns = {card for each in (*alone, *runs) for card in each}
    free = set_of({*range(52)} - in_columns) | EMPTY_COLUMN
    return are_blocked(alone, runs, free, [0, 0, 0, 0], takers)


def blocked(column: str, hidden: int) -> bool:
    return are_blocked_columns((column, hidden))


def test_a_card_that_lies_on_both_its_takers_and_on_a_lower_card_of_its_suit_is_blocked() -> None:
    assert blocked("7S 7C 2H 6H", 3)
    assert not blocked("7S 2H 6H", 2)  # the seven of clubs is in the stock
    assert not blocked("7S 7C 6H", 2)  # it can be built
    assert blocked("7S 7C 2H 6H 5S", 3)  # nor does it help that another card lies on it


def test_two_columns_can_block_each_other() -> None:
    assert are_blocked_columns(("7S 2D 6H", 2), ("7C 2H 6D", 2))
    assert not are_blocked_columns(("7S 2D 6H", 2), ("2H 7C", 1), ("6D", 0))


def test_a_king_goes_to_an_empty_column_only_where_the_rules_let_it() -> None:
    assert not are_blocked_columns(("AS KS", 1))
    assert are_blocked_columns(("AS KS", 1), takers=bakers_dozen.TAKERS_MASKS)


def test_nothing_is_blocked_on_a_line_that_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines are found without the test for blocked cards."""
    lines = 0
    every = [game("klondike"), game("klondike", {"turn": 3}), game("bakers_dozen")]
    for rules, deal in product([*every, game("good_measure")], range(1, 31)):
        start = rules.deal(rules.pack(deal_number_seed(deal)))
        with monkeypatch.context() as patched:
            for file in (klondike, bakers_dozen):
                patched.setattr(file, "are_blocked", lambda *_, **__: False)
            found = solve(rules, start, 400)
        if found.verdict != "won":
            continue
        lines += 1
        position = mutable_searches(rules, start)[0].position
        for move in found.line or ():
            position.put(start)
            children = Children(set())
            position.add_children(children)
            assert children.found
            start = rules.play(start, move).state
    assert lines > 20, lines


def test_the_test_is_left_out_only_where_it_would_find_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Solve deals with the test after every move, and as usual."""
    every = [game("klondike"), game("klondike", {"turn": 3}), game("bakers_dozen")]
    for rules, deal in product([*every, game("good_measure")], (2, 3, 6, 9, 17)):
        start = rules.deal(rules.pack(deal_number_seed(deal)))
        with monkeypatch.context() as patched:
            always_true = property(lambda _: True, lambda *_: None)
            for kind in (klondike.KlondikePosition, bakers_dozen.BakersDozenPosition):
                patched.setattr(kind, "_may_be_blocked", always_true, raising=False)
            always = solve(rules, start, 1_500)
        assert solve(rules, start, 1_500) == always
