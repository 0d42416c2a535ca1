"""Tests of the automatic players.

They play every game to its end, and use only what a contestant may see.
"""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import deal_number_seed
from engine.computer_players.player import PLAYERS, Player, hints, promise, seen_state
from engine.games import AnyGame, game
from engine.mechanics.called_game import CalledGame
from engine.moves import Deal, Resign
from tests.engine.helpers import composed, deal, every_game

GAMES = every_game()


@pytest.mark.parametrize("kind", PLAYERS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.identity)
def test_a_game_is_played_to_its_end(game: AnyGame, kind: str) -> None:
    state = game.deal(game.pack(deal_number_seed(7)))
    most_moves = 4 if kind == "ahead" else 150  # bench/strengths.py plays whole games with it
    player = Player(game, kind, random.Random(7).randrange, most_moves)
    for _ in range(most_moves + 2):
        if state.over:
            break
        state = game.play(state, player.move(state)).state
    assert state.over


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.identity)
def test_the_same_chances_make_the_same_game(game: AnyGame) -> None:
    state = deal(game, 3)
    one, two = (Player(game, "greedy", random.Random(1).randrange) for _ in range(2))
    for _ in range(20):
        if state.over:
            break
        move = one.move(state)
        assert move == two.move(state)
        state = game.play(state, move).state


@given(st.sampled_from(GAMES), st.integers(1, 50))
def test_hints_are_the_legal_moves_the_best_first(game: AnyGame, number: int) -> None:
    state = deal(game, number)
    found = hints(game, state)
    legal = game.legal(state).moves
    if isinstance(game, CalledGame):
        assert not found, "which cell is best nobody can tell from one move"
        return
    assert len(found) == len(legal)
    assert all(hint.move in legal for hint in found)
    assert [h.promise for h in found] == sorted((h.promise for h in found), reverse=True)
    seen = seen_state(game, state)
    assert all(hint.promise == promise(game, seen, hint.move) for hint in found)
    assert all(hint.sentence.endswith(".") for hint in found)


TEMPTING = (
    "tab.0=9C|KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H; stock=2S 3S 4S AH|; books=*DDC; rest=tab.4"
)
"""A position in which a deal completes a book, but no player can know it."""


def test_a_player_does_not_look_under_cards() -> None:
    rules = game("uncle_remus")
    state = composed(rules, TEMPTING)
    for chances in range(5):
        player = Player(rules, "greedy", random.Random(chances).randrange)
        assert player.move(state) != Deal()


def test_hints_do_not_look_under_cards() -> None:
    rules = game("uncle_remus")
    found = {hint.move: hint for hint in hints(rules, composed(rules, TEMPTING))}
    assert found[Deal()].promise == (0, False, False)
    assert found[Deal()].sentence.startswith("It brings new cards")


def test_a_greedy_player_is_never_where_it_has_been() -> None:
    rules = game("uncle_remus")
    state = deal(rules, 1)
    player = Player(rules, "greedy", random.Random(1).randrange)
    been = set()
    for _ in range(80):
        assert state.piles not in been
        been.add(state.piles)
        state = rules.play(state, player.move(state)).state
        if state.over:
            break


@pytest.mark.parametrize("kind", PLAYERS)
def test_a_player_gives_up_after_too_many_moves(kind: str) -> None:
    rules = game("uncle_remus")
    state = deal(rules, 1)
    player = Player(rules, kind, random.Random(1).randrange, most_moves=2)
    for _ in range(2):
        assert player.move(state) in rules.legal(state).moves
    assert player.move(state) == Resign()
