"""Tests of `Table`: the piles after each of its methods, and the events it records."""

from collections.abc import Callable

import pytest

from engine.cards import Card
from engine.errors import HiddenCard
from engine.table import BESIDE, Event, Pile, State, Step, Table

A, B, C, D = (Card(number) for number in range(4))


def revealed(table: Table) -> bool:
    return Step(State(tuple(table.piles), None), tuple(table.events)).revealed


def test_cards_move_in_their_order() -> None:
    table = Table([Pile((D,), (A, B, C)), Pile((), (D,))])
    table.move(0, 1, 2)
    assert table.piles == [Pile((D,), (A,)), Pile((), (D, B, C))]
    assert table.events == [Event("moved", 0, 1, (B, C))]
    assert not revealed(table)


def test_a_deal_and_a_card_in_hand_reveal() -> None:
    table = Table([Pile((A, B)), Pile((), (C,))])
    table.deal(0, 1)
    assert table.piles == [Pile((A,)), Pile((), (C, B))]
    assert revealed(table)
    table = Table([Pile((A, B))])
    assert table.take_in_hand(0) == B
    assert table.events == [Event("dealt", 0, BESIDE, (B,))]
    assert revealed(table)


def test_a_card_turned_where_it_lay_is_revealed() -> None:
    table = Table([Pile((A, B)), Pile((C,), (D,)), Pile()])
    for pile in range(3):
        table.turn_up(pile)
    assert table.piles == [Pile((A,), (B,)), Pile((C,), (D,)), Pile()]
    assert table.events == [Event("turned", 0, 0, (B,))]
    assert revealed(table)


def test_a_pile_laid_on_another_covers_it() -> None:
    table = Table([Pile((A,), (B,)), Pile((C,), (D,))])
    table.carry(0, 1)
    assert table.piles == [Pile(), Pile((C, D, A), (B,))]
    assert not revealed(table)


def test_cards_are_covered_but_the_top_ones() -> None:
    table = Table([Pile((A,), (B, C, D))])
    table.cover(0, 2)
    assert table.piles == [Pile((A, B), (C, D))]
    table.cover(0, 3)
    assert table.piles == [Pile((A, B), (C, D))]


def test_a_pile_is_dealt_again_bottom_card_first_and_reveals_its_hidden_cards_only() -> None:
    table = Table([Pile((), (A, B, C)), Pile()])
    table.redeal(0, (0, 1))
    assert table.piles == [Pile((), (A, C)), Pile((), (B,))]
    assert not revealed(table)
    table = Table([Pile((A,), (B,)), Pile()])
    table.redeal(0, (1,))
    assert [event.kind for event in table.events] == ["dealt", "moved"]


def test_all_cards_of_a_pile_are_turned_up_in_their_places() -> None:
    table = Table([Pile((A, B), (C,)), Pile((), (D,))])
    table.turn_all_up(0)
    table.turn_all_up(1)
    assert table.piles == [Pile((), (A, B, C)), Pile((), (D,))]
    assert table.events == [Event("turned", 0, 0, (A, B))]


def test_a_card_is_brought_up_to_be_taken() -> None:
    table = Table([Pile((D,), (A, B, C)), Pile()])
    table.bring_up(0, 0)
    assert table.piles[0] == Pile((D,), (B, C, A))
    assert not table.events
    table.move(0, 1)
    assert table.events == [Event("moved", 0, 1, (A,))]


TURNS: list[Callable[[Table], object]] = [
    lambda table: table.deal(0, 1),
    lambda table: table.turn_up(0),
    lambda table: table.turn_all_up(0),
    lambda table: table.take_in_hand(0),
    lambda table: table.redeal(0, (0, 1)),
]


@pytest.mark.parametrize("turn", TURNS)
def test_what_nobody_knows_cannot_be_turned(turn: Callable[[Table], object]) -> None:
    with pytest.raises(HiddenCard, match="Only the server knows"):
        turn(Table([Pile((None,)), Pile()]))
