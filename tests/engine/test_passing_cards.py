"""Tests of cards that are turned face up and face down again within one move.

No view shows them, but everyone who watches the table has seen them.
"""

import random
from itertools import product
from typing import Any

import pytest

from engine.cards import CARD, deal_number_seed
from engine.computer_players.player import Player
from engine.games import GAMES, AnyGame, game
from engine.games.seven_and_sixes import Move
from engine.moves import Deal, Place
from engine.table import Pile, State
from engine.takeback import UNDO, step
from engine.view import PASSED, View
from tests.secrecy.sight import marked, never_seen

EVERY = [
    game(slug, dict(zip([o.name for o in rules.options], values, strict=True)))
    for slug, rules in GAMES.items()
    for values in product(*(option.values for option in rules.options))
]
GAME = game("seven_and_sixes")
BOOK = ["KS", "QH", "JS", "TH", "9S", "8H", "7S", "6H", "5S", "4H", "3S", "2H", "AS"]
DEALS = (*range(1, 11), 412)
"""In the last a book is closed by a card that is dealt, at Seven and Sixes."""
MOST_MOVES = 250


def before_the_last_card() -> State[Any]:
    """Seven and Sixes with a king's set down to the two in the first column, and its ace on the
    stock."""
    *book, ace = [CARD[name] for name in BOOK]
    columns = [Pile(up=tuple(book)), *[Pile(up=(CARD["KD"],))] * 12]
    return State((*columns, Pile(down=(*[CARD["KC"]] * 15, ace))), 4)


def test_a_dealt_card_that_completes_a_book_is_told() -> None:
    before = before_the_last_card()
    after = GAME.play(before, Deal()).state
    assert len(after.piles[0].down) == 13
    assert not after.piles[0].up
    changes = GAME.changes(before, after)
    assert changes.facts[PASSED] == [["tab.0", "AS"]]
    assert changes.to_json()[PASSED] == [["tab.0", "AS"]]
    # It belongs to the move: no view has it, and the next move has not.
    assert GAME.view(before).after(changes) == GAME.view(after)
    read = View.from_json(changes.to_json())
    assert GAME.view(before).after(read) == GAME.view(after)
    assert PASSED not in GAME.changes(after, after).facts
    # Nor do those who have nothing but a view know it.
    seen = GAME.state_of(GAME.view(after))
    assert not GAME.passed(GAME.state_of(GAME.view(before)), seen)


def test_a_book_that_is_closed_by_a_move_had_all_its_cards_in_sight() -> None:
    state = before_the_last_card()
    piles = list(state.piles)
    piles[1] = Pile(up=(CARD["KD"], CARD["AS"]))
    after = GAME.play(
        state._replace(piles=tuple(piles)), Move(Place("tab.1"), Place("tab.0"))
    ).state
    assert len(after.piles[0].down) == 13
    assert PASSED not in GAME.changes(state, after).facts


def test_a_deal_that_is_taken_back_and_made_again_tells_it_again() -> None:
    before, deal = before_the_last_card(), Deal()
    after, past = step(GAME, before, None, deal, "free")
    back, past = step(GAME, after, past, UNDO, "free")
    assert PASSED not in GAME.changes(after, back).facts
    again, _ = step(GAME, back, past, deal, "free")
    assert PASSED in GAME.changes(back, again).facts


def views(rules: AnyGame, pack: list[Any], moves: list[Any]) -> list[Any]:
    """All that was seen of a game: the table after each move, and what passed in it."""
    state = rules.deal(pack)
    told: list[Any] = [rules.view(state).to_json()]
    for move in moves:
        after = rules.play(state, move).state
        told.append((rules.view(after).to_json(), rules.changes(state, after).to_json()))
        state = after
    return told


@pytest.mark.parametrize("rules", EVERY, ids=[rules.identity for rules in EVERY])
def test_every_card_that_decided_anything_has_been_shown(rules: AnyGame) -> None:
    """Cards that were never shown may change places among them, and all stays as it was seen."""
    for number in DEALS:
        rng = random.Random(number)
        pack = marked(rules.pack(deal_number_seed(number)))
        state, moves, states = rules.deal(pack), list[Any](), [rules.deal(pack)]
        player = Player(rules, "greedy" if number % 2 else "random", rng.randrange)
        while state.over is None and len(moves) < MOST_MOVES:
            move = player.move(state)
            state = rules.play(state, move).state
            moves.append(move)
            states.append(state)
        unseen = sorted(never_seen(rules, pack, states))
        cards = [pack[place] for place in unseen]
        rng.shuffle(cards)
        other = list(pack)
        for place, card in zip(unseen, cards, strict=True):
            other[place] = card
        assert views(rules, list(map(int, pack)), moves) == views(
            rules, list(map(int, other)), moves
        )
