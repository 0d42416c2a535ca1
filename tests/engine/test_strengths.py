"""Computer players of three strengths at every game for one: they see nothing that a contestant
does not see, keep to the rules, and each is better than the one below."""

import random
from itertools import pairwise
from typing import Any

import pytest

from bench.strengths import LUCK, compared, play, ranked_games
from engine.cards import Card, deal_number_seed
from engine.computer_players.player import Player, player, seen_state
from engine.computer_players.strengths import STRENGTHS
from engine.games import AnyGame, game
from engine.moves import Resign
from engine.table import Pile, State
from tests.engine.helpers import every_game

GAMES = every_game()
DEALS = 20


def shuffled(state: State[Any], rng: random.Random) -> State[Any]:
    """Return the state with its face-down cards in another order."""
    down: list[Card | None] = [card for pile in state.piles for card in pile.down]
    rng.shuffle(down)
    left = iter(down)
    return state._replace(
        piles=tuple(Pile(tuple(next(left) for _ in pile.down), pile.up) for pile in state.piles)
    )


def middle(rules: AnyGame, deal: int) -> State[Any]:
    """Return a position in the middle of a game."""
    state = rules.deal(rules.pack(deal_number_seed(deal)))
    one = Player(rules, "greedy", random.Random(deal).randrange)
    for _ in range(8):
        after = rules.play(state, one.move(state)).state
        if after.over:
            break
        state = after
    return state


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.identity)
def test_hidden_cards_make_no_difference(rules: AnyGame, strength: str) -> None:
    state, rng = middle(rules, 5), random.Random(9)
    views = [state, shuffled(state, rng), seen_state(rules, state)]
    moves = [player(rules, strength, random.Random(1).randrange).move(each) for each in views]
    assert moves[0] == moves[1] == moves[2]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.identity)
def test_a_worth_reads_no_hidden_card(rules: AnyGame) -> None:
    state = middle(rules, 6)
    assert rules.worth(state) == rules.worth(seen_state(rules, state))


@pytest.mark.parametrize("strength", STRENGTHS[1:])
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.identity)
def test_every_move_is_legal_as_it_is_seen(rules: AnyGame, strength: str) -> None:
    state = rules.deal(rules.pack(deal_number_seed(4)))
    one = player(rules, strength, random.Random(4).randrange)
    for _ in range(3 if strength == "ahead" else 30):
        if state.over:
            break
        move = one.move(state)
        assert move == Resign() or rules.refusal(seen_state(rules, state), move) is None
        state = rules.play(state, move).state


def test_what_was_seen_is_remembered() -> None:
    """From the second round of Perpetual Motion on the stock is known to who watched the first."""
    rules = game("perpetual_motion")
    state = rules.deal(rules.pack(deal_number_seed(3)))
    one = player(rules, "ahead", random.Random(3).randrange)
    while rules.facts(state)["round"] == 1:
        state = rules.play(state, one.move(state)).state
    one.move(state)
    known = one._known
    assert known is not None
    assert None in seen_state(rules, state).piles[4].down
    assert None not in known.piles[4].down
    assert [*known.piles[4].down] == [*state.piles[4].down][: len(known.piles[4].down)]


def test_cards_that_a_redeal_covers_are_remembered() -> None:
    """A redeal of As You Like It covers the cards that lay on top, in places that do not depend on
    the unknown cards."""
    rules = game("as_you_like_it")
    state = rules.deal(rules.pack(deal_number_seed(3)))
    one = player(rules, "ahead", random.Random(3).randrange)
    while rules.facts(state)["session"] == 1:
        state = rules.play(state, one.move(state)).state
    known = one._remembered(seen_state(rules, state))
    down = [
        (card, real)
        for pile, whole in zip(known.piles, state.piles, strict=True)
        for card, real in zip(pile.down, whole.down, strict=True)
        if card is not None
    ]
    assert len(down) > 4
    assert all(card == real for card, real in down)


def test_a_fan_is_put_back_in_an_order_of_the_players_choice() -> None:
    """The legal moves list only one order; the tips want others."""
    rules = game("kings")
    state = rules.deal(rules.pack(deal_number_seed(1)))
    one = player(rules, "tips", random.Random(1).randrange)
    arranged = 0
    while not state.over:
        move = one.move(state)
        order = getattr(move, "order", ())
        arranged += list(order) != sorted(order)
        state = rules.play(state, move).state
    assert arranged


def test_looking_ahead_wins_deals_that_a_single_move_does_not() -> None:
    """Most deals of Fourteens can be won, but hardly one by pairing whatever goes."""
    rules = game("fourteens")
    won = {
        strength: sum(play(rules, strength, deal).standing.result == "won" for deal in range(1, 25))
        for strength in STRENGTHS
    }
    assert won["ahead"] > won["tips"] > won["greedy"]


@pytest.mark.parametrize("slug", ["fourteens", "grandfathers_clock", "senior_wrangler"])
def test_each_is_better_than_the_one_below(slug: str) -> None:
    """At a few deals of three quick games; `make strengths` plays five hundred of all."""
    rules = game(slug)
    played = {
        strength: [play(rules, strength, deal) for deal in range(1, DEALS + 1)]
        for strength in STRENGTHS
    }
    for weaker, stronger in pairwise(STRENGTHS):
        score = compared(rules, played[stronger], played[weaker])
        assert score.won > score.lost, (slug, stronger, score)


def test_the_games_that_are_measured_are_the_ranked_ones_with_choices() -> None:
    games = ranked_games()
    assert "clock" not in games
    assert "captive_queens" not in games
    assert {slug for slug, _ in LUCK} <= {*games}
    assert {strength for _, strength in LUCK} <= {*STRENGTHS[1:]}
    assert all(reason for reason in LUCK.values())
