"""Tests of the aids: what they offer, and that they use only what the player sees."""

import random
from typing import Any

import pytest

from engine.aids import finish
from engine.cards import deal_number_seed
from engine.computer_players import Player, seen_state
from engine.games import AnyGame, game
from engine.table import WON, State
from tests.engine.helpers import deal, every_game

FINISHED = [
    ("klondike", 29, 18),
    ("klondike", 52, 12),
    ("usk", 7, 26),
    ("demon", 12, 14),
    ("bakers_dozen", 25, 6),
    ("as_you_like_it", 56, 3),
    ("auntie_allis", 38, 35),
]
"""Games of the greedy player that plain play wins from some position: the game, the number of the
deal, and of the moves in the first such position."""


def first_finish(rules: AnyGame, number: int) -> tuple[State[Any], State[Any], tuple[Any, ...]]:
    """Return the last position without a finish, the first with one, and its moves."""
    chances = random.Random(number)
    before = state = rules.deal(rules.pack(deal_number_seed(number)))
    player = Player(rules, "greedy", chances.randrange, 400)
    while not state.over:
        moves = finish(rules, state)
        if moves:
            return before, state, moves
        before, state = state, rules.play(state, player.move(state)).state
    raise AssertionError("this game offers no finish")


@pytest.mark.parametrize(("slug", "number", "length"), FINISHED)
def test_a_finish_wins_by_legal_moves_from_the_view_alone(
    slug: str, number: int, length: int
) -> None:
    rules = game(slug)
    before, state, moves = first_finish(rules, number)
    assert len(moves) == length
    assert not finish(rules, before), "before it, something was left to decide"
    assert finish(rules, seen_state(rules, state)) == moves
    for n, move in enumerate(moves):
        assert move in rules.legal(state).moves
        assert finish(rules, state) == moves[n:], "the rest of a finish is a finish"
        state = rules.play(state, move).state
    assert state.over == WON
    assert not finish(rules, state)


@pytest.mark.parametrize("rules", every_game(), ids=lambda rules: rules.identity)
def test_after_the_deal_something_is_left_to_decide(rules: AnyGame) -> None:
    assert not any(finish(rules, deal(rules, number)) for number in range(1, 40))


def test_a_card_face_down_leaves_something_to_decide() -> None:
    rules = game("klondike")
    _before, state, _moves = first_finish(rules, 29)
    column = next(i for i, pile in enumerate(state.piles[:7]) if pile.up)
    piles = list(state.piles)
    piles[column] = piles[column]._replace(down=piles[column].up[:1], up=piles[column].up[1:])
    assert not finish(rules, state._replace(piles=tuple(piles)))
